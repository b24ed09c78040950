"""Finds a board again that is known: pushed, turned, seen from elsewhere, with pieces on it, in other light.

On the plane of the board as it was learnt, all turns and shifts are tried at once first (`guesses`). Then
marks of the empty board are looked for one by one near the best of them; pieces hide some, and what most
agree on counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.frames import Image
from vision.plane.camera import Floats, homography, outline_of
from vision.plane.guesses import APART, Grey, around, edges_of, guesses_of, middle_of, rough
from vision.plane.plane import Raster, maps_of
from vision.plane.profile import BoardProfile
from vision.sighting import Corners

_SCALE: Final = 24
"""Pixels to a square of the plane on which marks are looked for."""

_MARGIN: Final = 3.0
"""Squares around the grid on that plane."""

_MARKS: Final = 80
"""At most, of the empty board."""

_MARK_SPACING: Final = 0.34
"""Squares between two of them, so that a piece hides few."""

_MARK_HALF: Final = 8
"""Half a mark's side, in pixels of the close plane."""

_REACHES: Final = (11, 6, 3, 3)
"""How far a mark is looked for in each round, in the same pixels: first as far as two guesses lie apart."""

_SETTLED: Final = 2
"""Pixels within which a mark is in its place."""

_ALIKE: Final = 0.5
"""Likeness, 1 at best, from which a mark is believed to be found."""

_AGREE: Final = (3.0, 1.2)
"""Pixels within which marks agree on a turn and shift, and then on a perspective."""

_LEAST: Final = 9
"""Marks that have to agree: a perspective is met by any four."""

_SIZES: Final = (0.4, 2.5)
"""Of the board, against what it was: beyond is no push."""

_FOUND: Final = 0.3
"""Mean likeness of the marks in their places from which the board is found."""

_LEAD: Final = 0.1
"""How much less of it another place may have, to be offered too."""

_OFFERED: Final = 3
"""Places at most."""

_CUT: Final = 0.04
"""Share of the picture by which a corner of the grid may lie further outside than where it was learnt."""

_STEP: Final = 8
"""Pixels between those whose places are reckoned; between them they are drawn through."""

_KNOWN: Final = 4.5
"""Squares from the board's middle up to which its surroundings are drawn along."""


@dataclass(frozen=True, slots=True)
class Relocated:
    corners: Corners
    score: float
    """Share of the board's marks that were found again in their places."""
    turn: float
    """Degrees clockwise in the picture that the board lies otherwise than it was learnt."""

    @property
    def turned(self) -> bool:
        """By so much that nobody would call it a push."""
        return abs(self.turn) > 45


@dataclass(frozen=True, slots=True, eq=False)
class _Match:
    board: Board
    matrix: Floats
    """From the board where it was learnt to the board now, in squares of the learnt plane."""
    score: float

    def corners(self) -> Floats:
        return _moved(outline_of(self.board), self.matrix)

    def turn(self) -> float:
        """Degrees clockwise seen from above."""
        a1, a6, e6, e1 = self.corners()
        along = (a6 - a1) + (e6 - e1)
        return float(-np.degrees(np.arctan2(along[1], along[0])))


