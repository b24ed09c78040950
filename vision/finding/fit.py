"""A grid moved until its lines lie on the picture's, with the lens's distortion where the lines tell it."""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.finding.grid import BOARD, Grid
from vision.frames import Image
from vision.plane.camera import Floats, Lens
from vision.plane.channels import Singles
from vision.plane.plane import Raster

_SCALE: Final = 40
"""Pixels to a square of the plane on which lines are looked for."""

_ENDS: Final = 0.14
"""Of a square: so near a crossing, an edge is not looked at."""

_ROUNDS: Final = (0.30, 0.22, 0.15)
"""How far beside its place a line is looked for, in squares, round by round."""

_MATCH_REACH: Final = 0.10
"""Squares beside its place in which an edge is held against the board's usual line."""

_MATCH_WIDTH: Final = 0.26
"""Squares on either side that are held against it."""

_MATCH_ROUNDS: Final = 3
"""In which a grid is moved by that."""

_LIKE: Final = 0.7
"""Correlation with the usual line from which on an edge says where it is."""

_LENS_SPREAD: Final = np.array([0.08, 0.02])
"""Of the two terms of distortion, around none."""

_LINE_SPREAD: Final = 0.0022
"""In half widths: how well one edge of one square is placed."""

_STEP: Final = 1e-5
"""By which each unknown is moved to see what it does."""

_OUTER: Final = 0.4
"""What an outermost line counts for, against one between squares: a frame may lie beside it."""

_ENOUGH: Final = 16
"""Edges that have to agree for a grid to be moved by them."""

_HALF: Final = 0.5
"""Share of its edges that has to, on a board that has fewer."""


@dataclass(frozen=True, slots=True, eq=False)
class UnitEdges:
    """The edges of all squares: where their middles are, and whether they run across."""

    places: Floats
    level: NDArray[np.bool_]
    board: Board = BOARD

    @property
    def inner(self) -> NDArray[np.bool_]:
        """Those that have squares on both sides."""
        x, y = self.places.T
        rows, columns = self.board.rows, self.board.columns
        return np.asarray(np.where(self.level, (y > 0) & (y < rows), (x > 0) & (x < columns)), np.bool_)

    @property
    def normals(self) -> Floats:
        return np.where(self.level[:, None], [0.0, 1.0], [1.0, 0.0])


@cache
def unit_edges(board: Board = BOARD, around: int = 0) -> UnitEdges:
    """With those of so many squares beyond it."""
    columns, rows = (-around, board.columns + around), (-around, board.rows + around)
    upright = [(float(x), y + 0.5) for x in range(columns[0], columns[1] + 1) for y in range(*rows)]
    level = [(x + 0.5, float(y)) for x in range(*columns) for y in range(rows[0], rows[1] + 1)]
    return UnitEdges(np.array(upright + level), np.array([False] * len(upright) + [True] * len(level)), board)


@cache
def raster_of(board: Board) -> Raster:
    """The plane of a board, on which its lines are looked for."""
    return Raster(board, scale=_SCALE, margin=0.5)


def profiles_of(
    down: Singles, across: Singles, raster: Raster, edges: UnitEdges, reach: float
) -> tuple[Floats, Floats]:
    """How strongly a line is seen beside every edge: edge x place; and the places, in squares."""
    count = round(reach * raster.scale)
    along = np.linspace(-0.5 + _ENDS, 0.5 - _ENDS, 12)
    offsets = np.arange(-count, count + 1) / raster.scale
    normals = edges.normals
    tangents = normals[:, ::-1]
    points = (
        edges.places[:, None, None]
        + offsets[None, :, None, None] * normals[:, None, None]
        + along[None, None, :, None] * tangents[:, None, None]
    )
    pixels = raster.to_pixels(points).astype(np.float32)
    profiles = np.empty((len(edges.places), len(offsets)))
    for level, values in ((False, down), (True, across)):
        mine = edges.level == level
        rows = pixels[mine].reshape(-1, len(along), 2)
        seen = cv2.remap(
            values,
            np.ascontiguousarray(rows[..., 0]),
            np.ascontiguousarray(rows[..., 1]),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
        )
        profiles[mine] = seen.mean(axis=1).reshape(-1, len(offsets))
    return profiles, offsets


