"""Which squares of an endless lattice are the board's six by five: lines inside, none outside, two zones."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.board import COLUMNS, ROWS
from vision.finding.fit import edge_strength, profiles_of, unit_edges
from vision.finding.grid import BOARD, GRID, Grid
from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.plane import Raster

_AROUND: Final = 3
"""Squares beyond the grid that are looked at."""

_RASTER: Final = Raster(BOARD, scale=24, margin=_AROUND + 0.5)
"""The board and so many squares around it, as coarse as lines are wide."""
_NEAR: Final = 0.09
"""Squares from its place within which an edge's line is."""

_ASIDE: Final = 0.22
"""Squares from its place from which on it is not."""

_REACH: Final = 0.42
"""Squares from its place up to which that is looked at."""

_WORTH_OF_ZONES: Final = 0.25
"""Of the step of colour in the board's middle, against its lines."""

_WORTH_OF_RIM: Final = 0.3
"""Of the outer lines, likewise."""

_USUAL_RIM: Final = 0.5
"""Share of these that is seen of most boards: less speaks against a place."""

_STEP_NOISE: Final = 0.12
"""Step of brightness or colour (logarithm) that says little."""

_EDGES: Final = unit_edges(BOARD, _AROUND)


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """A grid and what speaks for it."""

    grid: Grid
    lines: float
    """How much more its own lines are there than those beyond it: 1 at best."""
    zones: float
    """How much the one step of colour is in its middle: 1 at best, -1 where it is elsewhere."""
    inner: float
    """Share of its inner lines that is seen."""
    rim: float
    """The same of its outer lines, on the side where least is seen."""
    dark_first: float
    """How much darker columns 1 to 3 are than the others (logarithm)."""

    @property
    def score(self) -> float:
        return self.lines + _WORTH_OF_ZONES * self.zones + _WORTH_OF_RIM * (self.rim - _USUAL_RIM)


@dataclass(frozen=True, slots=True, eq=False)
class SeenLattice:
    """What is seen of the lattice in and around a grid."""

    present: Floats
    """Of every edge of _EDGES, how well it is seen."""
    upright_steps: Floats
    """Steps of colour over upright edges, x from -AROUND: lines x rows x 3."""
    level_steps: Floats
    seen: NDArray[np.bool_]
    """Which edges are in the picture."""


def lattice_of(image: Image, grid: Grid) -> SeenLattice:
    plane = grid.view(image, _RASTER)
    down, across = edge_strength(plane)
    profiles, offsets = profiles_of(down, across, _RASTER, _EDGES, _REACH)
    near = profiles[:, np.abs(offsets) <= _NEAR].max(axis=1)
    aside = profiles[:, np.abs(offsets) >= _ASIDE].mean(axis=1)
    contrast = near - aside
    inside = _inside(GRID[0], GRID[2])
    usual = max(float(np.percentile(contrast[inside], 60)), 0.06)
    height, width = image.shape[:2]
    unit = grid.to_unit(_EDGES.places)
    seen = (np.abs(unit[:, 0]) < 0.99) & (np.abs(unit[:, 1]) < 0.99 * height / width)
    upright, level = _steps(plane)
    return SeenLattice(np.clip(contrast / usual, 0, 1), upright, level, seen)


def _inside(low: Floats, high: Floats) -> NDArray[np.bool_]:
    """Edges between two squares of the box."""
    x, y = _EDGES.places.T
    return np.asarray(
        np.where(
            _EDGES.level,
            (x > low[0]) & (x < high[0]) & (y > low[1] + 0.1) & (y < high[1] - 0.1),
            (x > low[0] + 0.1) & (x < high[0] - 0.1) & (y > low[1]) & (y < high[1]),
        ),
        np.bool_,
    )


def _steps(plane: Image) -> tuple[Floats, Floats]:
    """Colour on the one side of each edge minus that on the other."""
    colours = np.log(cv2.blur(plane, (5, 5)).astype(np.float32) + 12)
    upright = np.arange(-_AROUND, COLUMNS + _AROUND + 1, dtype=np.float64)
    level = np.arange(-_AROUND, ROWS + _AROUND + 1, dtype=np.float64)
    rows = np.asarray(level[:-1] + 0.5, np.float64)
    columns = np.asarray(upright[:-1] + 0.5, np.float64)
    first = _across(colours, upright, rows, np.array([1.0, 0.0]))
    second = _across(colours, columns, level, np.array([0.0, 1.0])).transpose(1, 0, 2)
    return first, second


