"""How likely everything is on the squares that are not plain."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import numpy as np

from companion.games.himiki.rules.board import Square
from vision.cubes.doubt.accepting import (
    MOSTLY_HIDDEN,
    OFF_CENTRE,
    ROOM,
    Acceptance,
    Pictured,
    astride,
    middle,
    off_centre,
)
from vision.cubes.doubt.doubts import Doubts
from vision.cubes.matching.levels import Levels
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.odds import ELSE, PLAIN_LEAD, odds_of, of_cube
from vision.cubes.matching.silhouette import Shadowcaster
from vision.cubes.profile import KINDS
from vision.cubes.seen import NOTHING, SOMETHING_ELSE
from vision.cubes.tops import (
    MIDDLE,
    QUARTERS,
    RASTER,
    Found,
    Indices,
    Mask,
    Pose,
    Singles,
    samples_at,
)
from vision.frames import Image
from vision.sighting import Reason

_HIDDEN: Final = 0.5
"""Share of a square that something covers, from which on it is rather a hand than a cube."""

_PLAINLY: Final = 7.0
"""Odds of a cube from which on it is where it is seen, though something there is not explained."""

_PERHAPS: Final = 4.0
"""The same from which on a cube may be there: what tiles reach that the bare board does not explain is 2."""

_PLAINLY_BARE: Final = 16.0
"""Odds of the empty board from which on no light makes a cube likely: of 84 such squares in 450 pictures the
likeliest kind of any had 9.3, and none stood there."""

_MOST: Final = 16
"""Squares that are weighed: where more are doubtful, it is not the fault of one of them."""

_MOST_BESIDE_A_HAND: Final = 8
"""The same while a hand is over the board."""


class _Fits(NamedTuple):
    """Of squares: misfits and correlations of each kind (K x kinds), where it lies then (K x kinds x 3), and
    the misfit of the empty board (K)."""

    misfits: Singles
    alikes: Singles
    places: Singles
    bare: Singles
    even: Singles
    lying: Singles
    """Odds in even light alone (K x kinds), and where they lie then."""
    templates: Indices
    uneven: Mask
    """Which way round they fit best in light that is not, and whether that was the best."""


@dataclass(slots=True, eq=False, kw_only=True)
class Seen(Pictured):
    """The same with the picture less softened."""

    rough: Image
    fits: dict[Square, tuple[Found | None, _Fits]] = field(default_factory=dict)
    """What was weighed on it already, beside what had been found there then."""


class Weighing:
    def __init__(
        self,
        matcher: Matcher,
        acceptance: Acceptance,
        caster: Shadowcaster,
        levels: Levels,
        kinds: Sequence[int],
    ) -> None:
        """`kinds` is the kind of each look."""
        self._matcher = matcher
        self._acceptance = acceptance
        self._caster = caster
        self._levels = levels
        self._look_of = np.array([kinds.index(kind) for kind in range(len(KINDS))])

    def odds(
        self,
        doubts: Doubts,
        seen: Seen,
        found: Mapping[Square, Found],
        accepted: Mapping[Square, Found],
        where: Mask,
        bare: Mapping[Square, float],
        *,
        entered: bool,
    ) -> dict[Square, tuple[float, ...]]:
        """Of the doubtful squares that can be seen; a cube that turns out to lie astray is doubtful too.

        `bare` tells of squares how likely they are empty, as far as that is known. `entered`: something
        reaches in; what it may hide is not looked for, since skin can be as even as a board.
        """
        cells = self._acceptance.cells
        # What stands where a hand reaches in is asked last; but a dappled cube covers its square as well.
        covered = {s: where[cells[s]].mean() >= _HIDDEN for s in doubts.reasons}
        order = sorted(covered, key=lambda s: (covered[s], doubts.reasons[s] is Reason.COVERED, s))
        order = sorted(order, key=lambda s: -_promise(found.get(s)))
        most = _MOST_BESIDE_A_HAND if entered else _MOST
        squares = order[:most]
        if not squares:
            return {}
        fits = self._fits(squares, found, seen)
        misfits, alikes, places = fits.misfits, fits.alikes, fits.places
        beside = self._beside(squares, fits, accepted)
        odds = {}
        for row, square in enumerate(squares):
            others = [one.pose for near, one in accepted.items() if near != square]
            # What fits because it is the cube beside it stands there and not here.
            here = np.array([not self._acceptance.taken(Pose(*p), others) for p in places[row].tolist()])
            misfit, alike = np.where(here, misfits[row], 1.0), np.where(here, alikes[row], 0.0)
            nothing = bare.get(square)
            if nothing is None:
                hidden = self._caster.hidden_by(others, ROOM)
                nothing = self._acceptance.nothing({square: found[square]}, seen.soft, seen.light, hidden)[
                    square
                ]
            nothing = max(nothing, self._acceptance.of_bare(square, float(fits.bare[row])))
            nothing = max(nothing, self._acceptance.bare.weighed(square, misfit, alike))
            if square in beside:
                rest = self._acceptance.under_edges_beside(square, seen.soft, seen.light, beside[square])
                nothing = max(nothing, rest)
            odds[square] = odds_of(misfit, alike, nothing)
            best = int(fits.even[row].argmax())
            if fits.even[row, best] > max(_PLAINLY, nothing) and doubts.reasons[square] is Reason.COVERED:
                pose = Pose(*fits.lying[row, best].tolist())
                there = not self._acceptance.taken(pose, others)
                if there and off_centre(square, pose) >= OFF_CENTRE:
                    doubts.add_all(astride(pose), Reason.BETWEEN)
        return odds | self._bare([] if entered else order[most:], seen)

    def _beside(
        self, squares: Sequence[Square], fits: _Fits, accepted: Mapping[Square, Found]
    ) -> dict[Square, Mask]:
        """What hides a part of some squares: the cubes beside, and those that most likely are."""
        cubes = {square: one.pose for square, one in accepted.items()}
        odds = of_cube(fits.misfits, fits.alikes)
        for row, square in enumerate(squares):
            kind = int(odds[row].argmax())
            plainly = odds[row, kind] > max(_PERHAPS, self._acceptance.of_bare(square, float(fits.bare[row])))
            pose = Pose(*fits.places[row, kind].tolist())
            if plainly and off_centre(square, pose) < OFF_CENTRE:
                cubes.setdefault(square, pose)
        hiding = {}
        for square in squares:
            others = [pose for near, pose in cubes.items() if near != square]
            hidden = self._caster.hidden_by(others, ROOM)
            if 0 < self._acceptance.hidden_share(square, hidden) <= MOSTLY_HIDDEN:
                hiding[square] = hidden
        return hiding

    def perhaps(self, odds: Mapping[Square, tuple[float, ...]], seen: Seen, least: float) -> list[Pose]:
        """Where cubes are that have at least these odds, and better ones than the bare board."""
        poses = []
        for square, each in odds.items():
            kind = int(np.argmax(each[1:SOMETHING_ELSE]))
            if square in seen.fits and each[1 + kind] > max(least, each[NOTHING]):
                poses.append(Pose(*seen.fits[square][1].places[kind].tolist()))
        return poses

    def guessed(self, odds: Mapping[Square, tuple[float, ...]], seen: Seen) -> dict[Square, Found]:
        """The cubes that stand most likely on these squares, as they would lie."""
        guessed = {}
        for square, each in odds.items():
            best = int(np.argmax(each[:SOMETHING_ELSE]))
            if best != NOTHING and square in seen.fits:
                guessed[square] = _laid(seen.fits[square][1], best - 1)
        return guessed

    def _bare(self, squares: Sequence[Square], seen: Seen) -> dict[Square, tuple[float, ...]]:
        """Of squares on which no cube is sought: empty, or something else."""
        if not squares:
            return {}
        plains = self._acceptance.in_any_light(squares, seen)
        none = np.full(len(KINDS), 1.0, np.float32), np.zeros(len(KINDS), np.float32)
        odds = {s: self._acceptance.of_bare(s, plain) for s, plain in zip(squares, plains, strict=True)}
        return {square: odds_of(*none, nothing) for square, nothing in odds.items() if nothing > ELSE}

    def dappled(
        self,
        squares: Iterable[Square],
        seen: Seen,
        found: Mapping[Square, Found],
        accepted: Mapping[Square, Found],
        soon: Iterable[Square],
    ) -> tuple[dict[Square, Found], frozenset[Square]]:
        """The cubes on some squares that are plainly there, though none of them is in even light; and where
        one may be that is not as plain, but likelier than the bare board.

        `soon`: squares that will be weighed after these; all at once costs less.
        """
        rest = [s for s in squares if s not in accepted and s in found]
        squares = sorted(rest, key=lambda s: -_promise(found[s]))[:_MOST]
        if not squares:
            return {}, frozenset()
        later = [s for s in soon if s not in squares]
        self._fits([*squares, *later[: max(_MOST_BESIDE_A_HAND - len(squares), 0)]], found, seen)
        fits = self._fits(squares, found, seen)
        odds = of_cube(fits.misfits, fits.alikes)
        bare = [self._acceptance.of_bare(*one) for one in zip(squares, fits.bare.tolist(), strict=True)]
        likely = odds.max(axis=1) > np.maximum(_PERHAPS, bare)
        standing: dict[Square, Found] = {}
        hidden = self._caster.hidden_by([one.pose for one in accepted.values()], ROOM)
        for row in np.argsort(-odds.max(axis=1)).tolist():
            square, kind = squares[row], int(odds[row].argmax())
            pose = Pose(*fits.places[row, kind].tolist())
            others = [one.pose for one in (*accepted.values(), *standing.values())]
            there = odds[row, kind] > max(_PLAINLY, bare[row] + PLAIN_LEAD)
            plainly = int(fits.even[row].argmax())
            if fits.even[row, plainly] > _PLAINLY:
                # Even light tells as well, and of what lies beside its square better.
                pose = Pose(*fits.lying[row, plainly].tolist())
            if not there or self._acceptance.taken(pose, others) or off_centre(square, pose) >= OFF_CENTRE:
                continue
            if self._acceptance.hidden_share(square, hidden) > MOSTLY_HIDDEN:
                continue
            misfit, alike = float(fits.misfits[row, kind]), float(fits.alikes[row, kind])
            rival = float(np.delete(fits.misfits[row], kind).min())
            across = misfit
            if fits.uneven[row, kind]:
                template, place = fits.templates[row, kind, None], fits.places[row, kind, None]
                over = seen.light.over(np.array([middle(square)], np.float32))
                across = float(self._matcher.uneven.across(seen.soft, template, place, over)[0])
            standing[square] = replace(
                found[square],
                kind=kind,
                look=int(fits.templates[row, kind]) // QUARTERS,
                quarters=int(fits.templates[row, kind]) % QUARTERS,
                across=across,
                pose=pose,
                misfit=misfit,
                alike=alike,
                rival=rival,
                plain=float(fits.bare[row]),
            )
            hidden |= self._caster.hidden_by([pose], ROOM)
        perhaps = {square for square, one in zip(squares, likely, strict=True) if one}
        return standing, frozenset(perhaps - standing.keys())

    def _fits(self, squares: Sequence[Square], found: Mapping[Square, Found], seen: Seen) -> _Fits:
        """How well every kind fits, and the empty board, in whatever light may fall there."""
        new = [s for s in squares if s not in seen.fits or seen.fits[s][0] is not found.get(s)]
        if new:
            fits = self._fitted(new, found, seen)
            seen.fits |= {
                s: (found.get(s), _Fits(*row)) for s, row in zip(new, zip(*fits, strict=True), strict=True)
            }
        return _Fits(*map(np.stack, zip(*(seen.fits[s][1] for s in squares), strict=True)))

    def _fitted(self, squares: Sequence[Square], found: Mapping[Square, Found], seen: Seen) -> _Fits:
        soft, rough = seen.soft, seen.rough
        poses = np.array([_pose(square, found.get(square)) for square in squares], np.float32)
        middles = np.array([(*middle(square), 0.0) for square in squares], np.float32)
        lights = seen.light.over(middles[:, :2])
        misfits, alikes, places = self._matcher.kinds(rough, soft, poses, lights)
        even, lying = of_cube(misfits, alikes), places.copy()
        uneven = np.zeros_like(even, bool)
        templates = np.tile(self._look_of * QUARTERS, (len(squares), 1))
        plains = self._acceptance.in_any_light(squares, seen)
        bare = [self._acceptance.of_bare(*one) for one in zip(squares, plains, strict=True)]
        rows = np.flatnonzero(np.array(bare) < _PLAINLY_BARE)
        if len(rows):
            # Where light changes across a top, a cube of another kind may seem to lie better, and elsewhere.
            at_pose = np.repeat(poses[rows, None], places.shape[1], axis=1)
            around = self._matcher.uneven.near(soft, middles[rows], lights[rows])
            starts = np.stack([places[rows], at_pose, around])
            laid = self._matcher.uneven.laid(soft, starts, lights[rows])
            better = of_cube(laid.misfits, laid.alikes) > even[rows]
            uneven[rows] = better
            places[rows] = np.where(better[..., None], laid.places, places[rows])
            misfits[rows] = np.where(better, laid.misfits, misfits[rows])
            alikes[rows] = np.where(better, laid.alikes, alikes[rows])
            templates[rows] = np.where(better, laid.templates, templates[rows])
        alikes[self._too_bright(soft, places, lights)] = 0
        return _Fits(misfits, alikes, places, np.array(plains, np.float32), even, lying, templates, uneven)

    def _too_bright(self, soft: Image, places: Singles, lights: Singles) -> Mask:
        """Which kinds (K, kinds) are darker than anything that is seen where they would lie."""
        squares, kinds = places.shape[:2]
        poses, over = places.reshape(-1, 3), np.repeat(lights, kinds, axis=0)
        samples = samples_at(soft, RASTER, poses, self._matcher.edge, MIDDLE, over)
        bright = self._levels.too_bright(samples, np.tile(self._look_of, squares))
        return np.asarray(bright.reshape(squares, kinds), bool)


def _laid(fits: _Fits, kind: int) -> Found:
    """A cube of that kind on one square, as it fits best; it tells no axis by its whole top."""
    template, misfit = int(fits.templates[kind]), float(fits.misfits[kind])
    return Found(
        kind=kind,
        look=template // QUARTERS,
        quarters=template % QUARTERS,
        pose=Pose(*fits.places[kind].tolist()),
        misfit=misfit,
        rival=float(np.delete(fits.misfits, kind).min()),
        apart=1.0,
        across=misfit,
        alike=float(fits.alikes[kind]),
        plain=float(fits.bare),
    )


def _promise(found: Found | None) -> float:
    """How much it is worth to look again for a cube, in steps: among alike, other things matter."""
    return 0.0 if found is None else round(max(found.alike, 0.0) * 4) / 4


def _pose(square: Square, found: Found | None) -> tuple[float, float, float]:
    if found is None:
        return (*middle(square), 0.0)
    return found.pose.x, found.pose.y, found.pose.turn
