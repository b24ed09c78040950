"""What somebody says who sees what really lies there: the answers to the referee's questions."""

import re
from collections.abc import Mapping
from typing import Final

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.decisions import Answer, Decision, SetPosition
from companion.games.himiki.referee.events import Uncertain
from companion.games.himiki.referee.game.telling import told_moves
from companion.games.himiki.referee.phrases import BOARD_RIGHT, RECORD_RIGHT, WORDS
from companion.games.himiki.rules.cubes import Element, element_lettered
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.written.position_text import cubes_text, parse_position

Lying = Mapping[str, str]
"""What lies on each square that is not empty: `wHMK`."""

_NOTHING: Final = frozenset(("empty", "nothing", "none"))
_COLOURS: Final = {"white": "w", "black": "b"}
_CUBE: Final = re.compile(r"([wb])([HMK?]{1,3})")


def lying_as(cubes: str) -> dict[str, str]:
    """Of the cubes field of a position."""
    return {} if cubes == "-" else {each[:2]: each[2:] for each in cubes.split(",")}


def alike(one: str | None, other: str | None) -> bool:
    """Whether both can be the same cube, `?` standing for any face; without one, whether both are none."""
    if one is None or other is None:
        return one is other
    return all("?" in pair or pair[0] == pair[1] for pair in zip(one, other, strict=True))


def true_answer(question: Uncertain, position: str, game: Game, cubes: str, played: str = "") -> Decision:
    """`played` is what was done last, for boards to which two ways lead."""
    lying = lying_as(cubes)
    option = _true_option(question, position, game, lying, played)
    if option is not None:
        return Answer(option)
    # None of them is so: it is said how the board really stands.
    return SetPosition(" ".join([cubes, *position.split(" ")[1:]]))


def _true_option(question: Uncertain, position: str, game: Game, lying: Lying, played: str) -> str | None:
    if question.options == (RECORD_RIGHT,):
        return RECORD_RIGHT
    if set(question.options) == {BOARD_RIGHT, RECORD_RIGHT}:
        return RECORD_RIGHT if as_recorded(lying, position) else BOARD_RIGHT
    square = str(question.values.get("square", ""))
    if question.code == "which-side" and square in lying:
        side = WORDS[element_lettered(lying[square][2])]
        return side if side in question.options else None
    if "boards" in question.values:
        ways = _true_ways(question, position, game, lying)
        return next((each for each in ways if played and each.split()[-1] == played), next(iter(ways), None))
    if square:
        return next((each for each in question.options if _says(each, lying.get(square))), None)
    return None


def as_recorded(lying: Lying, position: str) -> bool:
    recorded = lying_as(position.split(" ", maxsplit=1)[0])
    return all(alike(lying.get(square), recorded.get(square)) for square in {*lying, *recorded})


def _true_ways(question: Uncertain, position: str, game: Game, lying: Lying) -> list[str]:
    """Those that lead to what lies there."""
    try:
        ways = told_moves(parse_position(position, game.variant), question)
    except RulesError:
        return []
    boards = [lying_as(cubes_text(way.after.board)) for way in ways]
    return [
        option
        for option, board in zip(question.options, boards, strict=True)
        if all(alike(board.get(square), lying.get(square)) for square in {*board, *lying})
    ]


def _says(option: str, cube: str | None) -> bool:
    """Whether an option tells what lies on a square, as `wH??` or in words."""
    words = re.findall(r"[a-z]+", option.lower())
    if option == "-" or _NOTHING.intersection(words):
        return cube is None
    if cube is None:
        return False
    if told := _CUBE.fullmatch(option):
        return told[1] == cube[0] and alike(told[2].ljust(3, "?"), cube[1:])
    colours = [letter for word, letter in _COLOURS.items() if word in words]
    tops = [element.letter for element in Element if WORDS[element] in words]
    return bool(colours or tops) and colours in ([], [cube[0]]) and tops in ([], [cube[1]])
