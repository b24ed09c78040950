"""What the bare squares of a board look like, square by square: no cube stands where only that is seen again.

That tells only where the cubes of a kind, left out of learning, look much more like it than the square does:
in the dark, a bare square and a black cube look alike, and the board itself has to tell.
"""

from typing import Final

import numpy as np

from companion.games.himiki.rules.board import Square
from vision.cubes.matching.odds import PLAIN_LEAD, of_cube
from vision.cubes.profile import KINDS, Profile
from vision.cubes.tops import Found, Singles
from vision.plane.camera import Floats

_SPREAD: Final = 1.0
"""Odds by which the same bare square looks more like the same kind in a game than in calibration's pictures:
on tables with what moved beyond the board, and in a game's light, it was up to half of that."""

_TELLING: Final = _SPREAD + 2.0
"""Odds of a kind's cube, the worst of those left out, above those of a bare square, from which on a likeness
tells one from the other: a game's light takes two of them from a cube (misfits up to .15 more)."""


class BareSquares:
    def __init__(self, profile: Profile) -> None:
        """Of a profile of an older program nothing is known."""
        bare = [[of_cube(one.misfit, one.alike) for one in kinds] for kinds in profile.bare]
        worst = np.full(len(KINDS), np.inf)
        for one in profile.left_out:
            worst[one.kind] = min(worst[one.kind], of_cube(one.own, one.alike))
        worst[np.isinf(worst)] = -np.inf
        self._odds = np.array(bare) if bare else np.full((0, len(KINDS)), -np.inf)
        # Where it tells nothing, it is as if the square had looked like no cube at all.
        self._odds[self._odds + _TELLING > worst] = -np.inf

    def explains(self, square: Square, one: Found) -> bool:
        """Whether the bare square is as like that kind as this."""
        return self.nothing(square, one) > of_cube(one.misfit, one.alike)

    def nothing(self, square: Square, one: Found) -> float:
        """The odds of the square being empty, from how like that kind it is when it is."""
        if not len(self._odds):
            return -np.inf
        cube = of_cube(one.misfit, one.alike)
        return cube + float(_leads(cube - self._odds[square, one.kind]))

    def weighed(self, square: Square, misfits: Singles, alikes: Singles) -> float:
        """The same from how each kind fits: a kind that it was not like before, and is now like hardly any
        other, speaks for a cube."""
        if not len(self._odds):
            return -np.inf
        cubes = np.array([of_cube(*one) for one in zip(misfits.tolist(), alikes.tolist(), strict=True)])
        best = cubes.max()
        return float(best + (_leads(cubes - self._odds[square]) + best - cubes).min())


def _leads(more: Floats) -> Floats:
    """Of nothing before a cube, when a square is so much more like one than it was bare; none, when much."""
    leads = PLAIN_LEAD * np.clip(1 - more / _SPREAD, -1, 1)
    return np.asarray(np.where(more >= 2 * _SPREAD, -np.inf, leads))
