"""A grid as it lies in a picture, through a lens."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from companion.games.himiki.rules.board import COLUMNS, ROWS
from vision.board import Board
from vision.frames import Image
from vision.plane.camera import Floats, Lens, from_unit, homography, outline_of
from vision.plane.plane import Raster

BOARD: Final = Board(ROWS, COLUMNS)
"""What is looked for, unless another is named."""

GRID: Final = outline_of(BOARD)
"""The corners A1, A6, E6, E1."""

_LEAST_AREA: Final = 0.012
"""Of the picture: a board that is smaller cannot be read anyway."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Four corners, as GRID lists them, in half widths from the picture's middle and without distortion."""

    corners: Floats
    lens: Lens
    board: Board = BOARD

    @property
    def outline(self) -> Floats:
        """The corners on the board."""
        return outline_of(self.board)

    def matrix(self) -> Floats:
        return homography(self.outline, self.corners)

    def to_unit(self, points: Floats) -> Floats:
        """Board points (…, 2) in the picture, in half widths."""
        matrix = self.matrix()
        flat = points @ matrix[:, :2].T + matrix[:, 2]
        return self.lens.distort(flat[..., :2] / np.where(np.abs(flat[..., 2:]) < 1e-9, 1e-9, flat[..., 2:]))

    def to_board(self, unit: Floats) -> Floats:
        """Board points of places in the picture (N, 2)."""
        flat = (
            np.column_stack([self.lens.undistort(unit), np.ones(len(unit))]) @ np.linalg.inv(self.matrix()).T
        )
        return np.asarray(flat[:, :2] / flat[:, 2:])

    def in_picture(self, size: tuple[int, int]) -> Floats:
        """The four corners in pixels."""
        return from_unit(self.to_unit(self.outline), size)

    def view(self, image: Image, raster: Raster) -> Image:
        """The board from straight above."""
        height, width = image.shape[:2]
        pixels = from_unit(self.to_unit(raster.points()), (width, height)).astype(np.float32)
        return np.asarray(
            cv2.remap(
                image,
                np.ascontiguousarray(pixels[..., 0]),
                np.ascontiguousarray(pixels[..., 1]),
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            ),
            np.uint8,
        )

    def turned(self, quarters: int) -> "Grid":
        """The same place with another corner as A1; for odd quarters the columns become rows."""
        return Grid(np.roll(self.corners, -quarters, axis=0), self.lens, self.board)

    def at(self, points: Floats) -> "Grid":
        """The same lattice with its corners at these board points."""
        matrix = self.matrix()
        flat = points @ matrix[:, :2].T + matrix[:, 2]
        return Grid(np.asarray(flat[:, :2] / flat[:, 2:]), self.lens, self.board)

    def plausible(self, size: tuple[int, int]) -> bool:
        """Whether a board can look like this: convex, seen from above, large enough, in the picture."""
        if not self.shapely(size):
            return False
        pixels = self.in_picture(size)
        middle = pixels.mean(axis=0)
        drawn_in = middle + 0.9 * (pixels - middle)
        return bool((drawn_in >= 0).all() and (drawn_in < size).all())

    def shapely(self, size: tuple[int, int]) -> bool:
        """The same of a board of which a side may lie beyond the picture."""
        width, height = size
        if not np.isfinite(self.corners).all():
            return False
        area = _signed_area(self.corners)
        # From A1 the corners go round counter-clockwise to the eye; with y down that is a negative area.
        if area > -_LEAST_AREA * 4 * height / width:
            return False
        sides = np.roll(self.corners, -1, axis=0) - self.corners
        after = np.roll(sides, -1, axis=0)
        if (sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]).max() >= 0:
            return False
        lengths = np.linalg.norm(sides, axis=1) / np.tile([self.board.columns, self.board.rows], 2)
        return bool(lengths.max() <= 2.6 * lengths.min())


def _signed_area(points: Floats) -> float:
    after = np.roll(points, -1, axis=0)
    return float(np.sum(points[:, 0] * after[:, 1] - points[:, 1] * after[:, 0]) / 2)
