"""Nine squares, two players, and what lies around a square (R1)."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Final, NewType

Square = NewType("Square", int)
"""0 to 8 in the order a1 a2 a3 b1 … c3, as strings list them."""

Squares = NewType("Squares", int)
"""A set of squares, bit by bit."""


class Player(IntEnum):
    """Index of everything that each of them has."""

    REGALITY = 0
    """Red; sits below row 1."""
    RELIGION = 1
    """Blue; sits beyond row 3."""

    @property
    def letter(self) -> str:
        return "rb"[self]

    @property
    def other(self) -> "Player":
        return _OTHER[self]


_OTHER: Final = (Player.RELIGION, Player.REGALITY)


def player_lettered(letter: str) -> Player:
    return Player("rb".index(letter))


SIDE: Final = 3
SQUARES: Final = tuple(Square(at) for at in range(SIDE * SIDE))
NAMES: Final = tuple(f"{'abc'[at // SIDE]}{at % SIDE + 1}" for at in SQUARES)
_NAMED: Final = {name: Square(at) for at, name in enumerate(NAMES)}
EVERYWHERE: Final = Squares((1 << len(SQUARES)) - 1)
"""All squares, a bit each."""
NOWHERE: Final = Squares(0)
"""No square."""

IN: Final = tuple(
    tuple(square for square in SQUARES if squares >> square & 1) for squares in range(EVERYWHERE + 1)
)
"""The squares of every set, in order."""


def name_of(square: Square) -> str:
    return NAMES[square]


def square_named(name: str) -> Square | None:
    return _NAMED.get(name)


def only(square: Square) -> Squares:
    return Squares(1 << square)


def _at(column: int, row: int) -> Squares:
    """That square; nothing where the board has ended."""
    inside = 0 <= column < SIDE and 0 <= row < SIDE
    return only(Square(SIDE * column + row)) if inside else NOWHERE


def _around(steps: Iterator[tuple[int, int]] | list[tuple[int, int]]) -> tuple[Squares, ...]:
    """For every square, those which such steps (right, up) reach."""
    wanted = list(steps)
    found = []
    for square in SQUARES:
        column, row = divmod(square, SIDE)
        reached = 0
        for right, up in wanted:
            reached |= _at(column + right, row + up)
        found.append(Squares(reached))
    return tuple(found)


_STRAIGHT: Final = [(0, 1), (1, 0), (0, -1), (-1, 0)]
_SLANTED: Final = [(1, 1), (1, -1), (-1, -1), (-1, 1)]

ORTHOGONAL: Final = _around(_STRAIGHT)
DIAGONAL: Final = _around(_SLANTED)
ADJACENT: Final = _around(_STRAIGHT + _SLANTED)
BESIDE: Final = _around([(-1, 0), (1, 0)])
"""Left and right, the same two for both players (R1.3)."""
IN_FRONT: Final = tuple(_around([(right, up) for right in (-1, 0, 1)]) for up in (1, -1))
"""The three of the next row along the tip, by whose ally the tile is (R1.3)."""
DIRECTIONS: Final = tuple(
    _around([(right * far, up * far) for far in (1, 2)]) for right, up in _STRAIGHT + _SLANTED
)
"""To the edge, by direction and square."""
