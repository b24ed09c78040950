"""Where a cube's top lies, from nothing but the outline of a square at its height."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.board import Square, column_of, row_of
from vision.cubes.tops import Pose
from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.plane import Raster

OFF_CENTRE: Final = 0.16
"""Of a square: how far a cube may stand off, with room to spare."""

_OFFSETS: Final = np.linspace(-OFF_CENTRE, OFF_CENTRE, 13)
"""Squares off the middle at which an outline is tried."""

_TURNS: Final = np.radians(np.linspace(-15, 15, 11))
"""Radians at which it is."""

_EDGE: Final = 10.0
"""Levels of gradient from which on an edge is as good as any other."""

_POINTS: Final = np.linspace(-0.36, 0.36, 13)
"""Along an edge, in edges: the rounded corners are left out."""


@dataclass(frozen=True, slots=True)
class Gradients:
    raster: Raster
    across: NDArray[np.float32]
    down: NDArray[np.float32]


def gradients(plane: Image, raster: Raster) -> Gradients:
    soft = cv2.GaussianBlur(plane, (0, 0), 1.0).astype(np.float32)
    across = np.asarray(cv2.Scharr(soft, cv2.CV_32F, 1, 0) / 32)
    down = np.asarray(cv2.Scharr(soft, cv2.CV_32F, 0, 1) / 32)
    index = np.argmax(across**2 + down**2, axis=2)[..., None]
    return Gradients(
        raster,
        np.asarray(np.take_along_axis(across, index, 2)[..., 0], np.float32),
        np.asarray(np.take_along_axis(down, index, 2)[..., 0], np.float32),
    )


def centre_of(square: Square) -> Floats:
    return np.array([column_of(square) + 0.5, row_of(square) + 0.5])


def _edges(turns: Floats, edge: float) -> tuple[Floats, Floats]:
    """Points (turn, side, point, 2) in squares, picture directions, and normals (turn, side, 2)."""
    sides = []
    for normal in ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)):
        along = np.array([-normal[1], normal[0]])
        sides.append(np.asarray(normal) * edge / 2 + _POINTS[:, None] * edge * along)
    square = np.array(sides)
    normals = np.array([(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)])
    turn = np.array([[np.cos(turns), -np.sin(turns)], [np.sin(turns), np.cos(turns)]]).transpose(2, 0, 1)
    return np.einsum("tij,spj->tspi", turn, square), np.einsum("tij,sj->tsi", turn, normals)


def strength_at(seen: Gradients, places: Floats, turns: Floats, edge: float) -> Floats:
    """How well the outline of a square is seen at places (P, 2) with turns (T): P x T, from 0 to 1."""
    by_side = sides_at(seen, places, turns, edge)
    return np.asarray(by_side.mean(axis=2) * 0.6 + by_side.min(axis=2) * 0.4)


def sides_at(seen: Gradients, places: Floats, turns: Floats, edge: float) -> Floats:
    """The same of each of its four sides: P x T x 4."""
    points, normals = _edges(turns, edge)
    scale = seen.raster.scale
    middles = seen.raster.to_pixels(places)
    index = np.rint(middles[:, None, None, None] + scale * points[None]).astype(np.int32)
    rows, columns = seen.across.shape
    x = np.clip(index[..., 0], 0, columns - 1)
    y = np.clip(index[..., 1], 0, rows - 1)
    across, down = normals[None, :, :, None, 0], normals[None, :, :, None, 1]
    slope = np.abs(seen.across[y, x] * across + seen.down[y, x] * down)
    return np.asarray(np.tanh(slope / _EDGE).mean(axis=3))


def find_outline(seen: Gradients, square: Square, edge: float) -> tuple[Pose, float]:
    """The best pose of a square of this edge on a square of the board, and its strength."""
    shift = np.stack(np.meshgrid(_OFFSETS, _OFFSETS, indexing="ij"), axis=-1).reshape(-1, 2)
    places = centre_of(square) + shift
    strength = strength_at(seen, places, _TURNS, edge)
    place, turn = np.unravel_index(int(np.argmax(strength)), strength.shape)
    x, y = places[place]
    return Pose(float(x), float(y), float(_TURNS[turn])), float(strength[place, turn])
