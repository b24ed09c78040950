"""A shadow's edge across a top, or across a bare square: two lights, that no smooth veil explains.

A bar of a window, a leaf, another cube: what is seen on either side of a straight line, or within a band and
beside it, is as bright as its own light makes it. Which line or band that is, and how bright, is what the
samples themselves say best.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from vision.cubes.matching.templates import OUTLIER, Noise, between
from vision.cubes.tops import Indices, Mask, Singles, added

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

_ROUGHLY: Final = 1.15
"""The same by the light that suits all colours, before either side has one of its own."""

_CLOSELY: Final = 3
"""Lines, the best by brightness alone, of which the best is taken with each side in a colour of its own."""

_AT_ONCE: Final = 48
"""Samples of tops that are weighed together: what is reckoned on the way then takes 128 kB or less, from
which on the system gives memory anew each time."""

_GAPS: Final = tuple(gap for gap in range(1, len(_PLACES)) if _BAND[0] < _PLACES[gap] - _PLACES[0] < _BAND[1])
"""How many places apart the two lines are between which a band lies."""

_LINES: Final = _ANGLES * len(_PLACES)
_ALL: Final = _ANGLES * sum(len(_PLACES) - gap for gap in (0, *_GAPS))
"""How many lines there are, and with the bands."""


@cache
def _sides(count: int) -> tuple[Singles, Singles]:
    """Lines and bands x samples: which of count² samples lie on one side of each, or within it; and the lines
    alone, as columns."""
    line = (np.arange(count, dtype=np.float32) + 0.5) / count - 0.5
    x, y = (a.reshape(-1) for a in np.meshgrid(line, line))
    angles = np.arange(_ANGLES) * np.pi / _ANGLES
    across = np.cos(angles)[:, None] * x + np.sin(angles)[:, None] * y
    columns = np.concatenate([across > place for place in _PLACES]).astype(np.float32).T.copy()
    sides = np.ascontiguousarray(_with_bands(columns).T)
    for one in (sides, columns):
        one.flags.writeable = False
    return sides, columns


def _with_bands(lines: Singles) -> Singles:
    """What lies on one side of each line (... x lines), and also what lies within each band."""
    values = np.empty((*lines.shape[:-1], _ALL), np.float32)
    values[..., :_LINES] = lines
    start = _LINES
    for gap in _GAPS:
        count = _LINES - gap * _ANGLES
        near, far = lines[..., :count], lines[..., gap * _ANGLES :]
        np.subtract(near, far, out=values[..., start : start + count])
        start += count
    return values


def at_once(rows: Indices, index: Indices) -> Iterator[tuple[Indices, Indices]]:
    """Rows and templates, as many as are weighed together."""
    for start in range(0, len(rows), _AT_ONCE):
        yield rows[start : start + _AT_ONCE], index[start : start + _AT_ONCE]


class Fit(NamedTuple):
    misfit: Singles
    alike: Singles


class InTwoLights:
    """Templates (T, 3, N) with a straight edge of light across them.

    What depends on them alone is made once; of both sides of each line: 2 x T x lines.
    """

    def __init__(self, templates: Singles, weights: Singles, noise: Noise) -> None:
        self._noise = noise
        self._sides, self._columns = _sides(round(templates.shape[2] ** 0.5))
        self._templates, self._weights = templates, weights
        self._weighted = templates * weights[:, None]
        self._powers = self._weighted * templates
        self._printed = Printed(templates, weights)
        powers = self._parted(added(self._powers))
        self._halves = powers / 2
        self._shares = 1 / np.maximum(powers, 1e-3)
        shares = _with_bands(weights @ self._columns)
        self._untold = np.minimum(shares, 1 - shares) < _LEAST

    def fit(self, samples: Singles, rows: Indices, index: Indices) -> Fit:
        """How badly of samples (K, 3, N) these rows fit each its template, by index.

        1 and 0 where there is no such edge.
        """
        parts = [self._some(samples[some], which) for some, which in at_once(rows, index)]
        return Fit(*map(np.concatenate, zip(*parts, strict=True)))

    def _parted(self, values: Singles) -> Singles:
        """Of values (K, N) the sums on both sides of each line: 2 x K x lines."""
        there = _with_bands(values @ self._columns)
        return np.stack([there, values.sum(axis=1, keepdims=True) - there])

    def _some(self, samples: Singles, index: Indices) -> Fit:
        products = samples * self._weighted[index]
        lines, there = self._lines(added(products), index)
        light, found = self._lit(products, self._powers[index], lines, there)
        alike = self._printed.like(samples / light, index)
        expected = self._templates[index]
        expected *= light
        wrong = self._noise.wrong(samples - expected, expected)
        misfit = np.einsum("kn,kn->k", wrong, self._weights[index]) / OUTLIER**2 + COSTS
        return Fit(
            np.asarray(np.where(found, misfit, 1.0), np.float32),
            np.asarray(np.where(found, alike, 0.0), np.float32),
        )

    def _lines(self, products: Singles, index: Indices) -> tuple[Indices, Mask]:
        """The likeliest (K, n) by products (K, N) of samples and templates, and which of these there are."""
        parts = self._parted(products)
        level = parts * self._shares[:, index]
        np.maximum(level, _LEVELS[0], out=level)
        np.minimum(level, _LEVELS[1], out=level)
        # Half of the squared error, less what does not depend on the light.
        off = level * self._halves[:, index]
        off -= parts
        off *= level
        errors = off[0] + off[1]
        least = np.minimum(level[0], level[1])
        least *= _ROUGHLY
        errors[self._untold[index] | (np.maximum(level[0], level[1]) < least)] = np.inf
        places = np.arange(len(products))
        lines, off_them = [], []
        for _ in range(_CLOSELY):
            lines.append(errors.argmin(axis=1))
            off_them.append(errors[places, lines[-1]])
            errors[places, lines[-1]] = np.inf
        return np.stack(lines, axis=1), np.isfinite(np.stack(off_them, axis=1))

    def _lit(self, products: Singles, powers: Singles, lines: Indices, there: Mask) -> tuple[Singles, Mask]:
        """How bright (K, 3, N) it is on either side of the best of lines (K, n), as light can be; and
        where there is one."""
        sides = self._sides[lines]
        columns = np.ascontiguousarray(sides.transpose(0, 2, 1))
        shared, power = (np.asarray(part @ columns, np.float32) for part in (products, powers))
        gains, errors = [], np.where(there, np.float32(0), np.float32(np.inf))
        for one, other in ((shared, power), (_all(products) - shared, _all(powers) - power)):
            shade = np.asarray(added(one) / np.maximum(added(other), 1e-3), np.float32)
            level = between(shade, *_LEVELS)[:, None]
            gain = np.asarray(one / np.maximum(other, 1e-3), np.float32)
            gain = between(gain, level * np.float32(TINT[0]), level * np.float32(TINT[1]))
            errors += added(gain * (gain * other - 2 * one))
            gains.append(gain)
        bright, dark = (added(gain) for gain in gains)
        errors[np.maximum(bright, dark) < np.minimum(bright, dark) * _APART] = np.inf
        places = np.arange(len(lines))
        best = errors.argmin(axis=1)
        found = np.isfinite(errors[places, best])
        one, other = (gain[places, :, best][..., None] for gain in gains)
        light = (one - other) * sides[places, best][:, None]
        light += other
        return np.asarray(light, np.float32), found


def in_two_lights(samples: Singles, templates: Singles, weights: Singles, noise: Noise) -> Fit:
    """How badly samples (K, 3, N) fit templates (K, 3, N) with a straight edge of light across them."""
    each = np.arange(len(samples))
    return InTwoLights(templates, weights, noise).fit(samples, each, each)


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


def _all(values: Singles) -> Singles:
    return np.asarray(values.sum(axis=2, keepdims=True), np.float32)


def _mean(values: Singles, weights: Singles) -> Singles:
    """Over samples and channels (K, 1, 1)."""
    return np.asarray((added(values) * weights).sum(axis=1) / 3, np.float32)[:, None, None]
