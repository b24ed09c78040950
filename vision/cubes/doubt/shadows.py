"""How coloured shadows are: where lamps of two colours shine, each one's shadow has the other's colour.

What cubes show of that is allowed everywhere. Where too few of them stand, the board's print tells: it is
the same in any light.
"""

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from vision.cubes.matching.silhouette import Shadowcaster
from vision.cubes.tops import HALF, Found, Pose, Singles
from vision.plane.boardlight import SHADOW_TINT, Comparison
from vision.plane.channels import Mask

_DOUBTED: Final = 0.5
"""Excess that is worth asking."""

_SHADED: Final = 0.25
"""Depth (logarithm) from which on a shadow shows its colour."""

_LEAST_DOUBTED: Final = 0.08
"""Squares that must be in doubt."""

_LEAST_SHADOW: Final = 0.03
"""Squares of a cube's own shadow that must be seen."""

_REACH: Final = 8
"""Pixels around a cube where its own shadow begins."""

_SPACE: Final = np.ones((5, 5), np.uint8)
"""Around all cubes, where edges are no shadow."""

_SHARE: Final = 80.0
"""Percentile of tint against depth that a cube's shadow says."""

_AGREED: Final = 25.0
"""Percentile of what the cubes say that is taken for all: three of four have as much."""

_MORE: Final = 1.3
"""How far beyond it other shadows may be."""

_LARGEST: Final = 0.6
"""The most tint against depth that is allowed."""

_CUBES: Final = 3
"""Cubes that must show it: a hand lies beside one or two of them."""

_CERTAIN: Final = 0.75
"""Score of those that are asked."""


_LIGHTER: Final = 0.25
"""How much brighter (logarithm) a channel may be in a shadow: coloured sides of cubes light up the board
beside them."""
_LIGHT: Final = 0.1
"""Share of a shadow that may be brighter than that."""

_LEAST_PRINT: Final = 0.03
"""Squares of print that must lie in it to tell."""

_PRINT_FOUND: Final = 0.8
"""Share of them where the print is found again. Of 246 things over boards on twelve tables, hands and what
they hold, five had more: a hand's shadow, and light that it throws; the others had .7 at most."""


def is_shadow(seen: Comparison, thing: Mask) -> bool:
    """Whether what seems to lie over the board is the board itself in other light, whatever its colour."""
    printed = seen.printed & thing
    pieces = int(np.count_nonzero(printed))
    if pieces < _LEAST_PRINT * HALF.scale**2 or (seen.brightest[thing] > _LIGHTER).mean() > _LIGHT:
        return False
    return int(np.count_nonzero(seen.found & printed)) >= _PRINT_FOUND * pieces


def in_coloured_shade(
    seen: Comparison, founds: Iterable[Found], caster: Shadowcaster, room: float
) -> Comparison:
    """The same, allowing what the shadows of nearly all cubes show."""
    cubes = [found.pose for found in founds if found.score > _CERTAIN]
    if len(cubes) < _CUBES:
        return seen
    dark = seen.bright < -_SHADED
    known = cv2.dilate(caster.hidden_by(cubes, room).view(np.uint8), _SPACE).view(bool)
    dark &= ~known
    if np.count_nonzero(dark & (seen.excess > _DOUBTED)) < _LEAST_DOUBTED * HALF.scale**2:
        return seen
    shares = [share for share in (_share(seen, dark, cube, caster, room) for cube in cubes) if share > 0]
    if len(shares) < max(_CUBES, len(cubes) / 2):
        return seen
    share = min(_MORE * float(np.percentile(shares, _AGREED)), _LARGEST)
    return seen if share <= SHADOW_TINT else seen.shaded(share)


def _share(seen: Comparison, dark: Mask, cube: Pose, caster: Shadowcaster, room: float) -> float:
    """How coloured one cube's shadow is for its depth; 0 where none is seen."""
    around, part = caster.around(cube, room, _REACH)
    own = around & dark[part]
    if np.count_nonzero(own) < _LEAST_SHADOW * HALF.scale**2:
        return 0.0
    return _percentile(seen.tint[part][own] / -seen.bright[part][own], _SHARE)


def _percentile(values: Singles, percent: float) -> float:
    """As np.percentile, which takes its time with a few values."""
    ordered = np.sort(values)
    below, share = divmod((len(ordered) - 1) * percent / 100, 1)
    low, high = ordered[int(below)], ordered[min(int(below) + 1, len(ordered) - 1)]
    return float(low + (high - low) * share)
