"""What a cube hides of the plane of the tops: its outline with the sides, as seen from the lens."""

import math
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.board import COLUMNS, ROWS, SQUARES, column_of, row_of
from vision.cubes.tops import Pose
from vision.plane.camera import Floats
from vision.plane.channels import Mask
from vision.plane.plane import Raster

_REMEMBERED: Final = 128
"""Outlines: those of one reading are asked for again and again."""

_CORNERS: Final = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])

_SQUARES_AT: Final = np.zeros((ROWS, COLUMNS), np.intp)
for _square in SQUARES:
    _SQUARES_AT[row_of(_square), column_of(_square)] = _square


class Shadowcaster:
    """Puts heights between the board and the tops onto the plane of the tops, from one lens."""

    def __init__(self, lens: Floats, edge: float, raster: Raster) -> None:
        self.lens = lens
        self.edge = edge
        self.raster = raster
        self.outline = lru_cache(_REMEMBERED)(self._outline)
        """The hull of a cube standing under a top, widened by some squares; 16ths of raster pixels."""

    def lowered(self, points: Floats, height: float) -> Floats:
        """Where on the plane of the tops a point of this height is seen."""
        share = (self.edge - height) / (self.lens[2] - height)
        return np.asarray(points + (self.lens[:2] - points) * share)

    def _outline(self, pose: Pose, room: float) -> NDArray[np.int32]:
        cos, sin = math.cos(-pose.turn), math.sin(-pose.turn)
        turn = np.array([[cos, sin], [-sin, cos]])
        square = _CORNERS @ (turn * (self.edge + 2 * room)) + [pose.x, pose.y]
        points = np.concatenate([square, self.lowered(square, 0.0)])
        pixels = self.raster.to_pixels(points).astype(np.float32)
        hull = np.rint(cv2.convexHull(pixels)[:, 0] * 16).astype(np.int32)
        hull.flags.writeable = False
        return hull

    def hidden_by(self, poses: list[Pose], room: float) -> Mask:
        canvas = np.zeros(self.raster.shape, np.uint8)
        for pose in poses:
            cv2.fillConvexPoly(canvas, self.outline(pose, room), 1, cv2.LINE_8, 4)
        return canvas.view(bool)

    def around(self, pose: Pose, room: float, reach: int) -> tuple[Mask, tuple[slice, slice]]:
        """What one cube hides, widened by so many pixels, and which part of the raster this is."""
        outline = self.outline(pose, room)
        left, top = np.maximum(outline.min(axis=0) // 16 - reach - 1, 0).tolist()
        right, bottom = (outline.max(axis=0) // 16 + reach + 3).tolist()
        rows, columns = self.raster.shape
        part = slice(top, min(bottom, rows)), slice(left, min(right, columns))
        canvas = np.zeros((part[0].stop - top, part[1].stop - left), np.uint8)
        cv2.fillConvexPoly(canvas, outline - 16 * np.array([left, top], np.int32), 1, cv2.LINE_8, 4)
        wide = 2 * reach + 1
        return cv2.dilate(canvas, np.ones((wide, wide), np.uint8)).view(bool), part

    def top_mask(self, pose: Pose) -> Mask:
        """A top alone."""
        cos, sin = np.cos(-pose.turn), np.sin(-pose.turn)
        square = _CORNERS * self.edge @ np.array([[cos, sin], [-sin, cos]]) + [pose.x, pose.y]
        canvas = np.zeros(self.raster.shape, np.uint8)
        pixels = np.rint(self.raster.to_pixels(square) * 16).astype(np.int32)
        cv2.fillConvexPoly(canvas, pixels, 1, cv2.LINE_8, 4)
        return canvas.view(bool)

    def grid_mask(self, margin: float) -> Mask:
        """The board's squares as they lie on this raster, drawn in by a margin."""
        frame = np.array(
            [
                [margin, margin],
                [COLUMNS - margin, margin],
                [COLUMNS - margin, ROWS - margin],
                [margin, ROWS - margin],
            ]
        )
        canvas = np.zeros(self.raster.shape, np.uint8)
        pixels = np.rint(self.raster.to_pixels(self.lowered(frame, 0.0)) * 16).astype(np.int32)
        cv2.fillConvexPoly(canvas, pixels, 1, cv2.LINE_8, 4)
        return canvas.view(bool)

    def squares(self, margin: float) -> tuple[NDArray[np.intp], Mask]:
        """The square that each pixel shows of an empty board, and where that is further in than a margin.

        Pixels beside the grid have a number that is no square's.
        """
        number = np.full(self.raster.shape, len(SQUARES), np.intp)
        inner = np.zeros(self.raster.shape, np.uint8)
        for square in SQUARES:
            corner = np.array([column_of(square), row_of(square)])
            for room, canvas in ((0.0, None), (margin, inner)):
                points = corner + 0.5 + _CORNERS * (1 - 2 * room)
                pixels = np.rint(self.raster.to_pixels(self.lowered(points, 0.0)) * 16).astype(np.int32)
                one = np.zeros(self.raster.shape, np.uint8) if canvas is None else canvas
                cv2.fillConvexPoly(one, pixels, 1, cv2.LINE_8, 4)
                if canvas is None:
                    number[one.view(bool)] = square
        return number, inner.view(bool)

    def nearest(self) -> NDArray[np.intp]:
        """The square that each pixel shows of an empty board, or the nearest to what it shows beside it."""
        share = self.edge / self.lens[2]
        points = (self.raster.points() - self.lens[:2] * share) / (1 - share)
        across = np.clip(np.floor(points[..., 0]), 0, COLUMNS - 1).astype(np.intp)
        up = np.clip(np.floor(points[..., 1]), 0, ROWS - 1).astype(np.intp)
        return np.asarray(_SQUARES_AT[up, across], np.intp)

    def only_from_inside(self, reach: float) -> Mask:
        """Where nothing that stands beside the grid, as high as a cube, can be seen over it."""
        points = self.raster.points()
        x, y = points[..., 0], points[..., 1]
        return np.asarray((x > reach) & (x < COLUMNS - reach) & (y > reach) & (y < ROWS - reach))
