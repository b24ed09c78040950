"""Light that changes within a top, or within a bare square: leaves, narrow bars, the rim of a lamp's cone.

What falls there is a field of its own, the same for all colours but for a tint, and smoother than a sign's
strokes are thick: what it cannot explain is the top's.
"""

from functools import cache
from typing import Final

import numpy as np

from vision.cubes.matching.edges import TINT, Fit, correlation
from vision.cubes.matching.templates import OUTLIER, Noise
from vision.cubes.tops import Singles, added

SOFT: Final = 0.12
"""Of an edge: how far a light field reaches. Strokes of signs are half as thick; the disc of the sun blurs
a shadow by about as much."""

_LEVELS: Final = (0.15, 1.6)
"""How bright it may be against the light of the whole board."""

_TINT_BARE: Final = (0.88, 1.14)
"""As `TINT`, on the board itself, whose light is known for each channel."""

COSTS: Final = 0.04
"""Misfit that it costs: a field fits anything better than even light does, and better than two lights."""


@cache
def _around(count: int) -> Singles:
    """How much each of count x count samples counts (N x N) for the field at another."""
    line = np.arange(count, dtype=np.float32) / count
    near = np.exp(-0.5 * ((line[:, None] - line) / SOFT) ** 2)
    both = np.asarray(np.kron(near, near), np.float32)
    both.flags.writeable = False
    return both


def in_dapples(
    samples: Singles, templates: Singles, weights: Singles, noise: Noise, *, bare: bool = False
) -> Fit:
    """How badly samples (K, 3, N) fit templates (K, 3, N) in light that changes from place to place.

    `bare`: it falls on the board itself, which skin may be like in all but its tint.
    """
    gains = gains_of(samples, templates, weights, _TINT_BARE if bare else TINT)
    expected = templates * gains
    # A field that follows the top makes what is plain look like it: only what is finer tells.
    alike = correlation(_finer(samples), _finer(expected), weights)
    wrong = noise.wrong(samples - expected, expected)
    misfit = np.einsum("kn,kn->k", wrong, weights) / OUTLIER**2 + COSTS
    return Fit(np.asarray(misfit, np.float32), alike)


def _finer(samples: Singles) -> Singles:
    """Samples (K, 3, N) without what changes as slowly as light may."""
    around = _around(round(samples.shape[2] ** 0.5))
    return np.asarray(samples - samples @ around / around.sum(axis=0), np.float32)


def gains_of(
    samples: Singles, templates: Singles, weights: Singles, tints: tuple[float, float] = TINT
) -> Singles:
    """How bright (K, 3, N) the light is in which the samples look most like the templates."""
    around = _around(round(samples.shape[2] ** 0.5))
    weighted = templates * weights[:, None]
    shared = added(weighted * samples) @ around
    power = added(weighted * templates) @ around
    field = np.clip(shared / np.maximum(power, 1e-3), *_LEVELS)[:, None]
    lit = templates * field
    weighted = lit * weights[:, None]
    tint = (weighted * samples).sum(axis=2) / np.maximum((weighted * lit).sum(axis=2), 1e-3)
    return np.asarray(field * np.clip(tint, *tints)[..., None], np.float32)
