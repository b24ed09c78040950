"""The two spare cubes in the tray: which element each one shows on top (RULES 6.2).

They lie at any place and turned in any way. Wherever a top may be, a window of the picture is turned so that
the cube would lie straight, and laid on an imagined board: there it is read as cubes on the board are. What
is told is told of exactly two cubes, one black and one white, flat, apart and wholly in the tray; of anything
else nothing is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from companion.games.himiki.rules.board import COLUMNS, ROWS
from companion.games.himiki.rules.cubes import Colour, Element
from vision.cubes.dice.dicesearch import SCALE, DiceSearch
from vision.cubes.doubt.seating import Sizes
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.outline import Gradients, gradients, sides_at, strength_at
from vision.cubes.profile import KINDS, Profile
from vision.cubes.tops import RASTER, Found, padded, softened
from vision.cubes.tray import Tray
from vision.finding.grid import BOARD
from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.light import Light
from vision.plane.plane import Raster
from vision.sighting import CLAIM

_EMPTY: Final = "no cube is seen"

_SPOTS: Final = np.array([(x + 0.5, y + 0.5) for y in (0, 2, 4) for x in (0, 2, 4)], np.float64)
"""Squares of the imagined board, each with room around it."""

_RASTER: Final = Raster(BOARD, 2 * SCALE, margin=0.0)
"""What edges are seen on, from the tray's own corner."""

_AROUND: Final = np.stack(np.meshgrid(*[np.linspace(-0.09, 0.09, 4)] * 2), axis=-1).reshape(-1, 2)
"""Squares beside where a sign was found, at which edges are looked for."""

_EDGE_TURNS: Final = np.radians(np.arange(0, 90, 6.0))
"""Turns at which they are; the matcher finds what lies between."""

_SAME_TURN: Final = np.radians(9.0)
"""One and a half of those steps: up to there sign and edges say the same."""

_WINDOW: Final = 2 * RASTER.scale
"""Pixels of a window along its side: two squares."""
_UP_LEFT: Final = np.array([-1.0, 1.0])
"""Squares from a die's middle to its window's corner."""
_NODE: Final = 8
"""Pixels between two places of a window that are reckoned: those between are interpolated."""

_STEPS: Final = (np.arange(0, _WINDOW + 1, _NODE) + 0.5) / RASTER.scale - 1
_LINE: Final = np.arange(_WINDOW, dtype=np.float32) / _NODE
_BETWEEN: Final = np.meshgrid(_LINE, _LINE)


# What is said below of thrown cubes was measured on 56 throws into the trays of four drawn looks, all of them
# read right.


@dataclass(frozen=True, slots=True)
class _Ground:
    """What of the picture is the tray's, in squares."""

    room: float = 0.45
    """Around what was marked, that is looked at as well: what leans over its edge is seen there."""
    beside: float = 0.12
    """By which a cube may stand beyond what was marked, which nobody does to a hair: a sixth of a cube."""


@dataclass(frozen=True, slots=True)
class _OfOthers:
    """What looks like a top and is a part of a better one: its sign turned, or one of its sides."""

    own: float = 0.75
    """Edges from a top, or from where its sides are seen, within which no other cube's top can be: two that
    touch are one apart."""
    beyond_doubt: float = 0.7
    """Score from which something where its sides are seen is another's top after all, if it is flat. Thrown
    cubes have 0.64 to 0.96, nineteen of twenty 0.69 and more; what is no cube has 0.34 at most."""


@dataclass(frozen=True, slots=True)
class _Cube:
    """What may be a cube, and speaks against all where it is a third one."""

    score: float = 0.2
    """From here on something is looked at: confidence begins there (`_RANGES`)."""
    confidence: float = 0.65
    """Where two were thrown, each of them has 0.9 and more, and what is no cube 0.58 at most."""
    outline: float = 0.3
    """Strength of the outline's weakest side, which it must have where its confidence is no claim: 103 of 112
    that were thrown have it, of what is no cube one of twenty."""


