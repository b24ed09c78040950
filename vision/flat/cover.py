"""What is over a board and no piece on a square: a hand, a thing, a piece across two; never a shadow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.ground import Window
from vision.flat.rectangles import Pose, Size
from vision.flat.squares import Squares
from vision.plane.channels import Singles, largest, total
from vision.sighting import Reason

_SMALLER: Final = 2
"""Times as coarsely as looks are compared."""

_TINT: Final = 0.15
"""How far another colour is from the empty board's (logarithm), once all channels are as bright: lamps and
shadows change them alike."""
_BRIGHTER: Final = 0.45
"""How far what is brighter is (logarithm): a lamp brings less."""
_DARKER: Final = 1.3
"""How far what is darker is (logarithm): a shadow leaves about a quarter of the light."""

_GROWN: Final = 1.16
"""Of a piece, with its border and its own shadow."""

_SHARE: Final = 0.03
"""Of the board: so much of something else covers it."""
_OF_SQUARE: Final = 0.12
"""Of a square: so much of something else covers it."""

ASIDE: Final = 0.32
"""Squares from a square's middle from which on a piece is not on it."""

_AS_LARGE: Final = (0.75, 1.3)
"""Of a piece's sides: what has such sides is one."""


@dataclass(frozen=True, slots=True)
class Cover:
    share: float
    """Of the board."""
    squares: Mapping[int, Reason]
    """Those that it covers."""

    @property
    def hides(self) -> bool:
        """Whether anything lies over the board that people have to take away."""
        return self.share >= _SHARE and (
            not self.squares or any(one.unseats for one in self.squares.values())
        )


def covers(changed: Singles, window: Window, squares: Squares, size: Size, lying: Sequence[Pose]) -> Cover:
    """`changed`: logarithm against the empty board; `lying`: pieces that were read."""
    small = np.asarray(
        cv2.resize(changed, None, fx=1 / _SMALLER, fy=1 / _SMALLER, interpolation=cv2.INTER_AREA)
    )
    foreign = _foreign(np.asarray(small, np.float32))
    grown = Size(size.width * _GROWN, size.height * _GROWN)
    for pose in lying:
        cv2.fillConvexPoly(foreign, _pixels(window, pose.of(grown.corners)), 0)
    on_board = np.zeros_like(foreign)
    cv2.fillConvexPoly(on_board, _pixels(window, squares.corners), 1)
    foreign = np.asarray(cv2.morphologyEx(foreign, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
    share = float((foreign & on_board).sum() / on_board.sum())
    if share < _SHARE:
        return Cover(share, {})
    found: dict[int, Reason] = {}
    count, parts = cv2.connectedComponents(foreign)
    for part in range(1, count):
        mine = np.asarray(parts == part, np.uint8)
        reason = (
            Reason.UNLIKE
            if _as_a_piece(mine, window, squares, size)
            else _reason(mine, window, squares, size)
        )
        for square in squares.numbers:
            if (
                _share_of(mine, window, squares, square) >= _OF_SQUARE
                and found.get(square) is not Reason.BETWEEN
            ):
                found[square] = reason
    return Cover(share, found)


def _foreign(changed: Singles) -> NDArray[np.uint8]:
    soft = np.asarray(cv2.blur(changed, (3, 3)), np.float32)
    bright = total(soft) / 3
    tint = largest(np.abs(soft - bright[..., None]))
    return np.asarray((tint > _TINT) | (bright > _BRIGHTER) | (bright < -_DARKER), np.uint8)


def _pixels(window: Window, points: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.rint((window.to_pixels(points) + 0.5) / _SMALLER - 0.5).astype(np.int32)


def _reason(part: NDArray[np.uint8], window: Window, squares: Squares, size: Size) -> Reason:
    """What has a piece's size is one: between squares, or on one and not to be read."""
    contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    middle, sides, _ = cv2.minAreaRect(max(contours, key=cv2.contourArea))
    if not _is_piece(part, sides, window, size):
        return Reason.COVERED
    place = window.to_plane(_SMALLER * (np.array(middle) + 0.5) - 0.5)
    aside = [abs(place - squares.middle(square)) / [1.0, squares.height] for square in squares.numbers]
    return Reason.UNLIKE if min(float(one.max()) for one in aside) < ASIDE else Reason.BETWEEN


def _is_piece(part: NDArray[np.uint8], sides: Sequence[float], window: Window, size: Size) -> bool:
    scale = window.scale / _SMALLER
    short, long = (side / scale for side in sorted(sides))
    least, most = _AS_LARGE
    return (
        least < short / min(size.width, size.height) < most
        and least < long / max(size.width, size.height) < most
        and float(part.sum()) > _FULL * short * long * scale**2
    )


_FULL: Final = 0.8
"""Of the rectangle around it, what a piece fills: a hand does not."""


_WITHIN: Final = 0.9
"""Of something, what lies where a piece on a square may, for it to be one: a hand reaches in from beside, a
piece that cannot be read does not."""
_ABOUT: Final = 1.15
"""Of a piece's size, how far that goes."""


def _as_a_piece(part: NDArray[np.uint8], window: Window, squares: Squares, size: Size) -> bool:
    corners = Size(size.width * _ABOUT, size.height * _ABOUT).corners
    for square in squares.numbers:
        (left, high), _, (right, low), _ = _pixels(window, squares.middle(square) + corners)
        if part[max(high, 0) : low, max(left, 0) : right].sum() >= _WITHIN * part.sum():
            return True
    return False


def _share_of(part: NDArray[np.uint8], window: Window, squares: Squares, square: int) -> float:
    middle = squares.middle(square)
    half = np.array([0.5, squares.height / 2])
    corners = middle + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    (left, low), (right, high) = _pixels(window, corners)[[0, 2]]
    inside = part[max(high, 0) : low, max(left, 0) : right]
    return float(inside.mean()) if inside.size else 0.0
