"""Every cube of the faces pictures against looks that were learnt without it: whether learning would hold.

A look that was made of a cube fits it, however wrong it is. What counts is how it fits the next one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.cubes.align import Kind, Sample, look_of
from vision.cubes.matching.matcher import Matcher
from vision.cubes.profile import LeftOut
from vision.cubes.reading.reader import halved
from vision.cubes.tops import QUARTERS, Indices, Singles

_HALF_ROUNDS: Final = 3
"""Steps in which a cube left out is placed roughly, as the reader does."""

_FINE_ROUNDS: Final = 3
"""The same finely."""


_OWN: Final = 0.08
"""Misfit that a kind's cubes left out may have on average. In a game's light they have up to .15 more, which
leaves them above the score at which the reader takes something for a cube."""

_NEARLY: Final = 1.5
"""How much worse (ratio) a look that no picture showed must fit other kinds' cubes than their own does."""

_SHARES: Final = (0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 1.0)
"""Of the usual noise; sharper ones tell faint prints apart, wider ones forgive more."""


@dataclass(frozen=True, slots=True, eq=False)
class _Trial:
    """A cube where the looks that were learnt without it lie best on it: one hypothesis each."""

    kind: int
    sample: Sample
    matcher: Matcher
    kinds: tuple[int, ...]
    """Of every look in the matcher."""
    templates: Indices
    poses: Singles

    def judged(self, allowance: float | None) -> LeftOut:
        lights = np.repeat(self.sample.light[None], len(self.poses), axis=0)
        misfits, alike = self.matcher.judge(
            self.sample.plane, self.templates, self.poses, lights, allowance=allowance
        )
        kinds = np.asarray(self.kinds)[self.templates // QUARTERS]
        own = int(np.where(kinds == self.kind, misfits, np.inf).argmin())
        rival = int(np.where(kinds != self.kind, misfits, np.inf).argmin())
        return LeftOut(
            self.kind,
            self.sample.square,
            round(float(misfits[own]), 4),
            round(float(alike[own]), 4),
            int(kinds[rival]),
            round(float(misfits[rival]), 4),
        )

    def fits(self, look: Singles, misfit: float) -> bool:
        """Whether a look of another kind fits the cube this well."""
        matcher = Matcher(look[None], (0,), self.matcher.edge, mirrors=self.matcher.mirrors)
        one = _tried(0, self.sample, matcher, (0,))
        lights = np.repeat(self.sample.light[None], len(one.poses), axis=0)
        misfits, _ = matcher.judge(
            self.sample.plane, one.templates, one.poses, lights, allowance=self.matcher.noise
        )
        return bool(misfits.min() < misfit)


class Trials:
    """All of them; how they are judged depends on how much noise is allowed."""

    def __init__(self, laid: Sequence[Kind], edge: float, *, mirrors: bool) -> None:
        self._trials: list[_Trial] = []
        for turn in range(max(len(_ordered(kind)) for kind in laid)):
            left = [_ordered(kind)[turn : turn + 1] for kind in laid]
            looks, kinds = _looks_without(laid, left, edge, mirrors=mirrors)
            matcher = Matcher(np.stack(looks), kinds, edge, mirrors=mirrors)
            for kind, samples in enumerate(left):
                if kind in kinds:
                    self._trials += [_tried(kind, sample, matcher, kinds) for sample in samples]

    def judged(self, allowance: float | None = None) -> tuple[LeftOut, ...]:
        return tuple(trial.judged(allowance) for trial in self._trials)

    def taken_for(self, kind: int, look: Singles) -> bool:
        """Whether another kind's cubes fit this look, which no picture shows, nearly as well as their own."""
        return any(
            trial.fits(look, trial.judged(None).own * _NEARLY) for trial in self._trials if trial.kind != kind
        )

    def least_allowance(self, least: float) -> float:
        """The least share of the usual noise, from this one on, with which all kinds' cubes fit their own."""
        shares = [least, *(share for share in _SHARES if share > least)]
        return next((share for share in shares if _worst(self.judged(share)) <= _OWN), _SHARES[-1])


def _worst(trials: Sequence[LeftOut]) -> float:
    """The mean misfit of the kind that fits itself worst."""
    of_kind: dict[int, list[float]] = {}
    for one in trials:
        of_kind.setdefault(one.kind, []).append(one.own)
    return max((float(np.mean(misfits)) for misfits in of_kind.values()), default=0.0)


def _ordered(kind: Kind) -> list[Sample]:
    return sorted((sample for group in kind.groups for sample in group), key=lambda sample: sample.square)


def _looks_without(
    laid: Sequence[Kind], left: Sequence[Sequence[Sample]], edge: float, *, mirrors: bool
) -> tuple[list[Singles], tuple[int, ...]]:
    """The looks of all groups less the cubes left out; a kind of which nothing is left has none."""
    looks, kinds = [], []
    for kind, (one, out) in enumerate(zip(laid, left, strict=True)):
        for group in one.groups:
            rest = [sample for sample in group if all(sample is not other for other in out)]
            if rest:
                looks.append(look_of(rest, edge, mirrors=mirrors))
                kinds.append(kind)
    return looks, tuple(kinds)


def _tried(kind: int, sample: Sample, matcher: Matcher, kinds: tuple[int, ...]) -> _Trial:
    """Every look any way round, from where the cube was found, moved to where it lies best."""
    templates = np.arange(QUARTERS * len(kinds))
    place = np.array([[sample.pose.x, sample.pose.y, sample.pose.turn]], np.float32)
    poses = np.repeat(place, len(templates), axis=0)
    lights = np.repeat(sample.light[None], len(templates), axis=0)
    half = halved(sample.plane)
    poses, _ = matcher.refine(half, templates, poses, lights, fine=False, rounds=_HALF_ROUNDS)
    poses, _ = matcher.refine(sample.plane, templates, poses, lights, fine=True, rounds=_FINE_ROUNDS)
    return _Trial(kind, sample, matcher, kinds, templates, poses)
