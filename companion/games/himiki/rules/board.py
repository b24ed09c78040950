"""The 6 x 5 board: squares, their names, who is next to whom (RULES 1)."""

from enum import Enum
from typing import Final, NewType

COLUMNS: Final = 6
ROWS: Final = 5

Square = NewType("Square", int)
"""0 to 29 in the order A1…A6 B1…E6; only this module knows how the number is made up."""

SQUARES: Final = tuple(Square(index) for index in range(COLUMNS * ROWS))


class Zone(Enum):
    """The two halves of the board (RULES 1.2)."""

    DARK = "d"
    LIGHT = "l"


def _at(row: int, column: int) -> Square | None:
    if 0 <= row < ROWS and 0 <= column < COLUMNS:
        return Square(row * COLUMNS + column)
    return None


def row_of(square: Square) -> int:
    """0 for row A to 4 for row E."""
    return square // COLUMNS


def column_of(square: Square) -> int:
    """0 for column 1 to 5 for column 6."""
    return square % COLUMNS


NAMES: Final = tuple("ABCDE"[row_of(s)] + "123456"[column_of(s)] for s in SQUARES)
_BY_NAME: Final = {name: square for square, name in zip(SQUARES, NAMES, strict=True)} | {
    name[::-1]: square for square, name in zip(SQUARES, NAMES, strict=True)
}


def name_of(square: Square) -> str:
    """`B5`: letter first, as the solutions print it (RULES 1.1)."""
    return NAMES[square]


def square_named(text: str) -> Square | None:
    """Reads `B5` and `5B` alike, in either case; None where there is no such square."""
    return _BY_NAME.get(text.upper())


def squares_named(*names: str) -> tuple[Square, ...]:
    """The squares of names that are known to be right: a table's, not a person's."""
    return tuple(_BY_NAME[name] for name in names)


ZONES: Final = tuple(Zone.DARK if column_of(s) < COLUMNS // 2 else Zone.LIGHT for s in SQUARES)
"""Of each square: the darker half of the columns, or the lighter one (RULES 1.2)."""

MIRRORS: Final = tuple(Square(row_of(s) * COLUMNS + COLUMNS - 1 - column_of(s)) for s in SQUARES)
"""The square across the median axis (RULES 1.2)."""

_STEPS: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))


def _reached(square: Square, distance: int) -> tuple[Square, ...]:
    """Squares that lie `distance` straight ahead in each direction, in board order."""
    found = (
        _at(row_of(square) + distance * rows, column_of(square) + distance * columns)
        for rows, columns in _STEPS
    )
    return tuple(target for target in found if target is not None)


NEIGHBOURS: Final = tuple(_reached(s, 1) for s in SQUARES)
"""Squares that share an edge (RULES 1.4), in board order."""

TWO_AWAY: Final = tuple(_reached(s, 2) for s in SQUARES)
"""Squares exactly two away in a straight line, in board order."""


def between(one: Square, other: Square) -> Square:
    """The square in the middle of two that are two apart in a straight line."""
    return Square((one + other) // 2)


def same_row(one: Square, other: Square) -> bool:
    return row_of(one) == row_of(other)
