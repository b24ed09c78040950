"""A profile from four pictures: the empty board, then all eight cubes with fire, water, wood up."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from calibration.cubes.align import Kind, Sample, alike, look_of, mirrors_lamps, upright
from calibration.cubes.bare import bare_of
from calibration.cubes.height import refocused
from calibration.cubes.leftout import Trials
from calibration.cubes.places.changes import PLACES, Changes
from calibration.cubes.prints import judged, margin_of, prints_of
from calibration.cubes.sides import sides_of
from calibration.cubes.signs import is_plain, plain_looks
from calibration.cubes.strays import check_elements
from calibration.refusals import CubesMissing, KindsAlike, OtherSize, SameFaces
from companion.games.himiki.rules.board import Square, name_of
from companion.games.himiki.rules.cubes import Colour, Element
from vision.cubes.doubt.accepting import better_than_board
from vision.cubes.lesson import WHITE_PLACES
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.outline import centre_of, find_outline, gradients
from vision.cubes.matching.silhouette import Shadowcaster
from vision.cubes.profile import KINDS, Profile
from vision.cubes.reading.reader import halved
from vision.cubes.tops import HALF, RASTER, USUAL_EDGE, Pose, softened
from vision.finding.grid import BOARD
from vision.finding.lens import find_lens
from vision.frames import Image
from vision.plane.boardlight import EmptyBoard, noise_of
from vision.plane.camera import Camera, Floats, Lens, camera_from, ordered_round
from vision.plane.light import Light
from vision.plane.plane import Maps, maps_of, seen_on

_STEP: Final = 0.02
"""Squares between two sizes that are tried."""
_EDGES: Final = tuple(float(edge) for edge in np.round(np.arange(0.50, 0.841, _STEP), 2))
"""Sizes of a cube in squares that are tried: from half a square to one that hardly stands on it."""
_EDGE_SPREAD: Final = 0.08
"""Squares by which sets differ in size: the spread of it."""
_EDGE_DOUBT: Final = 0.02
"""What an unusual size costs against outlines."""
_OUTLINED: Final = 0.72
"""Strength of outlines from which on they tell the size."""

_NEARLY: Final = 0.98
"""Share of the best outline's strength that still counts as seeing it."""

_NO_CUBE: Final = 0.04
"""Misfit under which the empty board is seen where a cube should be, unless that cube is seen far better."""
_SAME_FACES: Final = 0.006
"""Misfit under which two kinds look the same."""

_STRONG: Final = 0.75
"""Strength of an outline below which a cube is taken to stand in its square's middle."""

_REFOCUSED: Final = 2
"""Times that the camera is put higher or lower at most."""


@dataclass(frozen=True, slots=True)
class _Table:
    """The faces pictures as one camera sees them."""

    edge: float
    maps: Maps
    laid: Sequence[Kind]
    mirrors: bool


def learn(empty: Image, faces: Sequence[Image], corners: Floats, lens: Lens | None = None) -> Profile:
    """`faces` in the order of the elements; `corners` in any order, or with their lens beginning with A1."""
    height, width = empty.shape[:2]
    for name, image in zip(("fire", "water", "wood"), faces, strict=True):
        if image.shape != empty.shape:
            raise OtherSize(
                picture=name, size=f"{image.shape[1]}x{image.shape[0]}", empty=f"{width}x{height}"
            )
    if lens is None:
        ordered = Changes(empty, faces).from_a1(ordered_round(corners), (width, height))
        lens = find_lens(empty, ordered)
    else:
        ordered = corners
    camera = camera_from(BOARD, ordered, (width, height), lens)
    noise = noise_of(empty)
    table = _laid(empty, faces, camera, noise)
    for _ in range(_REFOCUSED):
        better = refocused(table.laid, camera, table.edge, ordered)
        if better is None:
            break
        camera, table = better, _laid(empty, faces, better, noise)
    edge, laid, mirrors, maps = table.edge, table.laid, table.mirrors, table.maps
    groups = [(kind, group) for kind, one in enumerate(laid) for group in one.groups]
    looks = [look_of(group, edge, mirrors=mirrors) for _, group in groups]
    check_elements(groups, looks, edge, mirrors=mirrors)
    signs = [one.signs for one in laid]
    of_kind = [kind for kind, _ in groups]
    trials = Trials(laid, edge, mirrors=mirrors)
    for kind, look in plain_looks(looks, of_kind):
        if not trials.taken_for(kind, look):
            looks.append(look)
            of_kind.append(kind)
    matcher = Matcher(np.stack(looks), of_kind, edge, mirrors=mirrors)
    allowance = round(trials.least_allowance(matcher.noise), 3)
    matcher = Matcher(np.stack(looks), of_kind, edge, mirrors=mirrors, allowance=allowance)
    signed = [
        any(not is_plain(look) for look, of in zip(looks, of_kind, strict=True) if of == kind)
        for kind in range(len(KINDS))
    ]
    _check(matcher, softened(seen_on(empty, maps)), groups, of_kind, signed)
    prints = prints_of(matcher, looks, groups, signs)
    margins = tuple(margin_of(matcher, kind, groups) for kind in range(len(KINDS)))
    sides = sides_of(faces, camera, edge, np.stack(looks), of_kind, groups)
    samples = sorted(
        ((kind, sample) for kind, group in groups for sample in group),
        key=lambda one: (one[0], one[1].square),
    )
    points = tuple((float(x), float(y)) for x, y in ordered)
    assert len(points) == 4
    return Profile(
        (width, height),
        points,
        lens,
        camera.focus,
        empty,
        edge,
        noise,
        np.stack(looks),
        tuple(of_kind),
        mirrors,
        prints,
        margins,
        sides,
        allowance=allowance,
        left_out=trials.judged(allowance),
        bare=bare_of(matcher, laid, (empty, *faces), camera, maps, noise),
        samples=np.clip(np.rint(np.stack([upright(s, edge, mirrors=mirrors) for _, s in samples])), 0, 255),
        sample_kinds=tuple(kind for kind, _ in samples),
    )


