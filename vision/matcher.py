"""Matching what lies at the height of the tops against the learnt look of every kind of cube."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.frames import Image
from vision.templates import LEAST_SPREAD, Level, even_rim, shrunk, weights_of
from vision.tops import (
    FINE,
    HALF,
    MIDDLE,
    QUARTERS,
    RASTER,
    ROUGH,
    Found,
    Indices,
    Mask,
    Pose,
    Singles,
    patches_at,
    sample_offsets,
    total,
    turned,
    unmirrored,
)

_MIDDLE_ROUNDS: Final = 3

_FINE_ROUNDS: Final = 3

_HOPELESS: Final = 3.0

_ALWAYS_TRIED: Final = 60.0
"""Times the best error, and squared levels above it: a try that is worse is not followed further."""

_CANDIDATES: Final = 12

_FINAL_KINDS: Final = 3

_FINALISTS: Final = 6

_OFFSETS: Final = (-0.13, -0.065, 0.0, 0.065, 0.13)

_TURNS: Final = (-0.17, 0.0, 0.17)

_REACH: Final = 0.24
"""Of a square: no cube that stands on a square is further off its middle."""

_TWIST: Final = 0.3
"""Radians: no cube that stands on a square is turned further from straight."""

_SHADE: Final = (0.1, 1.25)
"""The same for the board itself, in shadow or gloss."""

_NOISE: Final = 9.0

_NOISE_SHARE: Final = 0.09
"""Levels, and share of the level, that a sample of a right template is off."""

_GLARED: Final = 1.0
"""Squared noises that a sample under such a mirror image counts."""

_FULL_CONTRAST: Final = 30.0

_LEAST_NOISE: Final = 0.35
"""Levels of contrast that a print needs to be read with that noise; a fainter one is read more closely."""

_OUTLIER: Final = 3.0
"""In noises: from here on a sample is just wrong."""


def _promising(error: Singles, owners: Indices, count: int) -> Indices:
    """The tries that are not plainly worse than the best at their place."""
    best = np.full(count, np.inf, np.float32)
    np.minimum.at(best, owners, error)
    return np.flatnonzero(error < best[owners] * _HOPELESS + _ALWAYS_TRIED)


class Matcher:
    """Looks for known tops: roughly everywhere, then closely where it is worth it."""

    def __init__(self, looks: Singles, kinds: Sequence[int], edge: float, *, mirrors: bool) -> None:
        """`looks` is look x FINE x FINE x 3, each of one of the kinds.

        Mirrors: nothing on a dark cube is white, so that white there is a lamp's image.
        """
        self.edge = edge
        self.mirrors = mirrors
        self._kinds = np.asarray(kinds, np.intp)
        full = [turned(even_rim(look), q) for look in looks for q in range(QUARTERS)]
        weights = weights_of(full)
        self._fine, self._middle, self._rough = (
            Level(
                [shrunk(t, count) for t in full],
                [shrunk(w, count) for w in weights],
                edge,
            )
            for count in (FINE, MIDDLE, ROUGH)
        )
        contrast = float(np.sqrt(self._fine.spread.min()))
        self.noise = float(np.clip(contrast / _FULL_CONTRAST, _LEAST_NOISE, 1.0))
        self.apart = self._set_apart()
        turn, dy, dx = (a.reshape(-1) for a in np.meshgrid(_TURNS, _OFFSETS, _OFFSETS, indexing="ij"))
        self._poses = np.stack([dx, -dy, turn], axis=-1).astype(np.float32)
        offsets = sample_offsets(edge, ROUGH)
        cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
        x = dx[:, None] + cos * offsets[:, 0] - sin * offsets[:, 1]
        y = dy[:, None] + sin * offsets[:, 0] + cos * offsets[:, 1]
        self._places = np.stack([x, y], axis=-1) * HALF.scale

    def search(
        self, half: Image, centres: Singles, light: Singles, best: int
    ) -> tuple[Indices, Singles, Singles]:
        """Around each centre (K, 2), by rough likeness: templates (K, best), poses (K, best, 3), misfits."""
        rows, columns = half.shape[:2]
        middles = HALF.to_pixels(centres.astype(np.float64))
        index = np.rint(self._places[None] + middles[:, None, None]).astype(np.int32)
        flat = np.clip(index[..., 1], 0, rows - 1) * columns + np.clip(index[..., 0], 0, columns - 1)
        soft = cv2.blur(half, (3, 3)).reshape(-1, 3).astype(np.float32)
        patches = soft[flat] / light[:, None, None]
        count, poses, samples = flat.shape
        rough = self._rough
        patches, _ = self.unmirrored(patches.reshape(count * poses, samples, 3))
        patches = rough.evened(patches)
        power = total(patches * patches) @ rough.weights.T
        off = rough.errors(patches, power)
        level = 3 * _NOISE**2 + _NOISE_SHARE**2 * power.mean(axis=1, keepdims=True)
        off = (off / level).reshape(count, poses, -1)
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
        start, poses = poses, poses.copy()
        error = np.zeros(len(poses), np.float32)
        for _ in range(rounds):
            patches = patches_at(picture, raster, poses, self.edge, level.count) / light[:, None]
            patches, glare = self.unmirrored(patches)
            step, error = level.moved(patches, glare, templates)
            cos, sin = np.cos(poses[:, 2]), np.sin(poses[:, 2])
            poses[:, 0] += step[:, 0] * cos - step[:, 1] * sin
            poses[:, 1] -= step[:, 0] * sin + step[:, 1] * cos
            poses[:, 2] = np.clip(poses[:, 2] + step[:, 2], -_TWIST, _TWIST)
            poses[:, :2] = np.clip(poses[:, :2], start[:, :2] - _REACH, start[:, :2] + _REACH)
        return poses, error

    def tops(self, half: Image, plane: Image, centres: Singles, light: Singles) -> list[Found]:
        """The best kind of top around each centre (K, 2): first anywhere, then every kind at that place."""
        count = len(centres)
        begun, poses, _ = self.search(half, centres, light, _CANDIDATES)
        tried = begun.shape[1]
        owners = np.repeat(np.arange(count), tried)
        flat, poses = begun.reshape(-1), poses.reshape(-1, 3)
        poses, error = self.refine(half, flat, poses, light[owners], fine=False, rounds=1)
        going = _promising(error, owners, count)
        poses[going], error[going] = self.refine(
            half, flat[going], poses[going], light[owners[going]], fine=False, rounds=_MIDDLE_ROUNDS
        )
        places = [self._finalists(*row) for row in zip(begun, error.reshape(count, tried), strict=True)]
        rows = np.concatenate([place + tried * index for index, place in enumerate(places)])
        chosen = flat[rows].reshape(count, -1)
        templates, poses, owners = flat[rows], poses[rows], owners[rows]
        going = _promising(error[rows], owners, count)
        poses[going], _ = self.refine(
            plane, templates[going], poses[going], light[owners[going]], fine=True, rounds=_FINE_ROUNDS
        )
        misfit, alike = self.judge(plane, templates, poses, light[owners])
        shape = chosen.shape
        return [
            self._found(*one)
            for one in zip(
                chosen, poses.reshape(*shape, 3), misfit.reshape(shape), alike.reshape(shape), strict=True
            )
        ]

    def _finalists(self, templates: Indices, error: Singles) -> Indices:
        """Of one place's tries: the best of the best kinds, then the best of what is left."""
        order = np.argsort(error)
        kinds = self._kinds[templates[order] // QUARTERS]
        firsts = [int(np.flatnonzero(kinds == kind)[0]) for kind in dict.fromkeys(kinds.tolist())]
        firsts = firsts[:_FINAL_KINDS]
        others = [rank for rank in range(len(order)) if rank not in firsts]
        look, quarter = divmod(int(templates[order[0]]), QUARTERS)
        across = [
            r
            for r in others
            if templates[order[r]] in (look * 4 + (quarter + 1) % 4, look * 4 + (quarter + 3) % 4)
        ]
        picked = firsts + across[:1]
        picked += [rank for rank in others if rank not in picked][: _FINALISTS - len(picked)]
        return order[picked]

    def _found(self, templates: Indices, poses: Singles, misfit: Singles, alike: Singles) -> Found:
        best = int(misfit.argmin())
        look, quarters = divmod(int(templates[best]), QUARTERS)
        kinds = self._kinds[templates // QUARTERS]
        others = np.flatnonzero(kinds != kinds[best])
        other = int(others[misfit[others].argmin()]) if len(others) else best
        apart = float(self.apart[look, templates[other] // QUARTERS])
        turned_once = (templates // QUARTERS == look) & ((templates - quarters) % 2 == 1)
        x, y, turn = poses[best].tolist()
        return Found(
            int(kinds[best]),
            look,
            quarters,
            Pose(x, y, turn),
            float(misfit[best]),
            float(misfit[other]) if len(others) else 1.0,
            apart if len(others) else 1.0,
            float(misfit[turned_once].min(initial=1.0)),
            float(alike[best]),
        )

    def judge(
        self, plane: Image, templates: Indices, poses: Singles, light: Singles
    ) -> tuple[Singles, Singles]:
        """Per hypothesis (K) its misfit, and its correlation."""
        patches = patches_at(plane, RASTER, poses, self.edge, FINE) / light[:, None]
        return self._likeness(*self.unmirrored(patches), templates)

    def unmirrored(self, patches: Singles) -> tuple[Singles, Mask]:
        """Patches (K, N, 3) without lamps that a dark cube mirrors, and where these were."""
        if not self.mirrors:
            return patches, np.zeros(patches.shape[:2], bool)
        return unmirrored(patches)

    def _likeness(self, patches: Singles, glare: Mask, templates: Indices) -> tuple[Singles, Singles]:
        """Misfit, counting a sample that is wrong no more than as wrong, and correlation."""
        fine = self._fine
        patches = fine.evened(patches)
        weights = fine.weights[templates]
        products = np.einsum("knc,knc->kc", fine.weighted[templates], patches)
        sums = np.einsum("kn,kn->k", weights, total(patches))
        power = np.einsum("kn,kn->k", weights, total(patches * patches))
        varied = power / 3 - (sums / 3) ** 2 + LEAST_SPREAD
        alike = (total(products) / 3 - sums / 3 * fine.mean[templates]) / np.sqrt(
            varied * fine.spread[templates]
        )
        gain, veil = fine.light(products, sums, templates)
        expected = fine.templates[templates] * gain[:, None] + veil[:, None, None]
        off = (patches - expected) / (self.noise * (_NOISE + _NOISE_SHARE * np.abs(expected)))
        worst = np.minimum(total(off * off) / 3, np.where(glare, _GLARED, _OUTLIER**2))
        return np.einsum("kn,kn->k", worst, weights) / _OUTLIER**2, alike

    def _set_apart(self) -> Singles:
        """Between looks: the least misfit of one, any way round, with a perfect picture of the other."""
        looks = self._fine.templates[::QUARTERS]
        apart = np.zeros((len(looks), len(looks)), np.float32)
        templates = np.arange(len(self._fine.templates))
        none = np.zeros((len(templates), FINE * FINE), bool)
        shifts = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        for index, look in enumerate(looks):
            least = np.ones(len(templates), np.float32)
            for shift in shifts:
                moved = np.roll(look.reshape(FINE, FINE, 3), shift, axis=(0, 1)).reshape(1, -1, 3)
                patches = np.repeat(moved, len(templates), axis=0)
                least = np.minimum(least, self._likeness(patches, none, templates)[0])
            apart[index] = least.reshape(-1, QUARTERS).min(axis=1)
        return apart

    def plain(self, plane: Image, empty: Image, poses: Singles, light: Singles) -> Singles:
        """How badly (K) the empty board, in light or shade, explains what the poses show."""
        seen = patches_at(plane, RASTER, poses, self.edge, MIDDLE) / light[:, None]
        board = patches_at(empty, RASTER, poses, self.edge, MIDDLE)
        level = np.clip(np.einsum("knc,knc->k", seen, board) / np.einsum("knc,knc->k", board, board), *_SHADE)
        expected = board * level[:, None, None]
        off = self._middle.evened(seen - expected) / (self.noise * (_NOISE + _NOISE_SHARE * expected))
        return np.asarray(
            np.minimum(total(off * off) / 3, _OUTLIER**2).mean(axis=1) / _OUTLIER**2, np.float32
        )
