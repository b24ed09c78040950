"""The side faces that an oblique camera sees: which element looks along the row.

A sign on a side is the one of the top, in the light of its direction. That light is learnt from the faces
pictures for every kind and direction, and so is which elements can be told there at all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import cv2
import numpy as np

from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import Element
from vision.cubes.matching.templates import even_rim, shrunk
from vision.cubes.profile import KINDS, Sides
from vision.cubes.tops import QUARTERS, Found, Indices, Mask, Pose, Singles, added, turned
from vision.frames import Image
from vision.plane.camera import Camera, Floats
from vision.plane.light import Light

_NORMALS: Final = np.array([[1, 0], [-1, 0], [0, 1], [0, -1]], np.float64)
"""For each of `FACES`, outwards on a cube that is not turned."""
_TO_THE_RIGHT: Final = np.array([[0, 1], [0, -1], [-1, 0], [1, 0]], np.float64)
"""For each of `FACES`, to the right as one looks at it, on a cube that is not turned."""

_COUNT: Final = 12
"""Samples along an edge of a face."""


# What is said below of known faces was measured on 178 of six tables with known truth, between elements that
# can be told there: 159 are told, none of them wrongly.


@dataclass(frozen=True, slots=True)
class _Shown:
    """Which faces are seen well enough to be compared."""

    slant: float = 0.1
    """Least cosine between a face's normal and the way to the lens: 84 degrees."""
    height: float = 5.0
    """Least pixels from its lower edge to its upper one: more than two samples fall into one then."""
    part: float = 0.35
    """Least share of it that is not behind other cubes: a third."""


@dataclass(frozen=True, slots=True)
class _InTheWay:
    """Another cube before a face."""

    room: float = 0.01
    """Squares around it that hide as well."""
    steps: int = 6
    """Places on the way to the lens that are looked at, up to where that is as high as cubes are."""
    reach: float = 1.3
    """Edges by which it may be away from that way and still hide something: half its own diagonal and half
    the face's edge are 1.2."""


@dataclass(frozen=True, slots=True)
class _OtherLight:
    """What a face may be otherwise than in the light in which it was learnt."""

    levels: tuple[float, float] = (0.4, 2.2)
    """Factors on its brightness; of known faces, 98 of 100 are between 0.40 and 2.1."""
    tint: float = 0.15
    """How much any channel may leave that factor (logarithm): what is more tinted is compared as if it were
    no more. Known faces have 0.06 in the middle, nineteen of twenty 0.24 at most."""
    veil: float = 60.0
    """Levels of pale light over it, which may be uneven."""


@dataclass(frozen=True, slots=True)
class _Noise:
    """What one sample may be off by itself."""

    levels: float = 5.0
    """Whatever its own level is."""
    share: float = 0.08
    """Of its own level, besides."""
    outlier: float = 3.0
    """Times that, from which on a sample is just wrong, however far it is off."""


@dataclass(frozen=True, slots=True)
class _Sure:
    """From when on a side is told. One that is not told is inferred from the moves, one that is told wrongly
    makes a move wrong: what is near the limit is not told."""

    misfit: float = 0.35
    """Of the better element at most: what is further off is no side of a cube. Known faces have 0.11 in the
    middle, nineteen of twenty 0.29 at most."""
    gap: float = 0.025
    """Least difference of the two misfits; of known faces 0.017 at least, nineteen of twenty 0.038."""
    lead: float = 0.2
    """Least lead over the other element, from -1 to 1 (`lead`); nineteen of twenty known faces have 0.11 and
    more, half of them 0.49."""
    of_learnt: float = 0.5
    """The same as a share of the least lead that there was while learning."""


_SHOWN: Final = _Shown()
_IN_THE_WAY: Final = _InTheWay()
_OTHER_LIGHT: Final = _OtherLight()
_NOISE: Final = _Noise()
_SURE: Final = _Sure()

_SOFT: Final = 0.5
"""Samples of blur, so that half a sample beside is no difference."""

_TRIED: Final = 3
"""The best ways round that are looked at closely."""

TELLING: Final = 0.1
"""Least lead while learning for two elements to be told apart at all."""


