"""Whether something lies in a place: it looks otherwise there than in a picture of the bare table."""

from typing import Final

import cv2
import numpy as np

from vision.flat.ground import Ground
from vision.flat.rectangles import Pose, Size
from vision.frames import Image
from vision.sighting import Point

_OTHERWISE: Final = 25
"""Levels, of 255, by which something else is seen in a softened picture: noise stays below."""
_SOFT: Final = (5, 5)
"""Pixels by which it is softened."""
_SAME: Final = 0.1
"""Share of a place that looks otherwise, below which nothing was laid there: drawn tiles on wood and on their
board have .5 and more, places beside them .02 at most."""

Outline = tuple[Point, ...]
"""Four corners of a piece in pixels, going round it from its printed upper left."""


def outline_of(pose: Pose, size: Size, ground: Ground) -> Outline:
    seen = ground.to_picture(pose.of(size.corners))
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in seen)


def looks_otherwise(before: Image, now: Image, outline: Outline) -> bool:
    """Pictures of one size; beyond their edge nothing lies."""
    points = np.array(outline, np.float32).round().astype(np.int32)
    x, y, width, height = cv2.boundingRect(points)
    left, top = max(0, x), max(0, y)
    if min(y + height, now.shape[0]) <= top or min(x + width, now.shape[1]) <= left:
        return False
    one, other = (cv2.blur(each[top : y + height, left : x + width], _SOFT) for each in (before, now))
    where = np.zeros(one.shape[:2], np.uint8)
    cv2.fillConvexPoly(where, points - [left, top], 1)
    differs = cv2.absdiff(one, other).max(axis=2) > _OTHERWISE
    inside = differs[where > 0]
    return bool(inside.size) and float(inside.mean()) >= _SAME