def edge_strength(plane: Image) -> tuple[Singles, Singles]:
    """Edges that run down and across a board seen from above, faint ones lifted, 0 to 1."""
    soft = np.log(plane.astype(np.float32) + 12)
    across = np.abs(cv2.Scharr(soft, cv2.CV_32F, 1, 0)).max(axis=2) / 32
    down = np.abs(cv2.Scharr(soft, cv2.CV_32F, 0, 1)).max(axis=2) / 32
    both = across + down
    floor = float(np.median(both)) + 0.004
    around = cv2.blur(both, (_SCALE, _SCALE))
    strength = both / (both + 0.7 * floor + 0.7 * around)
    lean = (across - down) / (both + 1e-6)
    return (
        np.asarray(strength * np.clip(lean * 1.6, 0, 1), np.float32),
        np.asarray(strength * np.clip(-lean * 1.6, 0, 1), np.float32),
    )


def fitted_grid(
    image: Image, grid: Grid, *, rounds: tuple[float, ...] = _ROUNDS, outer: float = _OUTER
) -> tuple[Grid, float]:
    """The grid where the lines are, and how far they are from it then, in half widths; `outer`: what its
    outermost lines count for, to begin with."""
    edges, raster = unit_edges(grid.board), raster_of(grid.board)
    for reach in rounds:
        profiles, offsets = profiles_of(*edge_strength(grid.view(image, raster)), raster, edges, reach)
        shifts, weights = _centroids(profiles, offsets, edges, outer)
        grid, _ = solved(grid, edges, shifts, weights, free_lens=reach == rounds[-1])
    misfit = np.inf
    for _ in range(_MATCH_ROUNDS):
        shifts, weights = matched_edges(*edge_strength(grid.view(image, raster)), grid.board)
        if not outer:
            weights = np.where(edges.inner, weights, 0.0)
        if np.count_nonzero(weights) < min(_ENOUGH, _HALF * len(weights)):
            return grid, float("inf")
        grid, misfit = solved(grid, edges, shifts, weights, free_lens=True)
    return grid, misfit


def matched_edges(down: Singles, across: Singles, board: Board) -> tuple[Floats, Floats]:
    """Of a view of its plane: how far aside of its place each edge is, and how surely."""
    edges, raster = unit_edges(board), raster_of(board)
    return _matched(*profiles_of(down, across, raster, edges, _MATCH_WIDTH + _MATCH_REACH), edges)


def _centroids(profiles: Floats, offsets: Floats, edges: UnitEdges, outer: float) -> tuple[Floats, Floats]:
    """The middle of what stands out of each profile, and how much that is."""
    over = np.maximum(profiles - np.percentile(profiles, 40, axis=1, keepdims=True), 0)
    # Leaning on the place that is expected keeps a neighbour's line from pulling.
    lean = 1 - 0.7 * (offsets / offsets[-1]) ** 2
    over = over * lean
    mass = over.sum(axis=1) + 1e-9
    shifts = over @ offsets / mass
    weights = over.max(axis=1) * np.where(edges.inner, 1.0, outer)
    return np.asarray(shifts), np.asarray(weights)


