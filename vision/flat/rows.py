"""Rows of cards that lie partly upon each other: one card after the other is explained, from a pile outwards.

A card may lie over the one before it, and hide its outer part, or under it, and show its own outer part only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.ground import Window
from vision.flat.light import logarithm
from vision.flat.looks import PieceLook, patch_points, shape_of, shrunk
from vision.flat.rectangles import Pose, Size
from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.channels import Singles

Bools = NDArray[np.bool_]

SCALES: Final = (16, 24, 48, 96)
"""Pixels across a card at which it is looked for, moved into place twice, and told from others."""

_COARSE, _FINE = 0, 3

_STRIDES: Final = (1, 2, 3, 6)
"""Of the pixels at each scale, across and along, one in so many is compared: some hundred."""
_TOLD_STRIDE: Final = 2
"""The same where looks are told apart: more of them; of details that tell them, all."""

_RIM: Final = 0.04
"""Of the width, at a card's edge, that is not compared."""

_EDGE: Final = 0.035
"""Of the width, around a card that lies over others: its border and its shadow."""

_SHADED: Final = 0.5
"""What brightness counts, against tint."""

_BRIGHTER: Final = 0.4
"""Logarithm by which a card may be brighter or darker than the light on the piles."""
_TINT: Final = 0.12
"""Logarithm by which a card may be of another tint than that light."""

_INNER: Final = 0.42
"""Of its length: so much of a card is seen whatever lies over its outer part."""

_FIRST: Final = (0.94, 1.4, 11)
"""Lengths of a card from a pile, from and to, at which its first card is looked for, and in how many
steps."""
_NEXT: Final = (0.24, 0.88, 13)
"""The same from one card to the next, which lies half upon it."""

_ASIDE: Final = (-0.21, -0.14, -0.07, 0.0, 0.07, 0.14, 0.21)
"""Of the width, beside the pile or the card before."""
_TURNS: Final = (-9.0, 0.0, 9.0)
"""Degrees askew of the pile, or of the card before."""

_KEPT: Final = 4
"""Looks that are moved into place of all that are likely there."""
_KEPT_THEN: Final = 10
"""The same with those that are tried where none of these fits: of what shows one half only, all that have it
are as likely coarsely."""

_STARTS: Final = 4
"""Places from which the likeliest looks are moved, where none fits from its best one: stripes and icons may
fit a little aside as well, and a look then ends there."""

_LEAST_SEEN: Final = 0.12
"""Of a card: with less in view nothing is told of it."""

_ROUNDS: Final = ((1, 0.03, 3.0, 0.0), (1, 0.015, 1.5, 0.0), (2, 0.008, 0.8, 0.012), (3, 0.004, 0.4, 0.006))
"""Scale, steps of the width, degrees, and share of its size, by which a card is moved into place."""

_STRETCH: Final = (0.95, 1.05)
"""How much larger or smaller than learnt a card may be seen: the ground is not known that well."""

_PLAIN: Final = 0.035
"""Misfit (variance of a logarithm) below which a card is what lies there: plain ones have up to .01, those
across which a shadow's edge runs .022."""

_QUITE: Final = 0.008
"""Misfit from which on a card that seems whole may be two, one over the other."""
_BETTER: Final = 0.6
"""Of its misfit, what the upper of two has at most."""

_STIRRED: Final = 0.35
"""Of what is in view of a card, how much is not quite as the bare table at least."""

_OF_BARE: Final = 0.6
"""Of the misfit of the bare table: a card explains a place so much better."""

_LEAD: Final = 0.3
"""Of what tells two looks apart, how much of it speaks for the likelier one at least."""

_ALIKE: Final = 0.06
"""Variance by which two looks differ, below which it is by a detail, such as a small icon, that may lie a
little aside: no lead tells them apart before that is looked at closely."""

_DETAIL_LEAD: Final = 0.5
"""The lead that does then. Of 320 ends of four drawn sets .45 tells none as another."""

