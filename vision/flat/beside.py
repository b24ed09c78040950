"""Pieces that lie open around a board, in rows or by themselves, on a table of which nothing is known."""

from collections.abc import Iterator, Sequence
from math import hypot
from statistics import median
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
"""Of the rectangle around it, what an outline fills, its dents too."""
_DENTED: Final = 0.5
"""Of that, what is left of an outline with dents: where what is printed reaches its edge."""

SAME: Final = 0.5
"""Of the width: middles nearer to each other are one piece's."""

_GAP: Final = 1.13
"""Of the width, from one piece of a row to the next."""


def outlined(plane: Image, window: Window, size: Size, board: Floats) -> list[Pose]:
    """Where something of a piece's size may lie, beside the board's rectangle (its corners); turned so that
    it stands upright on the ground or lies across."""
    (left, low), (right, high) = window.to_pixels(board[[0, 2]])
    area = size.width * size.height * window.scale**2
    smallest, largest = _FULL * _SIDES[0] ** 2 * area, _SIDES[1] ** 2 * area
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
                if len(contour) < 4 or not _DENTED * smallest < cv2.contourArea(contour) < largest:
                    continue
                filled = cv2.contourArea(cv2.convexHull(contour))
                if not smallest < filled < largest:
                    continue
                (x, y), sides, angle = cv2.minAreaRect(contour)
                if filled <= _FULL * sides[0] * sides[1] or (left < x < right and high < y < low):
                    continue
                pose = _pose(window, (x, y), sides, angle, size)
                if pose is not None:
                    found.append(pose)
    return _distinct(found, size)


def _pose(
    window: Window, middle: tuple[float, float], sides: Sequence[float], angle: float, size: Size
) -> Pose | None:
    """Its longer side upright; the rectangle's angle is that of its first side, clockwise to the eye."""
    wide, high = (side / window.scale for side in sides)
    turn = float(angle)
    if (wide > high) != (size.width > size.height):
        wide, high, turn = high, wide, turn - 90
    for seen, own in ((wide, size.width), (high, size.height)):
        if not _SIDES[0] < seen / own < _SIDES[1]:
            return None
    x, y = window.place(*middle)
    return Pose(x, y, (turn + 90) % 180 - 90)


def _distinct(poses: Sequence[Pose], size: Size) -> list[Pose]:
    """One of those upon each other: the median of them."""
    left = list(poses)
    found = []
    while left:
        first, others = left[0], left
        near: list[Pose] = []
        left = []
        for pose in others:
            (near if gap(pose, first) < SAME * size.width else left).append(pose)
        turn = median((pose.turn - first.turn + 90) % 180 - 90 for pose in near)
        x, y = median(pose.x for pose in near), median(pose.y for pose in near)
        found.append(Pose(x, y, first.turn + turn))
    return found


def next_in_row(pose: Pose, others: Sequence[Pose], size: Size) -> Iterator[Pose]:
    """To the left and right of it, and above and below, where none of the others is."""
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        high = 1 + (_GAP - 1) * size.width / size.height
        step = pose.of(np.array([x * size.width * _GAP, y * size.height * high]))
        near = Pose(float(step[0]), float(step[1]), pose.turn)
        if all(gap(near, other) > SAME * size.width for other in others):
            yield near


def gap(one: Pose, other: Pose) -> float:
    return hypot(one.x - other.x, one.y - other.y)
