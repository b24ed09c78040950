"""Templates of tops at one sharpness: how like one a patch is, and which way the patch lies beside it."""

from typing import Final

import cv2
import numpy as np

from vision.tops import QUARTERS, Indices, Mask, Singles, sample_offsets, total

_STEP_LIMIT: Final = np.array([0.05, 0.05, 0.1], np.float32)

_DAMPING: Final = 0.75
"""Thin strokes have steeper slopes than samples show: a full step would go beyond."""

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

_RIM: Final = (0.1, 0.26)
"""Of an edge: up to where a rim counts as alike on all sides, and from where on the sign is left as it is."""

_ANOTHER_BODY: Final = 0.7
"""Share of samples that differ between templates which nobody could mix up."""

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


class Level:
    """All templates at one sharpness: the light in which a patch looks most like them, and where it lies."""

    def __init__(self, looks: list[Singles], weights: list[Singles], edge: float) -> None:
        """Looks (count, count, 3) and weights (count, count)."""
        self.count = looks[0].shape[0]
        line = (np.arange(self.count, dtype=np.float32) + 0.5) / self.count * 2 - 1
        across, down = (a.reshape(-1) for a in np.meshgrid(line, line))
        curved = [across * down, across**2 - 1 / 3, down**2 - 1 / 3]
        self._uneven = np.stack([across, down, *curved], axis=-1)
        self._uneven_fit = np.asarray(np.linalg.pinv(self._uneven).T, np.float32)
        self.templates = self.evened(np.stack(looks).reshape(len(looks), -1, 3))
        flat = np.stack(weights).reshape(len(looks), -1)
        self.weights = np.asarray(flat / flat.sum(axis=1, keepdims=True), np.float32)
        self.weighted = self.templates * self.weights[:, :, None]
        self._columns = [np.ascontiguousarray(self.weighted[:, :, c].T) for c in range(3)]
        self.power = (self.weighted * self.templates).sum(axis=1)
        self.sums = self.weighted.sum(axis=1)
        self.mean = self.sums.mean(axis=1)
        self.spread = self.power.mean(axis=1) - self.mean**2 + LEAST_SPREAD
        self._pull = np.stack([self._pulls(t, w, edge) for t, w in zip(looks, self.weights, strict=True)])

    def _pulls(self, look: Singles, weight: Singles, edge: float) -> Singles:
        """What a sample's error says about the pose's error, in the top's own directions: N*3 x 3."""
        step = edge / self.count
        down, across = (slope.reshape(-1, 3) / step for slope in np.gradient(look, axis=(0, 1)))
        offsets = sample_offsets(edge, self.count)
        spin = -offsets[:, 1:] * across + offsets[:, :1] * down
        slope = np.stack([across, down, spin], axis=-1).reshape(-1, 3)
        weighted = slope * np.repeat(weight, 3)[:, None]
        return np.asarray(weighted @ np.linalg.inv(weighted.T @ slope + _STIFF), np.float32)

    def errors(self, patches: Singles, power: Singles) -> Singles:
        """Squared error of patches (P, N, 3) with each template, in the light that suits it best: P x T."""
        channels = [np.ascontiguousarray(patches[:, :, c]) for c in range(3)]
        products = [channel @ weighted for channel, weighted in zip(channels, self._columns, strict=True)]
        sums = (channels[0] + channels[1] + channels[2]) @ self.weights.T
        mean = sums / 3
        shared = (products[0] + products[1] + products[2]) / 3 - mean * self.mean
        level = np.clip(shared / self.spread, *GAIN)
        veil = np.clip(mean - level * self.mean, *_VEIL)
        low, high = level * (1 - TINT), level * (1 + TINT)
        off = power - veil * (2 * sums - 3 * veil)
        for c, product in enumerate(products):
            bare = product - veil * self.sums[:, c]
            gain = np.minimum(np.maximum(bare / self.power[:, c], low), high)
            off += gain * (gain * self.power[:, c] - 2 * bare)
        return np.asarray(off, np.float32)

    def light(self, products: Singles, sums: Singles, index: Indices | slice) -> tuple[Singles, Singles]:
        """Gains (…, 3) and veils (…) from products and sums with the templates of an index."""
        mean = sums / 3
        shared = total(products) / 3 - mean * self.mean[index]
        level = np.clip(shared / self.spread[index], *GAIN)
        veil = np.clip(mean - level * self.mean[index], *_VEIL)
        gain = (products - veil[..., None] * self.sums[index]) / self.power[index]
        level = level[..., None]
        return np.clip(gain, level * (1 - TINT), level * (1 + TINT)), veil

    def evened(self, patches: Singles) -> Singles:
        """Patches (K, N, 3) without the uneven pale veil that gloss lays over a top."""
        veil = (total(patches) / 3 @ self._uneven_fit) @ self._uneven.T
        return np.asarray(patches - veil[:, :, None], np.float32)

    def moved(self, patches: Singles, glare: Mask, templates: Indices) -> tuple[Singles, Singles]:
        """Per patch (K, N, 3) and its template: the step (K, 3) towards it, and the mean squared error."""
        patches = self.evened(patches)
        products = np.einsum("knc,knc->kc", self.weighted[templates], patches)
        weights = self.weights[templates]
        sums = np.einsum("kn,kn->k", weights, total(patches))
        gain, veil = self.light(products, sums, templates)
        off = (patches - veil[:, None, None]) / gain[:, None] - self.templates[templates]
        off = np.clip(off, -_SURPRISE, _SURPRISE)
        off[glare] = 0
        step = -_DAMPING * np.matmul(off.reshape(len(patches), 1, -1), self._pull[templates])[:, 0]
        error = (total(off * off) * weights).sum(axis=1)
        return np.clip(step, -_STEP_LIMIT, _STEP_LIMIT), error