@dataclass(frozen=True, slots=True, eq=False)
class SidePatches:
    """F visible side faces of some cubes."""

    cubes: Indices
    """Whose they are (F)."""
    faces: Indices
    """Where they look (F)."""
    samples: Singles
    """F x 3 x N, in the light of the empty picture."""
    weights: Singles
    """F x N: what the samples count; nothing, where another cube hides them."""


def lead(misfit: float, other: float) -> float:
    """How much better one misfit is than another, from -1 to 1."""
    return (other - misfit) / (misfit + other + 0.02)


class SideReader:
    def __init__(self, looks: Singles, kinds: Sequence[int], edge: float, sides: Sides) -> None:
        self.sides = sides
        self._edge = edge
        self._gains = {(one.kind, one.face): np.array(one.gains, np.float32) for one in sides.looks}
        self._leads = {(one.colour, one.face, one.elements): one.lead for one in sides.leads}
        self.telling = any(one.lead >= TELLING for one in sides.leads)
        """Whether any side can be told at all."""
        self._templates = {
            kind: np.concatenate(
                [_ways_round(look) for look, of in zip(looks, kinds, strict=True) if of == kind], axis=1
            )
            for kind in dict.fromkeys(kinds)
        }
        self._powers = {kind: templates**2 for kind, templates in self._templates.items()}

    def read(
        self,
        image: Image,
        camera: Camera,
        founds: Mapping[Square, Found],
        light: Light,
        wanted: Sequence[Square],
    ) -> dict[Square, Element]:
        """The elements along the row of those cubes whose sides tell them."""
        poses = [founds[square].pose for square in wanted]
        others = [found.pose for square, found in founds.items() if square not in wanted]
        lights = light.over(np.array([[pose.x, pose.y] for pose in poses]))
        patches = self.patches(image, camera, poses, others, lights)
        asked = []
        for patch, (cube, face) in enumerate(
            zip(patches.cubes.tolist(), patches.faces.tolist(), strict=True)
        ):
            colour, top = KINDS[founds[wanted[cube]].kind]
            pair = [element for element in Element if element is not top]
            usual = self._leads.get((colour, face, frozenset(pair)), 0.0)
            if usual >= TELLING:
                asked.append((patch, colour, pair, usual))
        pairs = [
            (patch, KINDS.index((colour, element))) for patch, colour, pair, _ in asked for element in pair
        ]
        misfits = self.misfits(patches, pairs).reshape(-1, 2).tolist()
        said: dict[Square, set[Element]] = {}
        for (patch, _, (one, other), usual), (first, second) in zip(asked, misfits, strict=True):
            if _sure(first, second, usual):
                along_row = patches.faces[patch] < 2
                square = wanted[patches.cubes[patch]]
                said.setdefault(square, set()).add(one if (first < second) == along_row else other)
        return {square: words.pop() for square, words in said.items() if len(words) == 1}

    def patches(
        self,
        image: Image,
        camera: Camera,
        poses: Sequence[Pose],
        others: Sequence[Pose],
        lights: Singles,
    ) -> SidePatches:
        """The faces of these cubes that are seen well enough, with others in their way."""
        lens = camera.centre()
        turns = np.array([pose.turn for pose in poses])
        turn = np.array([[np.cos(turns), np.sin(turns)], [-np.sin(turns), np.cos(turns)]]).transpose(2, 0, 1)
        normals = np.einsum("kij,fj->kfi", turn, _NORMALS)
        middles = np.array([[pose.x, pose.y] for pose in poses])
        centres = middles[:, None] + normals * self._edge / 2
        towards = lens[:2] - centres
        far = np.sqrt((towards**2).sum(axis=2) + (lens[2] - self._edge / 2) ** 2)
        cubes, faces = np.nonzero((towards * normals).sum(axis=2) > _SHOWN.slant * far)
        rights = np.einsum("kij,fj->kfi", turn, _TO_THE_RIGHT)
        points = self._points(centres[cubes, faces], rights[cubes, faces])
        pixels = camera.project(points).astype(np.float32)
        heights = np.linalg.norm(pixels[:, -1].mean(axis=1) - pixels[:, 0].mean(axis=1), axis=1)
        weights = np.where(self._hidden(points, lens, cubes, [*poses, *others]), 0, _INSIDE)
        weights = weights.reshape(-1, _COUNT**2).astype(np.float32)
        good = (heights > _SHOWN.height) & (weights.sum(axis=1) > _SHOWN.part * _INSIDE.sum())
        x, y = (pixels[good, ..., axis].reshape(-1, _COUNT) for axis in range(2))
        samples = np.zeros((0, 3, _COUNT**2), np.float32)
        if len(x):
            seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            samples = seen.reshape(-1, _COUNT**2, 3).transpose(0, 2, 1) / lights[cubes[good], :, None]
            samples = _softened(samples.reshape(-1, _COUNT, _COUNT)).reshape(-1, 3, _COUNT**2)
        return SidePatches(cubes[good], faces[good], samples, weights[good])

    def _points(self, centres: Floats, rights: Floats) -> Floats:
        line = _LINE * self._edge
        flat = centres[:, None] + line[:, None] * rights[:, None]
        shape = (len(centres), _COUNT, _COUNT)
        points = np.empty((*shape, 3))
        points[..., :2] = flat[:, None]
        points[..., 2] = (self._edge / 2 - line)[:, None]
        return points

    def _hidden(self, points: Floats, lens: Floats, cubes: Indices, standing: Sequence[Pose]) -> Mask:
        """Which points stand behind another cube: the way to the lens leads through it."""
        hidden = np.zeros(points.shape[:3], bool)
        for index, (own, face) in enumerate(zip(cubes.tolist(), points, strict=True)):
            flat, height = face[..., :2], face[..., 2]
            way = (lens[:2] - flat) * ((self._edge - height) / (lens[2] - height))[..., None]
            reach = float(np.abs(way).max()) + _IN_THE_WAY.reach * self._edge
            middle = flat[0].mean(axis=0)
            for number, other in enumerate(standing):
                if number == own or np.hypot(*(middle - [other.x, other.y])) > reach:
                    continue
                cos, sin = np.cos(other.turn), np.sin(other.turn)
                apart = flat + way * _ALONG - [other.x, other.y]
                across, along = apart @ [cos, -sin], apart @ [sin, cos]
                inside = np.maximum(np.abs(across), np.abs(along)) < self._edge / 2 + _IN_THE_WAY.room
                hidden[index] |= inside.any(axis=0)
        return hidden

    def gains_of(self, patches: SidePatches, patch: int, kind: int) -> Singles:
        """The gains in which a face is most like this kind."""
        samples, weight = patches.samples[patch], patches.weights[patch]
        products, powers = self._products(samples, weight, kind)
        gains = np.clip(products / np.maximum(powers, 1e-6), 0.05, 5).astype(np.float32)
        templates = self._templates[kind].transpose(1, 0, 2)
        count = len(gains)
        repeated = np.repeat(samples[None], count, axis=0)
        misfits = _misfits(repeated, np.repeat(weight[None], count, axis=0), templates, gains)
        best: Singles = gains[int(misfits.argmin())]
        return best

    def misfits(self, patches: SidePatches, pairs: Sequence[tuple[int, int]]) -> Singles:
        """How unlike a kind a face is, in a light like the learnt one, for pairs of the two.

        1 where that light was not learnt.
        """
        result = np.ones(len(pairs), np.float32)
        known = [i for i, (patch, kind) in enumerate(pairs) if (kind, patches.faces[patch]) in self._gains]
        if not known:
            return result
        templates, gains = [], []
        for patch, kind in (pairs[index] for index in known):
            best, gain = self._likeliest(patches, patch, kind)
            templates.append(self._templates[kind][:, best].transpose(1, 0, 2))
            gains.append(gain)
        which = np.repeat([pairs[index][0] for index in known], _TRIED)
        misfits = _misfits(
            patches.samples[which], patches.weights[which], np.concatenate(templates), np.concatenate(gains)
        )
        result[known] = misfits.reshape(-1, _TRIED).min(axis=1)
        return result

    def _likeliest(self, patches: SidePatches, patch: int, kind: int) -> tuple[Indices, Singles]:
        """The best ways round of a kind, and their gains."""
        products, powers = self._products(patches.samples[patch], patches.weights[patch], kind)
        learnt = self._gains[kind, int(patches.faces[patch])]
        apart = np.log(np.maximum(products / np.maximum(powers, 1e-6), 1e-3) / learnt)
        level = np.clip(apart.mean(axis=1, keepdims=True), *_LOG_LEVELS)
        gains = learnt * np.exp(level + np.clip(apart - level, -_OTHER_LIGHT.tint, _OTHER_LIGHT.tint))
        best = np.argsort((gains * (gains * powers - 2 * products)).sum(axis=1))[:_TRIED]
        return best, np.asarray(gains[best], np.float32)

    def _products(self, samples: Singles, weight: Singles, kind: int) -> tuple[Singles, Singles]:
        """Per way round and channel: of templates with samples, and with themselves."""
        products = np.matmul(self._templates[kind], (samples * weight)[..., None])[..., 0]
        powers = self._powers[kind] @ weight
        return products.T, powers.T