_TOLD_BY: Final = 0.8
"""Pixels times the variance by which two looks differ, from which on they can be told apart."""

_DETAIL: Final = 0.15
"""Of the most by which looks that are left differ anywhere: where they do by so much is a detail."""

_JITTER: Final = 2
"""Pixels by which a detail may lie aside of where the rest of the card says, both ways."""

_SLOWLY: Final = 0.5
"""Of the width: what changes more slowly is no detail."""

_FEWEST: Final = 25
"""Pixels of a detail in view, to be told by it."""

_MOST: Final = 7
"""Cards of a row."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A card that explains what is seen."""

    look: int
    """From the count of looks on: turned round."""
    pose: Pose
    """Never turned round."""
    misfit: float
    gain: Floats
    """Of each channel (logarithm), against the learnt picture."""
    whole: bool = False
    """Nothing lies over its outer part."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a card may be, by all of it that is in view."""

    looks: tuple[int, ...]
    """All that are not told from the likeliest; from the count of looks on: turned round."""
    misfit: float
    in_view: tuple[float, float]
    """Shares of its outer and its inner half."""


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Points of the ground, in arrays of one shape."""

    x: Floats
    y: Floats

    def box(self) -> tuple[float, float, float, float]:
        """From left to right, and from low to high."""
        return float(self.x.min()), float(self.x.max()), float(self.y.min()), float(self.y.max())


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """One picture of the ground at the scales that cards are looked at."""

    seen: tuple[Singles, ...]
    """As logarithms."""
    bare: Singles
    """The table without any cards at the first of them."""
    stirred: Singles
    """At the same: 1 where it is perhaps not as bare."""
    windows: tuple[Window, ...]
    in_picture: Image
    """At the finest: 1 where the picture shows it, 0 beyond its edge."""

    def at(self, scale: int, spots: Spots) -> Singles:
        return _sampled(self.seen[scale], self.windows[scale], spots)

    def bare_at(self, spots: Spots) -> Singles:
        return _sampled(self.bare, self.windows[_COARSE], spots)

    def stirred_at(self, spots: Spots) -> Singles:
        return _sampled(self.stirred, self.windows[_COARSE], spots)

    def in_picture_at(self, spots: Spots) -> Bools | None:
        """None where all are."""
        window = self.windows[_FINE]
        left, right, low, high = spots.box()
        corners = window.to_pixels(np.array([[left, high], [right, low]]))
        (first, top), (last, bottom) = np.maximum(corners.astype(int), 0)
        if self.in_picture[top : bottom + 2, first : last + 2].all():
            return None
        shown = cv2.remap(self.in_picture, *window.pixels_of(spots.x, spots.y), cv2.INTER_NEAREST)
        return np.asarray(shown > 0)


def _sampled(plane: Singles, window: Window, spots: Spots) -> Singles:
    across, along = window.pixels_of(spots.x, spots.y)
    found = cv2.remap(plane, across, along, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.float32)


def toned(values: Singles) -> Singles:
    """Of logarithms of three channels: brightness, which shadows change within a card and so counts less,
    and two of tint."""
    return np.asarray(values @ _TONES, np.float32)


_TONES: Final = np.array(
    [
        [_SHADED / np.sqrt(3), 1 / np.sqrt(2), 1 / np.sqrt(6)],
        [_SHADED / np.sqrt(3), 0, -2 / np.sqrt(6)],
        [_SHADED / np.sqrt(3), -1 / np.sqrt(2), 1 / np.sqrt(6)],
    ],
    np.float32,
)


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """Of one card: what is the same wherever it may lie."""

    layers: Layers
    up: bool
    gain: Floats
    hides: tuple[Pose, ...]
    """What lies over it."""
    inner: bool
    """Only the part next to the pile is looked at: the rest may be covered."""


class RowReader:
    def __init__(self, looks: Sequence[PieceLook], size: Size) -> None:
        self.size = size
        self.codes = tuple(look.code for look in looks)
        self._looks = []
        for width, stride in zip(SCALES, _STRIDES, strict=True):
            self._looks.append(_strided(_both_ways(looks, size, width), stride))
        fine = _both_ways(looks, size, SCALES[_FINE])
        self._told_looks, self._detailed_looks = _strided(fine, _TOLD_STRIDE), _strided(fine, 1)

    def row(self, layers: Layers, pile: Pose, up: bool, gain: Floats) -> list[Laid]:
        """From the pile outwards, upwards in the picture or downwards; `gain`: of the light on the piles."""
        row: list[Laid] = []
        while len(row) < _MOST:
            if not row:
                search = _Search(layers, up, gain, (pile,), inner=True)
                found = self._best(search, _grid(pile, 0.0, self.size, up, _FIRST))
            else:
                last = row[-1]
                places = _grid(last.pose, last.pose.turn, self.size, up, _NEXT)
                hides = (pile, *(one.pose for one in row)) if last.whole else (pile,)
                found = self._best(_Search(layers, up, last.gain, hides, inner=not last.whole), places)
                search = _Search(layers, up, last.gain, hides, inner=False)
            if found is None:
                break
            whole = self._wholly(search, found)
            row.append(found if whole is None or self._hidden(whole, layers, up, pile) else whole)
        return row

    def _hidden(self, whole: Laid, layers: Layers, up: bool, pile: Pose) -> bool:
        """Whether what seems one card is rather the inner part of one and another one over it."""
        if whole.misfit < _QUITE:
            return False
        places = _grid(whole.pose, whole.pose.turn, self.size, up, _NEXT)
        over = self._best(_Search(layers, up, whole.gain, (pile,), inner=True), places)
        if over is None:
            return False
        over = self._wholly(_Search(layers, up, over.gain, (pile,), inner=False), over)
        return over is not None and over.misfit < _BETTER * whole.misfit

    def _wholly(self, search: _Search, found: Laid) -> Laid | None:
        """The same card looked at as a whole; None where something lies over its outer part."""
        search = replace(search, gain=found.gain, inner=False)
        place = _place(found.pose)
        shown, seen = self._view(search, place[None], 1)
        misfits = _misfits(seen, shown, self._looks[1], search.gain)[0]
        whole = self._moved(search, place, int(misfits.argmin()))
        return replace(whole, whole=True) if whole.misfit < _PLAIN else None

    def told(self, layers: Layers, laid: Laid, up: bool, hides: Sequence[Pose]) -> Told:
        """What can be told of a card of which `hides` lie over parts."""
        place = _place(laid.pose)[None]
        points = _points(self.size, SCALES[_FINE], _TOLD_STRIDE)
        spots = _on_ground(place, points)
        shown = self._in_view(layers, spots, points, hides)
        count = int(shown.sum())
        if count < _LEAST_SEEN * shown.size:
            return Told((), 1.0, (0.0, 0.0))
        seen, looks = layers.at(_FINE, spots), self._told_looks
        misfits = _misfits(seen, shown, looks, laid.gain)[0]
        best = int(misfits.argmin())
        apart = _misfits(looks[best : best + 1], shown, looks, np.zeros(3))[0]
        lead = (misfits - misfits[best]) / np.maximum(apart, 1e-6)
        detail = apart < _ALIKE
        left = np.flatnonzero((lead <= _LEAD) | (apart * count <= _TOLD_BY) | detail)
        if len(left) > 1:
            left = self._by_detail(layers, laid, left, hides)
        upper, lower = (float((shown[0] & half).mean() * 2) for half in (points[:, 1] > 0, points[:, 1] < 0))
        return Told(
            tuple(int(look) for look in left),
            float(misfits[best]),
            (upper, lower) if up else (lower, upper),
        )

    def _by_detail(
        self, layers: Layers, laid: Laid, left: NDArray[np.intp], hides: Sequence[Pose]
    ) -> NDArray[np.intp]:
        """Of looks that are alike but for a detail, which may lie a little aside, those that are left. What
        changes slowly is light, where a look was learnt or where the card lies now."""
        rows, columns = shape_of(self.size, SCALES[_FINE])
        place, points = _place(laid.pose)[None], _wider_points(self.size)
        shape = rows + 2 * _JITTER, columns + 2 * _JITTER
        spots = _on_ground(place, points)
        shown = self._in_view(layers, spots, points, hides)[0].reshape(shape)
        seen = layers.at(_FINE, spots).reshape(*shape, 3)
        inner = slice(_JITTER, -_JITTER), slice(_JITTER, -_JITTER)
        looks = np.stack(
            [_sharp(look.reshape(rows, columns, 3), shown[inner]) for look in self._detailed_looks[left]]
        )
        differ = looks.var(axis=0).sum(axis=2)
        detail = differ > _DETAIL * differ.max()
        if int((shown[inner] & detail).sum()) < _FEWEST:
            return left
        sharp = _sharp(seen, shown)
        ways = [
            (slice(y, y + rows), slice(x, x + columns))
            for y in range(2 * _JITTER + 1)
            for x in range(2 * _JITTER + 1)
        ]
        aside = np.stack([sharp[way][detail] for way in ways])
        in_view = np.stack([shown[way][detail] for way in ways])
        looks = looks[:, detail]
        misfits = _misfits(aside, in_view, looks, np.zeros(3)).min(axis=0)
        best = int(misfits.argmin())
        apart = _misfits(looks[best : best + 1], shown[inner][detail][None], looks, np.zeros(3))[0]
        return np.asarray(left[(misfits - misfits[best]) / np.maximum(apart, 1e-6) <= _DETAIL_LEAD])

    def _best(self, search: _Search, places: Floats) -> Laid | None:
        """Of the cards that may lie at those places (n x 5, as poses are)."""
        points = _points(self.size, SCALES[_COARSE], _STRIDES[_COARSE])
        spots = _on_ground(places, points)
        shown = self._shown(search, spots, points)
        stirred = search.layers.stirred_at(spots)
        count = shown.sum(axis=1)
        enough = (stirred * shown).sum(axis=1) > _STIRRED * count
        enough &= count > _LEAST_SEEN * shown.shape[1]
        if not enough.any():
            return None
        places, shown = places[enough], shown[enough]
        seen = search.layers.at(_COARSE, Spots(spots.x[enough], spots.y[enough]))
        misfits = _misfits(seen, shown, self._looks[_COARSE], search.gain)
        least, starts = misfits.min(axis=0), misfits.argmin(axis=0)
        likeliest = np.argsort(least)
        others = likeliest[_KEPT:_KEPT_THEN]
        first = [(look, starts[look]) for look in likeliest[:_KEPT]]
        then = [(look, starts[look]) for look in others if least[look] < _PLAIN]
        beside = [(look, at) for look, _ in first for at in np.argsort(misfits[:, look])[1:_STARTS]]
        for tried in (first, then, beside):
            found = [self._moved(search, places[at], int(look)) for look, at in tried]
            best = min(found, key=lambda one: one.misfit, default=None)
            if best and best.misfit < min(_PLAIN, _OF_BARE * self._as_bare(search, best.pose)):
                return best
        return None

    def _as_bare(self, search: _Search, pose: Pose) -> float:
        """Misfit of the bare table, where a card may lie."""
        points = _points(self.size, SCALES[_COARSE], _STRIDES[_COARSE])
        spots = _on_ground(_place(pose)[None], points)
        shown = self._shown(search, spots, points)
        gap = search.layers.at(_COARSE, spots) - search.layers.bare_at(spots)
        return float(_misfits(gap, shown, np.zeros_like(gap), search.gain)[0, 0])

    def _moved(self, search: _Search, place: Floats, look: int) -> Laid:
        for scale, reach, degrees, wider in _ROUNDS:
            step = reach * self.size.width
            for steps in (_STEPS, _STEPS) if not wider else (_STEPS, _GROWN, _STEPS, _GROWN):
                rivals = place + steps * [step, step, degrees, wider, wider]
                rivals[:, 3:] = np.clip(rivals[:, 3:], *_STRETCH)
                best = int(self._fits(search, rivals, scale, look)[0].argmin())
                place = rivals[best]
        misfits, shown, gap = self._fits(search, place[None], _FINE, look)
        gain = np.asarray((gap[0] * shown[0][:, None]).sum(axis=0) / max(int(shown.sum()), 1), np.float64)
        x, y, turn, wide, high = (float(value) for value in place)
        return Laid(look, Pose(x, y, turn, wide, high), float(misfits[0]), gain)

    def _fits(self, search: _Search, places: Floats, scale: int, look: int) -> tuple[Floats, Bools, Singles]:
        """Misfits of one look at those places, what is in view there, and how it differs from the look."""
        shown, seen = self._view(search, places, scale)
        looks = self._looks[scale][look : look + 1]
        return _misfits(seen, shown, looks, search.gain)[:, 0], shown, seen - looks

    def _view(self, search: _Search, places: Floats, scale: int) -> tuple[Bools, Singles]:
        points = _points(self.size, SCALES[scale], _STRIDES[scale])
        spots = _on_ground(places, points)
        return self._shown(search, spots, points), search.layers.at(scale, spots)

    def _shown(self, search: _Search, spots: Spots, points: Floats) -> Bools:
        shown = self._in_view(search.layers, spots, points, search.hides)
        if search.inner:
            inwards = -points[:, 1] if search.up else points[:, 1]
            shown &= inwards > self.size.height * (0.5 - _INNER)
        return shown

    def _in_view(self, layers: Layers, spots: Spots, points: Floats, hides: Sequence[Pose]) -> Bools:
        """Which points of cards, where these lie on the ground, the picture shows and lie under none of the
        others; the rim never does."""
        wide, high = self.size.width / 2, self.size.height / 2
        rim, edge = _RIM * self.size.width, _EDGE * self.size.width
        inside = (np.abs(points[:, 0]) < wide - rim) & (np.abs(points[:, 1]) < high - rim)
        shown = np.repeat(inside[None], len(spots.x), axis=0)
        if (in_picture := layers.in_picture_at(spots)) is not None:
            shown &= in_picture
        box = spots.box()
        for other in hides:
            if _reaches(other, float(np.hypot(wide + edge, high + edge)), box):
                across, along = _from(other, spots)
                shown &= (np.abs(across) > wide + edge) | (np.abs(along) > high + edge)
        return np.asarray(shown)


_WAYS: Final = (-1, 0, 1)
_STEPS: Final = np.array([(x, y, turn, 0, 0) for x in _WAYS for y in _WAYS for turn in _WAYS], float)
_GROWN: Final = np.array([(0, 0, 0, wide, high) for wide in _WAYS for high in _WAYS], float)


@cache
def _points(size: Size, width: int, stride: int) -> Floats:
    """Of each pixel of a look that is compared, where it is on the card (n x 2)."""
    return patch_points(size, 1, width)[stride // 2 :: stride, stride // 2 :: stride].reshape(-1, 2)


@cache
def _wider_points(size: Size) -> Floats:
    """The same of the finest look's, and of so many more around it."""
    rows, columns = shape_of(size, SCALES[_FINE])
    x = ((np.arange(-_JITTER, columns + _JITTER) + 0.5) / columns - 0.5) * size.width
    y = (0.5 - (np.arange(-_JITTER, rows + _JITTER) + 0.5) / rows) * size.height
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def _sharp(values: Singles, shown: Bools) -> Singles:
    """Without what changes slowly, of what is in view."""
    side = 2 * round(_SLOWLY * SCALES[_FINE] / 2) + 1
    weight = shown.astype(np.float32)
    around = cv2.blur(weight, (side, side))[..., None]
    slow = cv2.blur(values * weight[..., None], (side, side)) / np.maximum(around, 1e-3)
    return np.asarray(values - slow, np.float32)


