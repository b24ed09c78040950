"""A look moved onto what is seen of it: by small steps, each as far as the differences between them tell."""

from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin
from typing import Final

import cv2
import numpy as np

from vision.flat.ground import Window
from vision.flat.looks import inner_mask, inner_part, patch_points, print_of, shape_of
from vision.flat.rectangles import Pose, Size
from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.channels import Singles

_STEPS: Final = 4
"""Steps at most at each of two sizes."""
_DONE: Final = (0.05, 0.1)
"""Pixels and degrees below which another step brings nothing."""

_STIFF: Final = 0.15
"""Of what is seen, what growing has to explain more than a move to be believed."""
_STRETCH: Final = (0.93, 1.07)
"""How much smaller and larger than learnt a piece may become."""

_LARGEST: Final = (2.5, 5.0)
"""Pixels and degrees of one step at most: what asks for more is another piece."""


@dataclass(frozen=True, slots=True, eq=False)
class Aimed:
    """A print made ready for being moved, at one size."""

    values: Singles
    """Of length 1 altogether."""
    changes: Singles
    """6 x n: what a move to the right, up, a turn clockwise, growing across and along change of it; and what
    it is itself."""
    own: Floats
    """Of the first five, how much it has of each without any move."""
    solve: Floats
    """5 x 5."""


def aimed(shown: Singles) -> Aimed:
    """`shown` is a print, 0 where it is not compared."""
    mask = inner_mask((shown.shape[0], shown.shape[1]))[..., None]
    right = cv2.Sobel(shown, cv2.CV_32F, 1, 0, scale=1 / 8) * mask
    down = cv2.Sobel(shown, cv2.CV_32F, 0, 1, scale=1 / 8) * mask
    rows, columns = shown.shape[:2]
    x = np.arange(columns)[None, :, None] - (columns - 1) / 2
    y = (rows - 1) / 2 - np.arange(rows)[:, None, None]
    turn = -y * right - x * down
    wider, higher = -x * right, y * down
    moves = (-right, down, np.radians(turn), wider, higher)
    steps = np.stack([move.ravel() for move in moves]).astype(np.float64)
    normal = steps @ steps.T
    normal += np.diag(np.diag(normal) * [0, 0, 0, _STIFF, _STIFF] + 1e-9)
    flat = shown.ravel()
    changes = np.concatenate([steps, flat[None]]).astype(np.float32)
    return Aimed(shown, changes, steps @ flat, np.asarray(np.linalg.inv(normal), np.float64))


@dataclass(frozen=True, slots=True)
class _Lattice:
    """Of a look's pixels: where the first is on the piece, and how far the next are, across and down."""

    left: float
    top: float
    across: float
    down: float
    columns: int


@cache
def _lattice(size: Size, rows: int) -> _Lattice:
    points = patch_points(size, 1)
    finest, (across, _), (_, down) = points[0, 0], points[0, 1] - points[0, 0], points[1, 0] - points[0, 0]
    left, top = (float(value) for value in finest)
    across, down, columns = float(across), float(down), points.shape[1]
    if rows == shape_of(size)[0]:
        return _Lattice(left, top, across, down, columns)
    return _Lattice(left + across / 2, top + down / 2, 2 * across, 2 * down, columns // 2)


def halved(shown: Singles) -> Singles:
    rows, columns = shown.shape[0] // 2, shown.shape[1] // 2
    return np.asarray(
        cv2.resize(shown[: 2 * rows, : 2 * columns], (columns, rows), interpolation=cv2.INTER_AREA)
    )


def sampled(plane: Image, window: Window, pose: Pose, size: Size, rows: int) -> Image:
    """What a picture of the ground shows of a piece in that pose."""
    grid, scale = _lattice(size, rows), window.scale
    sine, cosine = sin(radians(pose.turn)), cos(radians(pose.turn))
    wide, high = pose.wide * scale, pose.high * scale
    x, y = (pose.x - window.left) * scale - 0.5, (window.high - pose.y) * scale - 0.5
    # Rows of the picture run down, the ground's run up.
    across, up = (wide * cosine, high * sine), (wide * sine, -high * cosine)
    there = np.array(
        [
            [grid.across * one, grid.down * other, at + grid.left * one + grid.top * other]
            for at, (one, other) in ((x, across), (y, up))
        ]
    )
    patch: Image = cv2.warpAffine(  # type: ignore[assignment]
        plane, there, (grid.columns, rows), flags=_BACKWARDS, borderMode=cv2.BORDER_REPLICATE
    )
    return patch


_BACKWARDS: Final = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


def aligned(plane: Image, window: Window, pose: Pose, size: Size, look: Aimed, steps: int = _STEPS) -> Pose:
    """The pose in which the look explains most of what is seen."""
    rows, columns = look.values.shape[:2]
    pixel = size.width / columns
    inner = inner_part((rows, columns))
    for _ in range(steps):
        seen = print_of(sampled(plane, window, pose, size, rows))
        length = float(cv2.norm(np.ascontiguousarray(seen[inner]))) + 1e-6
        has = (look.changes @ seen.ravel()).astype(np.float64) / length
        step = look.solve @ (has[:5] / max(float(has[5]), 0.2) - look.own)
        right, up, turn, wide, high = step.tolist()
        right, up = _within(right, _LARGEST[0]), _within(up, _LARGEST[0])
        turn = _within(turn, _LARGEST[1])
        x, y = pose.at(right * pixel, up * pixel)
        pose = Pose(x, y, pose.turn + turn, _stretched(pose.wide, wide), _stretched(pose.high, high))
        if max(abs(right), abs(up)) < _DONE[0] and abs(turn) < _DONE[1]:
            break
    return pose


def _within(value: float, most: float) -> float:
    return min(max(value, -most), most)


def _stretched(old: float, more: float) -> float:
    return min(max(old * (1 + more), _STRETCH[0]), _STRETCH[1])
