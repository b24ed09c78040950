"""Along which axis a sign stands, from the sign alone: gloss on rims and panels does not turn with a cube."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import Square
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.signs import circles_of
from vision.cubes.tops import FINE, QUARTERS, RASTER, Found, Pose, Singles, patches_at, sample_offsets
from vision.frames import Image
from vision.plane.light import Light

_PLAINLY: Final = 0.15
"""Misfit by which a top differs from itself turned a quarter, from which on it needs no second look."""

_TOLD: Final = 0.04
"""The same, from which on it tells an axis."""

_AGREEING: Final = 0.05
"""How much worse (logarithm) the sign alone must fit on the other axis, if the whole top agrees."""

_ALONE: Final = 0.1
"""The same if it does not."""

_LAYING: Final = 4
"""Steps of a fit in which a top is laid any other way round: as many as place it, and one to turn it."""

_ROOM: Final = 1.0
"""Samples beyond a sign's circle that still count."""

_FADE: Final = 1.5
"""Samples over which they count less and less."""

_ROUNDS: Final = 2
"""In which errors that are too large are taken for less."""

_OUTLIER: Final = 2.0
"""In spreads: an error beyond pulls no harder."""

_LEAST_SPREAD: Final = 2.0
"""Levels that are nothing."""

_LEAST_CONTRAST: Final = 0.2
"""Share of its contrast that a sign must show."""

_CONTRAST: Final = 3
"""Which of the terms is the sign itself, and no step or turn of it."""
_LIGHT: Final = 4
"""The first of those that a top without a sign has too."""

_HELD: Final = 1e-4
"""Share of a sample's weight that holds every term back."""


class Headings:
    def __init__(self, looks: Singles, edge: float, matcher: Matcher | None = None) -> None:
        """`looks` is look x FINE x FINE x 3. With a matcher of these, no axis is told by a place that suits
        it alone.
        """
        self._edge = edge
        self._matcher = matcher
        offsets = sample_offsets(1.0, FINE)
        self._roots, self._terms, self._kept = [], [], []
        self._fits: list[Singles] = []
        self._bare_fits: list[Singles] = []
        samples = np.arange(FINE * FINE * 3).reshape(FINE, FINE, 3)
        ways_round = np.stack([np.rot90(samples, quarter).reshape(-1) for quarter in range(QUARTERS)])
        for look in looks:
            circle = circles_of([look])[0]
            middle = np.array([circle.x, circle.y]) - (FINE - 1) / 2
            far = np.hypot(*(offsets * FINE - middle).T)
            weight = np.clip((circle.radius + _ROOM + _FADE - far) / _FADE, 0, 1)
            root = np.repeat(np.sqrt(weight), 3).astype(np.float32)
            kept = np.flatnonzero(root)
            root = root[kept]
            terms = _terms(look, offsets)[kept] * root[:, None]
            held = _HELD * weight.sum() * 3
            self._kept.append(ways_round[:, kept])
            self._roots.append(root)
            self._terms.append(terms)
            self._fits.append(_fit_of(terms, held))
            self._bare_fits.append(_fit_of(terms[:, _LIGHT:], held))

    def read(self, plane: Image, founds: Mapping[Square, Found], light: Light) -> dict[Square, Found]:
        """The same on the axes that their signs tell, where a whole top does not tell plainly."""
        unsure = {square: f for square, f in founds.items() if f.across - f.misfit < _PLAINLY}
        if not unsure:
            return dict(founds)
        lights = light.over(np.array([(found.pose.x, found.pose.y) for found in unsure.values()]))
        told = self.by_sign(plane, list(unsure.values()), lights)
        told = [self._fairly(plane, *one) for one in zip(told, lights, strict=True)]
        return {**founds, **dict(zip(unsure, told, strict=True))}

    def _fairly(self, plane: Image, found: Found, light: Singles) -> Found:
        """The same where the whole top tells no axis, with each way round laid where it fits best.

        What lies a little askew, or has the edge of a shadow across it, may else suit either axis: that on
        which it was laid.
        """
        if self._matcher is None or not axis_told(found) or found.across - found.misfit > _TOLD:
            return found
        start = np.array([[found.pose.x, found.pose.y, found.pose.turn]], np.float32)
        ways = (found.quarters + np.arange(QUARTERS)) % QUARTERS
        places, _ = self._matcher.refine(
            plane,
            found.look * QUARTERS + ways,
            np.repeat(start, QUARTERS, axis=0),
            np.repeat(light[None], QUARTERS, axis=0),
            fine=True,
            rounds=_LAYING,
        )
        laid = [
            replace(found, pose=Pose(*place), quarters=quarters)
            for place, quarters in zip(places.tolist(), ways.tolist(), strict=True)
        ]
        left = self._left_by(plane, laid, np.repeat(light[None], QUARTERS, axis=0))[:, 0]
        here = self._left_by(plane, [found], light[None])[0]
        own = min(left[0], left[2], here[0], here[2])
        other = min(left[1], left[3], here[1], here[3])
        worse = _worse(np.array([other]), np.array([own])).item()
        if worse >= 0:
            return replace(found, sign=min(worse, found.sign or worse))
        better = laid[1] if left[1] < left[3] else laid[3]
        return replace(better, across=better.misfit, sign=-worse)

    def by_sign(self, plane: Image, founds: Sequence[Found], lights: Singles) -> list[Found]:
        """The same with what their signs say, turned to the other axis if that is it."""
        worse = self._across(plane, founds, lights).tolist()
        return [_told(found, sign) for found, sign in zip(founds, worse, strict=True)]

    def _across(self, plane: Image, founds: Sequence[Found], lights: Singles) -> Singles:
        """How much worse (logarithm) each sign fits on the other axis than on the one it was found on."""
        by_axis = self._left_by(plane, founds, lights).reshape(-1, 2, 2).min(axis=1)
        return _worse(by_axis[:, 1], by_axis[:, 0])

    def _left_by(self, plane: Image, founds: Sequence[Found], lights: Singles) -> Singles:
        """What the looks leave of what lies there: as it was found, and turned by quarters (K x quarters)."""
        places = [(f.pose.x, f.pose.y, f.pose.turn + f.quarters * np.pi / 2) for f in founds]
        patches = patches_at(plane, RASTER, np.array(places, np.float32), self._edge, FINE)
        patches /= lights[:, None]
        patches = patches.reshape(len(founds), -1)
        looks = np.array([f.look for f in founds])
        left = np.ones((len(founds), QUARTERS), np.float32)
        for look in np.unique(looks).tolist():
            which = np.flatnonzero(looks == look)
            values = patches[which][:, self._kept[look]]
            left[which] = self._left(values.reshape(-1, values.shape[2]), look).reshape(-1, QUARTERS)
        return left

    def _left(self, values: Singles, look: int) -> Singles:
        """What the look leaves of several patches (Q, N) in any light.

        Where the sign is not there, that is what a top without one leaves.
        """
        terms, root = self._terms[look].T, self._roots[look]
        values = values * root
        weight = float((root * root).sum())
        found, left = _fitted(values, terms, self._fits[look].T, weight)
        missing = found[:, _CONTRAST] <= _LEAST_CONTRAST
        if missing.any():
            _, bare = _fitted(values[missing], terms[_LIGHT:], self._bare_fits[look].T, weight)
            left[missing] = np.maximum(left[missing], bare)
        return left


