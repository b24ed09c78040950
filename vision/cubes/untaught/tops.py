"""Where tops of cubes may be in a picture of a known board, and how large cubes are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import SQUARES, Square
from vision.cubes.matching.outline import OFF_CENTRE, Gradients, centre_of, gradients, strength_at
from vision.cubes.tops import RASTER, USUAL_EDGE, Pose, Singles, patches_at
from vision.cubes.untaught.features import AROUND, SIDE
from vision.frames import Image
from vision.plane.camera import Camera, Floats
from vision.plane.plane import maps_of, seen_on

_EDGES: Final = (0.58, 0.62, 0.66, 0.70, 0.74, 0.78)
"""Sizes of cubes in squares that are tried."""

_EDGE_SPREAD: Final = 0.08
"""Squares by which a size is unusual."""

_EDGE_DOUBT: Final = 0.02
"""What that costs of the strength of outlines."""

_STRONGEST: Final = 4
"""How many outlines tell the size."""

_SEEN: Final = 0.6
"""The strength that they must have."""

_ROUGH: Final = (np.linspace(-OFF_CENTRE, OFF_CENTRE, 7), np.radians([-12.0, -6.0, 0.0, 6.0, 12.0]))
"""Offsets in squares, and turns, that are tried first: anywhere on a square."""

_CLOSE: Final = (np.linspace(-0.04, 0.04, 5), np.radians([-4.5, -2.25, 0.0, 2.25, 4.5]))
"""The same around the best of them."""

_BESIDE: Final = (np.linspace(-0.04, 0.04, 5), np.radians([-3.0, 0.0, 3.0]))
"""The same for each size of an outline."""

_SIZES: Final = (0.9, 0.94, 0.97, 1.0, 1.03, 1.06, 1.1, 1.14)
"""Shares of the usual size that an outline is tried at."""

_ENOUGH: Final = 3
"""Cubes that tell what is usual."""

_OTHER_SIZE: Final = 0.045
"""Share by which another size must differ from that to be odd."""

_STRONGER: Final = 0.015
"""By how much it must be stronger as well."""


@dataclass(frozen=True, slots=True, eq=False)
class Tops:
    """Of every square the best outline of a top, whether there is a cube or not."""

    edge: float
    poses: tuple[Pose, ...]
    strengths: Floats
    patches: Singles
    """S x SIDE x SIDE x 3: what is in the outlines and around them."""
    seen: Gradients


def find_tops(image: Image, camera: Camera, edges: Sequence[float] = _EDGES) -> Tops:
    best: tuple[float, float, Image, Floats] | None = None
    for edge in edges:
        plane = seen_on(image, maps_of(camera, RASTER, edge))
        poses, strengths = _outlines(gradients(plane, RASTER), _START, edge, *_ROUGH)
        seen = float(np.sort(strengths)[-_STRONGEST:].mean())
        worth = seen - _EDGE_DOUBT * ((edge - USUAL_EDGE) / _EDGE_SPREAD) ** 2
        if best is None or worth > best[0]:
            best = worth, edge, plane, poses
    assert best is not None
    worth, edge, plane, poses = best
    if worth < _SEEN and len(edges) > 1:
        return find_tops(image, camera, (USUAL_EDGE,))
    seen_edges = gradients(plane, RASTER)
    poses, strengths = _outlines(seen_edges, poses, edge, *_CLOSE)
    patches = patches_at(plane, RASTER, poses.astype(np.float32), edge * AROUND, SIDE)
    return Tops(
        edge,
        tuple(Pose(*row) for row in poses.tolist()),
        strengths,
        patches.reshape(len(poses), SIDE, SIDE, 3),
        seen_edges,
    )


def odd_sizes(tops: Tops, squares: Sequence[Square]) -> set[Square]:
    """Those whose outline is plainly of another size than the others': in the air, or about to tip over."""
    if not squares:
        return set()
    starts = np.array([(tops.poses[s].x, tops.poses[s].y, tops.poses[s].turn) for s in squares])
    strengths = np.array([_outlines(tops.seen, starts, tops.edge * size, *_BESIDE)[1] for size in _SIZES])
    best = np.array(_SIZES)[strengths.argmax(axis=0)]
    usual = float(np.median(best)) if len(squares) >= _ENOUGH else 1.0
    as_usual = strengths[int(np.argmin(np.abs(np.array(_SIZES) - usual)))]
    odd = (np.abs(best - usual) > _OTHER_SIZE) & (strengths.max(axis=0) - as_usual > _STRONGER)
    return {square for square, other in zip(squares, odd.tolist(), strict=True) if other}


_START: Final = np.array([(*centre_of(square), 0.0) for square in SQUARES])


def _outlines(
    seen: Gradients, starts: Floats, edge: float, offsets: Floats, turns: Floats
) -> tuple[Floats, Floats]:
    """The best pose around each start (S, 3), and how strong its outline is."""
    steps = np.stack(np.meshgrid(offsets, offsets, indexing="ij"), axis=-1).reshape(-1, 2)
    poses, strengths = starts.copy(), np.zeros(len(starts))
    for turn in np.unique(starts[:, 2]):
        which = np.flatnonzero(starts[:, 2] == turn)
        places = (starts[which, None, :2] + steps).reshape(-1, 2)
        strength = strength_at(seen, places, turns + turn, edge).reshape(len(which), -1)
        best = strength.argmax(axis=1)
        place, angle = np.divmod(best, len(turns))
        poses[which, :2] = starts[which, :2] + steps[place]
        poses[which, 2] = turn + turns[angle]
        strengths[which] = np.take_along_axis(strength, best[:, None], 1)[:, 0]
    return poses, strengths
