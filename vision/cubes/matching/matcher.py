"""Matching what lies at the height of the tops against the learnt look of every kind of cube."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.cubes.matching.glare import in_mirrored_light
from vision.cubes.matching.odds import BETTER_THAN_BOARD, ELSE, of_cube, of_nothing
from vision.cubes.matching.templates import (
    NOISE,
    NOISE_SHARE,
    OUTLIER,
    Noise,
    Picked,
    SharpnessLevel,
    between,
    even_rim,
    shrunk,
    weights_of,
)
from vision.cubes.matching.tries import Tries
from vision.cubes.matching.uneven import UnevenLight
from vision.cubes.tops import (
    FINE,
    HALF,
    MIDDLE,
    QUARTERS,
    RASTER,
    REACH,
    ROUGH,
    TWIST,
    Found,
    Indices,
    Mask,
    Pose,
    Singles,
    added,
    lit,
    looked_up,
    marked_at,
    sample_offsets,
    sample_pixels,
    samples_at,
    stepped,
    turned,
    without_mirrors,
)
from vision.frames import Image
from vision.plane.plane import Raster

_MIDDLE_ROUNDS: Final = 3
"""Steps of a fit on the picture of half size."""

_FINE_ROUNDS: Final = 3
"""Steps of a fit on the whole picture."""

_NO_CUBE: Final = 0.1
"""Score after the first step under which nothing can become a light cube any more."""

_NO_DARK_CUBE: Final = -0.1
"""The same for a dark one."""

_HOPELESS: Final = -0.6
"""Score under which a second look is in vain."""

_SECOND_ROUNDS: Final = 2
"""Steps of a second look."""

_BARE_LEAD: Final = 6.0
"""Odds by which the empty board leads where nothing can become a cube, nor be left open: what the finest fit
adds to a cube's after the first step is 3 or less but for few."""

_LIKE: Final = 0.6
"""Correlation from which on it can, whatever the score: worn print scores low until it lies exactly."""

_DARK: Final = 1600.0
"""Error that no dark cube has: on these a small step makes a large difference to the score."""

_CANDIDATES: Final = 12
"""Tries that are followed beyond the first step, the likeliest of all kinds."""

_FINAL_KINDS: Final = 3
"""Kinds that are laid finely."""

_FINALISTS: Final = 6
"""Tries that are laid finely, of those kinds."""

_OF_A_KIND: Final = 4
"""Tries of each kind that are worth a look where every kind is asked for."""

_CLOSE: Final = 3.0
"""Odds behind the likeliest beyond which a kind is not laid finely: that changes them by 1, or 2 at most."""
_AS_LIKELY: Final = 1.5
"""The same of one kind laid in two ways, beyond which the worse is left."""

_OFFSETS: Final = (-0.13, -0.065, 0.0, 0.065, 0.13)
"""Squares from a square's middle, both ways, from which a top is tried."""

_TURNS: Final = (-0.17, 0.0, 0.17)
"""Radians from square at which a top is tried."""

_SHADE: Final = (0.1, 1.25)
"""How much darker and brighter than learnt the board itself may be, in shadow or gloss."""

_FULL_CONTRAST: Final = 30.0
"""Levels of contrast that a print needs to be read with the usual noise; a fainter one is read more
closely."""

_LEAST_NOISE: Final = 0.35
"""Share of the usual noise that the faintest print is read with."""


_WORSE: Final = 1.5

_NO_SHARES: Final = np.empty(0, np.uint16)