class Relocator:
    """Knows one board as it was learnt."""

    def __init__(self, profile: BoardProfile) -> None:
        self._camera = profile.camera()
        self._cut = _CUT + _outside(profile.corners, profile.size)
        self._rough = _Plane(profile, rough(profile.board))
        self._close = _Plane(profile, Raster(profile.board, _SCALE, _MARGIN))
        edges = edges_of(self._rough.of(profile.empty)) * around(self._rough.raster)
        self._edges = np.asarray(edges, np.complex64)
        learnt = self._close.of(profile.empty)
        self._marks = _marks(self._close.raster, learnt)
        self._pictures = [_around(learnt, x, y) for x, y in self._marks.tolist()]

    def find(self, image: Image) -> list[Relocated]:
        """Where the board may be in this picture, best first; none where it is not seen."""
        guesses = guesses_of(
            self._rough.raster, self._edges, self._rough.seen * edges_of(self._rough.of(image))
        )
        close = self._close.of(image)
        return self._ranked(
            [self._refined(close, guess.matrix(self._camera.board), _REACHES) for guess in guesses]
        )

    def near(self, image: Image, corners: Corners | Floats) -> list[Relocated]:
        """The same where it is known about where it is."""
        start = self._camera.on_board(np.asarray(corners, np.float64))
        close = self._close.of(image)
        step = homography(outline_of(self._camera.board), start)
        return self._ranked([self._refined(close, step, _REACHES[1:])])

    def _refined(self, close: Grey, matrix: Floats, reaches: Sequence[int]) -> _Match | None:
        """The marks of the board in their places, from about there."""
        for reach in reaches:
            back = self._close.taken_back(close, matrix)
            found, alike = self._found(back, reach)
            there = alike > _ALIKE
            if np.count_nonzero(there) < _LEAST:
                return None
            step = _agreed(self._marks[there].astype(np.float64), found[there], rough=reach == _REACHES[0])
            if step is None:
                return None
            matrix = matrix @ self._close.in_squares(step)
        if not _plausible(self._camera.board, matrix):
            return None
        back = self._close.taken_back(close, matrix)
        found, alike = self._found(back, _SETTLED)
        in_place = np.abs(found - self._marks).max(axis=1) < _SETTLED
        share = float(np.mean(np.where(in_place, np.clip(alike, 0, 1), 0)))
        return _Match(self._camera.board, matrix, share)

    def _found(self, picture: Grey, reach: int) -> tuple[Floats, Floats]:
        """Where each mark is, and how like itself."""
        places, alike = [], []
        for (x, y), mark in zip(self._marks.tolist(), self._pictures, strict=True):
            window = _around(picture, x, y, _MARK_HALF + reach)
            match = cv2.matchTemplate(window, mark, cv2.TM_CCOEFF_NORMED)
            _, best, _, (left, top) = cv2.minMaxLoc(match)
            right, down = _between(match[top], left), _between(match[:, left], top)
            places.append((x + left + right - reach, y + top + down - reach))
            alike.append(best)
        return np.array(places, np.float64), np.array(alike, np.float64)

    def _ranked(self, matches: Sequence[_Match | None]) -> list[Relocated]:
        """The best places, best first, as far as they are nearly as good."""
        kept: list[_Match] = []
        for match in sorted((m for m in matches if m is not None), key=lambda one: -one.score):
            if match.score < max(_FOUND, kept[0].score - _LEAD if kept else 0):
                break
            if all(np.abs(match.corners() - other.corners()).max() > APART[0] for other in kept):
                kept.append(match)
        return [place for place in map(self._in_pixels, kept) if self._in_picture(place)][:_OFFERED]

    def _in_picture(self, place: Relocated) -> bool:
        return _outside(place.corners, self._camera.size) < self._cut

    def _in_pixels(self, match: _Match) -> Relocated:
        pixels = self._camera.project(np.column_stack([match.corners(), np.zeros(4)]))
        a1, a6, e6, e1 = ((float(x), float(y)) for x, y in pixels)
        return Relocated((a1, a6, e6, e1), match.score, match.turn())


def _outside(corners: Corners, size: tuple[int, int]) -> float:
    """Share of the picture by which the furthest corner lies outside of it; 0 where all are inside."""
    shares = np.array(corners) / np.array(size)
    return float(np.maximum(-shares, shares - 1).max().clip(0))


Known = TypeVar("Known", bound=BoardProfile)


