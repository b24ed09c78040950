"""Which of the tops that were found are cubes: what explains a square better, a cube, the board, or another
cube's side."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import SQUARES, Square, column_of, row_of
from vision.cubes.doubt.bareness import BareSquares
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.odds import BETTER_THAN_BOARD, PLAIN_LEAD, of_cube, of_nothing
from vision.cubes.matching.silhouette import Shadowcaster
from vision.cubes.profile import Margin
from vision.cubes.tops import HALF, Found, Mask, Pose, Singles
from vision.frames import Image
from vision.plane.light import Light

ROOM: Final = 0.06
"""Squares around a cube that its rounded edges, its contact shadow and a slightly wrong pose may take."""

OFF_CENTRE: Final = 0.2
"""Squares from the middle, along a side: further off, a cube is not on its square."""

ACCEPTED: Final = 0.35
"""Score from which on something is a cube."""

_SHOWN: Final = 0.8
"""Correlation from which on a sign shows."""
_SHOWN_BETTER: Final = 0.7
"""Share of the empty board's misfit that is enough where a sign shows: of 229 bare squares of seven tables
those that reached .7 had 1.0 and more, cubes in the dark down to .6."""

_CUBE: Final = 4.0
"""Odds of a cube from which on what scores less than a claim is taken for one as well, but without a claim:
tops that were learnt badly, or stand in another light, keep that much."""
_RATHER: Final = 2.0
"""The same, as its lead over the empty board's odds."""

_BARE: Final = 5.0
"""Odds of the empty board under which it does not explain what is seen, whatever that may be."""

_HARDLY_BARE: Final = 8.0
"""Odds of the empty board under which light that changes has to explain what is seen as well, before nothing
is said to stand there: dark cubes that were not found left it 7.5, and 1 in 100 bare squares that little."""

_PALE: Final = 0.06
"""Misfit of the empty board where a cube stands, under which one is pale there, and less of it tells: sets on
eleven tables of known truth have .069 and more."""
_PALEST: Final = 0.02
"""The least of it that is believed to tell."""
_AS_PLAIN: Final = 0.15
"""What it counts as where a pale cube would have no more, and at the most: half of what usual ones have."""

_IN_VIEW: Final = 0.4
"""Share of a square that cubes may hide for that to be seen."""

MOSTLY_HIDDEN: Final = 0.8
"""Share of a top that would lie where another cube's side is seen, from which on the side explains as much as
any top that is not beyond doubt; below, the rest of it has to be explained as well."""
_BEYOND_DOUBT: Final = 0.7
"""Score from which on it is too like a top to be a side."""

_AS_LEARNT: Final = 0.03
"""Or of this misfit beyond its own in the pictures it was learnt from, and of the correlation below."""

_ALIKE: Final = 0.8
"""Correlation that it has then."""

_OTHER_LIGHT: Final = (2.0, 0.1)
"""Times its own misfit in the pictures it was learnt from, and beyond that, which another light can make of
a top that stands on the board."""

_SIDE: Final = 7.0
"""Odds of a side that nobody has learnt: those of a middling top."""


@dataclass(slots=True, eq=False)
class Pictured:
    """A picture, softened, in the light that falls there."""

    soft: Image
    light: Light
    plains: dict[Square, float] = field(default_factory=dict)
    """How badly the empty board explains squares of it in any light, as far as that was asked."""