@dataclass(frozen=True, slots=True)
class _Level:
    """Shares by which tops look larger, or drawn out, and still lie flat on one level ground. What is tipped,
    or lies on another cube, is further off."""

    size: float = 0.022
    """One against the other; of those thrown, 0.005 at most where `with_distance` is taken off."""
    shape: float = 0.025
    """The same for how far they are drawn out; of those thrown, 0.005 at most likewise."""
    with_distance: float = 0.013
    """More of both for each square between them: the camera is known less well far from the board."""
    any_size: float = 0.075
    """Either against those on the board, wherever the tray is; of those thrown 0.031 at most."""
    any_shape: float = 0.08
    """The same for how far it is drawn out; of those thrown 0.026 at most."""


_GROUND: Final = _Ground()
_OF_OTHERS: Final = _OfOthers()
_CUBE: Final = _Cube()
_LEVEL: Final = _Level()

_TOUCHING: Final = 0.02
"""Share of a cube that may lie on another's by the way it was measured."""

_RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "score": (0.2, 0.75),
    "lead": (0.0, 0.5),
    "gap": (0.0, 0.05),
    "weakest": (-0.05, 0.15),
}
"""From no confidence to full: likeness, lead over the best other kind (and in misfit), as on the board; and
the outline's weakest side."""


@dataclass(frozen=True, slots=True)
class Lying:
    """One cube in the tray."""

    colour: Colour
    top: Element
    x: float
    y: float
    turn: float
    """Radians clockwise, as its sign stands; squares of the board for its place."""
    confidence: float
    scores: Mapping[str, float] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class DiceReading:
    cubes: tuple[Lying, ...]
    """All that look like cubes, best first."""
    doubt: str = ""
    """Why nothing is told; empty where the two cubes are."""

    def of(self, colour: Colour) -> Lying:
        return next(cube for cube in self.cubes if cube.colour is colour)

    @property
    def empty(self) -> bool:
        return self.doubt == _EMPTY

    @property
    def sureness(self) -> tuple[float, float]:
        """Of the black and of the white cube."""
        return self.of(Colour.BLACK).confidence, self.of(Colour.WHITE).confidence

    @property
    def faces(self) -> tuple[Element, Element] | None:
        """Of the black and of the white cube."""
        return None if self.doubt else (self.of(Colour.BLACK).top, self.of(Colour.WHITE).top)


