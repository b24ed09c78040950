"""Aiming the camera: what is wrong with what it sees, said while somebody moves it."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

import cv2
import numpy as np

from calibration.refusals import CubesLeft
from companion.rules.board import SQUARES, name_of
from vision.camera import GRID, Floats
from vision.finding.boards import boards_in
from vision.finding.placing import Placement
from vision.frames import Frame, Image, Seconds
from vision.generic.reader import GenericReader
from vision.quality import WHITE, Weakness, quality_of
from vision.sighting import Corners, Point

_LIKELY: Final = 0.7
"""Score from which on a place is a board: whole ones have 0.78 and more, cut off ones at most 0.6."""

_PERHAPS: Final = 0.3
_LEAD: Final = 0.1
"""Score from which on a place is worth showing to somebody; and by how much the best has to lead the next."""

_ASIDE: Final = 0.25
"""Squares from which on two places are two."""

_RIM: Final = 0.1
"""Squares that have to be seen beyond the grid: cubes on its edge lean out of it."""

_CUBE: Final = 0.6
"""Confidence from which on something on a square is a cube; prints of empty boards have up to 0.5."""

_MOVED: Final = 12.0
"""Grey values by which pictures of different views differ on average; noise and shadows stay below."""

_SPOT: Final = 0.01
"""Share of the picture: a square of a board that fills a third of it."""

_REST: Final = 2.0
"""Times that looking for the board took, until it is looked for again."""


def hints(image: Image, corners: Sequence[Point] | None = None) -> list[str]:
    """What is wrong with a picture, in codes: weaknesses, and `cut` for a board at its edge."""
    found = [weakness.value for weakness in quality_of(image).weaknesses if weakness is not Weakness.NOISY]
    if corners and _cut(np.array(corners, np.float64), image):
        found.append("cut")
    return found


def focus_may_help(wrong: Sequence[str]) -> bool:
    """Against these hints, another one: nobody can turn the lens of a camera that does it by itself.

    In the dark everything looks blurred, and no focus is found.
    """
    return not {Weakness.BLURRED.value, "unseen"}.isdisjoint(wrong) and Weakness.DARK.value not in wrong


def found_corners(image: Image) -> tuple[Point, ...] | None:
    """Where the grid seems to lie in a picture of the empty board; people look whether it is right."""
    found = boards_in(image)
    if not found or found[0].score < _LIKELY:
        return None
    return _points(found[0], image)


def guessed_corners(image: Image) -> list[tuple[Point, ...]]:
    """The same where it is plain, else the two likeliest places, best first; none where there is no board."""
    found = [one for one in boards_in(image) if one.score >= _PERHAPS]
    if not found:
        return []
    best = found[0]
    rivals = [one for one in found if _elsewhere(best, one)]
    if best.score >= _LIKELY and (not rivals or best.score - rivals[0].score >= _LEAD):
        return [_points(best, image)]
    return [_points(one, image) for one in (best, *rivals[:1])] if rivals else []


def _elsewhere(one: Placement, other: Placement) -> bool:
    """Whether their corners lie apart, whichever is A1."""
    apart = one.grid.to_board(other.grid.to_unit(GRID))
    return min(float(np.abs(np.roll(apart, turn, axis=0) - GRID).max()) for turn in range(4)) > _ASIDE


def _points(found: Placement, image: Image) -> tuple[Point, ...]:
    corners = found.grid.in_picture((image.shape[1], image.shape[0]))
    return tuple((float(x), float(y)) for x, y in corners)


def _cut(corners: Floats, image: Image) -> bool:
    height, width = image.shape[:2]
    margin = _RIM * float(np.ptp(corners[:, 0]) + np.ptp(corners[:, 1])) / 11
    low, high = corners.min(axis=0), corners.max(axis=0)
    return bool(low.min() < margin or high[0] > width - 1 - margin or high[1] > height - 1 - margin)


def check_empty(image: Image, corners: Sequence[Point]) -> None:
    """Raises `CubesLeft` where cubes stand on the board that is said to be empty."""
    seen = GenericReader(_as_seen(np.array(corners, np.float64))).reading(Frame(image, Seconds(0.0)))
    squares = sorted(cube.square for cube in seen.sighting.cubes if cube.confidence >= _CUBE)
    if squares:
        raise CubesLeft(squares=", ".join(name_of(square) for square in squares))


def _as_seen(corners: Floats) -> Corners:
    """Nobody knows yet which end is row A: for talking about it, the lower one in the picture is."""
    turned = max((corners, np.roll(corners, 2, axis=0)), key=lambda each: float(each[:2, 1].sum()))
    a1, a6, e6, e1 = ((float(x), float(y)) for x, y in turned)
    return a1, a6, e6, e1


def _mirrored(image: Image, corners: Sequence[Point] | None) -> bool:
    """Whether a lamp hides a square's worth of the empty board, however small that is in the picture."""
    if not corners:
        return float((image[::4, ::4].min(axis=2) >= WHITE).mean()) > _SPOT
    (left, low), (right, high) = np.min(corners, axis=0).astype(int), np.max(corners, axis=0).astype(int) + 1
    white = image[max(0, low) : high, max(0, left) : right].min(axis=2) >= WHITE
    board = abs(cv2.contourArea(np.array(corners, np.float32)))
    return int(np.count_nonzero(white)) * len(SQUARES) > board


def _differ(one: Image, other: Image) -> bool:
    """Whether camera or board was moved between two pictures: what was found in one says nothing then."""
    apart = np.abs(one[::8, ::8].astype(np.int16) - other[::8, ::8])
    return float(apart.mean()) > _MOVED


class Aim:
    """Looks for the board beside the requests that ask, for it takes a second or more."""

    def __init__(
        self,
        find: Callable[[Image], tuple[Point, ...] | None] = found_corners,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._find = find
        self._clock = clock
        self._lock = threading.Lock()
        self._looking = False
        self._next = 0.0
        self._looked: Image | None = None
        self._corners: tuple[Point, ...] | None = None

    def hints(self, image: Image) -> list[str]:
        """As `hints`, and `unseen` where no whole board was found in a picture of a moment ago."""
        with self._lock:
            now = self._clock()
            looked = self._looked
            moved = looked is not None and looked.shape == image.shape and _differ(looked, image)
            if not self._looking and (moved or now >= self._next):
                self._looking = True
                threading.Thread(target=self._look, args=(image,), name="aiming", daemon=True).start()
            looked, corners = self._looked, self._corners
        found = hints(image)
        known = looked is not None and looked.shape == image.shape and not _differ(looked, image)
        if known and corners:
            found = hints(image, corners)
        lamp = {Weakness.BRIGHT.value, Weakness.GLARE.value}
        if lamp.isdisjoint(found) and _mirrored(image, corners if known else None):
            found.append(Weakness.GLARE.value)
        return [*found, "unseen"] if known and not corners else found

    def _look(self, image: Image) -> None:
        began = self._clock()
        try:
            corners = self._find(image)
            with self._lock:
                self._looked, self._corners = image, corners
        finally:
            with self._lock:
                self._looking = False
                self._next = self._clock() + _REST * (self._clock() - began)
