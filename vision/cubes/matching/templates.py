"""Templates of tops at one sharpness: how like one a patch is, and which way the patch lies beside it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np

from vision.cubes.tops import QUARTERS, Indices, Mask, Singles, added, sample_offsets
from vision.plane.channels import total

_STEP_LIMIT: Final = np.array([0.05, 0.05, 0.1], np.float32)
"""Squares across and down, and radians, that one step of a fit may go."""

_DAMPING: Final = 0.75
"""Share of a step that is taken: thin strokes have steeper slopes than samples show, and a full step would go
beyond."""

_STIFF: Final = np.diag([2.0, 2.0, 0.6]).astype(np.float32)
"""Keeps the pose where a template does not tell it; in squared levels per squared square."""

GAIN: Final = (0.6, 1.6)
"""How much darker or brighter than the board's light says a top may be."""

TINT: Final = 0.2
"""How much one channel's gain may leave the mean of the three."""

_SURPRISE: Final = 110.0
"""Levels of error beyond which a sample pulls no harder."""

_VEIL: Final = (-40.0, 80.0)
"""Levels that glare adds to a top, or that it added while learning."""

LEAST_SPREAD: Final = 30.0
"""Squared levels that keep a plain template from asking for any contrast."""

_FAINT: Final = 0.6
"""Of a full correlation, the least that a template may reach whose print is faint: it is reckoned by that."""

_RIM: Final = (0.1, 0.26)
"""Of an edge: up to where a rim counts as alike on all sides, and from where on the sign is left as it is."""

_EDGE: Final = 0.1
"""Of an edge: what lies further in is the top itself, wherever it is taken to be."""

_FOREIGN: Final = 90.0
"""Levels, all channels together, by which the rim of a top may be outside of what the rest of it shows."""

_ANOTHER_BODY: Final = 0.7
"""Share of samples that differ between templates which nobody could mix up."""

NOISE: Final = 9.0
"""Levels that a sample of a right template is off, however bright it is."""

NOISE_SHARE: Final = 0.09
"""Share of its own level that it is off besides."""

OUTLIER: Final = 3.0
"""In noises: from here on a sample is just wrong."""

_GLARED: Final = 1.0
"""Squared noises that a sample under a lamp's mirror image counts."""

_MOST_HIDDEN: Final = 0.9
"""Share of a top that lamps hide, as it is reckoned with."""

_SIGN: Final = 45.0
"""Levels of difference from which on a sample sets templates apart as well as it can."""


def even_rim(look: Singles) -> Singles:
    """A look whose rim is alike on all sides: gloss on edges stays where the lamp is when a cube turns."""
    count = look.shape[0]
    inwards = 0.5 - np.abs((np.arange(count) + 0.5) / count - 0.5)
    inner = np.clip((np.minimum.outer(inwards, inwards) - _RIM[0]) / (_RIM[1] - _RIM[0]), 0, 1)[..., None]
    alike = np.mean([np.rot90(look, quarter) for quarter in range(QUARTERS)], axis=0)
    return np.asarray(look * inner + alike * (1 - inner), np.float32)


def weights_of(templates: list[Singles]) -> list[Singles]:
    """How much each sample counts: half evenly, half by how far it sets a template apart from the others."""
    count = templates[0].shape[0]
    inwards = 0.5 - np.abs((np.arange(count) + 0.5) / count - 0.5)
    line = np.clip((inwards - 0.015) * 10, 0.05, 1.0)
    rim = np.outer(line, line) / np.outer(line, line).mean()
    weights = []
    for one in templates:
        apart = np.zeros((count, count))
        for other in templates:
            gap = np.minimum(total((one - other) ** 2) / _SIGN**2, 1.0)
            if gap.mean() < _ANOTHER_BODY:
                apart += gap
        apart *= rim
        even = rim if apart.max() < 0.2 else (rim + apart / apart.mean()) / 2
        weights.append(np.asarray(even, np.float32))
    return weights


def shrunk(values: Singles, count: int) -> Singles:
    """The same with fewer samples."""
    return np.asarray(cv2.resize(values, (count, count), interpolation=cv2.INTER_AREA), np.float32)


