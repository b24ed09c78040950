"""Where the board is in four pictures of it: one shows its lines, three show cubes in known places."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.cubes.places.changes import Changes, Evidence
from calibration.cubes.places.homes import grids_by_cubes
from calibration.refusals import EMPTY, BoardCutOff, BoardUnsure, CornersGuess, CubesMissing, NoBoard
from vision.finding.boards import candidates_in
from vision.finding.fit import fitted_grid
from vision.finding.grid import BOARD, Grid
from vision.finding.markers import agrees, markers_in
from vision.finding.placing import Placement, lattice_of, placements
from vision.finding.print_seen import FULL_PRINT, PLAIN, PrintSeen
from vision.finding.settling import settled_grid
from vision.frames import Image
from vision.plane.camera import Floats, Lens, camera_from, to_unit
from vision.sighting import Corners

_SURE: Final = 0.88
"""Confidence from which on a board is found."""

_CUBES_SEEN: Final = 0.7
"""Share of the cubes that must be there for more than the next."""

_NO_MORE: Final = 0.7
"""The most confidence where hardly any print, or few cubes, are seen."""

_LEAST_PLAIN: Final = 0.6
"""Print under which cubes alone tell a place: that may be a sixth of a square beside it. On 55 tables, true
places have 0.67 and more, and one with 0.54 was such a one."""
_LEAD_SPREAD: Final = 0.07
"""Lead in score over the next best place that makes a guess three quarters sure."""

_LEAST: Final = 0.7
"""Score under which nothing in the picture is a board."""

_WORTH_OF_PRINT: Final = 0.2
"""Of a grid's score, for lines and marks against chance."""

_NEAR_ROUNDS: Final = (0.2, 0.15)
"""Squares: how far from a line its grid may lie that cubes and print have told already."""

_PLACED: Final = 8
"""Places on one lattice that are worth looking at."""

_NO_CUBE: Final = 0.12
"""Share of a cube's outline that changed, with less of which none is there."""

_MARKED: Final = 0.25
"""Score that markers at their own corners are worth, or cost elsewhere."""

_SAME: Final = 0.25
"""Squares within which two guesses are one."""


@dataclass(frozen=True, slots=True, eq=False)
class LearntBoard:
    corners: Corners
    lens: Lens
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class _Guess:
    corners: Floats
    lens: Lens
    plain: float
    """How plainly print is seen there: lines against those beyond, and lines and marks against chance."""
    marked: bool | None
    score: float
    evidence: Evidence


def find_board(empty: Image, faces: Sequence[Image]) -> LearntBoard:
    """The grid that explains both the print and the cubes; a refusal where there is none, or perhaps two."""
    changes = Changes(empty, faces)
    search = _Search(empty, changes)
    search.look_by_cubes()
    if not search.sure():
        search.look_at(candidates_in(empty, search.markers))
    if not search.sure():
        search.look_by_cubes(thorough=True)
    return search.found()


