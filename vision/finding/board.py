"""The board in one picture, with or without cubes on it: found, or two guesses, or nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import COLUMNS
from vision.finding.boards import boards_by_print, candidates_in, off_markers
from vision.finding.grid import Grid
from vision.finding.markers import agrees, markers_in
from vision.finding.placing import Placement
from vision.finding.print_seen import FULL_PRINT, PLAIN, PrintSeen
from vision.finding.settling import settled_grid
from vision.frames import Image
from vision.plane.camera import Floats, Lens
from vision.sighting import Corners

SURE: Final = 0.8
"""Confidence from which on a board counts as found."""

_LEAST: Final = 0.25
"""Score that a board has at least."""

_LEAD_SPREAD: Final = 0.08
"""Lead in score over the next place that makes a guess three quarters sure."""

_TURN_SPREAD: Final = 0.12
"""Darkness of its first half (logarithm) that makes it three quarters sure which way round it lies."""

_MARKED: Final = 0.5
"""What markers at their own corners speak for a grid."""

_ASIDE: Final = 0.4
"""What they speak against it, for each square that it is off them."""

_WORTH_OF_PRINT: Final = 0.2
"""Of a place's score, for lines and marks against chance."""

_SAME: Final = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class BoardGuess:
    corners: Corners
    """A1, A6, E6, E1; which end is A is told by markers, else by the Dark zone, else it is a guess."""
    lens: Lens
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class FoundBoard(BoardGuess):
    """One place that is far likelier than any other."""


@dataclass(frozen=True, slots=True, eq=False)
class UnsureBoard:
    """The two likeliest places; neither may be taken without asking."""

    guesses: tuple[BoardGuess, BoardGuess]


@dataclass(frozen=True, slots=True)
class NoBoardFound:
    """Nothing in the picture looks like a board."""


def find_board(image: Image, *, any_corner: bool = False) -> FoundBoard | UnsureBoard | NoBoardFound:
    """Looks for a board in a picture of any size, from any side; with `any_corner` it does not matter which
    corner is A1."""
    if min(image.shape[:2]) < 64:
        return NoBoardFound()
    search = _Search(image, any_corner=any_corner)
    search.look_at(candidates_in(image, search.markers))
    if search.confidence() < SURE:
        search.look_at(boards_by_print(image, search.print_seen))
    return search.result()


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    score: float
    corners: Floats
    grid: Grid
    plain: float


class _Search:
    """Places from wherever they come, judged alike."""

    def __init__(self, image: Image, *, any_corner: bool) -> None:
        self._any_corner = any_corner
        self.markers = markers_in(image)
        self.print_seen = PrintSeen(image)
        self._image, self._size = image, (image.shape[1], image.shape[0])
        self._ranked: list[_Place] = []

    def look_at(self, found: Iterable[Placement]) -> None:
        for placement in found:
            print_seen = self.print_seen.of(placement.grid)
            plain = placement.lines + print_seen / FULL_PRINT
            for quarters in (0, 2):
                grid = placement.grid.turned(quarters)
                corners = grid.in_picture(self._size)
                marked = agrees(self.markers, corners)
                score = placement.score + _WORTH_OF_PRINT * (print_seen - FULL_PRINT)
                if marked is not None:
                    aside = off_markers(self.markers, grid, self._size)
                    score = max(score, 0.0) + (_MARKED if marked else -_MARKED) - _ASIDE * aside
                dark = placement.dark_first * (1 - quarters)
                score += 0.0 if marked is not None else _TURN_SPREAD * float(np.tanh(dark / _TURN_SPREAD))
                self._ranked.append(_Place(score, corners, grid, plain))
        self._ranked.sort(key=lambda one: -one.score)

    def _rivals(self) -> list[_Place]:
        best = self._ranked[0]
        return [one for one in self._ranked if self._apart(one.corners, best.corners)]

    def _apart(self, one: Floats | Corners, other: Floats | Corners) -> bool:
        corners, known = np.asarray(one), np.asarray(other)
        square = float(np.linalg.norm(known[1] - known[0])) / COLUMNS
        ways = range(len(known)) if self._any_corner else range(1)
        off = [np.linalg.norm(np.roll(corners, way, axis=0) - known, axis=1).max() for way in ways]
        return float(min(off)) > _SAME * square

    def confidence(self) -> float:
        if not self._ranked or self._ranked[0].score < _LEAST:
            return 0.0
        best, rivals = self._ranked[0], self._rivals()
        lead = best.score - max(rivals[0].score if rivals else 0.0, _LEAST)
        confidence = float(1 / (1 + np.exp(-lead / _LEAD_SPREAD)))
        if best.plain < PLAIN and not (self.markers and agrees(self.markers, best.corners)):
            return min(confidence, 0.6)
        return confidence

    def result(self) -> FoundBoard | UnsureBoard | NoBoardFound:
        confidence = self.confidence()
        if not confidence:
            return NoBoardFound()
        best = self._settled(self._ranked[0])
        while confidence < SURE and (rivals := self._rivals()):
            rival = self._settled(rivals[0])
            if self._apart(rival[0], best[0]):
                return UnsureBoard(
                    (BoardGuess(*best, round(confidence, 3)), BoardGuess(*rival, round(1 - confidence, 3)))
                )
            # Two ways to the same place are no two places.
            self._ranked.remove(rivals[0])
            confidence = self.confidence()
        return FoundBoard(*best, round(confidence, 3))

    def _settled(self, place: _Place) -> tuple[Corners, Lens]:
        grid = settled_grid(self._image, place.grid)
        return _as_corners(grid.in_picture(self._size)), grid.lens


def _as_corners(corners: Floats) -> Corners:
    a1, a6, e6, e1 = ((float(x), float(y)) for x, y in corners)
    return a1, a6, e6, e1
