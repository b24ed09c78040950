"""What reaches over the grid's edge from beside it: an arm comes from afar, a spare piece lies there."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.plane.camera import Camera, Floats
from vision.plane.channels import Mask, Singles, largest, median, total
from vision.plane.plane import Raster, maps_of

_SCALE: Final = 6
"""Pixels to a square."""

_MARGIN: Final = 3.0
"""Squares around the grid that are looked at."""

_HEIGHT: Final = 0.3
"""Squares over the board, where hands are about."""

_HALVINGS: Final = 2
"""Of the picture, before it is looked at so coarsely."""

_SHRINK: Final = 2**_HALVINGS
"""So many of its pixels become one, across and down."""

_BORDER: Final = 4.0
"""Pixels at a picture's edge that are not looked at."""

_FLOOR: Final = 10.0
"""Levels added before a logarithm, so that noise in the dark stays small."""

_LOGS: Final = np.log(np.arange(256, dtype=np.float32) + _FLOOR).astype(np.float32)
"""Logarithm of brightness by level."""

_TINT: Final = 0.15
"""Logarithm by which a colour may leave the light's; beyond, something else is there."""

_SHADOW_TINT: Final = 0.2
"""How much more it may for each e-fold that it is darker: shadows are coloured."""

_BRIGHT: Final = 0.3
"""Logarithm by which something may be brighter: no shadow is."""

_DARK: Final = 2.2
"""Logarithm by which it may be darker: a ninth of the light is left in the deepest shadow."""

_ROUNDS: Final = 3
"""In which the light beside the board is fitted, things that lie there outvoted."""

_SPREAD: Final = 0.15
"""Logarithm by which a place may leave that light until it counts a quarter."""

_HELD: Final = np.diag([1e-6, 1e-3, 1e-3]).astype(np.float32)
"""Share of all weights that holds level and slopes back."""

_BESIDE: Final = 0.1
"""Squares beside the grid where looking starts."""

_FAR: Final = 1.3
"""Squares beside the grid as far as only arms go; spare pieces end before."""

_THIN: Final = 3
"""Pixels: what is narrower than half of these, a line that lies a little elsewhere or noise, is no arm."""

_PERHAPS: Final = 0.6
"""The same measure for what goes on from something over the grid that alone would prove nothing."""

_TOUCHING: Final = 3
"""Pixels of contact with the grid or a piece on it."""

_CROSSING: Final = 2
"""Pixels of contact with the rim of what is seen closely."""

_FINGERS: Final = 2
"""Things that come to one piece from beyond what is seen closely: of 145 clear pictures of eleven tables none
has two, with pieces beside the grid or without."""

_CLOSE: Final = np.ones((3, 3), np.uint8)


