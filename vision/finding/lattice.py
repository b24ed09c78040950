"""Grids of a board's squares in a picture of a plane: every size and place is tried."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.board import Board
from vision.finding.grid import BOARD
from vision.finding.slants import Slant
from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.channels import Singles

_LARGEST: Final = 760
"""Pixels of a plane's picture along a side."""

_PITCHES: Final = (16.0, 104.0)
"""Pixels to a square that are tried, from the least to the most."""

_STEP: Final = 1.025
"""Ratio of one to the next, unless another is asked for."""

_FINEST: Final = 16.0
"""Pixels to a square: what is larger than twice that is looked at in less detail."""

_FULL: Final = 0.35
"""Strength of an edge, along a whole square, that is as good as any."""

_BREADTH: Final = 0.05
"""Of a square: how far beside its place a line may be."""


_SQUARE: Final = (1.0,)


@dataclass(frozen=True, slots=True)
class _Size:
    """A grid's squares as they lie on the plane's picture, in its pixels."""

    columns: int
    rows: int
    across: float
    down: float
    lying: bool

    @classmethod
    def of(cls, board: Board, pitch: float, shape: float, *, lying: bool) -> "_Size":
        """`shape`: how much higher the board's squares are than wide."""
        if lying:
            return cls(board.columns, board.rows, pitch, pitch * shape, lying)
        return cls(board.rows, board.columns, pitch * shape, pitch, lying)


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A grid on a plane: two corners' distance is a pitch."""

    slant: Slant
    corners: Floats
    """Of the plane, 4 x 2, one after the other round it; from the first to the second are the columns."""
    pitch: float
    """From one column to the next."""
    score: float

    def in_picture(self) -> Floats:
        """In half widths from the middle."""
        return self.slant.to_unit(self.corners)


def lattices_of(
    image: Image,
    slant: Slant,
    most: int,
    board: Board = BOARD,
    shapes: Sequence[float] = _SQUARE,
    step: float = _STEP,
    least: float = _PITCHES[0],
) -> list[Lattice]:
    """`image` is WIDTH wide. The best grids on this plane, best first.

    `shapes`: how much higher its squares may be than wide; `step`: ratio of one size that is tried to the
    next; `least`: pixels to a square, from which on.
    """
    view = _View.of(image, slant)
    if view is None:
        return []
    found: list[tuple[float, float, float, bool, float, float]] = []
    lines = view.lines
    zoom = 1.0
    pitch = least
    while pitch < _PITCHES[1]:
        while pitch / zoom > 2 * _FINEST:
            lines = (_shrunk(lines[0]), _shrunk(lines[1]))
            zoom *= 2
        for shape in shapes:
            edges: dict[tuple[float, float], tuple[Singles, Singles]] = {}
            for lying in (True, False):
                size = _Size.of(board, pitch / zoom, shape, lying=lying)
                if (square := (size.across, size.down)) not in edges:
                    edges[square] = _edges_of_squares(lines, *square)
                found += [
                    (score, pitch, shape, lying, x * zoom + (zoom - 1) / 2, y * zoom + (zoom - 1) / 2)
                    for score, x, y in _peaks(*edges[square], size)
                ]
        pitch *= step
    found.sort(key=lambda one: -one[0])
    kept: list[Lattice] = []
    for score, pitch, shape, lying, x, y in found:
        if len(kept) == most:
            break
        lattice = view.lattice(score, _Size.of(board, pitch, shape, lying=lying), x, y)
        if all(_apart(lattice, other) for other in kept):
            kept.append(lattice)
    return kept


def _apart(one: Lattice, other: Lattice) -> bool:
    """Whether a corner of one is a quarter of a square from all of the other's."""
    gaps = np.linalg.norm(one.corners[:, None] - other.corners[None], axis=2).min(axis=1)
    return bool(gaps.max() > 0.3 * min(one.pitch, other.pitch))