def _sure(first: float, second: float, usual: float) -> bool:
    if min(first, second) > _SURE.misfit or abs(first - second) < _SURE.gap:
        return False
    return abs(lead(first, second)) > max(_SURE.lead, _SURE.of_learnt * usual)


_LINE: Final = (np.arange(_COUNT) + 0.5) / _COUNT - 0.5
_BAND: Final = np.clip(np.minimum(np.arange(_COUNT), np.arange(_COUNT)[::-1]) * 0.4, 0, 0.8) / 0.8
_INSIDE: Final = np.outer(_BAND, _BAND).astype(np.float32)
_VEILS: Final = np.stack(
    [np.ones(_COUNT**2), *(2 * axis.reshape(-1) for axis in np.meshgrid(_LINE, _LINE))]
).astype(np.float32)
_ALONG: Final = (np.arange(1, _IN_THE_WAY.steps + 1) / _IN_THE_WAY.steps)[:, None, None, None]
_LOG_LEVELS: Final = tuple(np.log(_OTHER_LIGHT.levels))


def _ways_round(look: Singles) -> Singles:
    """A look as a side may show it, turned by quarters and a sample beside: 3 x K x N."""
    ways = []
    for quarter in range(QUARTERS):
        channels = shrunk(turned(even_rim(look), quarter), _COUNT).transpose(2, 0, 1)
        soft = _softened(channels)
        ways += [np.roll(soft, shift, axis=(1, 2)) for shift in product((-1, 0, 1), repeat=2)]
    return np.ascontiguousarray(np.stack(ways, axis=1).reshape(3, len(ways), -1))


