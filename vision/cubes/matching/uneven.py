"""Tops, and bare squares, in light that changes across them: the edge of a shadow, or many."""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from vision.cubes.matching.dapples import SOFT, InDapples
from vision.cubes.matching.edges import Fit, InTwoLights
from vision.cubes.matching.glare import below_glare
from vision.cubes.matching.odds import of_cube
from vision.cubes.matching.templates import Noise, Picked, SharpnessLevel, between
from vision.cubes.tops import (
    QUARTERS,
    RASTER,
    REACH,
    TWIST,
    Indices,
    Mask,
    Singles,
    samples_at,
    stepped,
    without_mirrors,
)
from vision.frames import Image

_ROUNDS: Final = 3
"""Steps in which a top is laid better."""

_AROUND: Final = 0.25
"""Of an edge beside the middle, to either side: as far as a cube on its square may lie."""

_TURNS: Final = (0.0, -0.17, 0.17)
"""Radians: between them no cube on its square is turned so far that fine print does not show."""

_LEAST_LIGHT: Final = 4.0
"""Levels under which there is nothing but noise."""


_NO_PRINT: Final = 1e-4
"""Squares of fine print, all samples together, under which there is none."""


_WAYS: Final = 2
"""Ways round, the best of each kind in light that changes from place to place, that are tried with an edge of
light as well: of 16000 in 450 pictures one of the others fitted better in 4 of 100."""

_BEHIND: Final = 1.0
"""Odds behind the likeliest from which on a kind is not laid better where it lies like that: of those in 450
pictures 2 in 100 would have become the likeliest."""


class Laid(NamedTuple):
    """At each of K squares, each kind where and the way round in which it fits best (K x kinds)."""

    misfits: Singles
    alikes: Singles
    places: Singles
    """Where it lies then (K x kinds x 3)."""
    templates: Indices