class Acceptance:
    def __init__(
        self,
        matcher: Matcher,
        caster: Shadowcaster,
        empty: Image,
        cells: Sequence[tuple[slice, slice]],
        margins: Sequence[Margin],
        bare: BareSquares,
        faintest: Singles,
    ) -> None:
        """`empty` is the board alone on the plane of the tops, `cells` its squares on the raster; `faintest`
        tells of each square how badly the board explains the palest cube there.
        """
        self._matcher = matcher
        self._caster = caster
        self.empty = empty
        self.cells = cells
        self._margins = margins
        self.bare = bare
        tells = _AS_PLAIN / np.maximum(faintest, _PALEST)
        self._tells = np.where(faintest < _PALE, tells, 1.0).tolist()

    def of_bare(self, square: Square, plain: float) -> float:
        """The odds of an empty square by the board's misfit, as the set's own cubes differ from it there."""
        return of_nothing(max(plain, min(plain * self._tells[square], _AS_PLAIN)))

    def accepted(self, found: Mapping[Square, Found], soft: Image, light: Light) -> dict[Square, Found]:
        """The cubes, best first, leaving out what is only the side of a better one."""
        accepted: dict[Square, Found] = {}
        hidden = np.zeros(HALF.shape, bool)
        for square, one in sorted(found.items(), key=lambda item: -item[1].score):
            if not self._a_cube(one) or self.bare.explains(square, one):
                continue
            others = [better.pose for better in accepted.values()]
            if off_centre(square, one.pose) >= OFF_CENTRE and self.taken(one.pose, others):
                continue
            share = 0.0 if self._beyond_doubt(one) else self.hidden_share(square, hidden)
            if share > MOSTLY_HIDDEN:
                continue
            if share and not self._a_cube(one, *self._plains_beside([one], soft, light, hidden)):
                continue
            accepted[square] = one
            hidden |= self._caster.hidden_by([one.pose], ROOM)
        return accepted

    def _a_cube(self, one: Found, plain: float | None = None) -> bool:
        plain = one.plain if plain is None else plain
        if one.score >= ACCEPTED and better_than_board(one, plain):
            return True
        cube = of_cube(one.misfit, one.alike)
        return cube > max(_CUBE, of_nothing(plain) + _RATHER) and as_learnt(one, self._margins)

    def _beyond_doubt(self, one: Found) -> bool:
        """Whether it is too like a top to be a side, which shows its sign drawn together."""
        if one.score >= _BEYOND_DOUBT:
            return True
        return one.misfit < self._margins[one.kind].own + _AS_LEARNT and one.alike > _ALIKE

    def rest(
        self,
        found: Mapping[Square, Found],
        accepted: Mapping[Square, Found],
        soft: Image,
        light: Light,
    ) -> dict[Square, float]:
        """How likely the squares are empty whose tops were found and not accepted."""
        rest = {square: one for square, one in found.items() if square not in accepted}
        if not rest:
            return {}
        hidden = self._caster.hidden_by([one.pose for one in accepted.values()], ROOM)
        return self.nothing(rest, soft, light, hidden)

    def undecided(
        self,
        found: Mapping[Square, Found],
        accepted: Mapping[Square, Found],
        bare: Mapping[Square, float],
        seen: Pictured,
    ) -> Iterator[Square]:
        """Of the rest the squares that may have a cube or none, or something that is neither."""
        others = [one.pose for one in accepted.values()]
        unexplained = self._unexplained(bare, others, seen)
        for square, plain in bare.items():
            one = found[square]
            cube = -np.inf if self.taken(one.pose, others) else of_cube(one.misfit, one.alike)
            nothing = max(plain, self.bare.nothing(square, one))
            if cube > nothing - PLAIN_LEAD or nothing < _BARE or square in unexplained:
                yield square

    def _unexplained(self, bare: Mapping[Square, float], others: list[Pose], seen: Pictured) -> set[Square]:
        """Squares in view that no light makes of the empty board: perhaps a cube that was not found."""
        hardly = [square for square, odds in bare.items() if odds < _HARDLY_BARE]
        if not hardly:
            return set()
        hidden = self._caster.hidden_by(others, ROOM)
        hardly = [square for square in hardly if self.hidden_share(square, hidden) < _IN_VIEW]
        if not hardly:
            return set()
        plains = self.in_any_light(hardly, seen)
        return {s for s, plain in zip(hardly, plains, strict=True) if self.of_bare(s, plain) < _HARDLY_BARE}

    def in_any_light(self, squares: Sequence[Square], seen: Pictured) -> list[float]:
        """How badly the empty board explains what squares show, whatever light falls across them."""
        new = [square for square in squares if square not in seen.plains]
        if new:
            poses = np.array([(*middle(square), 0.0) for square in new], np.float32)
            lights = seen.light.over(poses[:, :2])
            plains = self._matcher.plain_under_edges(seen.soft, self.empty, poses, lights)
            seen.plains |= zip(new, plains.tolist(), strict=True)
        return [seen.plains[square] for square in squares]

    def mirroring(self, squares: Sequence[Square], soft: Image, light: Light) -> dict[Square, float]:
        """The odds of squares being empty over which the board mirrors a lamp."""
        if not squares:
            return {}
        poses = np.array([(*middle(square), 0.0) for square in squares], np.float32)
        plains = self._matcher.plain_mirroring(soft, self.empty, poses, light.over(poses[:, :2]))
        return {s: self.of_bare(s, plain) for s, plain in zip(squares, plains.tolist(), strict=True)}

    def taken(self, pose: Pose, others: Iterable[Pose]) -> bool:
        """Whether one of the other cubes stands where a cube there would."""
        return any(apart(pose, other) < self._matcher.edge for other in others)

    def nothing(
        self, found: Mapping[Square, Found], soft: Image, light: Light, hidden: Mask
    ) -> dict[Square, float]:
        """The odds of squares being empty: of the board where it can be seen, of other cubes' sides."""
        shares = {square: self.hidden_share(square, hidden) for square in found}
        partly = [square for square, share in shares.items() if 0 < share < 1]
        beside = self._plains_beside([found[square] for square in partly], soft, light, hidden)
        plains = dict(zip(partly, beside, strict=True))
        odds = {}
        for square, share in shares.items():
            odds[square] = self.of_rest(square, plains.get(square, found[square].plain), share)
        return odds

    def under_edges_beside(self, square: Square, soft: Image, light: Light, hidden: Mask) -> float:
        """The odds of an empty square that other cubes hide a part of, in light that changes on the rest."""
        pose = np.array([(*middle(square), 0.0)], np.float32)
        over = light.over(pose[:, :2])
        (plain,) = self._matcher.plain_under_edges_beside(soft, self.empty, pose, over, hidden)
        return self.of_rest(square, float(plain), self.hidden_share(square, hidden))

    def of_rest(self, square: Square, plain: float, share: float) -> float:
        """The odds of an empty square by the board's misfit where other cubes, which hide a share, do not."""
        bare = _SIDE if share == 1 else self.of_bare(square, plain)
        return min((1 - share) * bare + share * _SIDE, bare)

    def hidden_share(self, square: Square, hidden: Mask) -> float:
        return float(hidden[self.cells[square]].mean())

    def _plains_beside(self, founds: Sequence[Found], soft: Image, light: Light, hidden: Mask) -> list[float]:
        """How badly the empty board explains what the tops show, where nothing hides it."""
        if not founds:
            return []
        poses = np.array([(one.pose.x, one.pose.y, one.pose.turn) for one in founds], np.float32)
        lights = light.over(poses[:, :2])
        plains = self._matcher.plain_beside(soft, self.empty, poses, lights, hidden)
        return [float(plain) for plain in plains]


