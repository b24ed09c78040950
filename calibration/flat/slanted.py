"""The plane on which pieces of one size lie in rows, from nothing but their outlines."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.flat.ground import Ground
from vision.flat.outlines import outlines_in
from vision.frames import Image
from vision.plane.camera import Floats, Lens, to_unit

_SIDES: Final = (1.05, 2.2)
"""Times as long as wide, about, pieces are in a picture; their long sides may lie either way."""

_AREA: Final = 0.35
"""Of the logarithm: by how much outlines of pieces of one size differ, near and far."""

_FOCUS: Final = 1.8
"""Focal length in half widths, as cameras over tables have it."""
_FOCUS_SPREAD: Final = 0.25
"""Spread of its logarithm."""
_LENS_SPREAD: Final = 0.05
"""Spread of the lens's first term."""
_SLANT_SPREAD: Final = 0.6
"""Spread of the slant (tangent), each way."""

_NOISE: Final = 0.006
"""Of a side: by how much an outline is off."""

_ROUNDS: Final = 12
"""Steps of the fit."""
_STARTS: Final = (-0.45, -0.15, 0.15, 0.45)
"""Slants (tangents) from which it begins, both ways."""

_STEP: Final = 1e-4
_FEWEST: Final = 4


@dataclass(frozen=True, slots=True)
class _Slant:
    """How the plane lies before the camera."""

    across: float
    along: float
    focus: float
    """Its logarithm against the usual one."""
    bend: float

    def values(self) -> Floats:
        return np.array([self.across, self.along, self.focus, self.bend])


def ground_under(images: list[Image]) -> Ground | None:
    """A unit is half the picture's width, where its middle is. None where no pieces of one size are seen."""
    size = (images[0].shape[1], images[0].shape[0])
    outlines = np.concatenate([outlines_in(image) for image in images])
    if len(outlines) < _FEWEST:
        return None
    unit = to_unit(outlines.reshape(-1, 2), size).reshape(-1, 4, 2)
    unit = _alike(unit)
    if len(unit) < _FEWEST:
        return None
    best: tuple[float, Floats] | None = None
    for across in _STARTS:
        for along in _STARTS:
            found = _fitted(unit, np.array([across, along, 0.0, 0.0]))
            best = found if best is None or found[0] < best[0] else best
    assert best is not None
    return _ground(best[1], size)


def _alike(quads: Floats) -> Floats:
    """The largest class of one area and one shape."""
    edges = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    first, second = (edges[:, 0] + edges[:, 2]) / 2, (edges[:, 1] + edges[:, 3]) / 2
    long, short = np.maximum(first, second), np.minimum(first, second)
    shaped = (long / short > _SIDES[0]) & (long / short < _SIDES[1])
    quads, area = quads[shaped], np.log(long * short)[shaped]
    if not len(quads):
        return quads
    near = np.abs(area[:, None] - area[None]) < _AREA
    return np.asarray(quads[near[int(near.sum(axis=1).argmax())]])


def _fitted(quads: Floats, start: Floats) -> tuple[float, Floats]:
    values, damping = start, 1e-2
    cost = _cost(_misfits(quads, values))
    for _ in range(_ROUNDS):
        misfits = _misfits(quads, values)
        slopes = np.stack(
            [(_misfits(quads, values + _STEP * way) - misfits) / _STEP for way in np.eye(len(values))], axis=1
        )
        weights = 1 / (1 + misfits**2 / 4)
        normal = slopes.T @ (weights[:, None] * slopes)
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), slopes.T @ (weights * misfits))
        tried = values - np.clip(step, -0.3, 0.3)
        now = _cost(_misfits(quads, tried))
        values, cost, damping = (tried, now, damping / 4) if now < cost else (values, cost, damping * 8)
    return cost, values


def _cost(misfits: Floats) -> float:
    return float(np.log1p(misfits**2 / 4).sum())


def _misfits(quads: Floats, values: Floats) -> Floats:
    """In standard deviations: of sides that are not as long as those of most, of corners that are not
    square, of a camera that is unusual."""
    points = _on_plane(quads, values)
    edges = np.roll(points, -1, axis=1) - points
    lengths = np.linalg.norm(edges, axis=2)
    level = np.abs(edges[..., 0]) > np.abs(edges[..., 1])
    logs = np.log(lengths)
    usual = np.where(level, np.median(logs[level]), np.median(logs[~level]))
    after = np.roll(edges, -1, axis=1)
    askew = (edges * after).sum(axis=2) / (lengths * np.roll(lengths, -1, axis=1))
    spreads = np.array([_SLANT_SPREAD, _SLANT_SPREAD, _FOCUS_SPREAD, _LENS_SPREAD])
    usually = values / spreads * np.sqrt(len(quads))
    return np.concatenate([((logs - usual) / _NOISE).ravel(), (askew / _NOISE).ravel(), usually])


def _on_plane(unit: Floats, values: Floats) -> Floats:
    flat = Lens(float(values[3]), 0.0).undistort(unit.reshape(-1, 2))
    points = np.column_stack([flat, np.ones(len(flat))]) @ np.linalg.inv(_matrix(values)).T
    return np.asarray((points[:, :2] / points[:, 2:]).reshape(unit.shape))


def _matrix(values: Floats) -> Floats:
    """From the plane to the picture: y of the plane is upwards, the picture's is downwards."""
    focus = _FOCUS * float(np.exp(values[2]))
    normal = np.array([values[0], values[1], 1.0])
    normal /= np.linalg.norm(normal)
    right = np.array([1.0, 0.0, 0.0]) - normal[0] * normal
    right /= np.linalg.norm(right)
    up = -np.cross(normal, right)
    rays = np.column_stack([right, up, np.array([0.0, 0.0, 1.0])])
    matrix = np.diag([focus, focus, 1.0]) @ rays
    # At the picture's middle a unit of the plane is about a unit of the picture.
    matrix[:, :2] /= focus
    return np.asarray(matrix)


def _ground(values: Floats, size: tuple[int, int]) -> Ground:
    return Ground(size, Lens(float(values[3]), 0.0), _matrix(values))
