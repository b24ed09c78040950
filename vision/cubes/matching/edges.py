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
from vision.cubes.tops import Singles, added

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


def in_two_lights(samples: Singles, templates: Singles, weights: Singles, noise: Noise) -> Fit:
    """How badly samples (K, 3, N) fit templates (K, 3, N) with a straight edge of light across them.

    1 and 0 where there is no such edge.
    """
    sides = _sides(round(samples.shape[2] ** 0.5))
    weighted = templates * weights[:, None]
    products, powers = weighted * samples, weighted * templates
    there, bare = _on(products, sides), _on(powers, sides)
    beyond, bare_beyond = _all(products) - there, _all(powers) - bare
    one, other = _gains(there, bare), _gains(beyond, bare_beyond)
    errors = _errors(there, bare, one) + _errors(beyond, bare_beyond, other)
    shares = _on(weights, sides)
    bright, dark = one.mean(axis=1), other.mean(axis=1)
    apart = np.maximum(bright, dark) / np.maximum(np.minimum(bright, dark), 1e-3)
    errors[(np.minimum(shares, 1 - shares) < _LEAST) | (apart < _APART)] = np.inf
    best = errors.argmin(axis=1)
    rows = np.arange(len(samples))
    found = np.isfinite(errors[rows, best])
    here = sides[best][:, None]
    gains = one[rows, :, best][..., None] * here + other[rows, :, best][..., None] * (1 - here)
    expected = templates * gains
    alike = correlation(samples / gains, templates, weights)
    wrong = noise.wrong(samples - expected, expected.copy())
    misfit = np.einsum("kn,kn->k", wrong, weights) / OUTLIER**2 + COSTS
    return Fit(
        np.asarray(np.where(found, misfit, 1.0), np.float32),
        np.asarray(np.where(found, alike, 0.0), np.float32),
    )


def _on(values: Singles, sides: Singles) -> Singles:
    """The sum over the samples of each side."""
    return np.asarray(values @ sides.T, np.float32)


def _all(values: Singles) -> Singles:
    return np.asarray(values.sum(axis=-1, keepdims=True), np.float32)


def _gains(products: Singles, powers: Singles) -> Singles:
    """By channel (K, 3, lines), within what light can be."""
    level = products.sum(axis=1, keepdims=True) / np.maximum(powers.sum(axis=1, keepdims=True), 1e-3)
    level = np.clip(level, *_LEVELS)
    by_channel = products / np.maximum(powers, 1e-3)
    return np.asarray(np.clip(by_channel, level * TINT[0], level * TINT[1]), np.float32)


def _errors(products: Singles, powers: Singles, gains: Singles) -> Singles:
    """Squared error (K, lines), less what does not depend on the gains."""
    return np.asarray((gains * (gains * powers - 2 * products)).sum(axis=1), np.float32)


def correlation(samples: Singles, templates: Singles, weights: Singles) -> Singles:
    """Of all channels together."""
    one = samples - _mean(samples, weights)
    other = templates - _mean(templates, weights)
    weighted = other * weights[:, None]
    shared = added(one * weighted).sum(axis=1)
    power = added(one * one * weights[:, None]).sum(axis=1) * added(other * weighted).sum(axis=1)
    return np.asarray(shared / np.sqrt(np.maximum(power, 1e-6)), np.float32)


def _mean(values: Singles, weights: Singles) -> Singles:
    """Over samples and channels (K, 1, 1)."""
    return np.asarray((added(values) * weights).sum(axis=1) / 3, np.float32)[:, None, None]
