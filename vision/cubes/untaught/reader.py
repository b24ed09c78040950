"""Reads pictures of common sets without a profile, given the board or finding it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import SQUARES, Square
from vision.cubes.doubt.doubts import Doubts, with_guesses
from vision.cubes.matching.odds import likeliest_first
from vision.cubes.matching.silhouette import Shadowcaster
from vision.cubes.profile import KINDS
from vision.cubes.seen import NOTHING, SOMETHING_ELSE, CubeSighting, SeenCube
from vision.cubes.tops import HALF, USUAL_EDGE, Mask, Pose
from vision.cubes.untaught.colours import Colours, colours_of
from vision.cubes.untaught.features import NAMES, Unusual, features_of, mostly_unusual, unusual_of
from vision.cubes.untaught.place import UntaughtPlace, find_place, place_of
from vision.cubes.untaught.tops import Tops, find_tops, odd_sizes
from vision.cubes.untaught.weights import ALWAYS, WEIGHTS
from vision.finding.lens import find_lens
from vision.frames import Frame, Image
from vision.plane.camera import Camera, Floats, Lens
from vision.plane.plane import maps_of, seen_on
from vision.sighting import CLAIM, Corners, Reason

_MOST: Final = 12
"""Cubes beyond which what was read is no board that anybody plays on: a box has eight, and of true boards in
bad light no more than three squares were taken for cubes besides."""

_OCCUPIED: Final = 0.5
"""Chance of a cube from which on there is one."""

_DECIDED: Final = (0.03, 0.92)
"""Chances of a cube beyond which it is no question."""

_SURE: Final = (0.5, 0.98)
"""Chances from no confidence to full."""

_OUTLINED: Final = (0.45, 0.75)
"""Strengths of outlines, likewise."""

_HALF_HIDDEN: Final = 0.35
"""Share of a top that lies where another cube's side is seen, from which on it must be plain to be one."""

_AS_STRONG: Final = 0.85
"""Share of that cube's outline that its own must have then."""

_NEITHER: Final = 0.02
"""How likely something is neither the board nor a cube: on common sets it is that often."""

_LEAST: Final = 0.002
"""How likely anything is that the features speak against: on common sets they are wrong that often."""

_USUAL: Final = 0.2
"""How unusual (logarithm) an empty square may look."""

_USUAL_SHARE: Final = 3.0
"""The same, times what is usual in this picture."""

_STRANGE_COLOUR: Final = 0.36
"""From here on (logarithm) an empty square is of another colour than shadows make one."""

_STRANGE_LEVEL: Final = 0.55
"""From here on (logarithm) it is brighter than the light makes one."""

_WHITE_SHARE: Final = 98.0
"""Percentile of the grid's levels that is white."""

_SMALLEST: Final = 160
"""Pixels: the least side of a picture."""


@dataclass(frozen=True, slots=True)
class GenericSquare:
    """What speaks for a cube on a square."""

    square: Square
    chance: float
    outline: float


@dataclass(frozen=True, slots=True, eq=False)
class GenericReading:
    sighting: CubeSighting
    squares: tuple[GenericSquare, ...]
    camera: Camera | None
    poses: Mapping[Square, Pose]
    """Of the cubes' tops."""
    edge: float


