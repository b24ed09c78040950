"""What two tops have in common, whatever gloss lies over them.

Gloss has the lamp's colour and is mostly smooth: it makes a sample brighter, and leaves what sets its
colour off the lamp's as it is.
"""

from typing import Final

import numpy as np

from vision.cubes.tops import Singles
from vision.plane.camera import Floats

_NOISE: Final = 1.5
"""Levels: what differs less from sample to sample is noise and tells nothing."""

_SAME: Final = 0.999
"""Squared correlation above which two pictures are no more alike."""

_PARTS: Final = np.array([[1.0, 1.0, 1.0], [1.0, 0.0, -1.0], [1.0, -2.0, 1.0]]) / np.sqrt(
    [[3.0], [2.0], [6.0]]
)
"""Level and colour of a sample, in the light of a white lamp."""

_TINT: Final = 3
"""How much of a veil colours have too, level and slopes: gloss is not quite the lamp's colour."""


def parts_of(top: Singles, lamp: Singles) -> Singles:
    """Level and colour of samples (..., 3) in the light of a lamp of this colour."""
    return np.asarray((top / lamp) @ _PARTS.T, np.float32)


def veil_over(across: Floats, down: Floats) -> Floats:
    """Ways in which a veil may change over samples (N) at these places: N x terms."""
    return np.column_stack([np.ones_like(across), across, down, across * down, across**2, down**2])


def likeness(one: Floats, other: Floats, veil: Floats, weight: Floats) -> float:
    """How much speaks (odds) for one (parts, N x 3) being the other: how much of it that explains.

    `veil` is what either may have on top, `weight` how much of each sample is seen.
    """
    root = np.sqrt(weight)[:, None]
    # The first columns span what the first terms do.
    apart = np.linalg.qr(veil * root)[0]
    one, other, count = one * root, other * root, float(weight.sum())
    level = _explained(one[:, :1], other[:, :1], apart, count)
    colour = _explained(one[:, 1:], other[:, 1:], apart[:, :_TINT], 2 * count)
    return float(-np.log(1 - level) - 2 * np.log(1 - colour))


def _explained(one: Floats, other: Floats, veil: Floats, count: float) -> float:
    """Squared correlation, less a veil over either; none, where one is the other's negative."""
    one, other = one - veil @ (veil.T @ one), other - veil @ (veil.T @ other)
    noise = count * _NOISE**2
    power = (float(np.sum(one * one)) + noise) * (float(np.sum(other * other)) + noise)
    return min(max(float(np.sum(one * other)), 0.0) ** 2 / power, _SAME)
