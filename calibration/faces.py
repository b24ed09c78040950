"""A profile from four pictures: the empty board, then all eight cubes with fire, water, wood up."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.align import Sample, alike, look_of, mirrors_lamps
from calibration.lens import find_lens
from calibration.outline import centre_of, find_outline, gradients
from calibration.prints import margin_of, prints_of
from calibration.signs import plain_looks
from companion.rules.board import SQUARES, Square, name_of, squares_named
from companion.rules.cubes import Colour, Element
from vision import boardlight
from vision.boardlight import EmptyBoard, noise_of
from vision.camera import Camera, Floats, Lens, camera_from, ordered_round
from vision.frames import Image
from vision.light import Light
from vision.matcher import Matcher
from vision.plane import Raster, maps_of, seen_on
from vision.profile import KINDS, Profile
from vision.reader import halved
from vision.silhouette import Shadowcaster
from vision.tops import RASTER, Pose, softened

Singles = NDArray[np.float32]

WHITE_PLACES: Final = squares_named("A5", "B5", "C5", "D5")
BLACK_PLACES: Final = squares_named("A2", "B2", "C2", "D2")
PLACES: Final = {Colour.WHITE: WHITE_PLACES, Colour.BLACK: BLACK_PLACES}

_USUAL_EDGE: Final = 0.70
_STEP: Final = 0.02
_EDGES: Final = tuple(float(edge) for edge in np.round(np.arange(0.50, 0.841, _STEP), 2))
_EDGE_SPREAD: Final = 0.08
_EDGE_DOUBT: Final = 0.02
_OUTLINED: Final = 0.72
"""Strength of outlines from which on they tell the size."""

_NEARLY: Final = 0.98
"""Share of the best outline's strength that still counts as seeing it."""

_NO_CUBE: Final = 0.04
_SAME_FACES: Final = 0.006
"""Misfits under which the empty board is seen where a cube should be, and two kinds look the same."""

_STRONG: Final = 0.75
_SMALL: Final = Raster(scale=16)


class CalibrationError(ValueError):
    """Pictures that nothing can be learnt from; the message says what to do."""


def learn(empty: Image, faces: Sequence[Image], corners: Floats) -> Profile:
    """`faces` in the order of the elements; `corners` in any order."""
    height, width = empty.shape[:2]
    for name, image in zip(("fire", "water", "wood"), faces, strict=True):
        if image.shape != empty.shape:
            raise CalibrationError(
                f"the {name} picture is {image.shape[1]}x{image.shape[0]}, the empty one {width}x{height}: "
                "take all four with the same camera"
            )
    ordered = find_a1(empty, faces, ordered_round(corners))
    lens = find_lens(empty, ordered)
    camera = camera_from(ordered, (width, height), lens)
    edge = find_edge(faces, camera)
    maps = maps_of(camera, RASTER, edge)
    noise = noise_of(empty)
    board = EmptyBoard(halved(seen_on(empty, maps)), noise)
    caster = Shadowcaster(camera.centre(), edge, boardlight.RASTER)
    inside = caster.grid_mask(0.0)
    kinds: list[list[Sample]] = [[] for _ in KINDS]
    for element, image in zip(Element, faces, strict=True):
        plane = seen_on(image, maps)
        light = board.compare(halved(plane), inside).light
        for colour in Colour:
            kinds[KINDS.index((colour, element))] = _samples(plane, light, PLACES[colour], edge)
    mirrors = mirrors_lamps(
        [s for kind, (colour, _) in enumerate(KINDS) if colour is Colour.BLACK for s in kinds[kind]], edge
    )
    groups = [
        (kind, group) for kind, samples in enumerate(kinds) for group in alike(samples, edge, mirrors=mirrors)
    ]
    looks = [look_of(group, edge, mirrors=mirrors) for _, group in groups]
    of_kind = [kind for kind, _ in groups]
    for kind, look in plain_looks(looks, of_kind):
        looks.append(look)
        of_kind.append(kind)
    matcher = Matcher(np.stack(looks), of_kind, edge, mirrors=mirrors)
    _check(matcher, softened(seen_on(empty, maps)), groups, of_kind)
    prints = prints_of(matcher, looks, groups)
    margins = tuple(margin_of(matcher, kind, groups) for kind in range(len(KINDS)))
    points = tuple((float(x), float(y)) for x, y in ordered)
    assert len(points) == 4
    return Profile(
        (width, height),
        points,
        lens,
        camera.focus,
        edge,
        noise,
        empty,
        np.stack(looks),
        tuple(of_kind),
        mirrors,
        prints,
        margins,
    )


