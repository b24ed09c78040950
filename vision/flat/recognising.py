"""Which piece lies there, and how: looks are moved onto what is seen until one explains it best."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.flat.aligning import Aimed, aimed, aligned, halved, sampled
from vision.flat.ground import Window
from vision.flat.looks import Gallery, both_ways, print_of
from vision.flat.rectangles import Pose
from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.channels import Singles, total

_TRIES: Final = 6
"""Looks at most that are moved onto one place: those that are likeliest coarsely, or once another was."""

_PLAIN: Final = (0.9, 0.5)
"""Likeness and lead from which on no other look is tried."""

_LOST: Final = 0.7
"""Likeness below which a look has not found its place: the next begins where the first began."""

_CELLS: Final = (5, 4)
"""Rows and columns of parts of a piece that are compared each by itself."""

_FLAT: Final = 0.25
"""Of the usual print of a part: a look with less has nothing to be told by there."""

_DIFFERENT: Final = 0.03
"""How much of one look's print two looks must differ by at least to be told apart."""


_STILL: Final = 0.15
"""By which a print (of length 1) may differ from picture to picture for the piece to lie there still: noise
makes .02 to .1 of it, a turn by two degrees .3, a nudge by a fiftieth of the width .4."""
_OF_APART: Final = 1 / 3
"""The same, of how far the next look is: what is nearer than half way is no other."""


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """What a place looks most like."""

    look: int
    pose: Pose
    """Of the printed top; its turn may be any."""
    score: float
    """How like the look is what is seen, 1 at best."""
    rival: int
    lead: float
    """By how much it is likelier than the next look: 1 as much as the look itself would be, 0 as likely,
    less: the other one is."""
    seen: float
    """Share of its print that is as it should be."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """A piece that was plain, and what was seen of it."""

    like: Likeness
    seen: Singles
    """Its print, of length 1, in the pose in which it was found."""


class Recogniser:
    def __init__(self, gallery: Gallery) -> None:
        self._gallery = gallery
        self._full = [aimed(one) for one in gallery.prints]
        self._half = [_aimed_half(one) for one in gallery.prints]
        self._mask = np.repeat(gallery.mask[..., None], 3, axis=2)
        self._flat = np.ascontiguousarray(gallery.prints.reshape(len(gallery.codes), -1))
        self._cells = np.stack([_by_cells(one * one) for one in gallery.prints])
        self._still = [min(_STILL, _OF_APART * _apart(one, at)) for at, one in enumerate(gallery.alike)]

    def roughly(self, plane: Image, window: Window, place: Pose) -> float:
        """How like any look, coarsely, a place is just as it is."""
        seen = sampled(plane, window, place, self._gallery.size, self._gallery.shape[0])
        return float(self._gallery.alike_coarsely(seen).max())

    def likeness(self, plane: Image, window: Window, place: Pose, tries: int = _TRIES) -> Likeness:
        """At a place, whichever way up; turned by no more than a dozen degrees."""
        gallery = self._gallery
        rows = gallery.shape[0]
        rough = gallery.alike_coarsely(sampled(plane, window, place, gallery.size, rows))
        order = _by_turns(rough)
        look, way = likelier = order[0]
        best: Likeness | None = None
        tried: set[tuple[int, int]] = set()
        while len(tried) < tries:
            tried.add((look, way))
            start = place.turned(180.0 * way)
            if best is not None and best.score >= _LOST:
                start = _facing(best.pose, place.turn, way)
            found, other, turned = self._fitted(plane, window, start, look)
            if best is None or found.score > best.score:
                best, likelier = found, (other, turned)
            look, way = other, (way + turned) % 2
            if (look, way) in tried:
                if best.score > _PLAIN[0] and best.lead > _PLAIN[1]:
                    break
                untried = next((one for one in order if one not in tried), None)
                if untried is None:
                    break
                look, way = untried
        assert best is not None
        if best.lead < 0:
            # Not tried yet, or from where it did not find its place.
            other, turned = likelier
            found = self._fitted(plane, window, best.pose.turned(180.0 * turned), other)[0]
            best = max(best, found, key=lambda one: one.score)
        return best

    def _fitted(self, plane: Image, window: Window, start: Pose, look: int) -> tuple[Likeness, int, int]:
        """A look moved into place, and judged."""
        pose = aligned(plane, window, start, self._gallery.size, self._half[look])
        pose = aligned(plane, window, pose, self._gallery.size, self._full[look], 2)
        return self._judged(plane, window, pose, look)

    def as_look(self, plane: Image, window: Window, places: Sequence[Pose], look: int) -> Likeness:
        """Of one look, from whichever place it fits best."""
        size, half = self._gallery.size, self._half[look]
        rows = half.values.shape[0]
        poses = [aligned(plane, window, place, size, half) for place in places]
        likes = []
        for pose in poses:
            seen = print_of(sampled(plane, window, pose, size, rows))
            likes.append(float((seen * half.values).sum()) / (float(np.linalg.norm(seen)) + 1e-6))
        pose = aligned(plane, window, poses[int(np.argmax(likes))], size, self._full[look], 2)
        return self._judged(plane, window, pose, look)[0]

    def known(self, plane: Image, window: Window, like: Likeness) -> Known:
        return Known(like, self._print_at(plane, window, like.pose))

    def is_still_there(self, plane: Image, window: Window, known: Known) -> bool:
        """Whether a piece lies as it did in another picture, as far as it matters to which it is."""
        now = self._print_at(plane, window, known.like.pose)
        return float(cv2.norm(now, known.seen)) < self._still[known.like.look]

    def _print_at(self, plane: Image, window: Window, pose: Pose) -> Singles:
        """What is compared of a print, of length 1."""
        seen = print_of(sampled(plane, window, pose, self._gallery.size, self._gallery.shape[0]))
        seen *= self._mask
        seen /= float(cv2.norm(seen)) + 1e-6
        return seen

    def _judged(self, plane: Image, window: Window, pose: Pose, look: int) -> tuple[Likeness, int, int]:
        """In that pose, and which look is most like what is seen there, turned round or not."""
        seen = self._print_at(plane, window, pose)
        scores = (self._flat @ both_ways(seen)).astype(np.float64)
        score = float(scores[look, 0])
        leads = self._leads(scores, look)
        rival, way = divmod(int(leads.argmin()), 2)
        best, turned = divmod(int(scores.argmax()), 2)
        shown = self._shown(seen, look)
        found = Likeness(look, pose, score, rival, float(leads[rival, way]), shown)
        return found, best, turned

    def _leads(self, scores: Floats, look: int) -> Floats:
        """Over every look and both ways: how much of what tells the two apart is as this look has it."""
        alike = self._gallery.alike[look]
        apart = np.maximum(1 - alike, _DIFFERENT)
        leads = (scores[look, 0] - scores) / apart
        leads[look, 0] = np.inf
        if alike[look, 1] > 1 - _DIFFERENT:
            leads[look, 1] = np.inf  # The same from two sides.
        return np.asarray(leads)

    def _shown(self, seen: Singles, look: int) -> float:
        """Share of the print, part by part, that is seen as it should be."""
        shown = self._gallery.prints[look]
        product, mine = _by_cells(seen * shown), _by_cells(seen * seen)
        whole = self._cells[look]
        like = product / np.sqrt(np.maximum(mine * whole, 1e-12))
        weight = whole * (whole > _FLAT * whole.mean())
        return float((weight * (like > _AS_LEARNT)).sum() / weight.sum())


_AS_LEARNT: Final = 0.5


def _apart(alike: Floats, look: int) -> float:
    """How far a look's print is from the next one (prints have length 1): of another look, or of its own
    turned round, where that tells anything."""
    others = np.delete(alike, look, axis=0).ravel().tolist()
    turned = float(alike[look, 1])
    most = max([*others, turned] if turned <= 1 - _DIFFERENT else others, default=0.0)
    return float(np.sqrt(2 * (1 - most)))


def _by_turns(rough: Floats) -> list[tuple[int, int]]:
    """Looks and whether they are turned round, likeliest first, one way and the other by turns."""
    first = int(rough.argmax()) % 2
    orders = np.argsort(-rough, axis=0)
    one, other = orders[:, first].tolist(), orders[:, 1 - first].tolist()
    return [
        each for both in zip(one, other, strict=True) for each in ((both[0], first), (both[1], 1 - first))
    ]


def _facing(pose: Pose, upright: float, way: int) -> Pose:
    """The same place, turned round if that is not the way in question."""
    off = (pose.turn - upright) % 360
    now = 1 if 90 < off < 270 else 0
    return pose if now == way else pose.turned(180.0)


def _aimed_half(shown: Singles) -> Aimed:
    small = halved(shown)
    return aimed(np.asarray(small / (float(np.linalg.norm(small)) + 1e-6), np.float32))


def _by_cells(values: Singles) -> Floats:
    """Sums over parts, all channels together."""
    rows, columns = _CELLS
    high, wide = values.shape[0] // rows, values.shape[1] // columns
    parts = values[: rows * high, : columns * wide]
    means = np.asarray(cv2.resize(parts, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)
    return np.asarray(total(means) * (high * wide), np.float64)
