"""Tops, and bare squares, in light that changes across them: the edge of a shadow, or many."""

from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.cubes.matching.dapples import SOFT, gains_of, in_dapples
from vision.cubes.matching.edges import Fit, in_two_lights
from vision.cubes.matching.glare import below_glare
from vision.cubes.matching.templates import Noise, Picked, SharpnessLevel, between
from vision.cubes.tops import (
    QUARTERS,
    RASTER,
    REACH,
    TWIST,
    Indices,
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

_METHOD: Final = cv2.TM_CCOEFF_NORMED


class Laid(NamedTuple):
    """At each of K places, each kind the way round in which it fits best (K x kinds)."""

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
        self._fine = _finer(_as_picture(level.templates), level.count)

    def laid(self, plane: Image, places: Singles, light: Singles) -> Laid:
        """What lies at each place (K x kinds x 3), any way round."""
        count, kinds = places.shape[:2]
        index, rows = (
            np.tile(np.arange(len(self._of_kind)), count),
            np.arange(count).repeat(len(self._of_kind)),
        )
        fit = self._fit(plane, index, places[rows, self._of_kind[index]], light[rows])
        by_row = fit.misfit.reshape(count, -1)
        best = np.stack([one[by_row[:, one].argmin(axis=1)] for one in self._ways], axis=1)
        misfits, alikes = (values.reshape(count, -1)[np.arange(count)[:, None], best] for values in fit)
        lights, flat = np.repeat(light, kinds, axis=0), best.reshape(-1)
        poses = self._better(plane, flat, places.reshape(-1, 3), lights)
        again = self._fit(plane, flat, poses, lights)
        closer = again.misfit.reshape(count, kinds) < misfits
        poses = np.where(closer[..., None], poses.reshape(count, kinds, 3), places)
        return Laid(
            np.where(closer, again.misfit.reshape(count, kinds), misfits),
            np.where(closer, again.alike.reshape(count, kinds), alikes),
            poses,
            best,
        )

    def across(self, plane: Image, templates: Indices, poses: Singles, light: Singles) -> Singles:
        """How badly (K) the same looks fit at each pose (K, 3), turned a quarter."""
        turned = (self._fit(plane, _turned(templates, quarters), poses, light) for quarters in (1, 3))
        return np.minimum(*(one.misfit for one in turned))

    def near(self, plane: Image, middles: Singles, light: Singles) -> Singles:
        """Where the fine print of each kind shows most plainly (K x kinds x 3) around the middles of squares
        (K, 3), whatever light falls there: in even light something else may have lain better, elsewhere."""
        count = self._level.count
        wide = round(count * (1 + 2 * _AROUND))
        wide += (wide - count) % 2
        places = np.repeat(middles[:, None], len(self._ways), axis=1)
        most = np.full(places.shape[:2], -np.inf)
        for turn in _TURNS:
            turned = middles + np.array([0, 0, turn], np.float32)
            seen = samples_at(plane, RASTER, turned, self._edge * wide / count, wide, light)
            for row, picture in enumerate(_finer(_as_picture(seen), count)):
                for kind, ways in enumerate(self._ways):
                    tried = [cv2.matchTemplate(picture, self._fine[way], _METHOD) for way in ways]
                    alike = np.max(tried, axis=0)
                    if alike.max() <= most[row, kind]:
                        continue
                    most[row, kind] = alike.max()
                    down, across = np.unravel_index(int(alike.argmax()), alike.shape)
                    step = (np.array([across, down]) - (wide - count) / 2) * self._edge / count
                    places[row, kind] = stepped(turned[row : row + 1], np.array([[*step, 0]], np.float32))
        return places

    def bare(self, seen: Singles, board: Singles) -> Singles:
        """How badly (K) the empty board (K, 3, N) explains what is seen (K, 3, N)."""
        even = np.full((len(seen), seen.shape[2]), 1 / seen.shape[2], np.float32)
        uneven = _in_any_light(seen, board, even, self._noise, bare=True).misfit
        return np.minimum(
            uneven, below_glare(self._level.evened(seen), self._level.evened(board), self._noise)
        )

    def _fit(self, plane: Image, index: Indices, poses: Singles, light: Singles) -> Fit:
        level = self._level
        samples = self._samples(plane, poses, light)
        return _in_any_light(samples, level.templates[index], level.weights[index], self._noise)

    def _better(self, plane: Image, index: Indices, poses: Singles, light: Singles) -> Singles:
        """The poses (K, 3) moved to where their templates lie best."""
        level, picked = self._level, Picked(self._level, index)
        reach = np.array([REACH, REACH, TWIST], np.float32)
        low, high = poses - reach, poses + reach
        low[:, 2], high[:, 2] = -TWIST, TWIST
        for _ in range(_ROUNDS):
            samples, templates = self._samples(plane, poses, light), level.templates[index]
            step = picked.step(samples / gains_of(samples, templates, level.weights[index]) - templates)
            poses = between(stepped(poses, step), low, high)
        return poses

    def _samples(self, plane: Image, poses: Singles, light: Singles) -> Singles:
        samples = samples_at(plane, RASTER, poses, self._edge, self._level.count, light)
        return without_mirrors(samples)[0] if self._mirrors else samples


def _as_picture(samples: Singles) -> Singles:
    """Samples (K, 3, N) as K pictures."""
    side = round(samples.shape[2] ** 0.5)
    return np.ascontiguousarray(samples.reshape(len(samples), 3, side, side).transpose(0, 2, 3, 1))


def _finer(pictures: Singles, edge: float) -> Singles:
    """What changes faster than light does, as a share of it; `edge` in samples."""
    softer = [cv2.GaussianBlur(one, (0, 0), SOFT * edge, borderType=cv2.BORDER_REFLECT) for one in pictures]
    return np.asarray(pictures / np.maximum(softer, _LEAST_LIGHT) - 1, np.float32)


def _in_any_light(
    samples: Singles, templates: Singles, weights: Singles, noise: Noise, *, bare: bool = False
) -> Fit:
    """With an edge of light across them, or with light that changes from place to place."""
    edged = in_two_lights(samples, templates, weights, noise)
    dappled = in_dapples(samples, templates, weights, noise, bare=bare)
    better = dappled.misfit < edged.misfit
    return Fit(np.where(better, dappled.misfit, edged.misfit), np.where(better, dappled.alike, edged.alike))


def _turned(templates: Indices, quarters: int) -> Indices:
    """The templates of the same looks, turned."""
    return np.asarray(templates // QUARTERS * QUARTERS + (templates + quarters) % QUARTERS, np.intp)