class _View:
    """The plane's picture: edges along both directions."""

    def __init__(self, slant: Slant, origin: Floats, scale: float, lines: tuple[Singles, Singles]) -> None:
        self.slant, self.origin, self.scale, self.lines = slant, origin, scale, lines

    @classmethod
    def of(cls, image: Image, slant: Slant) -> "_View | None":
        height, width = image.shape[:2]
        ratio = height / width
        line = np.linspace(-1, 1, 15)
        border = np.concatenate(
            [
                np.column_stack([line, np.full(15, -ratio)]),
                np.column_stack([line, np.full(15, ratio)]),
                np.column_stack([np.full(15, -1.0), line * ratio]),
                np.column_stack([np.full(15, 1.0), line * ratio]),
            ]
        )
        seen = slant.to_plane(border)
        if np.isnan(seen).any():
            seen = seen[~np.isnan(seen).any(axis=1)]
        if len(seen) < 8:
            return None
        low, high = seen.min(axis=0), seen.max(axis=0)
        middle = slant.to_plane(np.zeros((1, 2)))[0]
        low, high = np.maximum(low, middle - 2), np.minimum(high, middle + 2)
        scale = width / 2 * slant.focus * float(slant.turn[2, 2])
        scale = min(scale, _LARGEST / float((high - low).max()))
        columns, rows = np.ceil((high - low) * scale).astype(int)
        xs, ys = np.meshgrid(np.arange(columns), np.arange(rows))
        points = low + (np.stack([xs, ys], axis=-1) + 0.5) / scale
        unit = slant.to_unit(points)
        pixels = (unit * (width / 2) + [(width - 1) / 2, (height - 1) / 2]).astype(np.float32)
        seen_there = (np.abs(unit[..., 0]) < 0.995) & (np.abs(unit[..., 1]) < 0.995 * ratio)
        plane = cv2.remap(
            image,
            np.ascontiguousarray(pixels[..., 0]),
            np.ascontiguousarray(pixels[..., 1]),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        inside = cv2.erode(seen_there.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(np.float32)
        return cls(slant, low, scale, lines_of(np.asarray(plane, np.uint8), inside))

    def lattice(self, score: float, size: "_Size", x: float, y: float) -> Lattice:
        right, down = size.columns * size.across, size.rows * size.down
        if size.lying:
            box = [(0.0, 0.0), (right, 0.0), (right, down), (0.0, down)]
        else:
            box = [(0.0, down), (0.0, 0.0), (right, 0.0), (right, down)]
        corners = self.origin + (np.array(box) + [x, y] + 0.5) / self.scale
        pitch = size.across if size.lying else size.down
        return Lattice(self.slant, corners, pitch / self.scale, score)


def lines_of(plane: Image, inside: Singles) -> tuple[Singles, Singles]:
    """Edges that run down and edges that run across, 0 to 1, faint ones lifted."""
    soft = np.log(plane.astype(np.float32) + 12)
    across, down = np.abs(cv2.Sobel(soft, cv2.CV_32F, 1, 0)), np.abs(cv2.Sobel(soft, cv2.CV_32F, 0, 1))
    across, down = across.max(axis=2) / 8, down.max(axis=2) / 8
    both = across + down
    floor = float(np.median(both)) + 0.006
    around = cv2.blur(both, (31, 31))
    strength = both / (both + 0.7 * floor + 0.7 * around)
    lean = (across - down) / (both + 1e-6)
    running_down = strength * np.clip(lean * 1.6, 0, 1) * inside
    running_across = strength * np.clip(-lean * 1.6, 0, 1) * inside
    return np.asarray(running_down, np.float32), np.asarray(running_across, np.float32)


def _shrunk(values: Singles) -> Singles:
    rows, columns = values.shape
    half = (max(columns // 2, 1), max(rows // 2, 1))
    return np.asarray(
        cv2.resize(values[: rows // 2 * 2, : columns // 2 * 2], half, interpolation=cv2.INTER_AREA)
    )


def _edges_of_squares(lines: tuple[Singles, Singles], across: float, down: float) -> tuple[Singles, Singles]:
    """At every place: how much of a square's left edge begins there, and of its upper edge."""
    upright = _unit_edges(lines[0], down, across)
    return upright, np.ascontiguousarray(_unit_edges(np.ascontiguousarray(lines[1].T), across, down).T)


def _peaks(upright: Singles, level: Singles, size: _Size) -> Iterator[tuple[float, float, float]]:
    """Places (of the corner nearest to the origin) where a grid of this size explains the edges."""
    columns, rows, across, down = size.columns, size.rows, size.across, size.down
    height, width = upright.shape
    if rows * down >= height - 2 or columns * across >= width - 2:
        return
    by_line = _summed(_summed(upright, across, columns + 1, 1), down, rows, 0)
    by_row = _summed(_summed(level, across, columns, 1), down, rows + 1, 0)
    high, wide = min(by_line.shape[0], by_row.shape[0]), min(by_line.shape[1], by_row.shape[1])
    count = (columns + 1) * rows + columns * (rows + 1)
    score = (by_line[:high, :wide] + by_row[:high, :wide]) / count
    apart = 2 * round(min(across, down) / 3) + 1
    top = cv2.dilate(score, np.ones((apart, apart), np.uint8))
    places = np.argwhere((score == top) & (score > 0.12))
    values = score[places[:, 0], places[:, 1]]
    for index in np.argsort(-values)[:6]:
        y, x = places[index]
        yield float(values[index]), float(x), float(y)


def _unit_edges(down: Singles, long: float, aside: float) -> Singles:
    """At every place: how much of an edge of one square runs down from it, against half a square aside."""
    breadth = max(3, 2 * round(_BREADTH * aside) + 1)
    near = cv2.dilate(down, np.ones((1, breadth), np.uint8))
    length = max(2, round(long))
    summed = cv2.boxFilter(near, -1, (1, length), anchor=(0, 0), borderType=cv2.BORDER_CONSTANT)
    full = np.minimum(summed / _FULL, 1)
    half = round(aside / 2)
    beside = np.zeros_like(full)
    beside[:, half:] += full[:, :-half]
    beside[:, :-half] += full[:, half:]
    return np.asarray(full - beside / 2, np.float32)


def _summed(values: Singles, pitch: float, count: int, axis: int) -> Singles:
    """Sum of values at a place and at `count` - 1 further ones, a pitch apart."""
    steps = [round(index * pitch) for index in range(count)]
    length = values.shape[axis] - steps[-1]
    total: Singles | None = None
    for step in steps:
        part = values[step : step + length] if axis == 0 else values[:, step : step + length]
        if total is None:
            total = part.copy()
        else:
            total += part
    assert total is not None
    return total
