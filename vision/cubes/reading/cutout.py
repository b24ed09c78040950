"""One square cut out of a picture, large: for people who are asked what stands there."""

from typing import Final

import cv2
import numpy as np

from companion.games.himiki.rules.board import Square, column_of, row_of
from vision.cubes.profile import Profile
from vision.cubes.reading.reader import fitted
from vision.cubes.tops import USUAL_EDGE
from vision.finding.grid import BOARD
from vision.frames import Image
from vision.plane.camera import Camera, Floats, camera_from
from vision.sighting import Corners

_AROUND: Final = 0.5
"""Squares that are shown on each side: enough to tell it from its neighbours."""

_SIDE: Final = 480
"""Pixels of the cut-out: sharp on a phone that shows it at half of its width."""

_CORNERS: Final = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
"""Of a square, in squares."""
_TICK: Final = 0.22
"""Length of the marks at the square's corners, in squares."""
_LINES: Final = (((20, 18, 16), 6), ((255, 255, 255), 2))
"""Colour and width in pixels of the marks: light on dark, so that they show on any board."""


def cut_out(image: Image, corners: Corners, square: Square, profile: Profile | None = None) -> Image | None:
    """The square with what is around it, as it is seen, and its corners marked; None where it lies outside of
    the picture. A cube on it is wholly shown, however slanting the camera looks."""
    fitting = None if profile is None else fitted(image, profile.size)
    if fitting is None or profile is None:
        camera, edge = camera_from(BOARD, corners, (image.shape[1], image.shape[0])), USUAL_EDGE
    else:
        image, edge = fitting, profile.edge
        camera = profile.camera_at(corners)
    foot = _CORNERS + np.array([column_of(square), row_of(square)])
    middle = foot.mean(axis=0)
    shown = np.vstack([_flat(middle + (foot - middle) * (1 + 2 * _AROUND)), _flat(foot, edge)])
    place = _frame(camera.project(shown), camera.size)
    if place is None:
        return None
    left, top, right, bottom = place
    scale = _SIDE / max(right - left, bottom - top)
    canvas = np.asarray(
        cv2.resize(image[top:bottom, left:right], None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC),
        np.uint8,
    )
    for line in _ticks(camera, foot):
        # A pixel's place is that of its middle.
        points = np.rint((line - [left, top] + 0.5) * scale - 0.5).astype(np.int32)
        for colour, width in _LINES:
            cv2.polylines(canvas, [points], False, colour, width, cv2.LINE_AA)
    return canvas


def _flat(points: Floats, height: float = 0.0) -> Floats:
    return np.column_stack([points, np.full(len(points), height)])


def _frame(points: Floats, size: tuple[int, int]) -> tuple[int, int, int, int] | None:
    """A square of pixels around them, as far as it lies in the picture: left, top, right, bottom."""
    low, high = points.min(axis=0), points.max(axis=0)
    half = (high - low).max() / 2
    middle = (high + low) / 2
    left, top = (int(each) for each in np.clip(np.floor(middle - half), 0, size))
    right, bottom = (int(each) for each in np.clip(np.ceil(middle + half), 0, size))
    return None if right - left < 2 or bottom - top < 2 else (left, top, right, bottom)


def _ticks(camera: Camera, foot: Floats) -> list[Floats]:
    """Two short lines at each corner of the square."""
    return [
        camera.project(_flat(np.array([here + (before - here) * _TICK, here, here + (after - here) * _TICK])))
        for before, here, after in zip(np.roll(foot, 1, axis=0), foot, np.roll(foot, -1, axis=0), strict=True)
    ]
