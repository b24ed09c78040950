"""Whether camera and board stand as they did in the picture of the empty board, while cubes are put on it.

And whether these were turned since another picture of them.
"""

from enum import Enum
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from calibration.cubes.checks import camera_moved
from companion.games.himiki.rules.board import COLUMNS
from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.steady import Anchor

_STILL: Final = 0.05
"""Squares that marks of the board are off where nothing was moved; learning refuses more."""

_OTHERWISE: Final = 25
"""Levels, of 255, by which something else is seen in a place: noise and a lamp's flicker stay below, in
pictures softened by `_SOFT`."""
_SOFT: Final = (5, 5)
"""Pixels."""
_TURNED: Final = 0.05
"""Share of where cubes are seen: on eleven tables it is 0.19 and more between any two pictures."""


def untouched(empty: Image, before: Image, now: Image) -> bool:
    """Whether the cubes in two pictures lie alike, to the last one."""
    bare, then, here = (np.asarray(cv2.blur(image, _SOFT), np.uint8) for image in (empty, before, now))
    cubes = _differs(bare, then)
    return not cubes.any() or float(_differs(then, here)[cubes].mean()) < _TURNED


def _differs(one: Image, other: Image) -> npt.NDArray[np.bool_]:
    return np.asarray(cv2.absdiff(one, other).max(axis=2) > _OTHERWISE, np.bool_)


class Fault(Enum):
    """Codes for pages."""

    MOVED = "moved"
    HIDDEN = "hidden"
    """Too little of the board is seen in its place: something covers it, or it is far from there."""


class StandingOnEmpty:
    """Knows one picture of the empty board. May be shared by threads."""

    def __init__(self, empty: Image, corners: Floats) -> None:
        """`corners` in the order in which they lie round the grid."""
        self._empty, self._corners = empty, corners
        around = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        self._near = _STILL * float(around.max()) / COLUMNS
        self._anchor = Anchor(empty, corners)
        self._holds = self._anchor.moved(empty) is not None
        """Whether the board has marks to hold on to at all."""

    def fault(self, image: Image) -> Fault | None:
        if image.shape != self._empty.shape or camera_moved(self._empty, image):
            return Fault.MOVED
        if not self._holds:
            return None
        now = self._anchor.moved(image)
        if now is None:
            return Fault.HIDDEN
        return Fault.MOVED if np.linalg.norm(now - self._corners, axis=1).max() > self._near else None
