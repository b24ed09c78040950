"""A tray: the part of the table beside the grid into which the two spare cubes are thrown (RULES 6.2).

It is kept in squares of the board, so that it goes where board or camera go.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

import cv2
import numpy as np

from companion.games.himiki.rules.board import COLUMNS, ROWS
from vision.finding.grid import GRID
from vision.plane.camera import Camera, Floats, ordered_round
from vision.plane.channels import Mask

_SMALLEST: Final = 1.6
"""Squares along each side: two cubes that lie apart need no less."""

_LARGEST: Final = 8.0
"""Squares along a side: beyond, somebody has marked something else."""

_FURTHEST: Final = 8.0
"""Squares from the grid, likewise."""

_ROUND: Final = 3


class TrayError(ValueError):
    """A part of the table that cannot be the tray; the text says what to do instead."""


def points_from(texts: Sequence[str]) -> list[tuple[float, float]]:
    """Places in a picture, written as `x,y`; a `TrayError` says what is wrong with one."""
    points = []
    for text in texts:
        try:
            x, y = (float(part) for part in text.split(","))
        except ValueError:
            raise TrayError(f"{text!r} is not x,y: give two numbers, as 381.0,748.0") from None
        points.append((x, y))
    return points


@dataclass(frozen=True, slots=True)
class Tray:
    corners: tuple[tuple[float, float], ...]
    """Four, in squares, counter-clockwise as seen from above."""

    @classmethod
    def of(cls, points: Floats | Sequence[Sequence[float]]) -> Self:
        """From corners in squares, in any order; raises `TrayError`."""
        corners = ordered_round(np.asarray(points, np.float64) * [1, -1]) * [1, -1]
        if len(corners) != 4 or not np.isfinite(corners).all():
            raise TrayError("a tray has four corners: give four, or two that are opposite to each other")
        if not cv2.isContourConvex(corners.astype(np.float32)):
            raise TrayError("the four corners of the tray do not go round it: give its outermost corners")
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        if sides.min() < _SMALLEST:
            raise TrayError(f"the tray is too small: two cubes need {_SMALLEST:g} squares each way")
        if sides.max() > _LARGEST:
            raise TrayError(f"the tray is too large: mark at most {_LARGEST:g} squares each way")
        away = np.maximum(-corners, corners - [COLUMNS, ROWS]).max()
        if away > _FURTHEST:
            raise TrayError(f"the tray is too far away: mark it within {_FURTHEST:g} squares of the grid")
        shared, _ = cv2.intersectConvexConvex(corners.astype(np.float32), GRID.astype(np.float32))
        if shared > 0:
            raise TrayError("the tray lies on the grid: mark a place beside it")
        rounded = np.round(corners, _ROUND)
        return cls(tuple((float(x), float(y)) for x, y in rounded))

    @classmethod
    def seen_at(cls, pixels: Floats | Sequence[Sequence[float]], camera: Camera) -> Self:
        """Marked in a picture of that camera: four corners, or two opposite ones; raises `TrayError`."""
        points = np.asarray(pixels, np.float64)
        if points.shape == (2, 2):
            one, other = camera.on_board(points)
            return cls.of(np.array([one, [other[0], one[1]], other, [one[0], other[1]]]))
        if points.shape != (4, 2):
            raise TrayError("a tray has four corners: give four, or two that are opposite to each other")
        return cls.of(camera.on_board(points))

    def pixels(self, camera: Camera) -> Floats:
        """Where its corners are in the pictures of that camera (4 x 2)."""
        return camera.project(np.column_stack([self.array, np.zeros(4)]))

    def outline(self, camera: Camera, height: float) -> Floats:
        """What cubes of that height can hide in it, in the pictures of that camera: a convex outline."""
        both = np.concatenate([np.column_stack([self.array, np.full(4, z)]) for z in (0.0, height)])
        return np.asarray(cv2.convexHull(camera.project(both).astype(np.float32))[:, 0], np.float64)

    @property
    def array(self) -> Floats:
        return np.array(self.corners, np.float64)

    @property
    def area(self) -> float:
        """In squares."""
        return float(cv2.contourArea(self.array.astype(np.float32)))

    def contains(self, points: Floats, room: float = 0.0) -> Mask:
        """Which of these points (…, 2) lie in it, or beside it by no more than that room."""
        start = self.array
        along = np.roll(start, -1, axis=0) - start
        off = points[..., None, :] - start
        inwards = along[:, 0] * off[..., 1] - along[:, 1] * off[..., 0]
        return np.asarray((inwards / np.linalg.norm(along, axis=1) >= -room).all(axis=-1))
