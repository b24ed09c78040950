"""A shadow's edge across a top, or across a bare square: two lights, that no smooth veil explains.

A bar of a window, a leaf, another cube: what is seen on either side of a straight line, or within a band and
beside it, is as bright as its own light makes it. Which line or band that is, and how bright, is what the
samples themselves say best.
"""

from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from vision.cubes.matching.templates import OUTLIER, Noise
from vision.cubes.tops import Indices, Singles, added

_ANGLES: Final = 12
"""Ways that a line may run."""

_PLACES: Final = (-0.32, -0.24, -0.16, -0.08, 0.0, 0.08, 0.16, 0.24, 0.32)
"""How far a line may be off the middle, in edges."""

_BAND: Final = (0.2, 0.5)
"""Edges that the shadow of a bar is wide: a narrower one is print's or a leaf's, of a wider one a top has one
side."""

_LEAST: Final = 0.12
"""Share of the weight that either side must have: less proves no light."""

_LEVELS: Final = (0.22, 1.6)
"""How bright either side may be against the light of the whole board: behind a bar in the sun only the sky
shines, .04 of all light."""

_APART: Final = 1.25
"""How many times brighter one side must be than the other to be in another light."""

TINT: Final = (0.75, 1.33)
"""How far one channel of a light that falls on a part of a top may leave the mean of the three."""

COSTS: Final = 0.02
"""Misfit that two lights cost: with a line to choose anything fits a little better."""

AT_ONCE: Final = 24
"""Samples of tops that are weighed together: of more, what is reckoned on the way leaves the core's own memory."""


@cache
def _sides(count: int) -> Singles:
    """Lines and bands x samples: which of count x count samples lie on one side of each, or within it."""
    line = (np.arange(count, dtype=np.float32) + 0.5) / count - 0.5
    x, y = (a.reshape(-1) for a in np.meshgrid(line, line))
    angles = np.arange(_ANGLES) * np.pi / _ANGLES
    across = np.cos(angles)[:, None] * x + np.sin(angles)[:, None] * y
    halves = [across > place for place in _PLACES]
    bands = [
        (across > one) & (across < other)
        for one, other in combinations(_PLACES, 2)
        if _BAND[0] < other - one < _BAND[1]
    ]
    sides = np.concatenate(halves + bands).astype(np.float32)
    sides.flags.writeable = False
    return sides


class Fit(NamedTuple):
    misfit: Singles
    alike: Singles


class InTwoLights:
    """Templates (T, 3, N) with a straight edge of light across them; what depends on them alone is made once."""

    def __init__(self, templates: Singles, weights: Singles, noise: Noise) -> None:
        self._noise = noise
        self._sides = _sides(round(templates.shape[2] ** 0.5))
        self._columns = np.ascontiguousarray(self._sides.T)
        self._templates, self._weights = templates, weights
        self._weighted = templates * weights[:, None]
        self._printed = Printed(templates, weights)
        powers = self._weighted * templates
        there = powers @ self._columns
        self._parts = [_Part(power) for power in (there, powers.sum(axis=2, keepdims=True) - there)]
        shares = weights @ self._columns
        self._untold = np.minimum(shares, 1 - shares) < _LEAST

    def fit(self, samples: Singles, rows: Indices, index: Indices) -> Fit:
        """How badly of samples (K, 3, N) these rows fit each its template, by index.

        1 and 0 where there is no such edge.
        """
        parts = [
            self._some(samples[rows[start : start + AT_ONCE]], index[start : start + AT_ONCE])
            for start in range(0, len(rows), AT_ONCE)
        ]
        return Fit(*map(np.concatenate, zip(*parts, strict=True)))

    def _some(self, samples: Singles, index: Indices) -> Fit:
        products = samples * self._weighted[index]
        there = products @ self._columns
        beyond = products.sum(axis=2, keepdims=True) - there
        (one, off), (other, off_beyond) = (
            part.lit(values, index) for part, values in zip(self._parts, (there, beyond), strict=True)
        )
        off += off_beyond
        bright, dark = added(one), added(other)
        most = np.maximum(bright, dark)
        least = np.minimum(bright, dark, out=bright)
        least *= _APART
        off[self._untold[index] | (most < least)] = np.inf
        best = off.argmin(axis=1)
        places = np.arange(len(samples))
        found = np.isfinite(off[places, best])
        here = self._sides[best][:, None]
        beside = other[places, :, best][..., None]
        gains = (one[places, :, best][..., None] - beside) * here
        gains += beside
        alike = self._printed.like(samples / gains, index)
        expected = self._templates[index] * gains
        misfit = self._misfit(samples - expected, expected, self._weights[index])
        return Fit(
            np.asarray(np.where(found, misfit, 1.0), np.float32),
            np.asarray(np.where(found, alike, 0.0), np.float32),
        )

    def _misfit(self, off: Singles, expected: Singles, weights: Singles) -> Singles:
        wrong = self._noise.wrong(off, expected)
        return np.asarray(np.einsum("kn,kn->k", wrong, weights) / OUTLIER**2 + COSTS, np.float32)


def in_two_lights(samples: Singles, templates: Singles, weights: Singles, noise: Noise) -> Fit:
    """How badly samples (K, 3, N) fit templates (K, 3, N) with a straight edge of light across them."""
    each = np.arange(len(samples))
    return InTwoLights(templates, weights, noise).fit(samples, each, each)


class _Part:
    """What of templates lies on one side of each line: squares of their levels (T, 3, lines)."""

    def __init__(self, powers: Singles) -> None:
        self._powers = np.asarray(powers, np.float32)
        self._shares = 1 / np.maximum(self._powers, 1e-3)
        self._share = 1 / np.maximum(self._powers.sum(axis=1, keepdims=True), 1e-3)

    def lit(self, products: Singles, index: Indices) -> tuple[Singles, Singles]:
        """By channel (K, 3, lines) its gains, within what light can be, from the products of samples and
        templates there; and the squared error then (K, lines), less what does not depend on the gains."""
        level = added(products)[:, None]
        level *= self._share[index]
        np.clip(level, *_LEVELS, out=level)
        gains = products * self._shares[index]
        np.maximum(gains, level * TINT[0], out=gains)
        np.minimum(gains, level * TINT[1], out=gains)
        off = gains * self._powers[index]
        products *= 2
        off -= products
        off *= gains
        return gains, added(off)


class Printed:
    """The print of templates (T, 3, N): what is left of them without their level, all channels together."""

    def __init__(self, templates: Singles, weights: Singles) -> None:
        self._weights = weights
        other = templates - _mean(templates, weights)
        self._weighted = other * weights[:, None]
        self._power = added(other * self._weighted).sum(axis=1)

    def like(self, samples: Singles, index: Indices) -> Singles:
        """The correlation of samples (K, 3, N) with it, each with one template; they are used up."""
        weights = self._weights[index]
        samples -= _mean(samples, weights)
        shared = np.einsum("kcn,kcn->k", samples, self._weighted[index])
        samples *= samples
        power = np.einsum("kn,kn->k", added(samples), weights) * self._power[index]
        return np.asarray(shared / np.sqrt(np.maximum(power, 1e-6)), np.float32)


def correlation(samples: Singles, templates: Singles, weights: Singles) -> Singles:
    """Of samples with templates (K, 3, N), all channels together; the samples are used up."""
    return Printed(templates, weights).like(samples, np.arange(len(samples)))


def _mean(values: Singles, weights: Singles) -> Singles:
    """Over samples and channels (K, 1, 1)."""
    return np.asarray((added(values) * weights).sum(axis=1) / 3, np.float32)[:, None, None]