class Surroundings:
    def __init__(self, camera: Camera, empty: Image, close: Raster, grid: Mask) -> None:
        """`close` is the raster on which the board is looked at, `grid` where its squares lie there."""
        raster = Raster(camera.board, _SCALE, _MARGIN)
        across, down = maps_of(camera, raster, _HEIGHT)
        width, height = camera.size
        self._seen = (across > _BORDER) & (across < width - 1 - _BORDER)
        self._seen &= (down > _BORDER) & (down < height - 1 - _BORDER)
        self._maps = (across + 0.5) / _SHRINK - 0.5, (down + 0.5) / _SHRINK - 0.5
        points = raster.points()
        x, y = points[..., 0], points[..., 1]
        columns, rows = camera.board.columns, camera.board.rows
        self._away = np.maximum(np.maximum(-x, x - columns), np.maximum(-y, y - rows))
        self._beside = self._seen & (self._away > _BESIDE)
        terms = np.stack([np.ones_like(x), x / columns - 0.5, y / rows - 0.5], axis=-1)
        self._places = np.flatnonzero(self._beside)
        self._terms = terms.reshape(-1, 3)[self._places].astype(np.float32)
        self._empty = self._logs(empty).reshape(-1, 3)[self._places]
        self._grid = grid
        self._nowhere = np.zeros(grid.shape, bool)
        rim = np.zeros(grid.shape, bool)
        rim[0], rim[-1], rim[:, 0], rim[:, -1] = True, True, True, True
        self._rim = rim & ~grid
        self._rim_places = np.flatnonzero(self._rim)
        right, down = np.rint(raster.to_pixels(close.points()[self._rim])).astype(np.intp).T
        self._seen_at_rim = down, right
        self._per_square = close.scale**2

    def reaching(self, image: Image, other: Mask, hidden: Mask, within: Mask) -> tuple[float, Mask]:
        """The area, in squares, of the largest thing beside the grid that comes from afar and touches it, or
        of fingers that hold a piece at its edge, and where they do.

        `other` is what is seen closely and is not the board, `hidden` what the pieces on it explain, `within`
        what perhaps covers the grid: of what goes on from there less needs to be seen beside it.
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
        fingers = _fingers(labels, np.flatnonzero(touching), hidden)
        if len(fingers):
            holding = np.isin(labels, fingers)
            return float(np.count_nonzero(holding) / self._per_square), holding & touched
        off = self._off(image)
        arms = self._from_afar(labels, touching, off > 1)
        around = cv2.dilate(within.view(np.uint8), _CLOSE, iterations=2).view(bool)
        going_on = touching & (np.bincount(labels[outside & around], minlength=count) >= _TOUCHING)
        if going_on.any():
            arms = np.union1d(arms, self._from_afar(labels, going_on, off > _PERHAPS))
        if not len(arms):
            return 0.0, self._nowhere
        areas = np.bincount(labels.reshape(-1), minlength=count)
        greatest = arms[areas[arms].argmax()]
        return float(areas[greatest] / self._per_square), (labels == greatest) & touched

    def _from_afar(self, labels: NDArray[Any], touching: Mask, there: Mask) -> NDArray[Any]:
        """Which of the things (by label) go on to where only arms come from."""
        far = cv2.dilate(np.asarray(self._extents(there), np.float32), _CLOSE)
        at_rim = labels.reshape(-1)[self._rim_places]
        return np.unique(at_rim[touching[at_rim] & (far[self._seen_at_rim] > _FAR)])

    def _extents(self, there: Mask) -> Floats:
        """How far from the grid, in squares, the thing goes that is seen here; 0 where there is none."""
        count, labels = cv2.connectedComponents(there.view(np.uint8))
        extents = np.zeros(count)
        for label in range(1, count):
            extents[label] = self._away[labels == label].max()
        return np.asarray(extents[labels])

    def _off(self, image: Image) -> Singles:
        """How far each place beside the grid is from the empty picture, apart from its light: from 1 on,
        something else is there. 0 elsewhere."""
        values = self._logs(image).reshape(-1, 3)[self._places] - self._empty
        light = np.zeros((3, 3), np.float32)
        light[0] = median(np.ascontiguousarray(values.T)) if len(values) else 0.0
        for _ in range(_ROUNDS):
            gap = largest(np.abs(values - self._terms @ light))
            weighted = self._terms * (1 / (1 + (gap / _SPREAD) ** 2) ** 2)[:, None]
            power = weighted.T @ self._terms
            light = np.linalg.solve(power + (power[0, 0] + 1e-6) * _HELD, weighted.T @ values)
        values -= self._terms @ light
        bright = total(values) / 3
        tint = largest(np.abs(values - bright[:, None]))
        excess = tint / (_TINT + _SHADOW_TINT * np.maximum(-bright, 0))
        off = np.zeros(self._beside.shape, np.float32)
        off[self._beside] = np.maximum(np.maximum(excess, bright / _BRIGHT), -bright / _DARK)
        return np.asarray(cv2.medianBlur(off, _THIN), np.float32)

    def _logs(self, image: Image) -> Singles:
        small: NDArray[Any] = image
        for _ in range(_HALVINGS):  # OpenCV halves a picture several times as fast as it quarters one.
            small = cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        seen = cv2.remap(small, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cv2.LUT(np.asarray(seen, np.uint8), _LOGS), np.float32)


def _fingers(labels: NDArray[Any], things: NDArray[Any], hidden: Mask) -> NDArray[Any]:
    """Which of these things (by label) come to one piece together."""
    if len(things) < _FINGERS:
        return things[:0]
    count, pieces = cv2.connectedComponents(hidden.view(np.uint8))
    near = cv2.dilate(pieces.astype(np.uint8), _CLOSE, iterations=2)
    at = [np.bincount(near[labels == thing], minlength=count)[1:] >= _TOUCHING for thing in things.tolist()]
    held = np.stack(at)
    return np.asarray(things[held[:, held.sum(axis=0) >= _FINGERS].any(axis=1)])
