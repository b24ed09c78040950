"""How likely everything is on the squares that are not plain."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from companion.rules.board import Square
from vision.accepting import OFF_CENTRE, ROOM, Acceptance, astride, middle, off_centre
from vision.doubts import Doubts, odds_of, of_cube, of_nothing
from vision.frames import Image
from vision.levels import Levels
from vision.light import Light
from vision.matcher import Matcher
from vision.profile import KINDS
from vision.sighting import Reason
from vision.silhouette import Shadowcaster
from vision.tops import MIDDLE, RASTER, Found, Mask, Pose, Singles, samples_at

_HIDDEN: Final = 0.5
"""Share of a square that something covers, from which on it is rather a hand than a cube."""

_PLAINLY: Final = 7.0
"""Odds of a cube from which on it is where it is seen, though something there is not explained."""

_MOST: Final = 8
"""Squares that are weighed: where more are doubtful, it is not the fault of one of them."""


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
        soft: Image,
        rough: Image,
        found: Mapping[Square, Found],
        accepted: Mapping[Square, Found],
        where: Mask,
        light: Light,
        bare: Mapping[Square, float],
    ) -> dict[Square, tuple[float, ...]]:
        """Of the doubtful squares that can be seen; a cube that turns out to lie astray is doubtful too.

        `bare` tells of squares how likely they are empty, as far as that is known.
        """
        cells = self._acceptance.cells
        # What stands where a hand reaches in is asked last; but a dappled cube covers its square as well.
        covered = {s: where[cells[s]].mean() >= _HIDDEN for s in doubts.reasons}
        order = sorted(covered, key=lambda s: (covered[s], doubts.reasons[s] is Reason.COVERED, s))
        squares = order[:_MOST]
        if not squares:
            return {}
        poses = np.array([_pose(square, found.get(square)) for square in squares], np.float32)
        middles = np.array([(*middle(square), 0.0) for square in squares], np.float32)
        lights = light.over(middles[:, :2])
        misfits, alikes, places = self._matcher.kinds(rough, soft, poses, lights)
        edged, alike_edged = self._matcher.under_edges(soft, places, lights)
        better = edged < misfits
        misfits, alikes = np.where(better, edged, misfits), np.where(better, alike_edged, alikes)
        edged_bare = self._matcher.plain_under_edges(soft, self._acceptance.empty, middles, lights)
        alikes[self._too_bright(soft, places, lights)] = 0
        odds = {}
        for row, square in enumerate(squares):
            others = [one.pose for near, one in accepted.items() if near != square]
            # What fits because it is the cube beside it stands there and not here.
            here = np.array([not self._acceptance.taken(Pose(*p), others) for p in places[row].tolist()])
            misfit, alike = np.where(here, misfits[row], 1.0), np.where(here, alikes[row], 0.0)
            nothing = bare.get(square)
            if nothing is None:
                hidden = self._caster.hidden_by(others, ROOM)
                nothing = self._acceptance.nothing({square: found[square]}, soft, light, hidden)[square]
            nothing = max(nothing, of_nothing(float(edged_bare[row])))
            nothing = max(nothing, self._acceptance.bare.weighed(square, misfit, alike))
            odds[square] = odds_of(misfit, alike, nothing)
            best = int(misfit.argmin())
            cube = of_cube(float(misfit[best]), float(alike[best]))
            if cube > max(_PLAINLY, nothing) and doubts.reasons[square] is Reason.COVERED:
                pose = Pose(*places[row, best].tolist())
                if off_centre(square, pose) >= OFF_CENTRE:
                    doubts.add_all(astride(pose), Reason.BETWEEN)
        return odds

    def _too_bright(self, soft: Image, places: Singles, lights: Singles) -> Mask:
        """Which kinds (K, kinds) are darker than anything that is seen where they would lie."""
        squares, kinds = places.shape[:2]
        poses, over = places.reshape(-1, 3), np.repeat(lights, kinds, axis=0)
        samples = samples_at(soft, RASTER, poses, self._matcher.edge, MIDDLE, over)
        bright = self._levels.too_bright(samples, np.tile(self._look_of, squares))
        return np.asarray(bright.reshape(squares, kinds), bool)


def _pose(square: Square, found: Found | None) -> tuple[float, float, float]:
    if found is None:
        return (*middle(square), 0.0)
    return found.pose.x, found.pose.y, found.pose.turn