class SharpnessLevel:
    """All templates at one sharpness: the light in which a patch looks most like them."""

    def __init__(self, looks: list[Singles], weights: list[Singles], edge: float) -> None:
        """Looks (count, count, 3) and weights (count, count)."""
        self.count = looks[0].shape[0]
        line = (np.arange(self.count, dtype=np.float32) + 0.5) / self.count * 2 - 1
        across, down = (a.reshape(-1) for a in np.meshgrid(line, line))
        curved = [across * down, across**2 - 1 / 3, down**2 - 1 / 3]
        uneven = np.stack([across, down, *curved], axis=-1)
        self._uneven = np.ascontiguousarray(uneven.T)
        self._uneven_fit = np.asarray(np.linalg.pinv(uneven).T / 3, np.float32)
        inner = np.flatnonzero(np.abs(line) < 1 - 2 * _EDGE)
        self._inner = slice(int(inner[0]), int(inner[-1]) + 1)
        by_channel = np.stack(looks).reshape(len(looks), -1, 3).transpose(0, 2, 1)
        self.templates = self.evened(np.ascontiguousarray(by_channel))
        flat = np.stack(weights).reshape(len(looks), -1)
        self.weights = np.asarray(flat / flat.sum(axis=1, keepdims=True), np.float32)
        self.weighted = self.templates * self.weights[:, None]
        self._columns = [np.ascontiguousarray(self.weighted[:, c].T) for c in range(3)]
        self.power = (self.weighted * self.templates).sum(axis=2)
        self.sums = self.weighted.sum(axis=2)
        self.mean = self.sums.mean(axis=1)
        self.spread = self.power.mean(axis=1) - self.mean**2 + LEAST_SPREAD
        self.reach = np.clip(1 - LEAST_SPREAD / self.spread, _FAINT, 1.0)
        self.pull = np.stack([self._pulls(t, w, edge) for t, w in zip(looks, self.weights, strict=True)])

    def _pulls(self, look: Singles, weight: Singles, edge: float) -> Singles:
        """What a sample's error says about the pose's error, in the top's own directions: 3 x 3*N."""
        step = edge / self.count
        down, across = (slope.reshape(-1, 3).T / step for slope in np.gradient(look, axis=(0, 1)))
        offsets = sample_offsets(edge, self.count)
        spin = -offsets[:, 1] * across + offsets[:, 0] * down
        slope = np.stack([across, down, spin]).reshape(3, -1)
        weighted = slope * np.tile(weight, 3)
        return np.asarray(np.linalg.inv(slope @ weighted.T + _STIFF) @ weighted, np.float32)

    def errors(self, samples: Singles, power: Singles) -> Singles:
        """Squared error of samples (P, 3, N) with each template, in the light that suits it best: P x T."""
        products = [samples[:, c] @ weighted for c, weighted in enumerate(self._columns)]
        sums = added(samples) @ self.weights.T
        mean = sums / 3
        shared = (products[0] + products[1] + products[2]) / 3 - mean * self.mean
        level = np.clip(shared / self.spread, *GAIN)
        veil = np.clip(mean - level * self.mean, *_VEIL)
        low, high = level * (1 - TINT), level * (1 + TINT)
        off = power - veil * (2 * sums - 3 * veil)
        for c, product in enumerate(products):
            bare = product - veil * self.sums[:, c]
            gain = between(bare / self.power[:, c], low, high)
            off += gain * (gain * self.power[:, c] - 2 * bare)
        return np.asarray(off, np.float32)

    def bare_shares(self, glare: Mask) -> Singles:
        """The weight (P x T) of samples (P, N) that no lamp's image hides, by template."""
        return np.asarray(1 - np.minimum(glare @ self.weights.T, _MOST_HIDDEN), np.float32)

    def evened(self, samples: Singles) -> Singles:
        """Samples (K, 3, N) without the uneven pale veil that gloss lays over a top.

        A strip of board behind the edge of a top that lies a little off is no veil.
        """
        if not len(samples):
            return samples
        level = added(samples)
        # In one piece of memory, numpy finds the least of a row several times as fast.
        inner = level.reshape(-1, self.count, self.count)[:, self._inner, self._inner].reshape(len(level), -1)
        least = inner.min(axis=1, keepdims=True) - _FOREIGN
        most = inner.max(axis=1, keepdims=True) + _FOREIGN
        level = between(level, least, most)
        veil = (level @ self._uneven_fit) @ self._uneven
        return np.asarray(samples - veil[:, None], np.float32)