class DiceReader:
    """Reads the tray of one profile, with the board where it is now."""

    def __init__(self, tray: Tray, profile: Profile, matcher: Matcher, sizes: Sizes) -> None:
        self._tray = tray
        self._camera = profile.camera()
        self._edge = profile.edge
        self._matcher = matcher
        self._sizes = sizes
        self._search = DiceSearch(profile.looks, profile.edge)
        low, high = tray.array.min(axis=0) - _GROUND.room, tray.array.max(axis=0) + _GROUND.room
        self._corner = np.array([low[0], high[1]])
        columns, rows = np.ceil((high - low) * SCALE).astype(int) * 2
        x, y = np.meshgrid(np.arange(columns, dtype=np.float64), np.arange(rows, dtype=np.float64))
        points = self._corner + (np.stack([x, y], axis=-1) + 0.5) / _RASTER.scale * [1, -1]
        self._allowed = tray.contains(points[::2, ::2], _GROUND.beside)
        height = np.full((rows, columns, 1), profile.edge)
        pixels = self._camera.project(np.concatenate([points, height], axis=-1))
        self._maps = ((pixels + 0.5) / 2 - 0.5).astype(np.float32)
        lens = self._camera.centre()
        self._lens, self._share = lens[:2], profile.edge / lens[2]

    def read(self, image: Image, light: Light) -> DiceReading:
        middles, turns = self._places(image)
        tops: list[Lying] = []
        for first in range(0, len(middles), len(_SPOTS)):
            part = slice(first, first + len(_SPOTS))
            tops += self._tops(image, light, middles[part], turns[part])
        cubes: list[Lying] = []
        for top in sorted(tops, key=lambda one: -one.scores["score"]):
            if not any(self._part_of(cube, top) for cube in cubes):
                cubes.append(top)
        return DiceReading(tuple(cubes), self._doubt(cubes))

    def _places(self, image: Image) -> tuple[Floats, Floats]:
        """Where tops may lie (n, 2), and how these are turned (n): what their signs say, and their edges."""
        across, down = self._maps[..., 0], self._maps[..., 1]
        plane = cv2.remap(_halved(image), across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        spots = self._search.find(_halved(np.asarray(plane, np.uint8)), self._allowed, len(_SPOTS))
        seen = gradients(np.asarray(plane, np.uint8), _RASTER)
        places: list[Floats] = []
        turns: list[float] = []
        for spot in spots:
            place = self._corner + (np.array([spot.x, spot.y]) + 0.5) / SCALE * [1, -1]
            around = np.array([place[0] - self._corner[0], ROWS - self._corner[1] + place[1]]) + _AROUND
            strengths = strength_at(seen, around, _EDGE_TURNS, self._edge).max(axis=0)
            by_sign, by_edge = _quarter(spot.turn), _quarter(float(_EDGE_TURNS[strengths.argmax()]))
            ways = [by_sign] if abs(_quarter(by_sign - by_edge)) < _SAME_TURN else [by_edge, by_sign]
            places += [place] * len(ways)
            turns += ways
        return np.array(places), np.array(turns)

    def _straightened(self, image: Image, middles: Floats, turns: Floats) -> Image:
        """The imagined board, with a window of the picture around each of its spots."""
        across, up = np.meshgrid(_STEPS, -_STEPS)
        plane = np.zeros((*RASTER.shape, 3), np.uint8)
        for spot, middle, turn in zip(_SPOTS, middles, turns, strict=False):
            cos, sin = np.cos(turn), np.sin(turn)
            points = [middle[0] + cos * across + sin * up, middle[1] + cos * up - sin * across]
            nodes = self._camera.project(np.stack([*points, np.full_like(across, self._edge)], axis=-1))
            maps = cv2.remap(nodes.astype(np.float32), *_BETWEEN, cv2.INTER_LINEAR)
            left, top = np.rint(RASTER.to_pixels(spot + _UP_LEFT) + 0.5).astype(int)
            window = cv2.remap(
                image, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            plane[top : top + _WINDOW, left : left + _WINDOW] = window
        return plane

    def _tops(self, image: Image, light: Light, middles: Floats, turns: Floats) -> list[Lying]:
        """What is like a cube at these places, turned like this."""
        plane = self._straightened(image, middles, turns)
        soft, rough = padded(softened(plane)), padded(_halved(plane))
        lights = light.over(np.clip(middles, 0, [COLUMNS, ROWS]))
        found = self._matcher.tops(rough, soft, _SPOTS[: len(middles)].astype(np.float32), lights)
        shapes = self._sizes.shapes(plane, found, lights).tolist()
        seen = gradients(plane, RASTER)
        poses = np.array([(one.pose.x, one.pose.y, one.pose.turn) for one in found], np.float32)
        tops = []
        for index, one in enumerate(found):
            if one.score < _CUBE.score:
                continue
            off, turn = poses[index, :2] - _SPOTS[index], turns[index]
            cos, sin = np.cos(turn), np.sin(turn)
            x = float(middles[index, 0] + cos * off[0] + sin * off[1])
            y = float(middles[index, 1] + cos * off[1] - sin * off[0])
            turned = float(turn + one.pose.turn + one.quarters * np.pi / 2) % (2 * np.pi)
            weakest = float(_sides(seen, one, self._edge).min())
            scores = _scores(one, shapes[index], turned, weakest)
            colour, element = KINDS[one.kind]
            tops.append(Lying(colour, element, x, y, turned, _confidence(scores), scores))
        return tops

    def _part_of(self, cube: Lying, other: Lying) -> bool:
        """Whether that is a cube's own top or side, or so near that two tops cannot be."""
        top, place = np.array([cube.x, cube.y]), np.array([other.x, other.y])
        along = (self._lens - top) * self._share
        if np.linalg.norm(place - top) < _OF_OTHERS.own * self._edge:
            return True
        share = np.clip((place - top) @ along / max(float(along @ along), 1e-9), 0, 1)
        aside = np.linalg.norm(top + share * along - place)
        plain = other.scores["score"] > _OF_OTHERS.beyond_doubt and _flat(other)
        return bool(aside < _OF_OTHERS.own * self._edge and not plain)

    def _doubt(self, cubes: Sequence[Lying]) -> str:
        cubes = [cube for cube in cubes if _perhaps(cube)]
        if not cubes:
            return _EMPTY
        # Bare ground can look like a bare face: it has no size.
        likely = [cube for cube in cubes if _flat(cube)]
        if len(likely) < len(Colour):
            return "two cubes that lie flat are not seen"
        if len(likely) > len(Colour):
            return "more than two cubes seem to lie there"
        if likely[0].colour is likely[1].colour:
            return "one black and one white cube are not seen"
        if any(cube.confidence < CLAIM for cube in likely):
            return "what they show is not sure"
        feet = [_foot(cube, self._edge) for cube in likely]
        if not all(self._tray.contains(foot, _GROUND.beside).all() for foot in feet):
            return "a cube lies half outside"
        one, other = (foot.astype(np.float32) for foot in feet)
        shared, _ = cv2.intersectConvexConvex(one, other)
        if shared > _TOUCHING * self._edge**2:
            return "the cubes lie on each other"
        return "" if _alike_shaped(*likely) else "a cube is tipped, or lies on something"


def _halved(image: Image) -> Image:
    return np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def _quarter(turn: float) -> float:
    """The same for a square: at most an eighth of a turn."""
    return (turn + np.pi / 4) % (np.pi / 2) - np.pi / 4


def _sides(seen: Gradients, found: Found, edge: float) -> Floats:
    place = np.array([[found.pose.x, found.pose.y]])
    return np.asarray(sides_at(seen, place, np.array([found.pose.turn]), edge)[0, 0])


def _scores(found: Found, shape: Sequence[float], turn: float, weakest: float) -> dict[str, float]:
    cos, sin = float(np.cos(2 * turn)), float(np.sin(2 * turn))
    return {
        "score": found.score,
        "lead": found.lead,
        "gap": found.rival - found.misfit,
        "weakest": weakest,
        "larger": shape[0],
        "across": shape[1] * cos - shape[2] * sin,
        "diagonal": shape[1] * sin + shape[2] * cos,
    }


def _confidence(scores: Mapping[str, float]) -> float:
    sure = min(_within(scores[name], limits) for name, limits in _RANGES.items())
    return round(0.5 + 0.5 * sure, 3)


def _drawn_out(cube: Lying) -> Floats:
    return np.array([cube.scores["across"], cube.scores["diagonal"]])


def _flat(cube: Lying) -> bool:
    """Whether a top looks about as large, and as square, as those on the board."""
    return (
        abs(cube.scores["larger"]) < _LEVEL.any_size
        and float(np.linalg.norm(_drawn_out(cube))) < _LEVEL.any_shape
    )


def _perhaps(cube: Lying) -> bool:
    """Whether something may be a cube: it looks like one, or somewhat and has the outline of one."""
    return cube.confidence >= CLAIM or (
        cube.confidence >= _CUBE.confidence and cube.scores["weakest"] >= _CUBE.outline
    )


def _alike_shaped(one: Lying, other: Lying) -> bool:
    """Whether both tops lie in one level plane.

    Far from the board the camera is known less well: tops look larger or drawn out there, but both alike, and
    the more so the nearer they are to each other.
    """
    apart = float(np.hypot(one.x - other.x, one.y - other.y))
    larger = abs(one.scores["larger"] - other.scores["larger"])
    drawn = float(np.linalg.norm(_drawn_out(one) - _drawn_out(other)))
    return (
        larger < _LEVEL.size + _LEVEL.with_distance * apart
        and drawn < _LEVEL.shape + _LEVEL.with_distance * apart
    )


def _foot(cube: Lying, edge: float) -> Floats:
    cos, sin = np.cos(cube.turn), np.sin(cube.turn)
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * edge
    return np.asarray(corners @ [[cos, -sin], [sin, cos]] + [cube.x, cube.y])


def _within(value: float, limits: tuple[float, float]) -> float:
    low, high = limits
    return min(max((value - low) / (high - low), 0.0), 1.0)
