"""A look moved onto what is seen of it: by small steps, each as far as the differences between them tell."""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np

from vision.flat.ground import Window
from vision.flat.looks import inner_mask, patch_points, print_of, shape_of
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
    steps: Floats
    """5 x n: what a move to the right, up, a turn clockwise, and growing across and along change of it."""
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
    return Aimed(shown, steps, np.asarray(np.linalg.inv(normal), np.float64))


@cache
def _points(size: Size, rows: int) -> Floats:
    return patch_points(size, 1) if rows == shape_of(size)[0] else _halved(patch_points(size, 1))


def _halved(points: Floats) -> Floats:
    rows, columns = points.shape[0] // 2 * 2, points.shape[1] // 2 * 2
    cut = points[:rows, :columns]
    return np.asarray((cut[::2, ::2] + cut[1::2, ::2] + cut[::2, 1::2] + cut[1::2, 1::2]) / 4)


def halved(shown: Singles) -> Singles:
    rows, columns = shown.shape[0] // 2, shown.shape[1] // 2
    return np.asarray(
        cv2.resize(shown[: 2 * rows, : 2 * columns], (columns, rows), interpolation=cv2.INTER_AREA)
    )


def sampled(plane: Image, window: Window, pose: Pose, size: Size, rows: int) -> Image:
    """What a picture of the ground shows of a piece in that pose."""
    pixels = window.to_pixels(pose.of(_points(size, rows))).astype(np.float32)
    return np.asarray(
        cv2.remap(
            plane,
            np.ascontiguousarray(pixels[..., 0]),
            np.ascontiguousarray(pixels[..., 1]),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


def aligned(plane: Image, window: Window, pose: Pose, size: Size, look: Aimed, steps: int = _STEPS) -> Pose:
    """The pose in which the look explains most of what is seen."""
    rows, columns = look.values.shape[:2]
    pixel = size.width / columns
    mask = inner_mask((rows, columns))[..., None]
    for _ in range(steps):
        seen = print_of(sampled(plane, window, pose, size, rows)) * mask
        seen /= float(np.linalg.norm(seen)) + 1e-6
        gain = max(float((seen * look.values).sum()), 0.2)
        gap = (seen / gain - look.values).ravel().astype(np.float64)
        right, up, turn, wide, high = (float(value) for value in look.solve @ (look.steps @ gap))
        right, up = (float(np.clip(value, -_LARGEST[0], _LARGEST[0])) for value in (right, up))
        turn = float(np.clip(turn, -_LARGEST[1], _LARGEST[1]))
        x, y = pose.of(np.array([right, up]) * pixel)
        wide, high = (
            float(np.clip(old * (1 + more), *_STRETCH))
            for old, more in ((pose.wide, wide), (pose.high, high))
        )
        pose = Pose(float(x), float(y), pose.turn + turn, wide, high)
        if max(abs(right), abs(up)) < _DONE[0] and abs(turn) < _DONE[1]:
            break
    return pose