class GenericReader:
    """Reads one picture at a time; nothing is learnt from one for the next but the lens."""

    def __init__(self, corners: Corners | None = None) -> None:
        """The grid's corners in the pictures, A1, A6, E6, E1; without them the board is looked for."""
        self._corners = corners
        self._lenses: dict[tuple[int, ...], Lens] = {}

    def reading(self, frame: Frame) -> GenericReading:
        image = frame.image
        place = self._place(image)
        if place is None:
            return _no_board(frame)
        camera = place.camera
        ground = seen_on(image, maps_of(camera, HALF, 0.0))
        inside = ground[HALF.scale // 2 : -HALF.scale // 2, HALF.scale // 2 : -HALF.scale // 2]
        grey = inside.mean(axis=2)
        tops = find_tops(image, camera)
        chances = chances_of(tops)
        white = float(np.percentile(grey, _WHITE_SHARE))
        bright = inside[grey >= white].mean(axis=0)
        accepted, doubted = self._accepted(tops, chances, camera)
        if len(accepted) > _MOST:
            return _no_board(frame)
        empty = np.array([square not in accepted for square in SQUARES])
        unusual = unusual_of(tops.patches)
        unseated = odd_sizes(tops, accepted)
        doubts = Doubts()
        doubts.add_all(unseated, Reason.TIPPED)
        strange = _strange(mostly_unusual(tops.patches), empty)
        doubts.add_all(strange | _unlike_others(unusual, empty), Reason.COVERED)
        doubts.add_all(SQUARES if strange or not place.sure else doubted, Reason.UNLIKE)
        undecided = [s for s in SQUARES if _DECIDED[0] < chances[s] < _DECIDED[1]]
        doubts.add_all(undecided, Reason.UNLIKE)
        colours = self._colours(tops, accepted, white, bright)
        cubes = self._cubes(tops, chances, colours)
        doubts.add_all([cube.square for cube in cubes if cube.confidence < CLAIM], Reason.UNLIKE)
        told = doubts.told({s: _odds(float(chances[s]), colours.get(s)) for s in doubts.reasons})
        squares = tuple(
            GenericSquare(square, float(chances[square]), float(tops.strengths[square])) for square in SQUARES
        )
        poses = {square: tops.poses[square] for square in accepted}
        clear = doubts.clear and place.sure
        sighting = CubeSighting(frame.t, place.corners, clear, with_guesses(cubes, told), doubts=told)
        return GenericReading(sighting, squares, camera, poses, tops.edge)

    def _place(self, image: Image) -> UntaughtPlace | None:
        if min(image.shape[:2]) < _SMALLEST:
            return None
        if self._corners is None:
            return find_place(image)
        size = image.shape[:2]
        if size not in self._lenses:
            self._lenses[size] = find_lens(image, np.asarray(self._corners))
        return place_of(image, self._corners, self._lenses[size])

    def _accepted(self, tops: Tops, chances: Floats, camera: Camera) -> tuple[list[Square], set[Square]]:
        """The squares with a cube, best first, and those where it may only be another one's side."""
        caster = Shadowcaster(camera.centre(), tops.edge, HALF)
        accepted: list[Square] = []
        doubted = set()
        for square in sorted(SQUARES, key=lambda one: -chances[one] * tops.strengths[one]):
            if chances[square] < _OCCUPIED:
                continue
            own = caster.top_mask(tops.poses[square])
            near = [
                other
                for other in accepted
                if _share(own, caster.hidden_by([tops.poses[other]], 0.0)) > _HALF_HIDDEN
            ]
            if near:
                doubted.add(square)
                if tops.strengths[square] < _AS_STRONG * max(tops.strengths[other] for other in near):
                    continue
            accepted.append(square)
        return accepted, doubted

    def _colours(
        self, tops: Tops, accepted: Sequence[Square], white: float, bright: Floats
    ) -> dict[Square, Colours]:
        if not accepted:
            return {}
        found = colours_of(tops.patches[list(accepted)], white, bright)
        return dict(zip(accepted, found, strict=True))

    def _cubes(self, tops: Tops, chances: Floats, colours: Mapping[Square, Colours]) -> tuple[SeenCube, ...]:
        cubes = []
        for square in sorted(colours):
            seen = colours[square]
            confidence, scores = _confidence(float(chances[square]), float(tops.strengths[square]), seen)
            cubes.append(
                SeenCube(square, seen.colour, seen.element, None, None, round(confidence, 3), scores)
            )
        return tuple(cubes)


def _no_board(frame: Frame) -> GenericReading:
    return GenericReading(CubeSighting(frame.t, None, False, ()), (), None, {}, USUAL_EDGE)


def _odds(chance: float, colours: Colours | None) -> tuple[float, ...]:
    """How likely everything is: the colour and the element of a cube are told apart one by one."""
    odds = np.full(SOMETHING_ELSE + 1, np.log(_NEITHER))
    odds[NOTHING] = np.log(max(1 - chance, _LEAST))
    for place, (colour, element) in enumerate(KINDS, 1):
        likely = max(chance, _LEAST)
        if colours is None:
            likely /= len(KINDS)
        else:
            right = (1 + colours.colour_sure) / 2
            likely *= right if colour is colours.colour else 1 - right
            right = (1 + 2 * colours.element_sure) / 3
            likely *= right if element is colours.element else (1 - right) / 2
        odds[place] = np.log(max(likely, _LEAST))
    return likeliest_first(odds)


def _unlike_others(unusual: Unusual, empty: Mask) -> set[Square]:
    """Empty squares that look as the others do not."""
    off = np.maximum(np.abs(unusual.level), unusual.colour)
    limit = max(_USUAL, _USUAL_SHARE * float(np.median(off[empty]))) if empty.any() else _USUAL
    return {square for square in SQUARES if empty[square] and off[square] >= limit}


def _strange(unusual: Unusual, empty: Mask) -> set[Square]:
    """Empty squares over which something lies that is neither shadow nor board: a hand, say."""
    strange = (unusual.colour > _STRANGE_COLOUR) | (unusual.level > _STRANGE_LEVEL)
    return {square for square in SQUARES if empty[square] and strange[square]}


def chances_of(tops: Tops) -> Floats:
    """How likely each square has a cube."""
    features = features_of(tops.patches, tops.strengths)
    weights = np.array([WEIGHTS[name] for name in NAMES])
    return np.asarray(1 / (1 + np.exp(-(features @ weights + ALWAYS))))


def _confidence(chance: float, outline: float, colours: Colours) -> tuple[float, dict[str, float]]:
    scores = {
        "cube": _within(chance, _SURE),
        "outline": _within(outline, _OUTLINED),
        "colour": colours.colour_sure,
        "element": colours.element_sure,
    }
    return 0.5 + 0.5 * min(scores.values()), scores


def _share(own: Mask, hidden: Mask) -> float:
    return float(hidden[own].mean()) if own.any() else 0.0


def _within(value: float, limits: tuple[float, float]) -> float:
    low, high = limits
    return min(max((value - low) / (high - low), 0.0), 1.0)
