"""Which way round the cubes of a kind stand to each other, from nothing but the signs on their tops.

Rims and gloss stay where the lamp is when a cube is turned, and look alike from all sides. So only what
lies within the circle around a sign is compared, less any pale veil over it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Final

import cv2
import numpy as np

from vision.camera import Floats
from vision.signs import Circle, circles_of
from vision.tops import FINE, QUARTERS, Mask, Singles

_SIDE: Final = 13
"""Samples along the square around a sign's circle."""

_STEPS: Final = (
    tuple(product((-10.0, -5.0, 0.0, 5.0, 10.0), (-1.0, 0.0, 1.0), (-1.0, 0.0, 1.0))),
    tuple(product((-2.5, 0.0, 2.5), (-0.5, 0.0, 0.5), (-0.5, 0.0, 0.5))),
)
"""Degrees, and samples right and down, that one sign may be off another: roughly, then closely."""

_HELD: Final = 1.0
"""How much a sign's turn counts that was found before, against what another sign says of it."""

_LEAST_SEEN: Final = 30
_LEAST_CONTRAST: Final = 0.2
_NOTHING_ALIKE: Final = 60.0
"""Samples that both must show, contrast one must have of the other's, and the cost without."""


@dataclass(frozen=True, slots=True)
class Place:
    """Of a sign on its top: samples right and down of the top's middle, degrees clockwise."""

    right: float
    down: float
    turn: float


@dataclass(frozen=True, slots=True)
class Uprights:
    """How signs stand to the first one."""

    quarters: tuple[int, ...]
    """That each is turned clockwise against it."""
    places: tuple[Place, ...]
    """Where they are, the turn less these quarters."""
    sure: float
    """How much worse (ratio) the best other way round would be."""
    one_axis: bool
    """Whether all stand along the same axis."""
    axis_sure: float
    """The same ratio for another answer to that."""


def uprights(patches: Sequence[Singles], glare: Sequence[Mask]) -> Uprights:
    """From tops (FINE x FINE x 3), as they stand, and where each mirrors a lamp."""
    signs = _cut_out(patches, glare)
    pairs = {
        (one, other): _fits(signs[one], signs[other]) for one, other in combinations(range(len(signs)), 2)
    }
    total: dict[tuple[int, ...], float] = {}
    for quarters in product(range(QUARTERS), repeat=len(signs) - 1):
        turned = (0, *quarters)
        total[turned] = sum(
            fits[(turned[one] - turned[other]) % QUARTERS].cost for (one, other), fits in pairs.items()
        )
    ranked = sorted(total, key=total.__getitem__)
    best = ranked[0]
    least = max(total[best], 1e-6)
    one_axis = _one_axis(best)
    across = next(other for other in ranked if _one_axis(other) is not one_axis)
    fits = {(one, other): fits[(best[one] - best[other]) % QUARTERS] for (one, other), fits in pairs.items()}
    turns = _turns(fits, len(signs))
    backs = [-quarters % QUARTERS for quarters in best]
    laid = [_Fit(), *(fits[0, other] for other in range(1, len(signs)))]
    places = tuple(
        sign.place(fit, back, turn) for sign, fit, back, turn in zip(signs, laid, backs, turns, strict=True)
    )
    return Uprights(best, places, total[ranked[1]] / least, one_axis, total[across] / least)


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

    def place(self, fit: "_Fit", quarter: int, turn: float) -> Place:
        angle = np.radians(90.0 * quarter + fit.turn)
        cos, sin = float(np.cos(angle)), float(np.sin(angle))
        middle = (FINE - 1) / 2
        right = self.circle.x - middle - (cos * fit.right + sin * fit.down)
        down = self.circle.y - middle - (cos * fit.down - sin * fit.right)
        return Place(right, down, turn)


@dataclass(frozen=True, slots=True)
class _Fit:
    """How a sign is turned clockwise and moved to lie on another, and what is left between the two."""

    turn: float = 0.0
    right: float = 0.0
    down: float = 0.0
    cost: float = 0.0


_LINE: Final = np.linspace(-1, 1, _SIDE)
_ROUND: Final = np.hypot(*np.meshgrid(_LINE, _LINE)) <= 1.0
_X, _Y = (axis[_ROUND] for axis in np.meshgrid(_LINE, _LINE))
_VEIL: Final = np.column_stack([np.ones_like(_X), _X, _Y, _X * _Y, _X**2, _Y**2])


def _cut_out(patches: Sequence[Singles], glare: Sequence[Mask]) -> list[_Sign]:
    signs = []
    for patch, mirrored, circle in zip(patches, glare, circles_of(list(patches)), strict=True):
        seen = 1 - cv2.dilate(mirrored.astype(np.float32), np.ones((3, 3)))
        signs.append(_Sign(np.asarray(patch, np.float32), np.asarray(seen, np.float32), circle))
    return signs


def _fits(one: _Sign, other: _Sign) -> list[_Fit]:
    """The best for each quarter that the other is turned clockwise."""
    wanted, seen = one.cut(0, _Fit())
    fits = []
    for quarter in range(QUARTERS):
        best = _Fit(cost=_NOTHING_ALIKE)
        for steps in _STEPS:
            start = best
            for turn, right, down in steps:
                moved = _Fit(start.turn + turn, start.right + right, start.down + down)
                values, also_seen = other.cut(quarter, moved)
                cost = _left(wanted, values, seen * also_seen)
                if cost < best.cost:
                    best = replace(moved, cost=cost)
        fits.append(best)
    return fits


def _left(wanted: Floats, values: Floats, weight: Floats) -> float:
    """The mean error of one sign as the other under a veil."""
    if weight.sum() < _LEAST_SEEN:
        return _NOTHING_ALIKE
    root = np.sqrt(weight)[:, None]
    ground = np.zeros((len(values), 2))
    rows = []
    for channel in range(3):
        tint = ground.copy()
        if channel < 2:
            tint[:, channel] = 1
        rows.append(np.column_stack([values[:, channel], _VEIL, tint]) * root)
    terms = np.vstack(rows)
    target = (wanted * root).T.reshape(-1)
    found = np.linalg.lstsq(terms, target, rcond=None)[0]
    if found[0] < _LEAST_CONTRAST:
        return _NOTHING_ALIKE
    return float(np.abs(target - terms @ found).sum() / (3 * weight.sum()))
