"""All boards that a picture may show, best first: from its straight edges to grids that lie on its lines."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from vision.finding.climbing import climbed_grid
from vision.finding.fit import fitted_grid
from vision.finding.grid import GRID, Grid
from vision.finding.lattice import Lattice, lattices_of
from vision.finding.markers import inner_corners
from vision.finding.placing import Placement, lattice_of, placed_as_it_is, placements
from vision.finding.print_seen import PrintSeen
from vision.finding.segments import WIDTH, resized, segments_of
from vision.finding.slants import slants_of
from vision.frames import Image
from vision.plane.camera import Floats, Lens, to_unit

_SLANTS: Final = 3
"""From which the camera may look, that are tried."""

_LEAST_SUPPORT: Final = 0.08
"""Of the best slant's: below, another is not worth the time."""

_BY_SLANT: Final = 4
"""Lattices of each slant that are tried."""

_TRIED: Final = 8
"""Grids that are moved onto their lines, at most."""

_FITTED: Final = 5
"""Of these, grids of different lattices, at most."""

_PLACED: Final = 8
"""Places on a lattice that are kept, at most."""

_BY_PRINT: Final = 3
"""Grids that explain most print, of which places are looked for."""

_NEAR_ROUNDS: Final = (0.2, 0.15)
"""Squares in which such a grid's lines are looked for, round by round: it is nearly right."""

_BESIDE_MARKERS: Final = 0.4
"""Squares by which two grids may differ and be nearly the same."""

_LINES_SEEN: Final = 0.5
"""Share of its inner lines from which on a grid stands by itself."""

_SAME: Final = 0.08
"""Squares by which two lattices are told apart."""


def boards_in(image: Image) -> list[Placement]:
    """Every place where a board may be; on one lattice several, a square apart."""
    height, width = image.shape[:2]
    slants = slants_of(segments_of(image), _SLANTS)
    small = resized(image, WIDTH)
    rough: list[Lattice] = []
    for slant in slants:
        if slant.support >= _LEAST_SUPPORT * slants[0].support:
            rough += lattices_of(small, slant, _BY_SLANT)
    rough.sort(key=lambda one: -one.score)
    tried: list[Grid] = []
    fitted: list[Grid] = []
    found: list[Placement] = []
    for lattice in rough:
        if len(tried) == _TRIED or len(fitted) == _FITTED:
            break
        grid = _upright(lattice)
        if not grid.plausible((width, height)) or any(_same_lattice(grid, other) for other in tried):
            continue
        # The same lattice from another start is tried too: with cubes in the way, lines can be mistaken.
        tried.append(grid)
        grid, misfit = fitted_grid(image, grid)
        if not np.isfinite(misfit) or not grid.plausible((width, height)):
            continue
        if any(_same_lattice(grid, other) for other in fitted):
            continue
        fitted.append(grid)
        placed = sorted(placements(grid, lattice_of(image, grid)), key=lambda one: -one.score)
        found += [one for one in placed if one.grid.plausible((width, height))][:_PLACED]
    found.sort(key=lambda one: -one.score)
    return found


def boards_by_print(image: Image, print_seen: PrintSeen) -> list[Placement]:
    """The same with more patience: from more starts, coarse ones too, to where most print is explained."""
    size = (image.shape[1], image.shape[0])
    small = resized(image, WIDTH)
    rough: list[Grid] = []
    for coarse in (False, True):
        for slant in slants_of(segments_of(image, coarse=coarse), _SLANTS):
            rough += [_upright(lattice) for lattice in lattices_of(small, slant, _BY_SLANT)]
    climbed: list[tuple[float, Grid]] = []
    for grid in rough:
        if not grid.plausible(size):
            continue
        moved = climbed_grid(print_seen, grid)
        if moved.plausible(size) and not any(_same_lattice(moved, other) for _, other in climbed):
            climbed.append((print_seen.of(moved), moved))
    climbed.sort(key=lambda one: -one[0])
    found: list[Placement] = []
    for _, grid in climbed[:_BY_PRINT]:
        fitted, misfit = fitted_grid(image, grid, rounds=_NEAR_ROUNDS)
        if not np.isfinite(misfit) or not fitted.plausible(size):
            fitted = grid
        placed = sorted(placements(fitted, lattice_of(image, fitted)), key=lambda one: -one.score)
        found += [one for one in placed if one.grid.plausible(size)][:_PLACED]
    return found


def candidates_in(image: Image, markers: Mapping[int, Floats]) -> list[Placement]:
    """By lines; and where these show nothing between four markers, the grid that the papers tell."""
    by_lines = boards_in(image)
    told = _between_papers(image, markers)
    if told is None or any(_near(one.grid, told.grid) for one in by_lines if one.inner > _LINES_SEEN):
        return by_lines
    return [*by_lines, told]


def off_markers(markers: Mapping[int, Floats], grid: Grid, size: tuple[int, int]) -> float:
    """How far the middle of a grid is from that of its four markers, in squares; 0 without all four."""
    if len(markers) < len(GRID):
        return 0.0
    middles = np.array([outline.mean(axis=0) for outline in markers.values()])
    return float(np.linalg.norm(grid.to_board(to_unit(middles, size)).mean(axis=0) - GRID.mean(axis=0)))


def _between_papers(image: Image, markers: Mapping[int, Floats]) -> Placement | None:
    """The grid between four markers laid as the sheet says, moved onto its lines if it has any."""
    corners = inner_corners(dict(markers))
    if corners is None:
        return None
    size = (image.shape[1], image.shape[0])
    given = Grid(to_unit(corners, size), Lens())
    if not given.plausible(size):
        return None
    moved, misfit = fitted_grid(image, given)
    if np.isfinite(misfit) and moved.plausible(size) and _near(moved, given):
        placed = placed_as_it_is(moved, lattice_of(image, moved))
        if placed.inner > _LINES_SEEN:
            return placed
    return placed_as_it_is(given, lattice_of(image, given))


def _near(one: Grid, other: Grid) -> bool:
    """Whether two grids are nearly the same, whichever corner of each is A1."""
    corners = other.to_board(one.to_unit(GRID))
    return any(np.abs(np.roll(corners, 2 * turn, axis=0) - GRID).max() < _BESIDE_MARKERS for turn in range(2))


def _upright(lattice: Lattice) -> Grid:
    """Corners in the order in which a board's lie when seen from above."""
    corners = lattice.slant.lens.undistort(lattice.in_picture())
    after = np.roll(corners, -1, axis=0)
    if np.sum(corners[:, 0] * after[:, 1] - corners[:, 1] * after[:, 0]) > 0:
        corners = np.roll(corners[::-1], -2, axis=0)
    return Grid(corners, lattice.slant.lens)


def _same_lattice(one: Grid, other: Grid) -> bool:
    """Whether the crossings of one are crossings of the other."""
    unit = one.to_unit(np.array([[1.0, 1.0], [5.0, 1.0], [5.0, 4.0], [1.0, 4.0], [3.0, 2.0]]))
    board = other.to_board(unit)
    return bool(np.abs(board - np.rint(board)).max() < _SAME)
