"""A grid moved to where it explains most print, from as far as half a square aside."""

from typing import Final

import numpy as np

from companion.games.himiki.rules.board import COLUMNS
from vision.finding.grid import GRID, Grid
from vision.finding.print_seen import PrintSeen
from vision.plane.camera import Floats

_BLURS: Final = (0.14, 0.07)
"""Of a square: how far beside its place print is still felt, one after the other."""

_STEPS: Final = (0.16, 0.08, 0.04, 0.02)
"""Squares by which corners are moved, the first for the first blur only."""


def _ways() -> list[Floats]:
    """The eight ways in which four corners move: together, apart, askew and slantwise, each of both axes."""
    x, y = np.sign(GRID - GRID.mean(axis=0)).T
    return [np.outer(mode, axis) for mode in (np.ones(4), x, y, x * y) for axis in np.eye(2)]


_WAYS: Final = _ways()


def climbed_grid(print_seen: PrintSeen, grid: Grid) -> Grid:
    for blur, steps in zip(_BLURS, (_STEPS[:3], _STEPS[1:]), strict=True):
        square = float(np.linalg.norm(grid.corners[1] - grid.corners[0])) / COLUMNS
        maps = print_seen.maps(blur * square)
        best = sum(maps.seen(grid))
        for step in steps:
            better = True
            while better:
                better = False
                for way in _WAYS:
                    for side in (step, -step):
                        rival = grid.at(GRID + side * way)
                        value = sum(maps.seen(rival))
                        if value > best + 1e-3:
                            best, grid, better = value, rival, True
                            break
    return grid
