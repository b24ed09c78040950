"""Light that changes within a top, or within a bare square: leaves, narrow bars, the rim of a lamp's cone.

What falls there is a field of its own, the same for all colours but for a tint, and smoother than a sign's
strokes are thick: what it cannot explain is the top's.
"""

from functools import cache
from typing import Final

import numpy as np

from vision.cubes.matching.edges import TINT, Fit, at_once, correlation
from vision.cubes.matching.templates import OUTLIER, Noise, between
from vision.cubes.tops import Indices, Singles, added

SOFT: Final = 0.12
"""Of an edge: how far a light field reaches. Strokes of signs are half as thick; the disc of the sun blurs
a shadow by about as much."""

_LEVELS: Final = (0.15, 1.6)
"""How bright it may be against the light of the whole board."""

_TINT_BARE: Final = (0.88, 1.14)
"""As `TINT`, on the board itself, whose light is known for each channel."""

COSTS: Final = 0.04
"""Misfit that it costs: a field fits anything better than even light does, and better than two lights."""


class InDapples:
    """Templates (T, 3, N) in light that changes from place to place.

    What depends on them alone is made once.
    """

    def __init__(self, templates: Singles, weights: Singles, noise: Noise, *, bare: bool = False) -> None:
        """`bare`: it falls on the board itself, which skin may be like in all but its tint."""
        self._noise = noise
        self._tints = _TINT_BARE if bare else TINT
        self._around, self._smooth = _fields(round(templates.shape[2] ** 0.5))
        self._templates, self._weights = templates, weights
        self._weighted = templates * weights[:, None]
        self._powers = self._weighted * templates
        self._shares = 1 / np.maximum(added(self._powers) @ self._around, 1e-3)

    def fit(self, samples: Singles, rows: Indices, index: Indices) -> Fit:
        """How badly of samples (K, 3, N) these rows fit each its template, by index."""
        return Fit(self.misfits(samples, rows, index), self.alikes(samples, rows, index))

    def misfits(self, samples: Singles, rows: Indices, index: Indices) -> Singles:
        return np.concatenate([self._misfits(samples[some], which) for some, which in at_once(rows, index)])

    def alikes(self, samples: Singles, rows: Indices, index: Indices) -> Singles:
        """A field that follows the top makes what is plain look like it: only what is finer tells."""
        finer = self._finer(samples)
        alikes = []
        for some, which in at_once(rows, index):
            expected = self.gains(samples[some], which) * self._templates[which]
            alikes.append(correlation(finer[some], self._finer(expected), self._weights[which]))
        return np.concatenate(alikes)

    def _misfits(self, samples: Singles, index: Indices) -> Singles:
        expected = self.gains(samples, index)
        expected *= self._templates[index]
        wrong = self._noise.wrong(samples - expected, expected)
        misfits = np.einsum("kn,kn->k", wrong, self._weights[index]) / OUTLIER**2 + COSTS
        return np.asarray(misfits, np.float32)

    def gains(self, samples: Singles, index: Indices) -> Singles:
        """How bright (K, 3, N) the light is in which samples (K, 3, N) look most like their templates."""
        products = self._weighted[index]
        products *= samples
        field = added(products) @ self._around
        field *= self._shares[index]
        field = between(field, *_LEVELS)
        power = np.maximum(self._powers[index] @ (field * field)[..., None], 1e-3)
        tint = between(np.asarray(products @ field[..., None] / power, np.float32), *self._tints)
        return np.asarray(field[:, None] * tint, np.float32)

    def _finer(self, samples: Singles) -> Singles:
        """Samples (K, 3, N) without what changes as slowly as light may."""
        smooth = samples.reshape(-1, samples.shape[2]) @ self._smooth
        return np.asarray(samples - smooth.reshape(samples.shape), np.float32)


def in_dapples(samples: Singles, templates: Singles, weights: Singles, noise: Noise) -> Fit:
    """How badly samples (K, 3, N) fit templates (K, 3, N) in light that changes from place to place."""
    each = np.arange(len(samples))
    return InDapples(templates, weights, noise).fit(samples, each, each)


@cache
def _fields(count: int) -> tuple[Singles, Singles]:
    """How much each of count² samples counts for the field at another (N x N), and as a share of all."""
    line = np.arange(count, dtype=np.float32) / count
    near = np.exp(-0.5 * ((line[:, None] - line) / SOFT) ** 2)
    around = np.asarray(np.kron(near, near), np.float32)
    smooth = np.asarray(around / around.sum(axis=0), np.float32)
    for field in (around, smooth):
        field.flags.writeable = False
    return around, smooth