def better_than_board(one: Found, plain: float) -> bool:
    """Whether it explains what is seen better than the empty board, with this misfit, does."""
    return one.misfit <= plain * (_SHOWN_BETTER if one.alike >= _SHOWN else BETTER_THAN_BOARD)


def as_learnt(one: Found, margins: Sequence[Margin]) -> bool:
    """Whether it is no further from what was learnt than light can bring it; others do not lie level."""
    own = margins[one.kind].own
    return one.score >= ACCEPTED or one.misfit < _OTHER_LIGHT[0] * own + _OTHER_LIGHT[1]


def middle(square: Square) -> tuple[float, float]:
    return column_of(square) + 0.5, row_of(square) + 0.5


def off_centre(square: Square, pose: Pose) -> float:
    x, y = middle(square)
    return max(abs(pose.x - x), abs(pose.y - y))


def apart(one: Pose, other: Pose) -> float:
    """Squares between their middles."""
    return math.hypot(one.x - other.x, one.y - other.y)


def astride(pose: Pose) -> tuple[Square, ...]:
    """The square that a cube is on, and the one that it reaches furthest into."""
    column, row = int(np.floor(pose.x)), int(np.floor(pose.y))
    off_x, off_y = pose.x - column - 0.5, pose.y - row - 0.5
    beside = (
        (column + (1 if off_x > 0 else -1), row)
        if abs(off_x) > abs(off_y)
        else (column, row + (1 if off_y > 0 else -1))
    )
    return tuple(s for s in SQUARES if (column_of(s), row_of(s)) in ((column, row), beside))
