"""Where on a top the sign is: the circle around what stands off the ground that it is printed on."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.cubes.tops import FINE, Mask, Singles
from vision.plane.camera import Floats

RIM: Final = 0.17
"""Of an edge: what is left out all round, where light on rounded edges is no print."""

_RING: Final = 2
"""Samples inside the rim that show what the sign stands on."""

_OFF: Final = 16.0
"""Levels that make a sample part of the sign."""

_OFF_SHARE: Final = 0.35
"""Share of the strongest that it must have as well."""

_COLOURED: Final = 0.06
"""Share of coloured samples from which on colour tells the sign: gloss has none."""

_FEW: Final = 6
"""Samples that stand out, below which no circle is laid around them."""

_CORNERS: Final = 2
"""In so many at least something else than a sign's ground is seen, where that surrounds it: all four, unless
the ground is nearly as large as the top and was cut out a little aside."""

_GROUND: Final = 0.7
"""How far from the middle to the rim a ground reaches at least, to be one: signs begin further inside."""


@dataclass(frozen=True, slots=True)
class Circle:
    """In samples of a top."""

    x: float
    y: float
    radius: float


def circles_of(patches: list[Singles]) -> list[Circle]:
    """Around the signs of tops (FINE x FINE x 3) that carry the same one."""
    maps = [_off_ground(patch) for patch in patches]
    coloured = np.mean([_within_ground(colour > _OFF).mean() for colour, _ in maps]) > _COLOURED
    circles = [_circle(colour if coloured else level) for colour, level in maps]
    radius = float(np.median([circle.radius for circle in circles]))
    return [Circle(circle.x, circle.y, radius) for circle in circles]


def _off_ground(patch: Singles) -> tuple[Floats, Floats]:
    """Within the rim: how far each sample's colour, and its level, is from that of the ground around."""
    rim = round(FINE * RIM)
    inside = patch[rim:-rim, rim:-rim].astype(np.float64)
    count = len(inside)
    line = np.linspace(-1, 1, count)
    across, down = (axis.reshape(-1) for axis in np.meshgrid(line, line))
    terms = np.column_stack([np.ones_like(across), across, down])
    slope = np.linalg.lstsq(terms, inside.mean(axis=2).reshape(-1), rcond=None)[0]
    even = inside - (terms[:, 1:] @ slope[1:]).reshape(count, count, 1)
    ring = np.ones((count, count), bool)
    ring[_RING:-_RING, _RING:-_RING] = False
    colour = even - even.mean(axis=2, keepdims=True)
    return (
        np.asarray(np.abs(colour - np.median(colour[ring], axis=0)).max(axis=2)),
        np.asarray(np.abs(even - np.median(even[ring], axis=0)).max(axis=2)),
    )


def _circle(off: Floats) -> Circle:
    rows, columns = np.nonzero(_within_ground(off > max(_OFF, _OFF_SHARE * float(np.percentile(off, 97)))))
    if len(rows) < _FEW:
        middle = (FINE - 1) / 2
        return Circle(middle, middle, FINE / 4)
    x = float(np.percentile(columns, 3) + np.percentile(columns, 97)) / 2
    y = float(np.percentile(rows, 3) + np.percentile(rows, 97)) / 2
    radius = float(np.percentile(np.hypot(columns - x, rows - y), 93))
    rim = round(FINE * RIM)
    return Circle(x + rim, y + rim, radius)


def _within_ground(off: Mask) -> Mask:
    """Without what surrounds a round ground: it is in several corners, and never far inside."""
    _, parts = cv2.connectedComponents(off.astype(np.uint8), connectivity=4)
    corners = parts[[0, 0, -1, -1], [0, -1, 0, -1]]
    line = np.linspace(-1, 1, len(off))
    inside = np.hypot(*np.meshgrid(line, line)) < _GROUND
    beyond = corners[(corners > 0) & ~np.isin(corners, parts[inside])]
    return np.asarray(off & ~np.isin(parts, beyond)) if len(beyond) >= _CORNERS else off
