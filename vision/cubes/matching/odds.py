"""How likely everything on a square is, by how well each kind and the bare board fit what is seen there."""

import math
from typing import Final, TypeVar

import numpy as np

from vision.cubes.profile import KINDS
from vision.cubes.seen import NOTHING, SOMETHING_ELSE
from vision.cubes.tops import Singles

_FARTHEST: Final = -12.0
"""The least that any odds say: models are wrong more often than e to that."""

# The three below are fitted to what is true on tables learnt well and badly, in their own light, and in less
# of it with noise.

_MISFIT: Final = -14.2
"""Odds of a kind for each unit of its misfit."""

_ALIKE: Final = 13.2
"""Odds of a kind for each unit of its correlation."""

_PLAIN: Final = (-1.3, -6.2, 0.02, -0.9)
"""Odds of the empty board by its own misfit, by the logarithm of that, added to the third, and always."""

ELSE: Final = 6.0
"""Odds of what is neither, on the same scale: what hands reach where they look like a top."""

PLAIN_LEAD: Final = 3.0
"""Lead from which on what stands on a square is plain."""

BETTER_THAN_BOARD: Final = 0.6
"""Share of the empty board's misfit that a cube's may have: else the empty board explains it as well."""

Odds = TypeVar("Odds", float, Singles)


def of_cube(misfit: Odds, alike: Odds) -> Odds:
    return _MISFIT * misfit + _ALIKE * alike


def of_nothing(plain: float) -> float:
    return _PLAIN[0] * plain + _PLAIN[1] * math.log(plain + _PLAIN[2]) + _PLAIN[3]


def odds_of(misfits: Singles, alikes: Singles, nothing: float) -> tuple[float, ...]:
    """From how each kind fits what is seen on a square, and the odds of its being empty."""
    odds = np.full(len(KINDS) + 2, ELSE)
    odds[NOTHING] = nothing
    odds[1:SOMETHING_ELSE] = of_cube(misfits, alikes)
    return likeliest_first(odds)


def likeliest_first(odds: Singles | np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, ...]:
    """0 for the likeliest, and nothing beyond belief."""
    return tuple(round(float(one), 2) for one in np.maximum(odds - odds.max(), _FARTHEST))
