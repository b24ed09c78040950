"""How a cube lies: the 24 physical orientations, and what rolling and spinning do to them.

The cube's own axes carry the elements: x water, y wood, z fire, so that orientation `HMK` is the cube
standing untouched. World axes: x towards higher columns, y towards higher rows, z up.
"""

from itertools import permutations, product
from typing import Final, NewType

import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.cubes import Element

CubeTurn = NewType("CubeTurn", int)
"""0 to 23; only this module knows how the number is made up."""

Direction = tuple[int, int]
"""Towards a neighbouring square: (columns, rows), one of them 0 and the other ±1."""

Matrix = NDArray[np.int64]

_AXIS_ELEMENTS: Final = (Element.WATER, Element.WOOD, Element.FIRE)


def _all_matrices() -> list[Matrix]:
    found = []
    for order in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            matrix = np.zeros((3, 3), dtype=np.int64)
            for world, (own, sign) in enumerate(zip(order, signs, strict=True)):
                matrix[world, own] = sign
            if round(float(np.linalg.det(matrix))) == 1:
                found.append(matrix)
    return found


_MATRICES: Final = tuple(_all_matrices())
_NUMBERS: Final = {matrix.tobytes(): CubeTurn(index) for index, matrix in enumerate(_MATRICES)}

TURNS: Final = tuple(CubeTurn(index) for index in range(len(_MATRICES)))

_CLOCKWISE: Final = np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]], dtype=np.int64)


def matrix_of(turn: CubeTurn) -> Matrix:
    """Takes the cube's own axes to the world's."""
    return _MATRICES[turn]


def element_on(axis: int) -> Element:
    """The element on both faces of one of the cube's own axes."""
    return _AXIS_ELEMENTS[axis]


def faces_shown(turn: CubeTurn) -> str:
    """Three letters: top, along the row, along the column (RULES 2.1)."""
    matrix = _MATRICES[turn]
    return "".join(element_on(int(np.flatnonzero(matrix[world])[0])).letter for world in (2, 0, 1))


def turns_showing(letters: str) -> tuple[CubeTurn, ...]:
    """The orientations that show these letters, `?` standing for any."""
    return tuple(
        turn
        for turn in TURNS
        if all(want in ("?", have) for want, have in zip(letters.upper(), faces_shown(turn), strict=True))
    )


def rolled(turn: CubeTurn, towards: Direction) -> CubeTurn:
    """The cube tilted over its edge onto the neighbouring square."""
    along = np.array([towards[0], towards[1], 0])
    up = np.array([0, 0, 1])
    axis = np.cross(up, along)
    step = np.outer(axis, axis) + np.outer(along, up) - np.outer(up, along)
    return _NUMBERS[(step @ _MATRICES[turn]).astype(np.int64).tobytes()]


def spun(turn: CubeTurn, clockwise: bool = True) -> CubeTurn:
    """A quarter turn on the spot, as seen from above."""
    step = _CLOCKWISE if clockwise else _CLOCKWISE.T
    return _NUMBERS[np.ascontiguousarray(step @ _MATRICES[turn]).tobytes()]