def _both_ways(looks: Sequence[PieceLook], size: Size, width: int) -> Singles:
    """As they are, and then all turned round."""
    shape = shape_of(size, width)
    upright = np.stack([toned(logarithm(shrunk(look.patch, shape))) for look in looks])
    return np.concatenate([upright, upright[:, ::-1, ::-1]])


def _strided(looks: Singles, stride: int) -> Singles:
    kept = looks[:, stride // 2 :: stride, stride // 2 :: stride]
    return np.ascontiguousarray(kept.reshape(len(looks), -1, 3))


def _place(pose: Pose) -> Floats:
    return np.array([pose.x, pose.y, pose.turn, pose.wide, pose.high])


def _on_ground(places: Floats, points: Floats) -> Spots:
    """Points of cards that lie at places (n x 5, as poses are)."""
    sine, cosine = np.sin(np.radians(places[:, 2:3])), np.cos(np.radians(places[:, 2:3]))
    x, y = points[:, 0] * places[:, 3:4], points[:, 1] * places[:, 4:5]
    return Spots(x * cosine + y * sine + places[:, :1], -x * sine + y * cosine + places[:, 1:2])


def _from(pose: Pose, spots: Spots) -> tuple[Floats, Floats]:
    """Points of the ground as they lie on a card."""
    sine, cosine = np.sin(np.radians(pose.turn)), np.cos(np.radians(pose.turn))
    x, y = spots.x - pose.x, spots.y - pose.y
    return (x * cosine - y * sine) / pose.wide, (x * sine + y * cosine) / pose.high


def _reaches(pose: Pose, radius: float, box: tuple[float, float, float, float]) -> bool:
    """Whether a card of that half diagonal may reach into a box of the ground."""
    reach = radius * max(pose.wide, pose.high)
    left, right, low, high = box
    return left - reach < pose.x < right + reach and low - reach < pose.y < high + reach


def _grid(origin: Pose, turn: float, size: Size, up: bool, away: tuple[float, float, int]) -> Floats:
    """Places away from a pile or a card, in a row that runs straight up or down."""
    far, aside, askew = np.meshgrid(np.linspace(*away) * size.height, np.array(_ASIDE) * size.width, _TURNS)
    x = origin.x + aside.ravel()
    y = origin.y + far.ravel() * (1 if up else -1)
    same = np.ones_like(x)
    return np.column_stack([x, y, turn + askew.ravel(), same, same])


def _misfits(seen: Singles, shown: Bools, looks: Singles, gain: Floats) -> Floats:
    """Of each of p places (p x m x 3) as each of n looks (n x m x 3): variance in the light that fits best,
    and by how much that is no light that there is; p x n."""
    count = np.maximum(shown.sum(axis=1), 1)[:, None].astype(np.float32)
    mask = shown.astype(np.float32)
    total = np.zeros((len(seen), len(looks)))
    means = []
    for channel in range(3):
        mine, theirs = seen[..., channel] * mask, looks[..., channel]
        mean = (mine.sum(axis=1)[:, None] - mask @ theirs.T) / count
        square = (
            (mine * seen[..., channel]).sum(axis=1)[:, None] - 2 * mine @ theirs.T + mask @ (theirs**2).T
        ) / count
        total += square - mean**2
        means.append(mean - gain[channel])
    bright, tint = means[0] / (_SHADED * np.sqrt(3)), np.hypot(means[1], means[2])
    beyond = np.maximum(np.abs(bright) - _BRIGHTER, 0) ** 2 + np.maximum(tint - _TINT, 0) ** 2
    return np.asarray(total / 3 + beyond)
