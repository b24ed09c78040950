"""Which squares of a picture are not plain, why, and how likely everything there is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import Square
from vision.cubes.matching.odds import PLAIN_LEAD, likeliest_first
from vision.cubes.profile import KINDS
from vision.cubes.seen import NOTHING, SOMETHING_ELSE, CubeDoubt, SeenCube
from vision.sighting import Reason

_ORDER: Final = (
    Reason.BETWEEN,
    Reason.TIPPED,
    Reason.COVERED,
    Reason.GLARE,
    Reason.DARK,
    Reason.UNLIKE,
)
"""Where several hold, the first is told: a cube that is not in its place covers more than its place."""

NO_CLAIM: Final = 0.75
"""The most confidence in what stands on a doubtful square."""

_TURN: Final = 0.12
"""Misfit by which a top differs from itself turned a quarter, three times what tells an axis."""

_PLAINLY_TURNED: Final = 1.5
"""Lead that a cube then needs over something else for that to be believed."""

_LIKELIER: Final = 1.5
"""Lead from which on what is likelier in uneven light is believed, not what even light took for a cube.
On nine hard tables that put 21 squares right and 1 wrong; 0.5 lost as many cubes as it won."""

HIDDEN: Final = likeliest_first(np.array([-4.0] * SOMETHING_ELSE + [0.0]))
"""Odds under a hand: it is there for sure, and what stands below may be anything."""


class Doubts:
    """Reasons gathered square by square; the weightiest of each is kept."""

    def __init__(self) -> None:
        self._reasons: dict[Square, Reason] = {}

    def add(self, square: Square, reason: Reason) -> None:
        known = self._reasons.get(square)
        if known is None or _ORDER.index(reason) < _ORDER.index(known):
            self._reasons[square] = reason

    def add_all(self, squares: Iterable[Square], reason: Reason) -> None:
        for square in squares:
            self.add(square, reason)

    def only_light(self, squares: Iterable[Square], reason: Reason) -> None:
        """It is not that: light is what makes these squares unlike."""
        meant = [square for square in squares if self._reasons.get(square) is reason]
        self._reasons.update(dict.fromkeys(meant, Reason.UNLIKE))

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

    def told(self, odds: Mapping[Square, tuple[float, ...]]) -> tuple[CubeDoubt, ...]:
        return tuple(CubeDoubt(s, self._reasons[s], odds.get(s, HIDDEN)) for s in sorted(self._reasons))


def with_guesses(
    cubes: Iterable[SeenCube], doubts: Iterable[CubeDoubt], headings: Mapping[Square, float] | None = None
) -> tuple[SeenCube, ...]:
    """The same, of doubtful squares with no claim; where none was taken for a cube, with what stands there
    most likely, if that is one, and its heading where its sign tells one."""
    seen = {cube.square: cube for cube in cubes}
    for doubt in doubts:
        known = seen.get(doubt.square)
        if known is not None and not doubt.reason.unseats and _likelier_else(doubt, known):
            known = None
            del seen[doubt.square]
        if known is not None:
            confidence = min(known.confidence, NO_CLAIM)
            # How its sign lies is read by itself; where it is perhaps no top at all, that tells nothing.
            lead = _PLAINLY_TURNED if known.scores.get("turn", 0.0) > _TURN else PLAIN_LEAD
            told = not doubt.reason.unseats and doubt.odds[SOMETHING_ELSE] <= -lead
            heading = known.heading if told else None
            seen[doubt.square] = replace(known, side=None, heading=heading, confidence=confidence)
        elif not doubt.reason.unseats:
            guess = guess_of(doubt.square, doubt.odds)
            if guess is not None:
                seen[doubt.square] = replace(guess, heading=(headings or {}).get(doubt.square))
    return tuple(seen[square] for square in sorted(seen))


def _likelier_else(doubt: CubeDoubt, known: SeenCube) -> bool:
    """Whether, weighed in whatever light may fall there, it is something else than it was taken for."""
    return max(doubt.odds[:SOMETHING_ELSE]) - doubt.of(known.colour, known.top) > _LIKELIER


def guess_of(square: Square, odds: Sequence[float]) -> SeenCube | None:
    """What stands there most likely, apart from what is neither: a cube, or nothing."""
    best = int(np.argmax(odds[:SOMETHING_ELSE]))
    if best == NOTHING:
        return None
    colour, top = KINDS[best - 1]
    sure = float(1 / np.exp(odds).sum() * np.exp(odds[best]))
    return SeenCube(square, colour, top, None, None, round(min(sure, NO_CLAIM), 3), {"odds": sure})
