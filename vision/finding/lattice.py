"""Grids of six by five squares in a picture of a plane: every size and place is tried."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import COLUMNS, ROWS
from vision.camera import Floats
from vision.finding.slants import Slant
from vision.frames import Image

Singles = NDArray[np.float32]

_LARGEST: Final = 760
"""Pixels of a plane's picture along a side."""

_PITCHES: Final = (16.0, 104.0)
_STEP: Final = 1.025
_FINEST: Final = 16.0
"""Pixels to a square: what is larger is looked at in less detail."""

_FULL: Final = 0.35
"""Strength of an edge, along a whole square, that is as good as any."""

_BREADTH: Final = 0.05
"""Of a square: how far beside its place a line may be."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A grid on a plane: two corners' distance is a pitch."""

    slant: Slant
    corners: Floats
    """Of the plane, 4 x 2, one after the other round it; from the first to the second are six squares."""
    pitch: float
    score: float

    def in_picture(self) -> Floats:
        """In half widths from the middle."""
        return self.slant.to_unit(self.corners)


def lattices_of(image: Image, slant: Slant, most: int) -> list[Lattice]:
    """`image` is WIDTH wide. The best grids on this plane, best first."""
    view = _View.of(image, slant)
    if view is None:
        return []
    found: list[tuple[float, float, bool, float, float]] = []
    lines = view.lines
    zoom = 1.0
    pitch = _PITCHES[0]
    while pitch < _PITCHES[1]:
        while pitch / zoom > 2 * _FINEST:
            lines = (_shrunk(lines[0]), _shrunk(lines[1]))
            zoom *= 2
        upright = _unit_edges(lines[0], pitch / zoom)
        level = np.ascontiguousarray(_unit_edges(np.ascontiguousarray(lines[1].T), pitch / zoom).T)
        for lying in (True, False):
            found += [
                (score, pitch, lying, x * zoom + (zoom - 1) / 2, y * zoom + (zoom - 1) / 2)
                for score, x, y in _peaks(upright, level, pitch / zoom, lying=lying)
            ]
        pitch *= _STEP
    found.sort(key=lambda one: -one[0])
    kept: list[Lattice] = []
    for score, pitch, lying, x, y in found:
        if len(kept) == most:
            break
        lattice = view.lattice(score, pitch, x, y, lying=lying)
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

    def lattice(self, score: float, pitch: float, x: float, y: float, *, lying: bool) -> Lattice:
        long, short = COLUMNS * pitch, ROWS * pitch
        if lying:
            box = [(0.0, 0.0), (long, 0.0), (long, short), (0.0, short)]
        else:
            box = [(0.0, long), (0.0, 0.0), (short, 0.0), (short, long)]
        corners = self.origin + (np.array(box) + [x, y] + 0.5) / self.scale
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


def _peaks(
    upright: Singles, level: Singles, pitch: float, *, lying: bool
) -> Iterator[tuple[float, float, float]]:
    """Places (of the corner nearest to the origin) where a grid of this pitch explains the edges."""
    columns, rows = (COLUMNS, ROWS) if lying else (ROWS, COLUMNS)
    height, width = upright.shape
    if rows * pitch >= height - 2 or columns * pitch >= width - 2:
        return
    by_line = _summed(_summed(upright, pitch, columns + 1, 1), pitch, rows, 0)
    by_row = _summed(_summed(level, pitch, columns, 1), pitch, rows + 1, 0)
    high, wide = min(by_line.shape[0], by_row.shape[0]), min(by_line.shape[1], by_row.shape[1])
    count = (columns + 1) * rows + columns * (rows + 1)
    score = (by_line[:high, :wide] + by_row[:high, :wide]) / count
    size = 2 * round(pitch / 3) + 1
    top = cv2.dilate(score, np.ones((size, size), np.uint8))
    places = np.argwhere((score == top) & (score > 0.12))
    values = score[places[:, 0], places[:, 1]]
    for index in np.argsort(-values)[:6]:
        y, x = places[index]
        yield float(values[index]), float(x), float(y)


def _unit_edges(down: Singles, pitch: float) -> Singles:
    """At every place: how much of an edge of one square runs down from it, against half a square aside."""
    breadth = max(3, 2 * round(_BREADTH * pitch) + 1)
    near = cv2.dilate(down, np.ones((1, breadth), np.uint8))
    length = max(2, round(pitch))
    summed = cv2.boxFilter(near, -1, (1, length), anchor=(0, 0), borderType=cv2.BORDER_CONSTANT)
    full = np.minimum(summed / _FULL, 1)
    half = round(pitch / 2)
    aside = np.zeros_like(full)
    aside[:, half:] += full[:, :-half]
    aside[:, :-half] += full[:, half:]
    return np.asarray(full - aside / 2, np.float32)


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
