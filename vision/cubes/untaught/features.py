"""What speaks for a cube on a square, from the picture of its would-be top alone."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import SQUARES, column_of
from vision.cubes.tops import Mask, Singles
from vision.plane.camera import Floats

SIDE: Final = 36
"""Samples along a patch."""

AROUND: Final = 1.5
"""How much it shows, in edges of a top."""

TOP: Final = slice(6, 30)
"""Where the top is in it."""

_BAND: Final = (slice(7, 10), slice(26, 29))
"""Samples of a patch just inside of a top's two edges."""
_BESIDE: Final = (slice(2, 5), slice(31, 34))
"""Samples as far outside of them: between the two lies the top's edge."""
_MIDDLE: Final = slice(10, 26)
"""Samples of a patch well inside of a top, where its sign is."""
_ALL: Final = slice(9, 27)
"""Samples of a patch that are surely of the top."""
_LIFT: Final = 8.0
"""Levels added before a logarithm: below is noise."""

_OUTLINED: Final = (0.3, 0.75)
"""Strengths of outlines from which on there may be one, and from which on more does not say more."""

NAMES: Final = (
    "outline",
    "strong outline",
    "contrast",
    "least contrast",
    "one-sided",
    "uneven rim",
    "other level",
    "other colour",
    "other rim",
    "detail",
    "sign",
    "outline and contrast",
    "outline and other",
    "outline and sign",
)


def rim_of(patches: Singles) -> Singles:
    """The colour (S, 3) of each top just inside its outline."""
    return np.asarray(np.median(patches[:, _RIM_MASK], axis=1), np.float32)


def _rim_mask() -> Mask:
    mask = np.zeros((SIDE, SIDE), bool)
    mask[7:29, 7:29] = True
    mask[_MIDDLE, _MIDDLE] = False
    return mask


_RIM_MASK: Final = _rim_mask()
_LIGHT_ZONE: Final = np.array([column_of(square) >= 3 for square in SQUARES])


def features_of(patches: Singles, strengths: Floats) -> Floats:
    """Of all squares in order: S x len(NAMES), from patches (S, SIDE, SIDE, 3) and strengths of outlines."""
    logs = np.log(patches + _LIFT)
    grey = logs.mean(axis=3)
    steps = _bands(grey, _BAND) - _bands(grey, _BESIDE)
    rims = logs[:, _RIM_MASK]
    rim = np.median(rims, axis=1)
    other = unusual_of(patches)
    level, colour = np.abs(other.level), other.colour
    other_rim = np.abs(_unusual(rim).mean(axis=1))
    inside = logs[:, _MIDDLE, _MIDDLE].reshape(len(logs), -1, 3)
    tint = (inside - rim[:, None]) - (inside - rim[:, None]).mean(axis=2, keepdims=True)
    sign = np.percentile(np.abs(tint).max(axis=2), 90, axis=1)
    contrast = np.abs(steps).mean(axis=1)
    outline = np.clip((strengths - _OUTLINED[0]) / (_OUTLINED[1] - _OUTLINED[0]), 0, 1)
    return np.column_stack(
        [
            outline,
            strengths,
            contrast,
            np.abs(steps).min(axis=1),
            np.abs(np.sign(steps).sum(axis=1)) / 4,
            rims.mean(axis=2).std(axis=1),
            level,
            colour,
            other_rim,
            grey[:, _MIDDLE, _MIDDLE].std(axis=(1, 2)),
            sign,
            outline * np.minimum(contrast, 1),
            outline * np.minimum(other_rim + colour + level, 2),
            outline * np.minimum(sign, 0.5),
        ]
    ).astype(np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Unusual:
    """How far (logarithm) each square is from what is usual in its zone."""

    level: Floats
    """Brighter, or darker below 0."""
    colour: Floats
    """Of the channel that is furthest off the level."""


def unusual_of(patches: Singles) -> Unusual:
    logs = np.log(patches + _LIFT)
    return _unusual_in(logs[:, _ALL, _ALL].mean(axis=(1, 2)))


def mostly_unusual(patches: Singles) -> Unusual:
    """The same of what most of a square looks like: a lamp's image does not count."""
    logs = np.log(patches + _LIFT)
    return _unusual_in(np.median(logs[:, _ALL, _ALL], axis=(1, 2)))


def _unusual_in(colours: Singles) -> Unusual:
    off = _unusual(colours).astype(np.float64)
    level = off.mean(axis=1)
    return Unusual(level, np.abs(off - level[:, None]).max(axis=1))


def _bands(grey: Singles, bands: tuple[slice, slice]) -> Singles:
    """The level along each of four sides: S x 4."""
    sides = [grey[:, band, _MIDDLE] for band in bands] + [grey[:, _MIDDLE, band] for band in bands]
    return np.stack([np.median(side.reshape(len(grey), -1), axis=1) for side in sides], axis=1)


def _unusual(values: Singles) -> Singles:
    """Against the middle value of the same zone: most squares are empty."""
    off = np.empty_like(values)
    for zone in (_LIGHT_ZONE, ~_LIGHT_ZONE):
        off[zone] = values[zone] - np.median(values[zone], axis=0)
    return off
