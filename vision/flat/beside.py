"""Pieces that lie open around a board, in rows or by themselves, on a table of which nothing is known."""

from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np

from vision.flat.ground import Window
from vision.flat.rectangles import Pose, Size
from vision.frames import Image
from vision.plane.camera import Floats

COARSER: Final = 2
"""Times as coarsely as looks are compared, outlines are looked for."""

_LEVELS: Final = 6
"""At which each of two channels is cut in two."""

_SIDES: Final = (0.8, 1.2)
"""Of a piece's sides: an outline may be that of its border, or of what is printed inside."""

_FULL: Final = 0.8
"""Of the rectangle around it, what an outline fills."""

_SAME: Final = 0.5
"""Of the width: middles nearer to each other are one piece's."""

_GAP: Final = 1.13
"""Of the width, from one piece of a row to the next."""


def outlined(plane: Image, window: Window, size: Size, board: Floats) -> list[Pose]:
    """Where something of a piece's size may lie, beside the board's rectangle (its corners); turned so that
    it stands upright on the ground or lies across."""
    (left, low), (right, high) = window.to_pixels(board[[0, 2]])
    scale = window.scale
    area = size.width * size.height * scale**2
    found: list[Pose] = []
    soft = cv2.blur(plane, (3, 3))
    blue, green, red = cv2.split(soft)
    vivid = cv2.subtract(cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red))
    for values in (green, vivid):
        least, most = np.percentile(values[::4, ::4], [2, 98])
        for level in np.linspace(least, most, _LEVELS + 2)[1:-1]:
            above = cv2.threshold(values, float(level), 255, cv2.THRESH_BINARY)[1]
            contours, _ = cv2.findContours(above, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
            for contour in contours:
                if (
                    len(contour) < 4
                    or not _FULL * _SIDES[0] ** 2 < cv2.contourArea(contour) / area < _SIDES[1] ** 2
                ):
                    continue
                (x, y), sides, angle = cv2.minAreaRect(contour)
                if left < x < right and high < y < low:
                    continue
                pose = _pose(window.to_plane(np.array([x, y])), sides, angle, scale, size)
                if pose is not None and cv2.contourArea(contour) > _FULL * sides[0] * sides[1]:
                    found.append(pose)
    return _distinct(found, size)


def _pose(middle: Floats, sides: Sequence[float], angle: float, scale: float, size: Size) -> Pose | None:
    """Its longer side upright; the rectangle's angle is that of its first side, clockwise to the eye."""
    wide, high = (side / scale for side in sides)
    turn = float(angle)
    if (wide > high) != (size.width > size.height):
        wide, high, turn = high, wide, turn - 90
    for seen, own in ((wide, size.width), (high, size.height)):
        if not _SIDES[0] < seen / own < _SIDES[1]:
            return None
    turn = (turn + 90) % 180 - 90
    return Pose(float(middle[0]), float(middle[1]), turn)


def _distinct(poses: Sequence[Pose], size: Size) -> list[Pose]:
    """One of those upon each other: the median of them."""
    left = list(poses)
    found = []
    while left:
        near = [pose for pose in left if _gap(pose, left[0]) < _SAME * size.width]
        left = [pose for pose in left if pose not in near]
        turns = [(pose.turn - near[0].turn + 90) % 180 - 90 for pose in near]
        x, y = np.median([(pose.x, pose.y) for pose in near], axis=0)
        found.append(Pose(float(x), float(y), near[0].turn + float(np.median(turns))))
    return found


def next_in_row(pose: Pose, others: Sequence[Pose], size: Size) -> Iterator[Pose]:
    """To the left and right of it, and above and below, where none of the others is."""
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        high = 1 + (_GAP - 1) * size.width / size.height
        step = pose.of(np.array([x * size.width * _GAP, y * size.height * high]))
        near = Pose(float(step[0]), float(step[1]), pose.turn)
        if all(_gap(near, other) > _SAME * size.width for other in others):
            yield near


def _gap(one: Pose, other: Pose) -> float:
    return float(np.hypot(one.x - other.x, one.y - other.y))
