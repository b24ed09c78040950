"""Which way round the cubes of a kind stand to each other, from nothing but the signs on their tops.

Rims and gloss stay where the lamp is when a cube is turned, and look alike from all sides. So only what
lies within the circle around a sign is compared, less any pale veil over it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

import cv2
import numpy as np

from calibration.likeness import likeness, parts_of, veil_over
from vision.cubes.matching.signs import Circle, circles_of
from vision.cubes.tops import FINE, QUARTERS, Mask, Singles
from vision.plane.camera import Floats

_SIDE: Final = 13
"""Samples along the square around a sign's circle."""

_STEPS: Final = ((10.0, 1.0), (10.0, 1.0), (10.0, 1.0), (5.0, 1.0), (2.5, 0.5))
"""Degrees, and samples right and down, by which a sign is moved on another from where it lies best so far."""

_MOVES: Final = tuple(product((-1, 0, 1), repeat=3))
"""A step back, none or one on: of turn, right and down."""

_HELD: Final = 1.0
"""How much a sign's turn counts that was found before, against what another sign says of it."""

_LEAST_SEEN: Final = 30
"""Samples that both must show, to be compared at all."""


@dataclass(frozen=True, slots=True)
class UprightPlace:
    """Of a sign on its top: samples right and down of the top's middle, degrees clockwise."""

    right: float
    down: float
    turn: float


@dataclass(frozen=True, slots=True)
class Uprights:
    """How signs stand to the first one."""

    quarters: tuple[int, ...]
    """That each is turned clockwise against it."""
    places: tuple[UprightPlace, ...]
    """Where they are, the turn less these quarters."""
    sure: float
    """The lead (odds) over the best other way round."""
    one_axis: bool
    """Whether all stand along the same axis."""
    axis_sure: float
    """The same lead over another answer to that."""


def uprights(patches: Sequence[Singles], glare: Sequence[Mask], lamp: Singles) -> Uprights:
    """From tops (FINE x FINE x 3), as they stand, where each mirrors a lamp, and that lamp's colour (3)."""
    signs = _cut_out(patches, glare, lamp)
    pairs = {
        (one, other): _fits(signs[one], signs[other]) for one, other in combinations(range(len(signs)), 2)
    }
    total: dict[tuple[int, ...], float] = {}
    for quarters in product(range(QUARTERS), repeat=len(signs) - 1):
        turned = (0, *quarters)
        total[turned] = sum(
            fits[(turned[one] - turned[other]) % QUARTERS].odds for (one, other), fits in pairs.items()
        )
    ranked = sorted(total, key=total.__getitem__, reverse=True)
    best = ranked[0]
    one_axis = _one_axis(best)
    across = next(other for other in ranked if _one_axis(other) is not one_axis)
    fits = {(one, other): fits[(best[one] - best[other]) % QUARTERS] for (one, other), fits in pairs.items()}
    turns = _turns(fits, len(signs))
    backs = [-quarters % QUARTERS for quarters in best]
    laid = [_Fit(), *(fits[0, other] for other in range(1, len(signs)))]
    places = tuple(
        sign.place(fit, back, turn) for sign, fit, back, turn in zip(signs, laid, backs, turns, strict=True)
    )
    sure, axis_sure = (total[best] - total[other] for other in (ranked[1], across))
    return Uprights(best, places, sure, one_axis, axis_sure)


def _turns(fits: Mapping[tuple[int, int], "_Fit"], count: int) -> list[float]:
    """How far each sign is turned clockwise, from how far every one is against every other."""
    terms = [np.eye(count) * _HELD]
    values = [np.zeros(count)]
    for (one, other), fit in fits.items():
        row = np.zeros((1, count))
        row[0, one], row[0, other] = 1.0, -1.0
        terms.append(row)
        values.append(np.array([fit.turn]))
    return [float(turn) for turn in np.linalg.lstsq(np.vstack(terms), np.concatenate(values), rcond=None)[0]]


def _one_axis(quarters: Sequence[int]) -> bool:
    return len({quarter % 2 for quarter in quarters}) == 1


@dataclass(frozen=True, slots=True)
class _Sign:
    patch: Singles
    """Level and colour."""
    seen: Singles
    circle: Circle

    def cut(self, quarter: int, fit: "_Fit") -> tuple[Floats, Floats]:
        """The square around the sign, turned and moved, and how much of each sample is seen."""
        x, y = self.circle.x, self.circle.y
        turning = cv2.getRotationMatrix2D((x, y), -(90.0 * quarter + fit.turn), 1.0)
        half = (_SIDE - 1) / 2
        scale = half / (self.circle.radius + 0.5)
        right, down = half - scale * (x - fit.right), half - scale * (y - fit.down)
        placing = np.array([[scale, 0, right], [0, scale, down]])
        matrix = placing @ np.vstack([turning, [0, 0, 1]])
        size = (_SIDE, _SIDE)
        cut = cv2.warpAffine(self.patch, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        seen = cv2.warpAffine(self.seen, matrix, size)
        return cut[_ROUND].astype(np.float64), seen[_ROUND].astype(np.float64)

    def place(self, fit: "_Fit", quarter: int, turn: float) -> UprightPlace:
        angle = np.radians(90.0 * quarter + fit.turn)
        cos, sin = float(np.cos(angle)), float(np.sin(angle))
        middle = (FINE - 1) / 2
        right = self.circle.x - middle - (cos * fit.right + sin * fit.down)
        down = self.circle.y - middle - (cos * fit.down - sin * fit.right)
        return UprightPlace(right, down, turn)


@dataclass(frozen=True, slots=True)
class _Fit:
    """How a sign is turned clockwise and moved to lie on another, and how much speaks for that."""

    turn: float = 0.0
    right: float = 0.0
    down: float = 0.0
    odds: float = 0.0


_LINE: Final = np.linspace(-1, 1, _SIDE)
_ROUND: Final = np.hypot(*np.meshgrid(_LINE, _LINE)) <= 1.0
_X, _Y = (axis[_ROUND] for axis in np.meshgrid(_LINE, _LINE))
_VEIL: Final = veil_over(_X, _Y)


def _cut_out(patches: Sequence[Singles], glare: Sequence[Mask], lamp: Singles) -> list[_Sign]:
    signs = []
    white = [np.asarray(patch / lamp, np.float32) for patch in patches]
    for patch, mirrored, circle in zip(patches, glare, circles_of(white), strict=True):
        seen = 1 - cv2.dilate(mirrored.astype(np.float32), np.ones((3, 3)))
        signs.append(_Sign(parts_of(patch, lamp), np.asarray(seen, np.float32), circle))
    return signs


def _fits(one: _Sign, other: _Sign) -> list[_Fit]:
    """The best for each quarter that the other is turned clockwise."""
    wanted, seen = one.cut(0, _Fit())
    fits = []
    for quarter in range(QUARTERS):
        best = _Fit()
        for turn, aside in _STEPS:
            start = best
            for turns, rights, downs in _MOVES:
                moved = _Fit(
                    start.turn + turns * turn, start.right + rights * aside, start.down + downs * aside
                )
                values, also_seen = other.cut(quarter, moved)
                odds = _alike(wanted, values, seen * also_seen)
                if odds > best.odds:
                    best = _Fit(moved.turn, moved.right, moved.down, odds)
        fits.append(best)
    return fits


def _alike(wanted: Floats, values: Floats, weight: Floats) -> float:
    """How much speaks for one sign being the other."""
    return 0.0 if weight.sum() < _LEAST_SEEN else likeness(wanted, values, _VEIL, weight)
