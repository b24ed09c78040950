"""Which squares of a picture are not plain, why, and how likely everything there is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.rules.board import Square
from vision.profile import KINDS
from vision.sighting import NOTHING, SOMETHING_ELSE, Doubt, Reason, SeenCube
from vision.tops import Singles

_ORDER: Final = (
    Reason.BETWEEN,
    Reason.TIPPED,
    Reason.COVERED,
    Reason.GLARE,
    Reason.DARK,
    Reason.UNLIKE,
)
"""Where several hold, the first is told: a cube that is not in its place covers more than its place."""

CLAIM: Final = 0.8
"""Confidence from which on a cube is claimed (FORMATS 4)."""

NO_CLAIM: Final = 0.75
"""The most confidence in what stands on a doubtful square."""

_FARTHEST: Final = -12.0
"""The least that any odds say: models are wrong more often than e to that."""

_MISFIT: Final = -40.0
_ALIKE: Final = 4.0
"""Odds by misfit and by correlation of a kind, and..."""

_PLAIN: Final = -40.0
_NOTHING: Final = 4.0
"""...by misfit of the empty board, and for it without any."""

_ELSE: Final = -6.0
"""Odds of what is neither: what a cube or the board as bad as may be would have."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """How all that may stand on one square fits what is seen there."""

    misfits: Singles
    alikes: Singles
    """Of each kind."""
    plain: float
    """Misfit of the empty board."""

    @property
    def odds(self) -> tuple[float, ...]:
        odds = np.zeros(len(KINDS) + 2)
        odds[NOTHING] = _PLAIN * self.plain + _NOTHING
        odds[1:SOMETHING_ELSE] = _MISFIT * self.misfits + _ALIKE * self.alikes
        odds[SOMETHING_ELSE] = _ELSE
        return likeliest_first(odds)


def likeliest_first(odds: Singles | np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, ...]:
    """0 for the likeliest, and nothing beyond belief."""
    return tuple(round(float(one), 2) for one in np.maximum(odds - odds.max(), _FARTHEST))


HIDDEN: Final = likeliest_first(np.array([-4.0] * SOMETHING_ELSE + [0.0]))
"""Odds under a hand: it is there for sure, and what stands below may be anything."""


def place_in_odds(cube: SeenCube | None) -> int:
    """Where the odds tell of that cube; without one, of nothing."""
    return NOTHING if cube is None else 1 + KINDS.index((cube.colour, cube.top))


class Doubts:
    """Reasons gathered square by square; the weightiest of each is kept."""

    def __init__(self) -> None:
        self._reasons: dict[Square, Reason] = {}

    def add(self, square: Square, reason: Reason) -> None:
        known = self._reasons.get(square)
        if known is None or _ORDER.index(reason) < _ORDER.index(known):
            self._reasons[square] = reason

    def __bool__(self) -> bool:
        return bool(self._reasons)

    def __contains__(self, square: Square) -> bool:
        return square in self._reasons

    @property
    def reasons(self) -> Mapping[Square, Reason]:
        return self._reasons

    @property
    def clear(self) -> bool:
        """Whether nobody has to take a hand away or put a cube right."""
        return not any(reason.unseats for reason in self._reasons.values())

    def told(self, odds: Mapping[Square, tuple[float, ...]]) -> tuple[Doubt, ...]:
        return tuple(Doubt(s, self._reasons[s], odds.get(s, HIDDEN)) for s in sorted(self._reasons))


def with_guesses(cubes: Iterable[SeenCube], doubts: Iterable[Doubt]) -> tuple[SeenCube, ...]:
    """The same, of doubtful squares with no claim, and no word on how a cube is turned; where none was taken
    for a cube, with what stands there most likely, if that is one."""
    seen = {cube.square: cube for cube in cubes}
    for doubt in doubts:
        known = seen.get(doubt.square)
        if known is not None:
            confidence = min(known.confidence, NO_CLAIM)
            seen[doubt.square] = replace(known, side=None, heading=None, confidence=confidence)
        elif not doubt.reason.unseats:
            guess = guessed(doubt)
            if guess is not None:
                seen[doubt.square] = guess
    return tuple(seen[square] for square in sorted(seen))


def guessed(doubt: Doubt) -> SeenCube | None:
    """What stands there most likely, apart from what is neither: a cube, or nothing."""
    best = int(np.argmax(doubt.odds[:SOMETHING_ELSE]))
    if best == NOTHING:
        return None
    colour, top = KINDS[best - 1]
    sure = float(1 / np.exp(doubt.odds).sum() * np.exp(doubt.odds[best]))
    return SeenCube(doubt.square, colour, top, None, None, round(min(sure, NO_CLAIM), 3), {"odds": sure})