def _laid(empty: Image, faces: Sequence[Image], camera: Camera, noise: float) -> "_Table":
    edge = find_edge(faces, camera)
    maps = maps_of(camera, RASTER, edge)
    board = EmptyBoard(HALF, halved(seen_on(empty, maps)), noise)
    caster = Shadowcaster(camera.centre(), edge, HALF)
    inside = caster.grid_mask(0.0)
    kinds: list[list[Sample]] = [[] for _ in KINDS]
    for element, image in zip(Element, faces, strict=True):
        plane = seen_on(image, maps)
        light = board.compare(halved(plane), inside).light
        for colour in Colour:
            kinds[KINDS.index((colour, element))] = _samples(plane, light, PLACES[colour], edge)
    black, white = ([kinds[KINDS.index((c, e))] for e in Element] for c in (Colour.BLACK, Colour.WHITE))
    mirrors = mirrors_lamps([sample for kind in black for sample in kind], white, edge)
    return _Table(edge, maps, alike(kinds, edge, mirrors=mirrors), mirrors)


def _check(
    matcher: Matcher,
    empty: Image,
    groups: list[tuple[int, list[Sample]]],
    of_kind: Sequence[int],
    signed: Sequence[bool],
) -> None:
    """Refuses pictures in which a cube is missing, or two of which show the same faces, or no signs at all.

    `signed` tells of each kind whether a sign is seen on it.
    """
    for kind, group in groups:
        for sample in group:
            if not _stands(matcher, empty, kind, sample):
                element = KINDS[kind][1].name.lower()
                raise CubesMissing(squares=name_of(sample.square), picture=element)
    kinds = np.asarray(of_kind)
    for one, other in combinations(range(len(KINDS)), 2):
        if KINDS[one][0] is not KINDS[other][0]:
            continue
        if matcher.apart[np.ix_(kinds == one, kinds == other)].min() < _SAME_FACES:
            if not any(signed[kind] for kind in (one, other)):
                raise KindsAlike(
                    colour=KINDS[one][0].name.lower(),
                    picture=KINDS[one][1].name.lower(),
                    other=KINDS[other][1].name.lower(),
                )
            raise SameFaces(
                one=KINDS[one][1].name.lower(),
                other=KINDS[other][1].name.lower(),
                colour=KINDS[one][0].name.lower(),
            )


def _stands(matcher: Matcher, empty: Image, kind: int, sample: Sample) -> bool:
    """Whether a cube is seen, and not the board; a pale cube on a pale board differs little from it."""
    pose = np.array([[sample.pose.x, sample.pose.y, sample.pose.turn]], np.float32)
    plain = float(matcher.plain(sample.plane, empty, pose, sample.light[None])[0])
    if plain >= _NO_CUBE:
        return True
    found = judged(matcher, sample)
    return found.kind == kind and better_than_board(found, plain)


def find_edge(faces: Sequence[Image], camera: Camera) -> float:
    """The cubes' edge in squares: the largest at which the white ones' outlines are seen best."""
    strengths = []
    for edge in _EDGES:
        maps = maps_of(camera, RASTER, float(edge))
        seen = [gradients(seen_on(image, maps), RASTER) for image in faces]
        found = [find_outline(one, square, float(edge))[1] for one in seen for square in WHITE_PLACES]
        strengths.append(np.mean(found))
    unusual = (np.array(_EDGES) - USUAL_EDGE) / _EDGE_SPREAD
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