def _matched(profiles: Floats, offsets: Floats, edges: UnitEdges) -> tuple[Floats, Floats]:
    """Where each edge is most like the usual line of this board, which looks the same from both sides."""
    reach = round(_MATCH_REACH * _SCALE)
    core = slice(reach, len(offsets) - reach)
    usual = _usual_line(profiles[edges.inner][:, core])
    usual = usual + usual[::-1]
    usual = usual - usual.mean()
    usual /= np.linalg.norm(usual) + 1e-12
    count = 2 * reach + 1
    likeness = np.empty((len(profiles), count))
    width = len(usual)
    for step in range(count):
        part = profiles[:, step : step + width]
        part = part - part.mean(axis=1, keepdims=True)
        likeness[:, step] = part @ usual / (np.linalg.norm(part, axis=1) + 1e-6)
    best = np.argmax(likeness, axis=1)
    inside = np.clip(best, 1, count - 2)
    rows = np.arange(len(profiles))
    low, top, high = (likeness[rows, inside + step] for step in (-1, 0, 1))
    bend = low - 2 * top + high
    part = np.where(np.abs(bend) > 1e-9, (low - high) / (2 * np.where(np.abs(bend) > 1e-9, bend, 1)), 0)
    shifts = (inside - reach + np.clip(part, -1, 1)) / _SCALE
    wanted = np.where(edges.inner, _LIKE, _LIKE + 0.15)
    weights = np.clip((likeness.max(axis=1) - wanted) / (1 - wanted), 0, 1)
    weights[(best == 0) | (best == count - 1)] = 0
    return np.asarray(shifts), np.asarray(weights)


def _usual_line(profiles: Floats) -> Floats:
    """What most of the inner edges look like."""
    return np.asarray(np.median(profiles, axis=0) + 0.2 * profiles.mean(axis=0))


def solved(
    grid: Grid, edges: UnitEdges, shifts: Floats, weights: Floats, *, free_lens: bool
) -> tuple[Grid, float]:
    """The grid that best passes through all shifted edges; a few that are wrong do not count."""
    normals = edges.normals
    seen = grid.to_unit(edges.places + shifts[:, None] * normals)
    near = grid.to_unit(edges.places + 0.05 * normals) - grid.to_unit(edges.places - 0.05 * normals)
    along = grid.to_unit(edges.places + 0.05 * normals[:, ::-1]) - grid.to_unit(
        edges.places - 0.05 * normals[:, ::-1]
    )
    aside = np.stack([-along[:, 1], along[:, 0]], axis=1)
    aside /= np.linalg.norm(aside, axis=1, keepdims=True)
    aside *= np.sign(np.sum(aside * near, axis=1, keepdims=True))
    start = np.concatenate([grid.corners.reshape(-1), [grid.lens.first, grid.lens.second]])
    values = start.copy()

    def gaps(values: Floats) -> Floats:
        one = Grid(values[:8].reshape(4, 2), Lens(float(values[8]), float(values[9])), grid.board)
        return np.asarray(np.sum((one.to_unit(edges.places) - seen) * aside, axis=1))

    count = 10 if free_lens else 8
    misfit = np.inf
    for _ in range(6):
        off = gaps(values)
        spread = max(1.48 * _weighted_median(np.abs(off), weights), _LINE_SPREAD / 3)
        trust = weights / (1 + (off / (2 * spread)) ** 2) ** 2
        jacobian = np.empty((len(off), count))
        for index in range(count):
            nudged = values.copy()
            nudged[index] += _STEP
            jacobian[:, index] = (gaps(nudged) - off) / _STEP
        pull = (trust / spread**2)[:, None] * jacobian
        normal = jacobian.T @ pull + np.eye(count) * 1e-3
        right = -pull.T @ off
        if free_lens:
            normal[8:, 8:] += np.diag(1 / _LENS_SPREAD**2)
            right[8:] -= values[8:] / _LENS_SPREAD**2
        values[:count] += np.linalg.solve(normal, right)
        misfit = float(np.sqrt(np.sum(trust * off**2) / max(float(trust.sum()), 1e-9)))
    lens = Lens(float(np.clip(values[8], -0.45, 0.25)), float(np.clip(values[9], -0.1, 0.1)))
    return Grid(values[:8].reshape(4, 2), lens, grid.board), misfit


def _weighted_median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    if total[-1] <= 0:
        return float(np.median(values))
    return float(values[order][int(np.searchsorted(total, total[-1] / 2))])
