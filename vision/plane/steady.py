"""Whether the board is still where it was learnt, and if not, where it went."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.witnesses import Witnesses, around, shift_of

_SHRINK: Final = 2
"""Of the picture, before marks are looked for in it."""

_MARKS: Final = 48
"""At most, of the empty board."""

_MARK_SPACING: Final = 14
"""Pixels of the shrunken picture between two of them."""

_MARK_HALF: Final = 8
"""Half a mark's side, in the same pixels."""

_SEARCH: Final = 28
"""How far a mark is looked for, in the same pixels."""

_ALIKE: Final = 0.6
"""Likeness, 1 at best, from which a mark is believed to be found."""

_AGREE: Final = 2.0
"""Pixels within which marks agree on where the board went."""

_LEAST: Final = 9
"""Marks that have to: a perspective is met by any four."""

_LEAST_SHARE: Final = 0.45
"""The same as a share of those that were found."""

_NEAR: Final = 3.0
"""Pixels within which a board that moved looks nearly the same: so little is taken from the marks."""

_SPREAD: Final = 1.35
"""Marks are taken from the grid, blown up by this around its middle: the board's rim is worth having."""


class Anchor:
    """Marks of the empty board that can be found again in other light, each by itself."""

    def __init__(self, empty: Image, corners: Floats) -> None:
        self._corners = corners
        self._places = Witnesses(empty, around(corners))
        small = _shrunken(empty)
        middle = corners.mean(axis=0)
        frame = ((corners - middle) * _SPREAD + middle) / _SHRINK
        mask = np.zeros(small.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.rint(frame).astype(np.int32), 255)
        reach = _MARK_HALF + 1
        mask[:reach], mask[-reach:], mask[:, :reach], mask[:, -reach:] = 0, 0, 0, 0
        found = cv2.goodFeaturesToTrack(small, _MARKS, 0.02, _MARK_SPACING, mask=mask)
        # Neither returns an array where it finds nothing, whatever its stub says.
        flat = np.array([] if found is None else found, np.float64).reshape(-1, 2)  # type: ignore[redundant-expr]
        self._points = np.rint(flat).astype(np.intp)
        self._marks = [_around(small, x, y, _MARK_HALF) for x, y in self._points.tolist()]

    def moved(self, image: Image) -> Floats | None:
        """The corners in this picture; None where the board is not seen."""
        now = self._by_marks(image)
        if now is None:
            return self._corners if self._places.in_place(image) else None
        if np.abs(now - self._corners).max() < _NEAR:
            return now
        # The strongest marks may be those of shadows.
        votes = self._places.votes(image, shift_of(self._corners, now))
        return self._corners if votes.still else now

    def _by_marks(self, image: Image) -> Floats | None:
        small = _shrunken(image)
        before, after = [], []
        for (x, y), mark in zip(self._points.tolist(), self._marks, strict=True):
            left, top = max(x - _SEARCH, 0), max(y - _SEARCH, 0)
            window = small[top : y + _SEARCH + 1, left : x + _SEARCH + 1]
            if window.shape[0] <= mark.shape[0] or window.shape[1] <= mark.shape[1]:
                continue
            match = cv2.matchTemplate(window, mark, cv2.TM_CCOEFF_NORMED)
            _, best, _, place = cv2.minMaxLoc(match)
            if best > _ALIKE:
                before.append((x, y))
                after.append((left + place[0] + _MARK_HALF, top + place[1] + _MARK_HALF))
        if len(before) < _LEAST:
            return None
        source, target = np.array(before, np.float64), np.array(after, np.float64)
        matrix, agree = cv2.findHomography(source, target, cv2.RANSAC, _AGREE)
        enough = max(_LEAST, _LEAST_SHARE * len(before))
        if matrix is None or int(agree.sum()) < enough:  # type: ignore[redundant-expr]
            return None
        moved = cv2.perspectiveTransform((self._corners / _SHRINK)[None], matrix)[0]
        return np.asarray(moved * _SHRINK, np.float64)


def _shrunken(image: Image) -> NDArray[np.uint8]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=1 / _SHRINK, fy=1 / _SHRINK, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _around(image: NDArray[np.uint8], x: int, y: int, half: int) -> NDArray[np.uint8]:
    return np.ascontiguousarray(image[y - half : y + half + 1, x - half : x + half + 1])
