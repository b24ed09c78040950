"""Boxes with rounded edges, seen by casting a ray through every half pixel."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.virtual.scenes.optics import DrawnLens, Floats, Map

_MARCHES: Final = 4
_REMAP_WIDTH: Final = 512


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A box in the world; faces of the texture atlas stand side by side as -x +x -y +y -z +z."""

    middle: Floats
    axes: Floats
    """Takes the box's own axes to the world's."""
    half: Floats
    rounding: float
    atlas: NDArray[np.float32] | NDArray[np.uint16]
    """Linear light, height x 6 height x 3; in whole numbers 65535 is white."""
    gloss: float = 0.1
    upright: bool = False
    """Not a box but the upright cylinder in it."""

    def corners(self) -> Floats:
        """Points whose hull is the whole solid."""
        if self.upright:
            angles = np.arange(24) * (np.pi / 12)
            ring = np.stack([np.cos(angles), np.sin(angles), np.ones(24)], axis=1)
            both = np.concatenate([ring, ring * [1, 1, -1]])
            return np.asarray(self.middle + (both * self.half) @ self.axes.T, dtype=np.float64)
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
        return np.asarray(self.middle + (signs * self.half) @ self.axes.T, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """What a box shows in a window of the picture, at twice the resolution, before any light."""

    left: int
    top: int
    hit: NDArray[np.bool_]
    """(2 height, 2 width)"""
    places: Map
    """World points where hit, (n, 3)."""
    normals: Map
    albedo: Map
    """Linear light, blue green red, (n, 3)."""

    @property
    def size(self) -> tuple[int, int]:
        """Height and width in pixels."""
        return self.hit.shape[0] // 2, self.hit.shape[1] // 2


def window_of(pixels: Floats, lens: DrawnLens, margin: int = 2) -> tuple[int, int, int, int]:
    """Left, top, right, bottom around points, cut to the picture (right and bottom excluded)."""
    low = np.floor(pixels.min(axis=0)).astype(int) - margin
    high = np.ceil(pixels.max(axis=0)).astype(int) + margin + 1
    return (
        int(np.clip(low[0], 0, lens.place.width)),
        int(np.clip(low[1], 0, lens.place.height)),
        int(np.clip(high[0], 0, lens.place.width)),
        int(np.clip(high[1], 0, lens.place.height)),
    )


def _rounded_distance(points: Map, half: Map, rounding: np.float32) -> Map:
    outside = np.abs(points) - (half - rounding)
    inside = np.minimum(np.maximum(np.maximum(outside[:, 0], outside[:, 1]), outside[:, 2]), 0)
    clipped = np.maximum(outside, 0)
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", clipped, clipped)) + inside - rounding, dtype=np.float32)


def _slabs(origin: Map, along: Map, half: Map) -> tuple[Map, Map]:
    """How far along a ray enters and leaves the sharp box; it misses where it leaves first."""
    nears, fars = [], []
    with np.errstate(divide="ignore", invalid="ignore"):
        for axis in range(3):
            one = (-half[axis] - origin[..., axis]) / along[:, axis]
            other = (half[axis] - origin[..., axis]) / along[:, axis]
            nears.append(np.minimum(one, other))
            fars.append(np.maximum(one, other))
        near = np.maximum(np.maximum(nears[0], nears[1]), nears[2])
        far = np.minimum(np.minimum(fars[0], fars[1]), fars[2])
    return near, far


def _entered(origin: Map, along: Map, half: Map) -> tuple[NDArray[np.bool_], Map]:
    """Which rays meet the sharp box, and how far along they do."""
    near, far = _slabs(origin, along, half)
    return (near <= far) & (near > 0), near


def _entered_upright(origin: Map, along: Map, half: Map) -> tuple[NDArray[np.bool_], Map]:
    """The same for the cylinder that stands in the box."""
    o, d = origin[:2] / half[:2], along[:, :2] / half[:2]
    square = np.einsum("ij,ij->i", d, d)
    middle = -(d @ o) / square
    reach = middle * middle - (float(o @ o) - 1) / square
    root = np.sqrt(np.maximum(reach, 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (-half[2] - origin[2]) / along[:, 2], (half[2] - origin[2]) / along[:, 2]
    near = np.maximum(middle - root, np.minimum(one, other))
    far = np.minimum(middle + root, np.maximum(one, other))
    return (reach > 0) & (near <= far) & (near > 0), np.asarray(near, dtype=np.float32)


def seen(box: Box, lens: DrawnLens) -> Surface | None:
    """None where the box is out of the picture."""
    left, top, right, bottom = window_of(lens.project(box.corners()), lens)
    if right - left < 1 or bottom - top < 1:
        return None
    window = lens.rays(left, top, right, bottom)
    rays = cv2.resize(window, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
    shape = rays.shape[:2]
    to_box = (box.axes.T @ lens.rotation.T).astype(np.float32)
    flat = rays.reshape(-1, 2)
    along = flat @ to_box[:, :2].T + to_box[:, 2]
    origin = (box.axes.T @ (lens.centre - box.middle)).astype(np.float32)
    half, rounding = box.half.astype(np.float32), np.float32(box.rounding)
    hit, near = (_entered_upright if box.upright else _entered)(origin, along, half)
    chosen = np.flatnonzero(hit)
    along = along[chosen]
    points = origin + near[chosen, None] * along
    inner = half - rounding
    beyond = np.abs(points) > inner - rounding * 0.1
    edgy = np.flatnonzero(beyond[:, 0].astype(np.uint8) + beyond[:, 1] + beyond[:, 2] >= 2)
    if len(edgy) and not box.upright:
        ways = along[edgy]
        ways = ways / np.sqrt(np.einsum("ij,ij->i", ways, ways))[:, None]
        marched = points[edgy]
        for _ in range(_MARCHES):
            gap = _rounded_distance(marched, half, rounding)
            marched = marched + ways * gap[:, None]
        points[edgy] = marched
        stays = np.ones(len(chosen), dtype=bool)
        stays[edgy] = _rounded_distance(marched, half, rounding) < rounding * 0.08
        chosen, points = chosen[stays], points[stays]
    if not len(chosen):
        return None
    normals = points - np.clip(points, -inner, inner)
    if box.upright:
        normals = points * np.array([1, 1, 0], dtype=np.float32)
        normals[points[:, 2] > half[2] * np.float32(0.999)] = (0, 0, 1)
    normals /= np.maximum(np.sqrt(np.einsum("ij,ij->i", normals, normals)), 1e-6)[:, None]
    mask = np.zeros(shape[0] * shape[1], dtype=bool)
    mask[chosen] = True
    turn = box.axes.astype(np.float32)
    return Surface(
        left,
        top,
        mask.reshape(shape),
        np.asarray(points @ turn.T + box.middle.astype(np.float32), dtype=np.float32),
        np.asarray(normals @ turn.T, dtype=np.float32),
        _painted(box, points, normals),
    )


def _painted(box: Box, points: Map, normals: Map) -> Map:
    """The texture where each point lies, by the face its normal looks out of."""
    face_size = box.atlas.shape[0]
    axis = np.argmax(np.abs(normals), axis=1)
    row = np.arange(len(points))
    positive = normals[row, axis] > 0
    unit = points / (2 * box.half.astype(np.float32)) + np.float32(0.5)
    across = unit[row, _ACROSS[axis]]
    down = unit[row, _DOWN[axis]]
    x = np.clip(across, 0, 1) * (face_size - 1) + (axis * 2 + positive) * face_size
    y = np.clip(down, 0, 1) * (face_size - 1)
    rows = -(-len(x) // _REMAP_WIDTH)
    wide = np.zeros((2, rows * _REMAP_WIDTH), dtype=np.float32)
    wide[0, : len(x)], wide[1, : len(x)] = x, y
    maps = wide.reshape(2, rows, _REMAP_WIDTH)
    painted = cv2.remap(box.atlas, maps[0], maps[1], cv2.INTER_LINEAR).reshape(-1, 3)[: len(x)]
    white = 65535 if box.atlas.dtype == np.uint16 else 1
    return np.asarray(painted * np.float32(1 / white), dtype=np.float32)


_ACROSS: Final = np.array([1, 0, 0])
"""For each of the box's own axes, the one that runs along a face's columns in the atlas."""
_DOWN: Final = np.array([2, 2, 1])
"""The same along its rows."""


def occlusion(box: Box, places: Map, ways: Map) -> NDArray[np.bool_]:
    """Which places have the box between them and the end of their way to the light, (n, 3) each."""
    turn = box.axes.astype(np.float32)
    origin = (places - box.middle.astype(np.float32)) @ turn
    along = ways @ turn
    near, far = _slabs(origin, along, box.half.astype(np.float32))
    return np.asarray((near <= far) & (far > 0) & (near < 1), dtype=np.bool_)
