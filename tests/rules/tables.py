"""The words that the rule-book tests are written in: tables set up from text, lines of moves, refusals."""

from typing import Final

import pytest

from companion.games.himiki.rules.cubes import Colour, Element
from companion.games.himiki.rules.errors import IllegalMove, MarkError, NotationError, PositionError
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from companion.games.himiki.rules.written.notation import annotated, bare, play_text
from companion.games.himiki.rules.written.position_text import parse_position, position_text

DUEL: Final = Variant()
DUEL_FIRST: Final = Variant(edition=Edition.FIRST)
TEAMS: Final = Variant(Mode.TEAMS)
TEAMS_FIRST: Final = Variant(Mode.TEAMS, Edition.FIRST)
MUK_YAN: Final = Variant(Mode.MUK_YAN)
MUK_YAN_FIRST: Final = Variant(Mode.MUK_YAN, Edition.FIRST)
MUK_YAN_WHITE: Final = Variant(Mode.MUK_YAN, human=Colour.BLACK)
"""Muk Yan has the white cubes: the person has chosen black."""
HEADLOCK: Final = Variant(Mode.MINDLOCK, Edition.FIRST, in_play=frozenset())

BOTH_DUELS: Final = pytest.mark.parametrize("duel", [DUEL, DUEL_FIRST], ids=["second", "first"])
BOTH_TEAMS: Final = pytest.mark.parametrize("teams", [TEAMS, TEAMS_FIRST], ids=["second", "first"])


def mindlock(influences: str = "") -> Variant:
    """A challenge that wants these influences: `mindlock("HK")`."""
    return Variant(Mode.MINDLOCK, in_play=frozenset(Element("HMK".index(letter)) for letter in influences))


def at(text: str, variant: Variant = DUEL) -> Position:
    """The position of a position string."""
    return parse_position(text, variant)


def drawn(picture: str, rest: str = "w 0-0 --- -", variant: Variant = DUEL) -> Position:
    """The position of a board drawn as text, and of the four fields that follow the cubes.

    A row is its letter and six cells: a cube such as `wHMK`, or `·`. Bars and the line of columns are
    only there for the eye.
    """
    cubes = []
    rows = [line.replace("|", " ").split() for line in picture.strip().splitlines()]
    rows = [row for row in rows if row[0] in "ABCDE"]
    assert [row[0] for row in rows] == list("ABCDE")
    for letter, *cells in rows:
        assert len(cells) == 6
        cubes += [f"{letter}{column}{cell}" for column, cell in enumerate(cells, 1) if cell != "·"]
    return at(f"{','.join(cubes) or '-'} {rest}", variant)


def after(position: Position, *moves: str) -> Position:
    """The position after these moves, all of which must be legal and listed as legal."""
    for move in moves:
        played = play_text(position, move)
        assert bare(position, played.move) in legal(position)
        position = played.after
    return position


def then(position: Position, *moves: str) -> str:
    """The position string after these moves."""
    return position_text(after(position, *moves))


def result(position: Position, *moves: str) -> str:
    """What follows the cubes in the position string after these moves: turn, score, tiles, state."""
    return then(position, *moves).partition(" ")[2]


def marked(position: Position, move: str) -> str:
    """The move as people read it, with its stars and signs (in ASCII)."""
    return annotated(play_text(position, move), ascii_signs=True)


def legal(position: Position) -> list[str]:
    """Every legal move in its bare form, sorted as text, none twice."""
    moves = sorted(bare(position, move) for move in legal_moves(position))
    assert len(set(moves)) == len(moves)
    return moves


def expect_refused(position: Position, move: str, *, rule: str, code: str) -> None:
    """The move breaks this rule, is told so in this way, and is not among the legal ones."""
    with pytest.raises(IllegalMove) as refused:
        play_text(position, move)
    assert (refused.value.rule, refused.value.why.code) == (rule, code)
    assert f"(rule {rule})" in str(refused.value)
    listed = {each.removeprefix("R-").removeprefix("C-") for each in legal(position)}
    assert move.removeprefix("R-").removeprefix("C-") not in listed


def expect_untrue(position: Position, move: str, *, code: str) -> None:
    """The move is legal, but its prefix, stars or signs are not true here."""
    with pytest.raises(MarkError) as refused:
        play_text(position, move)
    assert refused.value.why.code == code


def faults(text: str, variant: Variant = DUEL) -> list[str]:
    """The codes of everything that is wrong with a position string."""
    with pytest.raises(PositionError) as refused:
        parse_position(text, variant)
    return [fault.code for fault in refused.value.faults]


def expect_unreadable(text: str, variant: Variant = DUEL) -> None:
    with pytest.raises(NotationError):
        parse_position(text, variant)