def moved(profile: Known, corners: Corners) -> Known:
    """The same board and lens, with the board elsewhere in the picture.

    The empty picture is drawn anew on the board's plane: what lies around the board is not known there any
    more.
    """
    now, learnt = profile.camera_at(corners), profile.camera()
    width, height = profile.size
    x, y = np.meshgrid(
        np.arange(0, width + _STEP, _STEP, dtype=np.float64),
        np.arange(0, height + _STEP, _STEP, dtype=np.float64),
    )
    points = now.on_board(np.column_stack([x.ravel(), y.ravel()]))
    far = np.abs(points - middle_of(profile.board)).max(axis=1) > _KNOWN
    pixels = learnt.project(np.column_stack([points, np.zeros(len(points))]))
    pixels[far] = -1e4
    coarse = pixels.reshape(*x.shape, 2).astype(np.float32)
    columns = np.arange(width, dtype=np.float32) / _STEP
    rows = np.arange(height, dtype=np.float32) / _STEP
    there_x, there_y = cv2.split(cv2.remap(coarse, *np.meshgrid(columns, rows), cv2.INTER_LINEAR))
    empty = cv2.remap(profile.empty, there_x, there_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return replace(profile, corners=corners, empty=np.asarray(empty, np.uint8))


class _Plane:
    """The board's plane as it was learnt, seen straight from above in grey, with its surroundings."""

    def __init__(self, profile: BoardProfile, raster: Raster) -> None:
        self.raster = raster
        corners = np.asarray(profile.corners, np.float32)
        edge = float(np.sqrt(cv2.contourArea(corners) / profile.board.squares))
        self._shrink = max(int(edge / raster.scale), 1)
        x, y = maps_of(profile.camera(), raster, 0.0)
        width, height = profile.size
        inside = (x > 0) & (x < width - 1) & (y > 0) & (y < height - 1)
        self.seen = cv2.erode(inside.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(np.float32)
        half = (self._shrink - 1) / 2
        self._maps = (x - half) / self._shrink, (y - half) / self._shrink
        # From squares to pixels of the raster.
        origin, one = raster.to_pixels(np.array([[0.0, 0.0], [1.0, 1.0]]))
        self._to_pixels = np.array(
            [[one[0] - origin[0], 0, origin[0]], [0, one[1] - origin[1], origin[1]], [0, 0, 1]]
        )
        self._to_squares = np.linalg.inv(self._to_pixels)

    def of(self, image: Image) -> Grey:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        size = (image.shape[1] // self._shrink, image.shape[0] // self._shrink)
        small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA) if self._shrink > 1 else grey
        return np.asarray(cv2.remap(small, *self._maps, cv2.INTER_LINEAR), np.uint8)

    def taken_back(self, picture: Grey, matrix: Floats) -> Grey:
        """The picture as it would be, were the board where it was learnt."""
        pixels = self._to_pixels @ matrix @ self._to_squares
        size = (picture.shape[1], picture.shape[0])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpPerspective(picture, pixels, size, flags=flags), np.uint8)

    def in_squares(self, pixels: Floats) -> Floats:
        """A homography of the raster's pixels as one of squares."""
        return np.asarray(self._to_squares @ pixels @ self._to_pixels)


def _between(values: NDArray[Any], best: int) -> float:
    """How far beside the best value the top of the curve through it and its neighbours lies."""
    if not 0 < best < len(values) - 1:
        return 0.0
    before, at, after = (float(value) for value in values[best - 1 : best + 2])
    bend = before - 2 * at + after
    return 0.0 if bend > -1e-6 else float(np.clip((before - after) / bend / 2, -0.5, 0.5))


def _marks(raster: Raster, learnt: Grey) -> NDArray[np.intp]:
    """Pixels of the close raster around which the empty board is unlike its neighbourhood."""
    on_board = around(raster)
    spacing = _MARK_SPACING * raster.scale
    found = cv2.goodFeaturesToTrack(learnt, _MARKS, 0.01, spacing, mask=on_board.astype(np.uint8))
    # It does not return an array where it finds nothing, whatever its stub says.
    flat = np.array([] if found is None else found, np.float64).reshape(-1, 2)  # type: ignore[redundant-expr]
    return np.rint(flat).astype(np.intp)


def _around(image: Grey, x: int, y: int, half: int = _MARK_HALF) -> Grey:
    return np.ascontiguousarray(image[y - half : y + half + 1, x - half : x + half + 1])


def _agreed(source: Floats, target: Floats, *, rough: bool) -> Floats | None:
    """What most marks did, in pixels; at first a turn, shift and size only."""
    if rough:
        found, inliers = cv2.estimateAffinePartial2D(
            source.astype(np.float64), target, method=cv2.RANSAC, ransacReprojThreshold=_AGREE[0]
        )
        matrix = None if found is None else np.vstack([found, [0, 0, 1]])  # type: ignore[redundant-expr]
    else:
        matrix, inliers = cv2.findHomography(source.astype(np.float64), target, cv2.RANSAC, _AGREE[1])
    # Neither finds something always, whatever its stub says.
    if matrix is None or int(np.sum(inliers)) < _LEAST:  # type: ignore[redundant-expr]
        return None
    return np.asarray(matrix, np.float64)


def _plausible(board: Board, matrix: Floats) -> bool:
    corners = _moved(outline_of(board), matrix)
    area = cv2.contourArea(corners.astype(np.float32)) / board.squares
    return bool(cv2.isContourConvex(corners.astype(np.float32))) and _SIZES[0] < area < _SIZES[1]


def _moved(points: Floats, matrix: Floats) -> Floats:
    flat = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(flat[:, :2] / flat[:, 2:])
