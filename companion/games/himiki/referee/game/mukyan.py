"""Muk Yan at the table: his dice, what he does with them, and saying it (RULES 6)."""

import random
from dataclasses import dataclass

from companion.games.himiki.referee.events import MukYan
from companion.games.himiki.referee.look.belief import hidden_squares, worlds
from companion.games.himiki.referee.look.reading import OPTIONS
from companion.games.himiki.referee.phrases import ACTIONS, WORDS, Phrase, phrase
from companion.games.himiki.rules.board import Square, name_of
from companion.games.himiki.rules.cubes import Cube, Element, element_lettered, faces_of
from companion.games.himiki.rules.moves import Move, Pass, Rotate, Stop, Tilt
from companion.games.himiki.rules.muk_yan import Reply, reply
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.written.notation import bare
from vision.frames import Seconds

RolledFaces = tuple[Element, Element]
"""Black, then white."""


def rolled(seed: int, number: int) -> RolledFaces:
    """Two fair dice: the same ones whenever this game comes to its roll of that number."""
    chance = random.Random(f"{seed}:{number}")
    black = chance.choice(list(Element))
    return black, chance.choice(list(Element))


@dataclass(frozen=True, slots=True)
class Depends:
    """What Muk Yan does depends on a side that nobody knows."""

    square: Square


def answer(position: Position, roll: RolledFaces) -> Reply | Depends:
    hidden = hidden_squares(position.board)
    replies = {world.position.board: reply(world.position, *roll) for world in worlds(position, hidden)}
    first = next(iter(replies.values()))
    if all(each == first for each in replies.values()):
        return first
    return Depends(max(hidden, key=lambda square: (_told_by(replies, square), -square)))


def _told_by(replies: dict[bytes, Reply], square: Square) -> int:
    """How many pairs of worlds this cube's side tells apart, among those with different replies."""
    return sum(
        1
        for board, one in replies.items()
        for other_board, other in replies.items()
        if one != other and board[square] != other_board[square]
    )


def side_options(position: Position, square: Square) -> tuple[str, ...]:
    """The elements that can be on the cube's side along its row, in words."""
    cubes = OPTIONS[position.board[square]]
    sides = {element_lettered(faces_of(Cube(cube))[1]) for cube in cubes}
    return tuple(WORDS[side] for side in sorted(sides))


def with_side(position: Position, square: Square, told: str) -> Position:
    board = bytearray(position.board)
    for cube in OPTIONS[board[square]]:
        if WORDS[element_lettered(faces_of(Cube(cube))[1])] == told:
            board[square] = cube
    return position._replace(board=bytes(board))


def roll_text(roll: RolledFaces) -> str:
    return roll[0].letter + roll[1].letter


def announced(t: Seconds, position: Position, roll: RolledFaces, chosen: Reply) -> MukYan:
    said = _said(chosen.action, chosen.move)
    return MukYan(
        t=t,
        roll=(roll[0].letter, roll[1].letter),
        action=chosen.action,
        move=bare(position, chosen.move),
        text=str(said),
        code=said.code,
        values=said.values,
    )


def _said(action: int, move: Move) -> Phrase:
    match move:
        case Tilt(source, target):
            told = ACTIONS[action]
            return phrase("muk-yan-tilts", source=name_of(source), target=name_of(target), action=told)
        case Rotate(squares):
            names = ", ".join(map(name_of, squares))
            return phrase("muk-yan-rotates", squares=names, action=ACTIONS[action])
        case Stop():
            return phrase("muk-yan-stops")
        case Pass():
            return phrase("muk-yan-passes")
        case _:
            raise AssertionError(move)  # Muk Yan uses no tiles (RULES 6.1)