class _Search:
    """Guesses from wherever they come, judged alike."""

    def __init__(self, empty: Image, changes: Changes) -> None:
        self.markers = markers_in(empty)
        self._empty, self._changes = empty, changes
        self._size = (empty.shape[1], empty.shape[0])
        self._print = PrintSeen(empty)
        self._guesses: list[_Guess] = []

    def look_by_cubes(self, *, thorough: bool = False) -> None:
        for grid in grids_by_cubes(self._print, self._changes, thorough=thorough):
            self.look_at(_near(self._empty, grid))

    def look_at(self, placements: Iterable[Placement]) -> None:
        for placement in placements:
            for quarters in (0, 2):
                self._guesses.append(self._judged(placement, placement.grid.turned(quarters)))
        self._guesses.sort(key=lambda one: -one.score)

    def sure(self) -> bool:
        """Whether nothing need be looked for elsewhere: without print, a better place may still be found."""
        best = self._guesses[0] if self._guesses else None
        if best is None or best.score < _LEAST or self._confidence() < _SURE:
            return False
        return best.plain >= PLAIN or bool(best.marked)

    def found(self) -> LearntBoard:
        if not self._guesses or self._guesses[0].score < _LEAST:
            raise NoBoard(picture=EMPTY)
        best = self._guesses[0]
        if max(best.evidence.filled) < _NO_CUBE:
            raise CubesMissing(squares="any square", picture="fire")
        if side := _cut_off(best, self._size):
            raise BoardCutOff(side=side)
        grid, confidence = self._settled(best), self._confidence()
        corners = grid.in_picture(self._size)
        while confidence < _SURE and (rivals := self._rivals()):
            rival = self._settled(rivals[0]).in_picture(self._size)
            if _apart(corners, rival):
                raise BoardUnsure(
                    CornersGuess(as_corners(corners), confidence),
                    CornersGuess(as_corners(rival), 1 - confidence),
                )
            # Two ways to the same place are no two places.
            self._guesses.remove(rivals[0])
            confidence = self._confidence()
        return LearntBoard(as_corners(corners), grid.lens, round(confidence, 3))

    def _settled(self, guess: _Guess) -> Grid:
        unit = guess.lens.undistort(to_unit(guess.corners, self._size))
        return settled_grid(self._empty, Grid(unit, guess.lens))

    def _judged(self, placement: Placement, grid: Grid) -> _Guess:
        corners = grid.in_picture(self._size)
        evidence = self._changes.explained_by(camera_from(BOARD, corners, self._size, grid.lens))
        marked = agrees(self.markers, corners)
        bonus = 0.0 if marked is None else _MARKED if marked else -_MARKED
        print_seen = self._print.of(grid)
        score = placement.score + evidence.score + bonus + _WORTH_OF_PRINT * print_seen
        plain = placement.lines + print_seen / FULL_PRINT
        return _Guess(corners, grid.lens, plain, marked, score, evidence)

    def _rivals(self) -> list[_Guess]:
        best = self._guesses[0]
        return [one for one in self._guesses if _apart(best.corners, one.corners)]

    def _confidence(self) -> float:
        best, rivals = self._guesses[0], self._rivals()
        lead = best.score - (rivals[0].score if rivals else _LEAST)
        plain = PLAIN if best.marked else best.plain
        return confidence_of(lead, plain, best.evidence.there)


def confidence_of(lead: float, plain: float, there: float) -> float:
    """In a place, by its lead in score over the next best, the print seen and the share of cubes seen there.

    Where print is lacking, cubes have to speak for the place by as much more as it would be worth.
    """
    lead -= _WORTH_OF_PRINT * max(PLAIN - plain, 0.0)
    confidence = float(1 / (1 + np.exp(-lead / _LEAD_SPREAD)))
    return min(confidence, _NO_MORE) if plain < _LEAST_PLAIN or there < _CUBES_SEEN else confidence


def _near(image: Image, grid: Grid) -> list[Placement]:
    """Boards on a grid's lattice once it is fitted, as it lies there, turned, or some squares aside."""
    size = (image.shape[1], image.shape[0])
    fitted, misfit = fitted_grid(image, grid, rounds=_NEAR_ROUNDS)
    if not np.isfinite(misfit) or not fitted.shapely(size):
        fitted = grid
    placed = sorted(placements(fitted, lattice_of(image, fitted)), key=lambda one: -one.score)
    return [one for one in placed if one.grid.shapely(size)][:_PLACED]


def as_corners(corners: Floats) -> Corners:
    a1, a6, e6, e1 = ((float(x), float(y)) for x, y in corners)
    return a1, a6, e6, e1


def _apart(one: Floats, other: Floats) -> bool:
    square = float(np.linalg.norm(one[1] - one[0])) / 6
    return bool(np.linalg.norm(one - other, axis=1).max() > _SAME * square)


def _cut_off(guess: _Guess, size: tuple[int, int]) -> str | None:
    """The side of the picture beyond which the grid reaches."""
    width, height = size
    (left, top), (right, bottom) = guess.corners.min(axis=0), guess.corners.max(axis=0)
    beyond = {"left": -left, "upper": -top, "right": right - width + 1, "lower": bottom - height + 1}
    side = max(beyond, key=lambda name: beyond[name])
    return side if beyond[side] > 0.5 else None
