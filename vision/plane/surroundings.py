"""What reaches over the grid's edge from beside it: an arm comes from afar, a spare cube stands there."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.board import COLUMNS, ROWS
from vision.camera import Camera, Floats
from vision.frames import Image
from vision.plane import Raster, maps_of
from vision.tops import HALF, Singles, median, total

Mask = NDArray[np.bool_]

_RASTER: Final = Raster(scale=6, margin=3.0)
_HEIGHT: Final = 0.3
"""Squares over the board, where hands are about."""

_HALVINGS: Final = 2
_SHRINK: Final = 2**_HALVINGS
_BORDER: Final = 4.0
"""Pixels at a picture's edge that are not looked at."""

_FLOOR: Final = 10.0
_LOGS: Final = np.log(np.arange(256, dtype=np.float32) + _FLOOR).astype(np.float32)
_TINT: Final = 0.15
_SHADOW_TINT: Final = 0.2
_BRIGHT: Final = 0.3
_DARK: Final = 2.2
"""Logarithms of colour and brightness from which on something else is there, beyond what shadows do."""

_ROUNDS: Final = 3
_SPREAD: Final = 0.15
_HELD: Final = np.diag([1e-6, 1e-3, 1e-3]).astype(np.float32)

_BESIDE: Final = 0.1
_FAR: Final = 1.3
"""Squares beside the grid: where looking starts, and how far only arms go; spare cubes end before."""

_TOUCHING: Final = 3
_CROSSING: Final = 2
"""Pixels of contact with the grid or a cube on it, and with the rim of what is seen closely."""

_CLOSE: Final = np.ones((3, 3), np.uint8)


class Surroundings:
    def __init__(self, camera: Camera, empty: Image, grid: Mask) -> None:
        """`grid` is where the board's squares lie on the raster of the tops."""
        across, down = maps_of(camera, _RASTER, _HEIGHT)
        width, height = camera.size
        self._seen = (across > _BORDER) & (across < width - 1 - _BORDER)
        self._seen &= (down > _BORDER) & (down < height - 1 - _BORDER)
        self._maps = (across + 0.5) / _SHRINK - 0.5, (down + 0.5) / _SHRINK - 0.5
        points = _RASTER.grid()
        x, y = points[..., 0], points[..., 1]
        self._away = np.maximum(np.maximum(-x, x - COLUMNS), np.maximum(-y, y - ROWS))
        self._beside = self._seen & (self._away > _BESIDE)
        terms = np.stack([np.ones_like(x), x / COLUMNS - 0.5, y / ROWS - 0.5], axis=-1)
        self._places = np.flatnonzero(self._beside)
        self._terms = terms.reshape(-1, 3)[self._places].astype(np.float32)
        self._empty = self._logs(empty).reshape(-1, 3)[self._places]
        self._grid = grid
        self._nowhere = np.zeros(grid.shape, bool)
        rim = np.zeros(grid.shape, bool)
        rim[0], rim[-1], rim[:, 0], rim[:, -1] = True, True, True, True
        self._rim = rim & ~grid
        self._rim_places = np.flatnonzero(self._rim)
        columns, rows = np.rint(_RASTER.to_pixels(HALF.grid()[self._rim])).astype(np.intp).T
        self._seen_at_rim = rows, columns

    def reaching(self, image: Image, other: Mask, hidden: Mask) -> tuple[float, Mask]:
        """The area, in squares, of the largest thing beside the grid that comes from afar and touches it,
        and where it does.

        `other` is what is seen closely and is not the board, `hidden` what the cubes on it explain.
        """
        outside = other & ~hidden & ~self._grid
        if np.count_nonzero(outside & self._rim) < _CROSSING:
            return 0.0, self._nowhere
        count, labels = cv2.connectedComponents(outside.view(np.uint8))
        touched = cv2.dilate((self._grid | hidden).view(np.uint8), _CLOSE, iterations=2).view(bool)
        touching = np.bincount(labels[outside & touched], minlength=count) >= _TOUCHING
        touching &= np.bincount(labels[outside & self._rim], minlength=count) >= _CROSSING
        touching[0] = False
        if not touching.any():
            return 0.0, self._nowhere
        far = cv2.dilate(np.asarray(self._extents(image), np.float32), _CLOSE)
        at_rim = labels.reshape(-1)[self._rim_places]
        arms = np.unique(at_rim[touching[at_rim] & (far[self._seen_at_rim] > _FAR)])
        areas = np.bincount(labels.reshape(-1), minlength=count)
        if not len(arms):
            return 0.0, self._nowhere
        largest = arms[areas[arms].argmax()]
        return float(areas[largest] / HALF.scale**2), (labels == largest) & touched

    def _extents(self, image: Image) -> Floats:
        """How far from the grid, in squares, the thing goes that is seen here; 0 where there is none."""
        there = np.zeros(self._beside.shape, bool)
        there.reshape(-1)[self._places] = self._off(image) > 1
        count, labels = cv2.connectedComponents(there.view(np.uint8))
        extents = np.zeros(count)
        for label in range(1, count):
            extents[label] = self._away[labels == label].max()
        return np.asarray(extents[labels])

    def _off(self, image: Image) -> Singles:
        """How far each place beside the grid is from the empty picture, apart from its light: from 1 on,
        something else is there."""
        values = self._logs(image).reshape(-1, 3)[self._places] - self._empty
        light = np.zeros((3, 3), np.float32)
        light[0] = median(np.ascontiguousarray(values.T)) if len(values) else 0.0
        for _ in range(_ROUNDS):
            gap = _largest(np.abs(values - self._terms @ light))
            weighted = self._terms * (1 / (1 + (gap / _SPREAD) ** 2) ** 2)[:, None]
            power = weighted.T @ self._terms
            light = np.linalg.solve(power + (power[0, 0] + 1e-6) * _HELD, weighted.T @ values)
        values -= self._terms @ light
        bright = total(values) / 3
        tint = _largest(np.abs(values - bright[:, None]))
        excess = tint / (_TINT + _SHADOW_TINT * np.maximum(-bright, 0))
        return np.asarray(np.maximum(np.maximum(excess, bright / _BRIGHT), -bright / _DARK), np.float32)

    def _logs(self, image: Image) -> Singles:
        small: NDArray[Any] = image
        for _ in range(_HALVINGS):  # OpenCV halves a picture several times as fast as it quarters one.
            small = cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        seen = cv2.remap(small, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cv2.LUT(np.asarray(seen, np.uint8), _LOGS), np.float32)


def _largest(values: Singles) -> Singles:
    """Of three channels."""
    return np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2])