class UnevenLight:
    def __init__(
        self, level: SharpnessLevel, kinds: Indices, edge: float, noise: Noise, *, mirrors: bool
    ) -> None:
        """`kinds` is the kind of each look; `mirrors` as in `Matcher`."""
        self._level = level
        self._edge = edge
        self._noise = noise
        self._mirrors = mirrors
        self._of_kind = kinds[np.arange(len(level.templates)) // QUARTERS]
        self._ways = [np.flatnonzero(self._of_kind == kind) for kind in range(int(kinds.max()) + 1)]
        self._print = _FinePrint(_finer(_as_picture(level.templates), level.count))
        self._edged = InTwoLights(level.templates, level.weights, noise)
        self._dappled = InDapples(level.templates, level.weights, noise)

    def laid(self, plane: Image, places: Singles, light: Singles) -> Laid:
        """What lies at each of K squares, from several places there (n x K x kinds x 3), any way round."""
        starts, count, kinds = places.shape[:3]
        poses = places.reshape(-1, 3).copy()
        lights = np.tile(np.repeat(light, kinds, axis=0), (starts, 1))
        fit, templates = self._any_way(self._samples(plane, poses, lights), kinds)
        odds = of_cube(fit.misfit, fit.alike).reshape(starts, -1)
        again = np.flatnonzero(odds >= odds.max(axis=0) - _BEHIND)
        better = self._better(plane, templates[again], poses[again], lights[again])
        second = self._fit(plane, templates[again], better, lights[again])
        closer = second.misfit < fit.misfit[again]
        again = again[closer]
        fit.misfit[again], fit.alike[again] = second.misfit[closer], second.alike[closer]
        poses[again] = better[closer]
        best = of_cube(fit.misfit, fit.alike).reshape(starts, -1).argmax(axis=0)
        best = best * count * kinds + np.arange(count * kinds)
        return Laid(
            fit.misfit[best].reshape(count, kinds),
            fit.alike[best].reshape(count, kinds),
            poses[best].reshape(count, kinds, 3),
            templates[best].reshape(count, kinds),
        )

    def _any_way(self, samples: Singles, kinds: int) -> tuple[Fit, Indices]:
        """How badly each kind fits its samples (K, 3, N; of each in turn) at best, and which way round."""
        count = len(samples) // kinds
        every = np.arange(len(self._of_kind))
        rows = (np.arange(count)[:, None] * kinds + self._of_kind).reshape(-1)
        misfits = self._dappled.misfits(samples, rows, np.tile(every, count)).reshape(count, -1)
        likely = np.stack(
            [ways[np.argsort(misfits[:, ways], axis=1)[:, :_WAYS]] for ways in self._ways], axis=1
        ).reshape(-1, _WAYS)
        places = np.arange(len(samples))
        dappled = misfits[places[:, None] // kinds, likely]
        edged = self._edged.fit(samples, places.repeat(_WAYS), likely.reshape(-1))
        by_edge = edged.misfit.reshape(likely.shape)
        best = np.minimum(dappled, by_edge).argmin(axis=1)
        templates, in_dapples = likely[places, best], dappled[places, best]
        misfit, alike = by_edge[places, best], edged.alike.reshape(likely.shape)[places, best]
        better = np.flatnonzero(in_dapples < misfit)
        misfit[better] = in_dapples[better]
        alike[better] = self._dappled.alikes(samples, better, templates[better])
        return Fit(misfit, alike), templates

    def across(self, plane: Image, templates: Indices, poses: Singles, light: Singles) -> Singles:
        """How badly (K) the same looks fit at each pose (K, 3), turned a quarter."""
        turned = (self._fit(plane, _turned(templates, quarters), poses, light) for quarters in (1, 3))
        return np.minimum(*(one.misfit for one in turned))

    def near(self, plane: Image, middles: Singles, light: Singles) -> Singles:
        """Where the fine print of each kind shows most plainly (K x kinds x 3) around the middles of squares
        (K, 3), whatever light falls there: in even light something else may have lain better, elsewhere."""
        count, turns = self._level.count, len(_TURNS)
        wide = round(count * (1 + 2 * _AROUND))
        wide += (wide - count) % 2
        turned = np.repeat(middles, turns, axis=0)
        turned[:, 2] += np.tile(np.array(_TURNS, np.float32), len(middles))
        seen = samples_at(
            plane, RASTER, turned, self._edge * wide / count, wide, np.repeat(light, turns, axis=0)
        )
        alike = self._print.like(_finer(_as_picture(seen), count)).reshape(
            len(middles), -1, len(self._of_kind)
        )
        best = np.stack([alike[:, :, ways].max(axis=2).argmax(axis=1) for ways in self._ways], axis=1)
        turn, place = np.divmod(best, (wide - count + 1) ** 2)
        down, across = np.divmod(place, wide - count + 1)
        steps = np.stack([across, down, np.zeros_like(down)], axis=2).astype(np.float32)
        steps[..., :2] -= (wide - count) / 2
        steps[..., :2] *= self._edge / count
        at = turned[np.arange(len(middles))[:, None] * turns + turn]
        return stepped(at.reshape(-1, 3), steps.reshape(-1, 3)).reshape(at.shape)

    def bare(self, seen: Singles, board: Singles) -> Singles:
        """How badly (K) the empty board (K, 3, N) explains what is seen (K, 3, N)."""
        whole = np.full((len(seen), seen.shape[2]), 1 / seen.shape[2], np.float32)
        return np.minimum(
            self._bare(seen, board, whole),
            below_glare(self._level.evened(seen), self._level.evened(board), self._noise),
        )

    def bare_beside(self, seen: Singles, board: Singles, open_: Mask) -> Singles:
        """The same where something hides all but some of the samples (K, N)."""
        share = 1 / np.maximum(np.count_nonzero(open_, axis=1), 1)[:, None]
        return self._bare(seen, board, np.asarray(open_ * share, np.float32))

    def _bare(self, seen: Singles, board: Singles, weights: Singles) -> Singles:
        edged, dappled = (
            InTwoLights(board, weights, self._noise),
            InDapples(board, weights, self._noise, bare=True),
        )
        each = np.arange(len(seen))
        return _in_any_light(edged, dappled, seen, each, each).misfit

    def _fit(self, plane: Image, templates: Indices, poses: Singles, light: Singles) -> Fit:
        """How badly each template fits at its pose."""
        each = np.arange(len(templates))
        samples = self._samples(plane, poses, light)
        return _in_any_light(self._edged, self._dappled, samples, each, templates)

    def _better(self, plane: Image, index: Indices, poses: Singles, light: Singles) -> Singles:
        """The poses (K, 3) moved to where their templates lie best."""
        level, picked = self._level, Picked(self._level, index)
        reach = np.array([REACH, REACH, TWIST], np.float32)
        low, high = poses - reach, poses + reach
        low[:, 2], high[:, 2] = -TWIST, TWIST
        for _ in range(_ROUNDS):
            samples = self._samples(plane, poses, light)
            step = picked.step(samples / self._dappled.gains(samples, index) - level.templates[index])
            poses = between(stepped(poses, step), low, high)
        return poses

    def _samples(self, plane: Image, poses: Singles, light: Singles) -> Singles:
        samples = samples_at(plane, RASTER, poses, self._edge, self._level.count, light)
        return without_mirrors(samples)[0] if self._mirrors else samples


class _FinePrint:
    """The fine print of templates (T, side, side, 3), sought at every place of larger pictures."""

    def __init__(self, templates: Singles) -> None:
        self._side = templates.shape[1]
        self._samples = self._side**2
        bare = templates - templates.mean(axis=(1, 2), keepdims=True)
        columns = bare.reshape(len(bare), -1).T
        power = np.sqrt(np.maximum((columns * columns).sum(axis=0), _NO_PRINT))
        of_channels = np.tile(np.eye(3, dtype=np.float32), (self._samples, 1))
        self._columns = np.ascontiguousarray(np.concatenate([columns / power, of_channels], axis=1))

    def like(self, pictures: Singles) -> Singles:
        """Its correlation (K x places x T) with what pictures (K, side, side, 3) show at every place."""
        places = sliding_window_view(pictures, (self._side, self._side), axis=(1, 2))
        windows = places.transpose(0, 1, 2, 4, 5, 3).reshape(-1, self._samples * 3)
        products = windows @ self._columns
        level = products[:, -3:]
        power = np.einsum("kn,kn->k", windows, windows)
        power -= np.einsum("kc,kc->k", level, level) / self._samples
        alike = products[:, :-3] / np.sqrt(np.maximum(power, _NO_PRINT))[:, None]
        return np.asarray(alike.reshape(len(pictures), -1, alike.shape[1]), np.float32)


def _as_picture(samples: Singles) -> Singles:
    """Samples (K, 3, N) as K pictures."""
    side = round(samples.shape[2] ** 0.5)
    return np.ascontiguousarray(samples.reshape(len(samples), 3, side, side).transpose(0, 2, 3, 1))


def _finer(pictures: Singles, edge: float) -> Singles:
    """What changes faster than light does, as a share of it; `edge` in samples."""
    softer = [cv2.GaussianBlur(one, (0, 0), SOFT * edge, borderType=cv2.BORDER_REFLECT) for one in pictures]
    return np.asarray(pictures / np.maximum(softer, _LEAST_LIGHT) - 1, np.float32)


def _in_any_light(
    edged: InTwoLights, dappled: InDapples, samples: Singles, rows: Indices, index: Indices
) -> Fit:
    """With an edge of light across them, or with light that changes from place to place."""
    one, other = edged.fit(samples, rows, index), dappled.fit(samples, rows, index)
    better = other.misfit < one.misfit
    return Fit(np.where(better, other.misfit, one.misfit), np.where(better, other.alike, one.alike))


def _turned(templates: Indices, quarters: int) -> Indices:
    """The templates of the same looks, turned."""
    return np.asarray(templates // QUARTERS * QUARTERS + (templates + quarters) % QUARTERS, np.intp)