def _across(colours: NDArray[np.float32], xs: Floats, ys: Floats, normal: Floats) -> Floats:
    """x by y by channel; the median over places along the edge."""
    points = np.stack(np.meshgrid(xs, ys, indexing="ij"), axis=-1)
    parts = []
    for along in (-0.3, -0.15, 0.0, 0.15, 0.3):
        here = points + along * normal[::-1]
        sides = []
        for way in (1.0, -1.0):
            pixels = np.rint(_RASTER.to_pixels(here + way * 0.22 * normal)).astype(int)
            sides.append(colours[pixels[..., 1], pixels[..., 0]])
        parts.append(sides[0] - sides[1])
    return np.asarray(np.median(parts, axis=0), np.float64)


def placements(grid: Grid, lattice: SeenLattice) -> Iterator[Placement]:
    """All boards on this lattice near the grid, in both directions."""
    for turned in (False, True):
        columns, rows = (ROWS, COLUMNS) if turned else (COLUMNS, ROWS)
        for x in range(-_AROUND + 1, COLUMNS + _AROUND - columns):
            for y in range(-_AROUND + 1, ROWS + _AROUND - rows):
                yield _placement(grid, lattice, x, y, turned=turned)


def placed_as_it_is(grid: Grid, lattice: SeenLattice) -> Placement:
    """What speaks for this grid and no other on its lattice."""
    return _placement(grid, lattice, 0, 0, turned=False)


def _placement(grid: Grid, lattice: SeenLattice, x: int, y: int, *, turned: bool) -> Placement:
    columns, rows = (ROWS, COLUMNS) if turned else (COLUMNS, ROWS)
    low, high = np.array([x, y]), np.array([x + columns, y + rows])
    inside = _inside(low, high)
    wider = _inside(low - 1, high + 1)
    own = inside | _between(low, high)
    ring = wider & ~own & lattice.seen
    inner = float(lattice.present[inside].mean())
    beyond = float(lattice.present[ring].mean()) if ring.any() else 0.0
    upright = lattice.upright_steps[x + _AROUND : x + _AROUND + columns + 1, y + _AROUND : y + _AROUND + rows]
    level = lattice.level_steps[y + _AROUND : y + _AROUND + rows + 1, x + _AROUND : x + _AROUND + columns]
    zones, dark = _zones(*((level, upright) if turned else (upright, level)))
    box = np.array([(x, y), (x + columns, y), (x + columns, y + rows), (x, y + rows)], np.float64)
    if turned:
        box = np.roll(box, -1, axis=0)
    if dark < 0:
        box, dark = np.roll(box, -2, axis=0), -dark
    rim = min(float(lattice.present[side].mean()) for side in _sides(low, high))
    return Placement(grid.at(box), inner - beyond, zones, inner, rim, dark)


def _between(low: Floats, high: Floats) -> NDArray[np.bool_]:
    """The outer lines."""
    return np.asarray(_inside(low - 0.2, high + 0.2) & ~_inside(low, high), np.bool_)


def _sides(low: Floats, high: Floats) -> Iterator[NDArray[np.bool_]]:
    """The outer lines, side by side."""
    x, y = _EDGES.places.T
    outer = _between(low, high)
    for place, line in ((x, low[0]), (x, high[0])):
        yield outer & ~_EDGES.level & (np.abs(place - line) < 0.1)
    for place, line in ((y, low[1]), (y, high[1])):
        yield outer & _EDGES.level & (np.abs(place - line) < 0.1)


def _zones(along: Floats, across: Floats) -> tuple[float, float]:
    """From the steps between columns and between rows: the zones, and how much darker the first is."""
    columns = np.median(along[1:-1], axis=1)
    # In each zone by itself: what lies beyond the board differs from each in its own way.
    halves = [np.median(half, axis=1) for half in np.split(across[1:-1], 2, axis=1)]
    rows = np.mean([np.linalg.norm(half, axis=1) for half in halves], axis=0)
    size = np.linalg.norm(columns, axis=1)
    middle = len(columns) // 2
    elsewhere = max(float(np.delete(size, middle).max()), float(rows.max()))
    here = float(size[middle])
    return (here - elsewhere) / (here + elsewhere + _STEP_NOISE), float(columns[middle].mean())