@dataclass(frozen=True, slots=True)
class Noise:
    """How far a sample may be off what is expected."""

    share: float
    """1 for a print of full contrast; a fainter one is read more closely."""

    def wrong(self, off: Singles, expected: Singles) -> Singles:
        """Squared noises (K, N) that samples (K, 3, N) are off, up to an outlier; both arrays are used up."""
        np.abs(expected, out=expected)
        expected *= NOISE_SHARE * self.share
        expected += NOISE * self.share
        off /= expected
        off *= off
        return np.clip(added(off) / 3, 0, OUTLIER**2)


class Picked:
    """A template for each of K patches: which way the patch lies beside it, and how like it is."""

    def __init__(self, level: SharpnessLevel, index: Indices) -> None:
        self._level = level
        self._templates = level.templates[index]
        self._weights = level.weights[index]
        self._weighted = level.weighted[index]
        self._power = level.power[index]
        self._sums = level.sums[index]
        self._mean = level.mean[index]
        self._spread = level.spread[index]
        self._reach = level.reach[index]
        self._index = index

    @cached_property
    def _pull(self) -> Singles:
        return self._level.pull[self._index]

    def _light(self, products: Singles, sums: Singles) -> tuple[Singles, Singles]:
        """Gains (K, 3) and veils (K) in which the patches look most like their templates."""
        mean = sums / 3
        shared = total(products) / 3 - mean * self._mean
        level = between(shared / self._spread, *GAIN)
        veil = between(mean - level * self._mean, *_VEIL)
        gain = (products - veil[:, None] * self._sums) / self._power
        level = level[:, None]
        return between(gain, level * (1 - TINT), level * (1 + TINT)), veil

    def moved(self, samples: Singles, glare: Mask | None) -> tuple[Singles, Singles]:
        """From samples (K, 3, N): the step (K, 3) towards the templates, and what is off (K, 3, N)."""
        off = self._level.evened(samples)
        products = np.einsum("kcn,kcn->kc", self._weighted, off)
        sums = np.einsum("kn,kn->k", self._weights, added(off))
        gain, veil = self._light(products, sums)
        off -= veil[:, None, None]
        off /= gain[:, :, None]
        off -= self._templates
        np.clip(off, -_SURPRISE, _SURPRISE, out=off)
        if glare is not None:
            off *= ~glare[:, None]
        return self.step(off), off

    def step(self, off: Singles) -> Singles:
        """The step (K, 3) that samples ask for which are so far off (K, 3, N)."""
        step = -_DAMPING * np.matmul(self._pull, off.reshape(len(off), -1, 1))[:, :, 0]
        return between(step, -_STEP_LIMIT, _STEP_LIMIT)

    def squares(self, off: Singles, glare: Mask | None) -> Singles:
        """The mean square (K) of what is off, of all that no lamp's image hides."""
        squares = np.einsum("kn,kn->k", self._weights, added(off * off))
        if glare is not None:
            squares /= bare_share(glare, self._weights)
        return np.asarray(squares, np.float32)

    def likeness(self, samples: Singles, glare: Mask | None, noise: Noise) -> tuple[Singles, Singles]:
        """Misfit (K), counting a sample that is wrong no more than as wrong, and correlation (K)."""
        samples = self._level.evened(samples)
        weights = self._weights
        products = np.einsum("kcn,kcn->kc", self._weighted, samples)
        sums = np.einsum("kn,kn->k", weights, added(samples))
        power = np.einsum("kn,kn->k", weights, added(samples * samples))
        varied = power / 3 - (sums / 3) ** 2 + LEAST_SPREAD
        alike = (total(products) / 3 - sums / 3 * self._mean) / np.sqrt(varied * self._spread)
        alike = np.minimum(alike / self._reach, 1.0)
        gain, veil = self._light(products, sums)
        expected = self._templates * gain[:, :, None]
        expected += veil[:, None, None]
        samples -= expected
        wrong = noise.wrong(samples, expected)
        if glare is not None:
            wrong = np.minimum(wrong, np.where(glare, _GLARED, np.inf).astype(np.float32))
        return np.einsum("kn,kn->k", wrong, weights) / OUTLIER**2, alike


def bare_share(glare: Mask, weights: Singles) -> Singles:
    """The weight (K) of samples that no lamp's image hides: what is hidden speaks neither for nor against."""
    return np.asarray(1 - np.minimum(np.einsum("kn,kn->k", weights, glare), _MOST_HIDDEN), np.float32)


def between(values: Singles, low: Singles | float, high: Singles | float) -> Singles:
    """As np.clip, which is slow with few values, and with bounds that are no plain numbers."""
    kept = np.maximum(values, low)
    return np.asarray(np.minimum(kept, high, out=kept), np.float32)
