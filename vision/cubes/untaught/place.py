"""Where the board is, in pictures of which nothing was learnt."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import COLUMNS
from vision.finding.board import BoardGuess, FoundBoard, UnsureBoard, find_board
from vision.finding.grid import BOARD, Grid
from vision.finding.placing import Placement, lattice_of, placements
from vision.frames import Image
from vision.plane.camera import Camera, Floats, Lens, camera_from, ordered_round, to_unit
from vision.sighting import Corners

_SAME: Final = 0.25
"""Squares by which the corners of one place may differ."""

_INNER: Final = 0.4
"""Share of the inner lines that must be seen for a picture to show the board at all."""

_LINES: Final = 0.2
"""How much more that must be than of lines around it."""


@dataclass(frozen=True, slots=True, eq=False)
class UntaughtPlace:
    corners: Corners
    camera: Camera
    sure: bool
    """Whether it is known which corner is A1."""


def place_of(image: Image, corners: Corners, lens: Lens) -> UntaughtPlace | None:
    """The board at corners that somebody gave; None where the picture shows no lines there."""
    height, width = image.shape[:2]
    grid = Grid(lens.undistort(to_unit(np.asarray(corners), (width, height))), lens)
    own = _own(grid, image)
    if own.inner < _INNER or own.lines < _LINES:
        return None
    return UntaughtPlace(corners, camera_from(BOARD, corners, (width, height), lens), True)


def find_place(image: Image) -> UntaughtPlace | None:
    """The board that is plainly the only one in a picture."""
    height, width = image.shape[:2]
    match find_board(image):
        case FoundBoard() as found:
            sure = True
        case UnsureBoard(guesses=(found, other)) if _same_place(found, other):
            sure = False
        case _:
            return None
    return UntaughtPlace(found.corners, camera_from(BOARD, found.corners, (width, height), found.lens), sure)


def _same_place(one: BoardGuess, other: BoardGuess) -> bool:
    """Whether two guesses differ only in which end is A."""
    turned = np.roll(np.asarray(other.corners), 2, axis=0)
    square = np.linalg.norm(np.subtract(one.corners[1], one.corners[0])) / COLUMNS
    return bool(np.abs(turned - np.asarray(one.corners)).max() < _SAME * square)


def given_corners(corners: Floats) -> Corners:
    """As given if that goes round as A1, A6, E6, E1 do; else the same round, from the first one given."""
    ordered = ordered_round(corners)
    first = int(np.argmin(np.linalg.norm(ordered - corners[0], axis=1)))
    return as_corners(np.roll(ordered, -first, axis=0))


def as_corners(points: Floats) -> Corners:
    a1, a6, e6, e1 = ((float(x), float(y)) for x, y in points)
    return a1, a6, e6, e1


def _own(grid: Grid, image: Image) -> Placement:
    """What speaks for exactly this grid."""
    middle = grid.corners.mean(axis=0)
    found = placements(grid, lattice_of(image, grid))
    same = [one for one in found if np.abs(one.grid.corners.mean(axis=0) - middle).max() < 1e-6]
    return max(same, key=lambda one: one.inner)
