"""The board in one picture, with or without cubes on it: found, or two guesses, or nothing."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.camera import Floats, Lens
from vision.finding.boards import candidates_in, off_markers
from vision.finding.grid import Grid
from vision.finding.markers import agrees, markers_in
from vision.finding.settling import settled_grid
from vision.frames import Image
from vision.sighting import Corners

SURE: Final = 0.8
"""Confidence from which on a board counts as found."""

_LEAST: Final = 0.25
_LEAD_SPREAD: Final = 0.08
_TURN_SPREAD: Final = 0.12
"""Scores: what a board has at least; the lead over the next place, and the darkness of its first half
(logarithm), that make a guess three quarters sure."""

_MARKED: Final = 0.5
_ASIDE: Final = 0.4
"""What markers at their own corners speak for a grid; and against it, for each square that it is off them."""

_SAME: Final = 0.25
_LINES_SEEN: Final = 0.55


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
class NoBoard:
    """Nothing in the picture looks like a board."""


def find_board(image: Image) -> FoundBoard | UnsureBoard | NoBoard:
    """Looks for a board in a picture of any size, from any side."""
    height, width = image.shape[:2]
    if min(height, width) < 64:
        return NoBoard()
    size = (width, height)
    markers = markers_in(image)
    ranked: list[tuple[float, Floats, Grid, float]] = []
    for placement in candidates_in(image, markers):
        for quarters in (0, 2):
            grid = placement.grid.turned(quarters)
            corners = grid.in_picture(size)
            marked = agrees(markers, corners)
            score = placement.score
            if marked is not None:
                aside = off_markers(markers, grid, size)
                score = max(score, 0.0) + (_MARKED if marked else -_MARKED) - _ASIDE * aside
            dark = placement.dark_first * (1 - quarters)
            score += 0.0 if marked is not None else _TURN_SPREAD * float(np.tanh(dark / _TURN_SPREAD))
            ranked.append((score, corners, grid, placement.inner))
    ranked.sort(key=lambda one: -one[0])
    if not ranked or ranked[0][0] < _LEAST:
        return NoBoard()
    score, corners, grid, inner = ranked[0]
    square = float(np.linalg.norm(corners[1] - corners[0])) / 6
    rivals = [one for one in ranked if np.linalg.norm(one[1] - corners, axis=1).max() > _SAME * square]
    lead = score - max(rivals[0][0] if rivals else 0.0, _LEAST)
    confidence = float(1 / (1 + np.exp(-lead / _LEAD_SPREAD)))
    if inner < _LINES_SEEN and not (markers and agrees(markers, corners)):
        confidence = min(confidence, 0.6)
    if confidence >= SURE or not rivals:
        grid = settled_grid(image, grid)
        return FoundBoard(_as_corners(grid.in_picture(size)), grid.lens, round(confidence, 3))
    first = BoardGuess(_as_corners(corners), grid.lens, round(confidence, 3))
    second = BoardGuess(_as_corners(rivals[0][1]), rivals[0][2].lens, round(1 - confidence, 3))
    return UnsureBoard((first, second))


def _as_corners(corners: Floats) -> Corners:
    a1, a6, e6, e1 = ((float(x), float(y)) for x, y in corners)
    return a1, a6, e6, e1
