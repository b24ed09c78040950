"""A grid that is nearly right, moved onto what all its edges and crossings look like: print of any kind."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.board import COLUMNS, ROWS
from vision.finding.fit import (
    UnitEdges,
    edge_strength,
    fitted_grid,
    matched_edges,
    raster_of,
    solved,
    unit_edges,
)
from vision.finding.grid import BOARD, GRID, Grid
from vision.finding.print_seen import PrintSeen
from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.channels import Singles

_SETTLING: Final = 0.1
"""Squares beside its place in which a line is looked for."""

_SLIPPED: Final = 0.3
"""Squares that no corner moves any more."""

_KEPT: Final = 0.9
"""Of the print that a grid explains, what must be left once it has settled: cubes can pull it off."""

_ROUNDS: Final = 3
"""In which a grid settles on its lines and crossings."""

_RASTER: Final = raster_of(BOARD)

_HALF: Final = round(0.28 * _RASTER.scale)
"""Pixels of the raster: half of what is looked at of a crossing."""

_REACH: Final = round(0.12 * _RASTER.scale)
"""Pixels of the raster: how far aside it is looked for."""

_ALIKE: Final = 0.45
"""Correlation with the usual crossing from which on one says where it is: prints have .6 to .9."""

_AGREEING: Final = 20
"""Edges, and crossings twice, that have to agree to move a grid: it and the lens have ten unknowns."""

_PLACES: Final = np.array([(x, y) for x in range(COLUMNS + 1) for y in range(ROWS + 1)], np.float64)
_INNER: Final = (_PLACES[:, 0] > 0) & (_PLACES[:, 0] < COLUMNS) & (_PLACES[:, 1] > 0) & (_PLACES[:, 1] < ROWS)
_BOTH_WAYS: Final = UnitEdges(
    np.concatenate([_PLACES, _PLACES]), np.repeat([False, True], len(_PLACES)).astype(np.bool_)
)
_EDGES: Final = unit_edges(BOARD)
_ALL: Final = UnitEdges(
    np.concatenate([_EDGES.places, _BOTH_WAYS.places]), np.concatenate([_EDGES.level, _BOTH_WAYS.level])
)

_OUTERMOST: Final = 0.15
"""What outermost lines count for: a frame beyond them or cells set in from them look like them, and pull."""

_TRUST: Final = np.where(np.concatenate([_EDGES.inner, _INNER, _INNER]), 1.0, _OUTERMOST)


def settled_grid(image: Image, grid: Grid) -> Grid:
    """Fitted once more, now that the print is near: a corner that had slipped onto others comes back."""
    print_seen = PrintSeen(image)
    least = _KEPT * print_seen.of(grid)
    by_lines, misfit = fitted_grid(image, grid, rounds=(_SETTLING,))
    if np.isfinite(misfit) and _beside(grid, by_lines) and print_seen.of(by_lines) >= least:
        grid = by_lines
    again = grid
    for _ in range(_ROUNDS):
        down, across = edge_strength(again.view(image, _RASTER))
        edge_shifts, edge_weights = matched_edges(down, across, BOARD)
        shifts, weights = matched_crossings(down, across)
        if np.count_nonzero(edge_weights) + np.count_nonzero(weights) < _AGREEING:
            return grid
        again, _ = solved(
            again,
            _ALL,
            np.concatenate([edge_shifts, shifts]),
            np.concatenate([edge_weights, weights]) * _TRUST,
            free_lens=True,
        )
    return again if _beside(grid, again) and print_seen.of(again) >= least else grid


def _beside(grid: Grid, moved: Grid) -> bool:
    return bool(np.abs(grid.to_board(moved.to_unit(GRID)) - GRID).max() < _SLIPPED)


def matched_crossings(down: Singles, across: Singles) -> tuple[Floats, Floats]:
    """Of a view of the plane: how far aside crossings are, first all across, then all along, how surely.

    Their usual look is taken from the view itself, the same from all four sides, whatever is printed there.
    """
    both = np.dstack([down, across])
    middles = np.rint(_RASTER.to_pixels(_PLACES)).astype(int)
    usual = _mirrored(np.mean([_around(both, middle, _HALF) for middle in middles[_INNER]], axis=0))
    shifts, weights = np.zeros((len(middles), 2)), np.zeros(len(middles))
    for index, middle in enumerate(middles):
        window = _around(both, middle, _HALF + _REACH)
        alike = cv2.matchTemplate(window, usual, cv2.TM_CCOEFF_NORMED)
        _, best, _, (x, y) = cv2.minMaxLoc(alike)
        if 0 < x < 2 * _REACH and 0 < y < 2 * _REACH:
            aside = np.array([x + _top(alike[y], x), y + _top(alike[:, x], y)]) - _REACH
            off = aside + middle - _RASTER.to_pixels(_PLACES[index][None])[0]
            # Rows of the raster run down, the board's run up.
            shifts[index] = off / _RASTER.scale * [1.0, -1.0]
            weights[index] = max(best - _ALIKE, 0.0) / (1 - _ALIKE)
    return shifts.T.reshape(-1), np.concatenate([weights, weights])


def _around(values: Singles, middle: NDArray[np.intp], half: int) -> Singles:
    x, y = middle.tolist()
    return np.ascontiguousarray(values[y - half : y + half + 1, x - half : x + half + 1])


def _mirrored(patch: NDArray[np.floating]) -> Singles:
    sides = [patch, patch[::-1], patch[:, ::-1], patch[::-1, ::-1]]
    return np.ascontiguousarray(np.mean(sides, axis=0), np.float32)


def _top(values: NDArray[Any], best: int) -> float:
    """How far beside the best value the top of the curve through it and its neighbours lies."""
    before, at, after = (float(value) for value in values[best - 1 : best + 2])
    bend = before - 2 * at + after
    return 0.0 if bend > -1e-6 else float(np.clip((before - after) / bend / 2, -0.5, 0.5))
