"""The squares of a board on the ground, and how they are counted."""

from dataclasses import dataclass

import numpy as np

from vision.board import Board
from vision.plane.camera import Floats


@dataclass(frozen=True, slots=True)
class Squares:
    """A square is a unit wide; the ground's origin is the first corner, the board lies to the right and up.

    Numbers count upwards in the first column, then in the next.
    """

    columns: int
    rows: int
    height: float
    """Of a square, in its widths."""

    @property
    def board(self) -> Board:
        """As it is counted: a column is what `Board` calls a row."""
        return Board(self.columns, self.rows)

    @property
    def corners(self) -> Floats:
        """Those of `Sighting.corners`: where the first column begins and ends, the last ends and begins."""
        right, up = float(self.columns), self.rows * self.height
        return np.array([(0.0, 0.0), (0.0, up), (right, up), (right, 0.0)])

    @property
    def numbers(self) -> range:
        return range(self.columns * self.rows)

    def middle(self, square: int) -> Floats:
        column, row = divmod(square, self.rows)
        return np.array([column + 0.5, (row + 0.5) * self.height])

    def at(self, point: Floats) -> tuple[float, float]:
        """A point of the ground in squares, across and along."""
        return float(point[0]), float(point[1]) / self.height