def _may_be(tries: Tries, misfit: Singles, alike: Singles) -> Mask:
    """At which places something may become a cube."""
    least = np.where(tries.error.min(axis=1) < _DARK, _NO_DARK_CUBE, _NO_CUBE)
    return np.asarray(((alike - 2 * misfit).max(axis=1) > least) | (alike.max(axis=1) > _LIKE))


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Places of tops on the empty board: the pixels of their samples (K, N), and these (K, 3, N)."""

    pixels: tuple[Singles, Singles]
    board: Singles


class Matcher:
    """Looks for known tops: roughly everywhere, then closely where it is worth it."""

    def __init__(
        self,
        looks: Singles,
        kinds: Sequence[int],
        edge: float,
        *,
        mirrors: bool,
        allowance: float | None = None,
    ) -> None:
        """`looks` is look x FINE x FINE x 3, each of one of the kinds.

        Mirrors: nothing on a dark cube is white, so that white there is a lamp's image. Allowance: the share
        of the usual noise that tops may be off; else what the faintest look bears.
        """
        self.edge = edge
        self.mirrors = mirrors
        self._kinds = np.asarray(kinds, np.intp)
        self._kind_of = self._kinds.tolist()
        full = [turned(even_rim(look), q) for look in looks for q in range(QUARTERS)]
        weights = weights_of(full)
        self._fine, self._middle, self._rough = (
            SharpnessLevel(
                [shrunk(t, count) for t in full],
                [shrunk(w, count) for w in weights],
                edge,
            )
            for count in (FINE, MIDDLE, ROUGH)
        )
        contrast = float(np.sqrt(self._fine.spread.min()))
        self.noise = float(np.clip(contrast / _FULL_CONTRAST, _LEAST_NOISE, 1.0))
        self._noise = Noise(self.noise if allowance is None else allowance)
        self.uneven = UnevenLight(self._middle, self._kinds, edge, self._noise, mirrors=mirrors)
        self.apart = self._set_apart()
        turn, dy, dx = (a.reshape(-1) for a in np.meshgrid(_TURNS, _OFFSETS, _OFFSETS, indexing="ij"))
        self._poses = np.stack([dx, -dy, turn], axis=-1).astype(np.float32)
        offsets = sample_offsets(edge, ROUGH)
        cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
        x = dx[:, None] + cos * offsets[:, 0] - sin * offsets[:, 1]
        y = dy[:, None] + sin * offsets[:, 0] + cos * offsets[:, 1]
        # A square's middle is where four pixels meet.
        places = np.rint(np.stack([x, y], axis=-1) * HALF.scale + 0.5).astype(np.int16)
        self._places = places.reshape(len(places), -1)

    def search(
        self, half: Image, centres: Singles, light: Singles, best: int
    ) -> tuple[Indices, Singles, Singles]:
        """Around each centre (K, 2), by rough likeness: templates (K, best), poses (K, best, 3), misfits."""
        count, poses = len(centres), len(self._places)
        middles = np.rint(HALF.to_pixels(centres.astype(np.float64)) - 0.5).astype(np.int16)
        places = self._places + np.tile(middles, ROUGH * ROUGH)[:, None]
        places = places.reshape(count * poses, ROUGH * ROUGH, 2)
        soft = cv2.blur(half, (3, 3))
        seen = cv2.remap(soft, places, _NO_SHARES, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        rough = self._rough
        patches, glare = self._unmirrored(lit(np.asarray(seen, np.uint8), np.repeat(light, poses, axis=0)))
        patches = rough.evened(patches)
        power = added(patches * patches) @ rough.weights.T
        off = rough.errors(patches, power)
        off /= 3 * NOISE**2 + NOISE_SHARE**2 * power.mean(axis=1, keepdims=True)
        if glare is not None:
            hidden = np.flatnonzero(glare.any(axis=1))
            off[hidden] /= rough.bare_shares(glare[hidden])
        off = off.reshape(count, poses, -1)
        where = off.argmin(axis=1)
        least = np.take_along_axis(off, where[:, None], 1)[:, 0]
        order = np.argsort(least, axis=1)[:, :best]
        found = self._poses[np.take_along_axis(where, order, 1)]
        found[..., :2] += centres[:, None]
        return order, found, np.take_along_axis(least, order, 1)

    def refine(
        self,
        picture: Image,
        templates: Indices,
        poses: Singles,
        light: Singles,
        *,
        fine: bool,
        rounds: int,
    ) -> tuple[Singles, Singles]:
        """The poses (K, 3) moved to where their templates lie best, and how far off (K) these still are."""
        level, raster = (self._fine, RASTER) if fine else (self._middle, HALF)
        picked = Picked(level, templates)
        reach = np.array([REACH, REACH, np.inf], np.float32)
        least_poses, most_poses = poses - reach, poses + reach
        least_poses[:, 2], most_poses[:, 2] = -TWIST, TWIST
        poses = poses.copy()
        best, least = poses.copy(), np.full(len(poses), np.inf, np.float32)
        better = np.ones(len(poses), bool)
        for _ in range(rounds):
            samples, glare = self._samples(picture, raster, poses, level, light)
            step, off = picked.moved(samples, glare)
            error = picked.squares(off, glare)
            better = error <= least
            best[better], least[better] = poses[better], error[better]
            # A face without a sign hardly says which way to go: from where it is plainly worse, go back.
            lost = error > least * _WORSE
            if lost.any():
                poses[lost], step[lost] = best[lost], 0
            poses = between(stepped(poses, step), least_poses, most_poses)
        poses[~better] = best[~better]
        return poses, least

    def tops(
        self, half: Image, plane: Image, centres: Singles, light: Singles, empty: Image | None = None
    ) -> list[Found]:
        """The best kind of top around each centre (K, 2): first anywhere, then every kind at that place.

        Where nothing looks like a cube, or the empty board explains it far better, what it looks most like is
        only roughly so.
        """
        templates, poses, rough = self.search(half, centres, light, _CANDIDATES)
        tries = Tries(templates, poses, rough, light)
        found: dict[int, Found] = {}
        self._follow(tries, np.ones(templates.shape, bool), half, fine=False, rounds=1)
        near = tries.promising()
        misfit, alike = self._judged(half, HALF, self._middle, tries, near)
        likely = _may_be(tries, misfit, alike)
        open_still = np.flatnonzero(~likely & ((alike - 2 * misfit).max(axis=1) > _HOPELESS))
        if len(open_still):
            # A top beside the middle, or with a dark strip of frame behind its edge, takes more steps.
            again = tries.of(open_still)
            self._follow(again, near[open_still], half, fine=False, rounds=_SECOND_ROUNDS)
            near[open_still] = again.promising() & near[open_still]
            judged = self._judged(half, HALF, self._middle, again, near[open_still])
            misfit[open_still], alike[open_still] = judged
            tries.poses[open_still], tries.error[open_still] = again.poses, again.error
            likely[open_still] = _may_be(again, *judged)
        if empty is not None and likely.any():
            looked = np.flatnonzero(likely)
            judged = misfit[looked], alike[looked]
            likely[looked] = ~self._plainly_bare(plane, empty, tries.of(looked), *judged)
        for place in np.flatnonzero(~likely).tolist():
            found[place] = self._found(
                tries.templates[place], tries.poses[place], misfit[place], alike[place]
            )
        if likely.any():
            tries = tries.of(likely)
            self._follow(tries, near[likely], half, fine=False, rounds=_MIDDLE_ROUNDS)
            ranks = [self._finalists(*one) for one in zip(tries.templates, tries.error, strict=True)]
            tries = tries.chosen(np.stack(ranks))
            self._follow(tries, tries.promising(), plane, fine=True, rounds=_FINE_ROUNDS)
            everyone = np.ones(tries.templates.shape, bool)
            judged = self._judged(plane, RASTER, self._fine, tries, everyone)
            rows = zip(np.flatnonzero(likely).tolist(), tries.templates, tries.poses, *judged, strict=True)
            found |= {place: self._found(*row) for place, *row in rows}
        return [found[index] for index in range(len(centres))]

    def _plainly_bare(
        self, plane: Image, empty: Image, tries: Tries, misfit: Singles, alike: Singles
    ) -> Mask:
        """At which places the empty board explains what is seen by far better than any try."""
        rows, best = np.arange(len(misfit)), misfit.argmin(axis=1)
        plains = self.plain(plane, empty, tries.poses[rows, best], tries.light)
        bare = np.array([of_nothing(plain) for plain in plains.tolist()])
        behind = of_cube(misfit, alike).max(axis=1) < bare - _BARE_LEAD
        return np.asarray(behind & (misfit[rows, best] > plains * BETTER_THAN_BOARD))

    def kinds(
        self, half: Image, plane: Image, poses: Singles, light: Singles
    ) -> tuple[Singles, Singles, Singles]:
        """How badly, and how well, each kind fits around each pose (K, 3), any way round and as well as it
        can be laid there: misfits and correlations, K x kinds, and where it lies then, K x kinds x 3.
        """
        templates, starts, rough = self.search(half, poses[:, :2], light, len(self._fine.templates))
        tries = Tries(templates, starts, rough, light)
        self._follow(tries, np.ones(templates.shape, bool), half, fine=False, rounds=1)
        ranks = self._best_of_kinds(tries)
        places, count = np.arange(len(poses)), ranks.shape[1]
        # Where a cube was found before, every kind may lie as that one does.
        tries = tries.chosen(np.concatenate([ranks.reshape(len(poses), -1), ranks[:, :, 0]], axis=1))
        tries.poses[:, -count:] = poses[:, None]
        self._follow(tries, np.ones(tries.templates.shape, bool), half, fine=False, rounds=1)
        best = tries.error[:, :-count].reshape(ranks.shape).argmin(axis=2)
        best += np.arange(count) * _OF_A_KIND
        tries = tries.chosen(np.concatenate([best, np.tile(np.arange(-count, 0), (len(poses), 1))], axis=1))
        every = np.ones(tries.templates.shape, bool)
        misfits, alikes = self._judged(half, HALF, self._middle, tries, every)
        odds = of_cube(misfits, alikes)
        best = np.tile(np.maximum(odds[:, :count], odds[:, count:]), 2)
        open_still = odds > np.maximum(odds.max(axis=1, keepdims=True), ELSE) - _CLOSE
        open_still &= odds > best - _AS_LIKELY
        self._follow(tries, open_still, plane, fine=True, rounds=_FINE_ROUNDS)
        fine = self._judged(plane, RASTER, self._fine, tries, open_still)
        misfits[open_still], alikes[open_still] = fine[0][open_still], fine[1][open_still]
        second = misfits[:, count:] < misfits[:, :count]
        better, rows = np.where(second, count, 0) + np.arange(count), places[:, None]
        return misfits[rows, better], alikes[rows, better], tries.poses[rows, better]

    def _best_of_kinds(self, tries: Tries) -> Indices:
        """At each place the best tries of each kind, as many of each: K x kinds x n."""
        kinds = self._kinds[tries.templates // QUARTERS]
        order = np.lexsort((tries.error, kinds))
        # Every template is tried at every place: kinds are as long in each row.
        starts = np.searchsorted(np.sort(kinds[0]), np.unique(self._kinds))
        return order[:, starts[:, None] + np.arange(_OF_A_KIND)]

    def plain_under_edges(self, plane: Image, empty: Image, poses: Singles, light: Singles) -> Singles:
        """How badly (K) the empty board explains what the poses show, with such an edge across it."""
        seen, board = self._with_board(plane, empty, poses, light)
        return self.uneven.bare(seen, board)

    def plain_under_edges_beside(
        self, plane: Image, empty: Image, poses: Singles, light: Singles, hidden: Mask
    ) -> Singles:
        """The same where nothing hides it on the half raster."""
        seen, board = self._with_board(plane, empty, poses, light)
        return self.uneven.bare_beside(seen, board, ~marked_at(hidden, HALF, poses, self.edge, MIDDLE))

    def plain_mirroring(self, plane: Image, empty: Image, poses: Singles, light: Singles) -> Singles:
        """How badly (K) the empty board explains what the poses show, with a lamp mirrored in it."""
        seen, board = self._with_board(plane, empty, poses, light)
        return in_mirrored_light(seen, board, self._noise)

    def _follow(self, tries: Tries, which: Mask, picture: Image, *, fine: bool, rounds: int) -> None:
        """Refines some of the tries, in place."""
        if which.any():
            light = tries.light[which.nonzero()[0]]
            tries.poses[which], tries.error[which] = self.refine(
                picture, tries.templates[which], tries.poses[which], light, fine=fine, rounds=rounds
            )

    def _finalists(self, templates: Indices, error: Singles) -> Indices:
        """Of one place's tries: the best of the best kinds, then the best of what is left."""
        order = np.argsort(error)
        ranked = templates[order].tolist()
        firsts: dict[int, int] = {}
        for rank, template in enumerate(ranked):
            firsts.setdefault(self._kind_of[template // QUARTERS], rank)
        picked = list(firsts.values())[:_FINAL_KINDS]
        look, quarter = divmod(ranked[0], QUARTERS)
        turned_once = (look * 4 + (quarter + 1) % 4, look * 4 + (quarter + 3) % 4)
        picked += [r for r, template in enumerate(ranked) if template in turned_once and r not in picked][:1]
        picked += [rank for rank in range(len(ranked)) if rank not in picked][: _FINALISTS - len(picked)]
        return order[picked]

    def _found(self, templates: Indices, poses: Singles, misfit: Singles, alike: Singles) -> Found:
        # With so few values, lists take a fifth of the time.
        misfits, tried, place = misfit.tolist(), templates.tolist(), int(misfit.argmin())
        look, quarters = divmod(tried[place], QUARTERS)
        kind, least = self._kind_of[look], misfits[place]
        across, rival, other = 1.0, 1.0, -1
        for one, template in zip(misfits, tried, strict=True):
            if self._kind_of[template // QUARTERS] != kind:
                if other < 0 or one < rival:
                    rival, other = one, template // QUARTERS
            elif template // QUARTERS == look and (template - quarters) % 2 == 1:
                across = min(across, one)
        apart = 1.0 if other < 0 else float(self.apart[look, other])
        pose = Pose(*poses[place].tolist())
        return Found(kind, look, quarters, pose, least, rival, apart, across, float(alike[place]))

    def judge(
        self,
        plane: Image,
        templates: Indices,
        poses: Singles,
        light: Singles,
        *,
        allowance: float | None = None,
    ) -> tuple[Singles, Singles]:
        """Per hypothesis (K) its misfit, and its correlation; with the noise allowed that is told, if any."""
        samples, glare = self._samples(plane, RASTER, poses, self._fine, light)
        noise = self._noise if allowance is None else Noise(allowance)
        return Picked(self._fine, templates).likeness(samples, glare, noise)

    def _judged(
        self, picture: Image, raster: Raster, level: SharpnessLevel, tries: Tries, which: Mask
    ) -> tuple[Singles, Singles]:
        """The same for some of the tries (K, T); the others count as nothing alike."""
        misfit, alike = np.ones(which.shape, np.float32), np.zeros(which.shape, np.float32)
        if not which.any():
            return misfit, alike
        light = tries.light[which.nonzero()[0]]
        samples, glare = self._samples(picture, raster, tries.poses[which], level, light)
        picked = Picked(level, tries.templates[which])
        misfit[which], alike[which] = picked.likeness(samples, glare, self._noise)
        return misfit, alike

    def _samples(
        self, picture: Image, raster: Raster, poses: Singles, level: SharpnessLevel, light: Singles
    ) -> tuple[Singles, Mask | None]:
        return self._unmirrored(samples_at(picture, raster, poses, self.edge, level.count, light))

    def _unmirrored(self, samples: Singles) -> tuple[Singles, Mask | None]:
        """Samples (K, 3, N) without lamps that a dark cube mirrors, and where these were."""
        return without_mirrors(samples) if self.mirrors else (samples, None)

    def _set_apart(self) -> Singles:
        """Between looks: the least misfit of one, any way round, with a perfect picture of the other."""
        return self._least_misfits(self._fine.templates[::QUARTERS])

    def misfits(self, tops: Singles) -> Singles:
        """Of upright tops (K x FINE x FINE x 3), the least misfit with each look, any way round: K x L."""
        flat = tops.reshape(len(tops), -1, 3).transpose(0, 2, 1)
        return self._least_misfits(np.ascontiguousarray(flat, np.float32))

    def _least_misfits(self, tops: Singles) -> Singles:
        """The same of tops by channel (K x 3 x FINE²), also where they lie a sample beside."""
        least = np.ones((len(tops), len(self._fine.templates) // QUARTERS), np.float32)
        every = Picked(self._fine, np.arange(len(self._fine.templates)))
        shifts = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        for index, top in enumerate(tops):
            for shift in shifts:
                moved = np.roll(top.reshape(3, FINE, FINE), shift, axis=(1, 2)).reshape(1, 3, -1)
                samples = np.repeat(moved, len(self._fine.templates), axis=0)
                misfit, _ = every.likeness(samples, None, self._noise)
                least[index] = np.minimum(least[index], misfit.reshape(-1, QUARTERS).min(axis=1))
        return least

    def plain(self, plane: Image, empty: Image, poses: Singles, light: Singles) -> Singles:
        """How badly (K) the empty board, in light or shade, explains what the poses show."""
        return self.held_against(plane, empty, poses, light)[0]

    def held_against(
        self, plane: Image, empty: Image, poses: Singles, light: Singles
    ) -> tuple[Singles, Singles]:
        """The same, and the samples (K, 3, MIDDLE²) in the light of the empty picture."""
        seen, board = self._with_board(plane, empty, poses, light)
        return np.asarray(self._wrong(seen, board).mean(axis=1), np.float32), seen

    def plain_beside(
        self, plane: Image, empty: Image, poses: Singles, light: Singles, hidden: Mask
    ) -> Singles:
        """How badly (K) the empty board explains what poses show, where nothing hides it on the half raster;
        where everything is hidden, it does."""
        bare = ~marked_at(hidden, HALF, poses, self.edge, MIDDLE)
        seen, board = self._with_board(plane, empty, poses, light)
        seen, board = seen * bare[:, None], board * bare[:, None]
        some = np.flatnonzero(bare.any(axis=1))
        plains = np.zeros(len(poses), np.float32)
        wrong = self._wrong(seen[some], board[some])
        plains[some] = np.einsum("kn,kn->k", wrong, bare[some]) / np.count_nonzero(bare[some], axis=1)
        return plains

    def _with_board(
        self, plane: Image, empty: Image, poses: Singles, light: Singles
    ) -> tuple[Singles, Singles]:
        """Samples (K, 3, MIDDLE²) in the light of the empty picture, and those of that picture."""
        seen = samples_at(plane, RASTER, poses, self.edge, MIDDLE, light)
        return seen, samples_at(empty, RASTER, poses, self.edge, MIDDLE, np.ones_like(light))

    def ground(self, empty: Image, poses: Singles) -> "Ground":
        """What the empty board shows at poses (K, 3) that are asked for again and again."""
        board = samples_at(empty, RASTER, poses, self.edge, MIDDLE, np.ones_like(poses))
        return Ground(sample_pixels(RASTER, poses, self.edge, MIDDLE), board)

    def plain_on(self, plane: Image, ground: "Ground", light: Singles) -> Singles:
        """How badly (K) the empty board, in light or shade, explains what is seen there."""
        seen = lit(looked_up(plane, *ground.pixels), light)
        return np.asarray(self._wrong(seen, ground.board).mean(axis=1), np.float32)

    def faintest_on(self, ground: "Ground") -> Singles:
        """How badly (K) the empty board explains the look that is likest to it there, at the least."""
        count = len(ground.board)
        looks = self._middle.templates
        wrong = [
            self._wrong(np.repeat(look[None], count, axis=0), ground.board).mean(axis=1) for look in looks
        ]
        return np.asarray(np.min(wrong, axis=0), np.float32)

    def _wrong(self, seen: Singles, board: Singles) -> Singles:
        """How wrong (K, MIDDLE²) the board is in each sample, in the light or shade that suits it."""
        level = np.einsum("kcn,kcn->k", seen, board) / np.einsum("kcn,kcn->k", board, board)
        expected = board * between(level, *_SHADE)[:, None, None]
        off = self._middle.evened(seen - expected)
        return np.asarray(self._noise.wrong(off, expected) / OUTLIER**2, np.float32)