def _fit_of(terms: Singles, held: float) -> Singles:
    """By what values are multiplied to learn how much of each term is in them."""
    power = terms.T.astype(np.float64) @ terms
    return np.asarray(np.linalg.inv(power + held * np.eye(len(power))) @ terms.T, np.float32)


def _fitted(values: Singles, terms: Singles, fit: Singles, weight: float) -> tuple[Singles, Singles]:
    """How much of each term is in the values, and what all of them leave."""
    found: Singles = values @ fit
    off: Singles = values - found @ terms
    spread = _spread(off, weight)
    for _ in range(_ROUNDS):
        most = _OUTLIER * spread
        found += np.minimum(np.maximum(off, -most), most) @ fit
        off = values - found @ terms
        spread = _spread(off, weight)
    return found, spread[:, 0]


def _worse(other: Singles, own: Singles) -> Singles:
    """The logarithm of their ratio."""
    return np.asarray(np.log(other / own), np.float32)


def _spread(off: Singles, weight: float) -> Singles:
    return np.asarray(1.25 * np.abs(off).sum(axis=1, keepdims=True) / weight + _LEAST_SPREAD, np.float32)


def _told(found: Found, sign: float) -> Found:
    """On the other axis, if the sign says so; its word counts from here on."""
    if sign >= 0:
        return replace(found, sign=sign)
    return replace(found, quarters=(found.quarters + 1) % QUARTERS, across=found.misfit, sign=-sign)


def axis_told(found: Found) -> bool:
    """Whether it is sure along which of two axes the sign stands."""
    whole = found.across - found.misfit > _TOLD
    if found.sign is None:
        return whole
    return found.sign > (_AGREEING if whole else _ALONE)


def _terms(look: Singles, offsets: Singles) -> Singles:
    """What a patch may be made of: steps, a turn, contrast, tint and uneven light."""
    down, across = (s.reshape(-1, 3) for s in np.gradient(look.astype(np.float32), 1 / FINE, axis=(0, 1)))
    spin = offsets[:, :1] * down - offsets[:, 1:] * across
    columns = [across, down, spin, look.reshape(-1, 3)]
    columns += [np.broadcast_to(channel, down.shape) for channel in 255 * np.eye(3, dtype=np.float32)]
    x, y = offsets[:, 0], offsets[:, 1]
    columns += [np.repeat(255 * shade[:, None], 3, axis=1) for shade in (x, y, x * y, x**2, y**2)]
    return np.stack([np.asarray(column, np.float32).reshape(-1) for column in columns], axis=-1)
