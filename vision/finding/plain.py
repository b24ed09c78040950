"""A board of any size in a picture that shows it empty: squares of one shape, and nothing else told of it."""

from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from vision.board import Board
from vision.finding.fit import edge_strength, fitted_grid, profiles_of, unit_edges
from vision.finding.grid import Grid
from vision.finding.lattice import Lattice, lattices_of
from vision.finding.segments import WIDTH, resized, segments_of
from vision.finding.slants import slants_of
from vision.frames import Image
from vision.plane.plane import Raster

_SHAPES: Final = tuple(float(shape) for shape in np.geomspace(1.0, 1.43, 7))
"""How much longer than wide squares may be, which are tried both ways: six per cent apart."""

_STEP: Final = 1.05
"""Ratio of one size to the next: three squares are then placed well enough for the fit."""

_SMALLEST: Final = 28.0
"""Pixels of a picture that is 640 across: prints of pieces that are smaller cannot be told apart."""

_SLANTS: Final = 2
"""From which the camera may look: the likeliest ones, that are followed up."""

_BY_SLANT: Final = 8
"""Lattices of each that are fitted."""

_ROUNDS: Final = ((0.30, 0.22, 0.15), (0.12, 0.08))
"""Squares in which lines are looked for, round by round: from afar, and near by."""

_LAST: Final = (0.08,)
"""The same once more, for the lines between squares alone, as a frame around the others can be stronger than
they are; and then for all."""

_AROUND: Final = 1
"""Squares beyond the grid that are looked at: a part of a larger lattice is not the board."""

_SCALE: Final = 40
"""Pixels to a square, where lines are measured."""

_NEAR: Final = 0.04
"""Squares from its place within which an edge's line is."""

_ASIDE: Final = (0.14, 0.34)
"""Squares from it between which it is not."""

_BEYOND: Final = 2.0
"""What lines beyond a grid speak against it, against one of its inner lines."""

_LEAST: Final = 0.45
"""Strength of lines, less those beyond, that a board shows with nothing on it; drawn ones have .7 to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class PlainBoard:
    grid: Grid
    """Its first corner is any of the four; columns go on from it as the board counts them."""
    lines: float
    """How much stronger its lines are than what is beside and beyond them."""


def find_plain_board(image: Image, board: Board) -> PlainBoard | None:
    """The likeliest place of all; None where hardly any line of a board is seen."""
    size = (image.shape[1], image.shape[0])
    slants = slants_of(segments_of(image), _SLANTS)
    small = resized(image, WIDTH)
    found: list[PlainBoard] = []
    for slant in slants:
        for lattice in lattices_of(small, slant, _BY_SLANT, board, _SHAPES, _STEP, _SMALLEST):
            for rounds, outer in product(_ROUNDS, (True, False)):
                grid = _upright(lattice, board)
                if outer:
                    grid, _ = fitted_grid(image, grid, rounds=rounds)
                by_inner, _ = fitted_grid(image, grid, rounds=_LAST if outer else rounds, outer=0.0)
                again, _ = fitted_grid(image, by_inner, rounds=_LAST)
                rivals = [one for one in (grid, by_inner, again) if one.plausible(size)]
                found += [PlainBoard(one, _lines(image, one)) for one in rivals]
    best = max(found, key=lambda one: one.lines, default=None)
    return best if best is not None and best.lines >= _LEAST else None


def _upright(lattice: Lattice, board: Board) -> Grid:
    """Corners in the order in which a board's lie when seen from above."""
    corners = lattice.slant.lens.undistort(lattice.in_picture())
    after = np.roll(corners, -1, axis=0)
    if np.sum(corners[:, 0] * after[:, 1] - corners[:, 1] * after[:, 0]) > 0:
        corners = np.roll(corners[::-1], -2, axis=0)
    return Grid(corners, lattice.slant.lens, board)


def _lines(image: Image, grid: Grid) -> float:
    board = grid.board
    raster = Raster(board, _SCALE, _AROUND + 0.5)
    edges = unit_edges(board, _AROUND)
    profiles, offsets = profiles_of(*edge_strength(grid.view(image, raster)), raster, edges, _ASIDE[1])
    near = profiles[:, np.abs(offsets) <= _NEAR].max(axis=1)
    strength = near - profiles[:, np.abs(offsets) >= _ASIDE[0]].mean(axis=1)
    x, y = edges.places.T
    own = (x >= 0) & (x <= board.columns) & (y >= 0) & (y <= board.rows)
    least = strength[own & edges.inner].min()
    return float(strength[own].mean() + least - _BEYOND * strength[~own].mean())