def _check(
    matcher: Matcher, empty: Image, groups: list[tuple[int, list[Sample]]], of_kind: Sequence[int]
) -> None:
    """Refuses pictures in which a cube is missing, or two of which show the same faces."""
    for kind, group in groups:
        for sample in group:
            pose = np.array([[sample.pose.x, sample.pose.y, sample.pose.turn]], np.float32)
            if matcher.plain(sample.plane, empty, pose, sample.light[None])[0] < _NO_CUBE:
                colour, element = (word.name.lower() for word in KINDS[kind])
                raise CalibrationError(
                    f"no {colour} cube is seen on {name_of(sample.square)} in the {element} picture: "
                    "put all eight cubes on their squares, or check the corners"
                )
    kinds = np.asarray(of_kind)
    for one, other in combinations(range(len(KINDS)), 2):
        if KINDS[one][0] is not KINDS[other][0]:
            continue
        if matcher.apart[np.ix_(kinds == one, kinds == other)].min() < _SAME_FACES:
            raise CalibrationError(
                f"the {KINDS[one][1].name.lower()} and {KINDS[other][1].name.lower()} pictures show the same "
                f"faces on the {KINDS[one][0].name.lower()} cubes: take one with each element up"
            )


def find_a1(empty: Image, faces: Sequence[Image], corners: Floats) -> Floats:
    """The same corners, beginning with A1: where the cubes of the faces pictures are, and which are white."""
    height, width = empty.shape[:2]
    scores = []
    for first in range(4):
        turned_corners = np.roll(corners, -first, axis=0)
        camera = camera_from(turned_corners, (width, height), Lens())
        maps = maps_of(camera, _SMALL, _USUAL_EDGE)
        before = seen_on(empty, maps).astype(np.float32)
        change, bright = [], []
        for image in faces:
            now = seen_on(image, maps).astype(np.float32)
            off = cv2.blur(now - before, (3, 3))
            change.append([np.median(_middle(np.abs(off).max(axis=2), square)) for square in SQUARES])
            bright.append([np.mean(_middle(now.mean(axis=2), square)) for square in SQUARES])
        moved = np.median(change, axis=0)
        cubes = list(WHITE_PLACES + BLACK_PLACES)
        others = [square for square in SQUARES if square not in cubes]
        scale = np.percentile(moved, 90) + 1
        there = np.minimum(moved / scale, 1)
        lightness = np.mean(bright, axis=0)
        contrast = (lightness[list(WHITE_PLACES)].mean() - lightness[list(BLACK_PLACES)].mean()) / 255
        scores.append(float(there[cubes].mean() - there[others].mean() + contrast))
    best = int(np.argmax(scores))
    return np.roll(corners, -best, axis=0)


def _middle(values: Singles, square: Square) -> Singles:
    x, y = np.rint(_SMALL.to_pixels(centre_of(square))).astype(int)
    return values[y - 4 : y + 5, x - 4 : x + 5]


def find_edge(faces: Sequence[Image], camera: Camera) -> float:
    """The cubes' edge in squares: the largest at which the white ones' outlines are seen best."""
    strengths = []
    for edge in _EDGES:
        maps = maps_of(camera, RASTER, float(edge))
        seen = [gradients(seen_on(image, maps), RASTER) for image in faces]
        found = [find_outline(one, square, float(edge))[1] for one in seen for square in WHITE_PLACES]
        strengths.append(np.mean(found))
    unusual = (np.array(_EDGES) - _USUAL_EDGE) / _EDGE_SPREAD
    worth = np.array(strengths) * np.exp(-_EDGE_DOUBT * unusual**2)
    if max(strengths) < _OUTLINED:
        # Wood on wood: the sides look like the tops, and the usual size is the better guess.
        worth = np.exp(-(unusual**2))
    return round(float(_EDGES[int(np.flatnonzero(worth >= worth.max() * _NEARLY)[-1])]) - _STEP / 2, 3)


def _samples(plane: Image, light: Light, squares: Sequence[Square], edge: float) -> list[Sample]:
    seen = gradients(plane, RASTER)
    samples = []
    for square in squares:
        pose, strength = find_outline(seen, square, edge)
        x, y = centre_of(square)
        if strength < _STRONG:
            pose = Pose(float(x), float(y), 0.0)
        samples.append(Sample(softened(plane), seen, light.at(float(x), float(y)), square, pose))
    return samples
