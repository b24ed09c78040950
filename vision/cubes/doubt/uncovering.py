"""What seems to cover the board may be a cube that was taken for none, or one that is not on its square."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import SQUARES, Square
from vision.cubes.doubt.accepting import ROOM, apart, as_learnt, off_centre
from vision.cubes.doubt.cover import Cover, CoverJudge
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.odds import of_cube
from vision.cubes.matching.silhouette import Shadowcaster
from vision.cubes.profile import Margin
from vision.cubes.tops import HALF, Found, Mask
from vision.frames import Image
from vision.plane.light import Light

_CUBE: Final = 3.0
"""Odds of a cube, from which on one may be what covers its square."""

_ASTRAY: Final = 7.0
"""The same for what covers wherever it is."""

_EXPLAINED: Final = 0.85
"""Share of a thing that must lie where the cube is seen: hands and cups are of another shape."""

_FILLED: Final = 0.2
"""Share of a top that must be covered for it to be the top of that thing."""

_SIZES: Final = (0.1, 2.2)
"""Squares that one cube with its sides can cover, as most cameras see it."""

_SAME: Final = 0.25
"""Squares between two tops that are one."""


class Uncovering:
    def __init__(
        self, matcher: Matcher, caster: Shadowcaster, judge: CoverJudge, margins: Sequence[Margin]
    ) -> None:
        self._matcher = matcher
        self._caster = caster
        self._judge = judge
        self._margins = margins

    def cubes(
        self, cover: Cover, found: Mapping[Square, Found], soft: Image, rough: Image, light: Light
    ) -> list[Found]:
        """Those of the tops that were found, or of others, that are all there is to what covers the board."""
        cubes: list[Found] = []
        for thing, astray in zip(cover.things, self._astray(cover.things, soft, rough, light), strict=True):
            under = self._judge.most(thing)
            tried = [f for s, f in found.items() if s in under and self._a_cube(f, _CUBE)]
            tried = [one for one in tried if self._filled(thing, one) > _FILLED]
            ways = [tried] if tried else []
            if astray is not None and self._a_cube(astray, _ASTRAY):
                ways.append([astray])
            ways = [way for way in ways if self._explained(thing, way) > _EXPLAINED]
            cubes += max(ways, key=_weakest, default=[])
        return _apart(cubes)

    def _astray(self, things: Sequence[Mask], soft: Image, rough: Image, light: Light) -> list[Found | None]:
        """What lies in the middle of each thing as a whole, where it has the size of a cube."""
        areas = [np.count_nonzero(thing) / HALF.scale**2 for thing in things]
        sized = [index for index, area in enumerate(areas) if _SIZES[0] < area < _SIZES[1]]
        astray: list[Found | None] = [None] * len(things)
        if sized:
            pixels = [np.argwhere(things[index]).mean(axis=0)[::-1] for index in sized]
            middles = HALF.to_board(np.array(pixels)).astype(np.float32)
            tops = self._matcher.tops(rough, soft, middles, light.over(middles))
            for index, top in zip(sized, tops, strict=True):
                astray[index] = top
        return astray

    def _a_cube(self, one: Found, least: float) -> bool:
        return of_cube(one.misfit, one.alike) > least and as_learnt(one, self._margins)

    def _explained(self, thing: Mask, cubes: list[Found]) -> float:
        hidden = self._judge.known([one.pose for one in cubes])
        return float((thing & hidden).sum() / max(int(thing.sum()), 1))

    def _filled(self, thing: Mask, one: Found) -> float:
        return float(thing[self._caster.hidden_by([one.pose], -ROOM)].mean())


def _weakest(cubes: Iterable[Found]) -> float:
    return min(of_cube(one.misfit, one.alike) for one in cubes)


def _apart(cubes: list[Found]) -> list[Found]:
    """Each cube once, the best of those that are one."""
    kept: list[Found] = []
    for one in sorted(cubes, key=lambda cube: -cube.score):
        if all(apart(one.pose, other.pose) > _SAME for other in kept):
            kept.append(one)
    return kept


def square_of(one: Found) -> Square:
    """The square whose middle is nearest."""
    return min(SQUARES, key=lambda square: off_centre(square, one.pose))
