"""Four-cornered outlines in a picture of which nothing else is known: of pieces, and of much besides."""

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.plane.camera import Floats

_LEVELS: Final = 12
"""At which each channel is cut in two."""

_AREAS: Final = (0.0008, 0.05)
"""Of the picture: the least is a piece too small to be read, the largest nearly the picture's height."""

_FULL: Final = 1.08
"""How much larger than an outline its hull may be: more is a dent."""
_COARSE: Final = 0.012
"""Of an outline's length, how far beside it its straight parts may run."""
_CORNERS: Final = 10
"""Straight parts of an outline at most: four sides, and corners that are round."""
_SPIKY: Final = 1.06
"""How much larger the four longest parts may make an outline, made longer until they meet."""

_CUT: Final = 1.3
"""By which the rectangle around a form is larger than it: a gable cuts off a tenth, a disc has 1.27."""


def outlines_in(image: Image) -> Floats:
    """Corners (n, 4, 2) in pixels, clockwise to the eye; one piece is found many times, or not at all."""
    found = []
    for hull in _convex(image):
        four = _four_sided(_parts(hull))
        if four is not None and 1 / _SPIKY < _area(four) / cv2.contourArea(hull) < _SPIKY:
            found.append(_clockwise(four))
    return np.array(found) if found else np.zeros((0, 4, 2))


def framed_in(image: Image) -> Floats:
    """The same of what has another form, as of a print on a piece whose edge nobody sees: the rectangles
    around it."""
    found = []
    for hull in _convex(image):
        box = cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float64)
        if _area(box) < _CUT * cv2.contourArea(hull):
            found.append(_clockwise(box))
    return np.array(found) if found else np.zeros((0, 4, 2))


def _convex(image: Image) -> Iterator[NDArray[np.int32]]:
    """Hulls of what has hardly a dent, at whichever level it stands out."""
    area = image.shape[0] * image.shape[1]
    least, most = (share * area for share in _AREAS)
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
    for channel in (*cv2.split(image), lab[..., 1], lab[..., 2], image.max(axis=2)):
        soft = cv2.medianBlur(np.ascontiguousarray(channel), 3)
        low, high = np.percentile(soft, [1, 99])
        for level in np.linspace(low, high, _LEVELS + 2)[1:-1]:
            above = cv2.threshold(soft, float(level), 255, cv2.THRESH_BINARY)[1]
            contours, _ = cv2.findContours(above, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
            for contour in contours:
                if len(contour) < 4 or not least < cv2.contourArea(contour) < most:
                    continue
                hull = cv2.convexHull(contour)
                if cv2.contourArea(hull) <= _FULL * cv2.contourArea(contour):
                    yield np.asarray(hull, np.int32)


def _parts(hull: NDArray[np.int32]) -> Floats:
    return np.asarray(cv2.approxPolyDP(hull, _COARSE * cv2.arcLength(hull, True), True)[:, 0], np.float64)


def _four_sided(parts: Floats) -> Floats | None:
    """The corners where the four longest parts of an outline meet, made longer."""
    if not 4 <= len(parts) <= _CORNERS:
        return None
    after = np.roll(parts, -1, axis=0)
    longest = np.sort(np.argsort(-np.linalg.norm(after - parts, axis=1))[:4])
    lines = np.cross(
        np.column_stack([parts[longest], np.ones(4)]), np.column_stack([after[longest], np.ones(4)])
    )
    meet = np.cross(lines, np.roll(lines, -1, axis=0))
    if (np.abs(meet[:, 2]) < 1e-9).any():
        return None
    return np.asarray(meet[:, :2] / meet[:, 2:])


def _area(corners: Floats) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))


def _clockwise(corners: Floats) -> Floats:
    """To the eye, from the one that is farthest to the upper left."""
    middle = corners.mean(axis=0)
    turn = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    return np.asarray(corners[np.argsort(turn)])