def _softened(channels: Singles) -> Singles:
    """Each of several pictures (…, side, side) a little blurred."""
    soft = [cv2.GaussianBlur(one, (3, 3), _SOFT, borderType=cv2.BORDER_REPLICATE) for one in channels]
    return np.asarray(soft, np.float32)


def _misfits(samples: Singles, weights: Singles, templates: Singles, gains: Singles) -> Singles:
    """Of R faces (3 x N each), from 0, exactly alike, to 1; an uneven pale veil does not count."""
    expected = templates * gains[..., None]
    off = samples - expected
    weighted = _VEILS * weights[:, None]
    held = 1e-3 * weights.sum(axis=1)[:, None, None] * np.eye(3)
    power = weighted @ _VEILS.T + held
    veil = np.linalg.solve(power, weighted @ (added(off) / 3)[..., None])
    off -= np.clip(veil, -_OTHER_LIGHT.veil, _OTHER_LIGHT.veil).transpose(0, 2, 1).astype(np.float32) @ _VEILS
    expected *= _NOISE.share
    expected += _NOISE.levels
    off /= expected
    wrong = added(np.minimum(off * off, _NOISE.outlier**2))
    total = (wrong * weights).sum(axis=1) / weights.sum(axis=1)
    return np.asarray(total / (3 * _NOISE.outlier**2), np.float32)
