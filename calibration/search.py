"""Where the board is in four pictures of it: one shows its lines, three show cubes in known places."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.changes import Changes, Evidence
from calibration.refusals import EMPTY, BoardCutOff, BoardUnsure, CubesMissing, Guess, NoBoard
from vision.camera import Floats, Lens, camera_from, to_unit
from vision.finding.boards import candidates_in
from vision.finding.fit import settled_grid
from vision.finding.grid import Grid
from vision.finding.markers import agrees, markers_in
from vision.frames import Image
from vision.sighting import Corners

_SURE: Final = 0.88
_LINES_SEEN: Final = 0.55
_CUBES_SEEN: Final = 0.7
_NO_MORE: Final = 0.7
"""Confidence from which on a board is found; and the most there is where few lines or cubes are seen."""
_LEAD_SPREAD: Final = 0.07
"""Lead in score over the next best place that makes a guess three quarters sure."""

_LEAST: Final = 0.7
"""Score under which nothing in the picture is a board."""

_NO_CUBE: Final = 0.12

_MARKED: Final = 0.25
_SAME: Final = 0.25
"""Squares within which two guesses are one."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundBoard:
    corners: Corners
    lens: Lens
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class _Guess:
    corners: Floats
    lens: Lens
    inner: float
    marked: bool | None
    score: float
    evidence: Evidence


def find_board(empty: Image, faces: Sequence[Image]) -> FoundBoard:
    """The grid that explains both the lines and the cubes; a refusal where there is none, or perhaps two."""
    size = (empty.shape[1], empty.shape[0])
    changes = Changes(empty, faces)
    guesses = []
    markers = markers_in(empty)
    for placement in candidates_in(empty, markers):
        for quarters in (0, 2):
            grid = placement.grid.turned(quarters)
            corners = grid.in_picture(size)
            evidence = changes.explained_by(camera_from(corners, size, grid.lens))
            marked = agrees(markers, corners)
            bonus = 0.0 if marked is None else _MARKED if marked else -_MARKED
            score = placement.score + evidence.score + bonus
            guesses.append(_Guess(corners, grid.lens, placement.inner, marked, score, evidence))
    guesses.sort(key=lambda one: -one.score)
    if not guesses or guesses[0].score < _LEAST:
        raise NoBoard(picture=EMPTY)
    best = guesses[0]
    rivals = [one for one in guesses if _apart(best.corners, one.corners)]
    lead = best.score - (rivals[0].score if rivals else _LEAST)
    confidence = float(1 / (1 + np.exp(-lead / _LEAD_SPREAD)))
    if (best.inner < _LINES_SEEN and not best.marked) or best.evidence.there < _CUBES_SEEN:
        confidence = min(confidence, _NO_MORE)
    if max(best.evidence.filled) < _NO_CUBE:
        raise CubesMissing(squares="any square", picture="fire")
    if side := _cut_off(best, size):
        raise BoardCutOff(side=side)
    if confidence < _SURE and rivals:
        raise BoardUnsure(
            Guess(as_corners(best.corners), confidence), Guess(as_corners(rivals[0].corners), 1 - confidence)
        )
    unit = best.lens.undistort(to_unit(best.corners, size))
    grid = settled_grid(empty, Grid(unit, best.lens))
    return FoundBoard(as_corners(grid.in_picture(size)), grid.lens, round(confidence, 3))


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
