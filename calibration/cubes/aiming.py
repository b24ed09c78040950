"""Aiming the camera: what is wrong with what it sees, said while somebody moves it."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

import cv2
import numpy as np

from calibration.refusals import CubesLeft
from companion.games.himiki.rules.board import COLUMNS, SQUARES, name_of
from vision.cubes.untaught.reader import GenericReader
from vision.finding.board import FoundBoard, NoBoardFound, UnsureBoard, find_board
from vision.finding.boards import boards_in
from vision.finding.grid import Grid
from vision.finding.placing import Placement
from vision.finding.print_seen import PrintSeen
from vision.frames import Frame, Image, Seconds
from vision.plane.camera import Floats, Lens, ordered_round, to_unit
from vision.plane.quality import WHITE, Weakness, quality_of
from vision.sighting import Corners, Point

_LIKELY: Final = 0.7
"""Score from which on a place is a board: whole ones have 0.78 and more, cut off ones at most 0.6."""

_RIM: Final = 0.1
"""Squares that have to be seen beyond the grid: cubes on its edge lean out of it."""

_CUBE: Final = 0.6
"""Confidence from which on something on a square is a cube; prints of empty boards have up to 0.5."""

_BESIDE: Final = 0.5
"""Squares by which a corner is no longer drawn badly but drawn elsewhere: fingers miss it by a tenth."""

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
    """The same where it is plain, by lines and by what else is printed; else the two likeliest places, best
    first; none where there is no board."""
    match find_board(image, any_corner=True):
        case FoundBoard(corners):
            return [corners]
        case UnsureBoard(guesses):
            return [guess.corners for guess in guesses]
        case NoBoardFound():
            return []


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


def corner_beside(image: Image, corners: Sequence[Point], likely: Sequence[Sequence[Point]]) -> int | None:
    """Which of these corners lies beside the grid: none of the likely places has it there, and the print in
    the picture speaks for those. None: all may be right."""
    said = ordered_round(np.array(corners, np.float64))
    places = [ordered_round(np.array(place, np.float64)) for place in likely]
    if not places:
        return None
    place = min(places, key=lambda one: float(_apart(said, one).sum()))
    apart = _apart(said, place)
    square = float(np.linalg.norm(place - np.roll(place, 1, axis=0), axis=1).max()) / COLUMNS
    seen = PrintSeen(image)
    if apart.max() <= _BESIDE * square or _print_at(seen, said, image) >= _print_at(seen, place, image):
        return None
    farthest = said[int(apart.argmax())]
    return int(np.linalg.norm(np.array(corners, np.float64) - farthest, axis=1).argmin())


def _apart(corners: Floats, others: Floats) -> Floats:
    """From each corner to the nearest of the others."""
    return np.asarray(np.linalg.norm(corners[:, None] - others[None], axis=2).min(axis=1))


def _print_at(seen: PrintSeen, corners: Floats, image: Image) -> float:
    """Whichever of its sides is the long one."""
    unit = to_unit(corners, (image.shape[1], image.shape[0]))
    return max(seen.of(Grid(np.roll(unit, turn, axis=0), Lens())) for turn in (0, 1))


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
