"""The lens's distortion, from the lines of an empty board that must come out straight."""

from typing import Final

import numpy as np

from vision.finding.fit import fitted_grid
from vision.finding.grid import Grid
from vision.frames import Image
from vision.plane.camera import Floats, Lens, to_unit

_BESIDE: Final = 0.2
"""Squares by which the lines may lie beside the corners that somebody gave."""

_UNEVEN: Final = 0.004
"""In half widths: lines that leave more than this were not the board's."""


def find_lens(empty: Image, corners: Floats) -> Lens:
    """The distortion under which the board's lines are straightest; none where they do not tell."""
    height, width = empty.shape[:2]
    given = to_unit(np.asarray(corners, np.float64), (width, height))
    grid, misfit = fitted_grid(empty, Grid(given, Lens()))
    if misfit > _UNEVEN or np.abs(grid.to_board(given) - Grid(given, Lens()).to_board(given)).max() > _BESIDE:
        return Lens()
    return Lens(round(grid.lens.first, 4), round(grid.lens.second, 4))
