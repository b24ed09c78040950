"""What the side faces of the cubes look like that the camera sees in the faces pictures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.cubes.align import Sample
from calibration.cubes.prints import STANDING
from companion.games.himiki.rules.cubes import Colour, Element
from vision.cubes.profile import KINDS, SideLead, SideLook, Sides
from vision.cubes.reading.sides import SidePatches, SideReader, lead
from vision.cubes.tops import Singles
from vision.frames import Image
from vision.plane.camera import Camera

_PLAIN_SIGHT: Final = 0.9
"""Share of a face that must not be hidden for its light to be learnt."""

_SIDE_FACE: Final = 0.3
"""Misfit of what is seen as the side that it must be; anything worse is half in a shadow."""

_LEAST_SEEN: Final = 3
"""Samples without which nothing is known of how well two elements are told apart."""


@dataclass(frozen=True, slots=True)
class SidesSeen:
    """The side faces in sight in one picture, and what kind each of them is."""

    patches: SidePatches
    kinds: list[int]


def sides_of(
    faces: Sequence[Image],
    camera: Camera,
    edge: float,
    looks: Singles,
    kinds: Sequence[int],
    groups: Sequence[tuple[int, list[Sample]]],
) -> Sides:
    """From the faces pictures, in the order of the elements, and where their cubes stand."""
    reader = SideReader(looks, kinds, edge, Sides())
    seen = [_seen(image, top, camera, reader, groups) for top, image in zip(Element, faces, strict=True)]
    side_looks = _looks(reader, seen)
    return Sides(side_looks, _leads(SideReader(looks, kinds, edge, Sides(side_looks)), seen))


def _seen(
    image: Image, top: Element, camera: Camera, reader: SideReader, groups: Sequence[tuple[int, list[Sample]]]
) -> SidesSeen:
    cubes = [(KINDS[kind][0], one) for kind, group in groups if KINDS[kind][1] is top for one in group]
    lights = np.stack([sample.light for _, sample in cubes])
    patches = reader.patches(image, camera, [sample.pose for _, sample in cubes], (), lights)
    kinds = []
    for cube, face in zip(patches.cubes.tolist(), patches.faces.tolist(), strict=True):
        along_row, along_column = STANDING[top]
        kinds.append(KINDS.index((cubes[cube][0], along_row if face < 2 else along_column)))
    return SidesSeen(patches, kinds)


def _looks(reader: SideReader, seen: Sequence[SidesSeen]) -> tuple[SideLook, ...]:
    gains: dict[tuple[int, int], list[Singles]] = {}
    for one in seen:
        shown = one.patches.weights.sum(axis=1)
        for patch, kind in enumerate(one.kinds):
            if shown[patch] > _PLAIN_SIGHT * shown.max():
                face = int(one.patches.faces[patch])
                gains.setdefault((kind, face), []).append(reader.gains_of(one.patches, patch, kind))
    looks = []
    for (kind, face), values in sorted(gains.items()):
        blue, green, red = np.median(values, axis=0).tolist()
        looks.append(SideLook(kind, face, (blue, green, red)))
    return tuple(looks)


def _leads(reader: SideReader, seen: Sequence[SidesSeen]) -> tuple[SideLead, ...]:
    """The least lead of what a face shows, over either other element."""
    leads: dict[tuple[Colour, int, frozenset[Element]], list[float]] = {}
    known = {(look.kind, look.face) for look in reader.sides.looks}
    for one in seen:
        own = reader.misfits(one.patches, list(enumerate(one.kinds)))
        for patch, kind in enumerate(one.kinds):
            face = int(one.patches.faces[patch])
            rivals = [k for k, (colour, _) in enumerate(KINDS) if k != kind and colour is KINDS[kind][0]]
            rivals = [rival for rival in rivals if (rival, face) in known]
            if own[patch] > _SIDE_FACE:
                continue
            for rival, misfit in zip(
                rivals, reader.misfits(one.patches, [(patch, r) for r in rivals]), strict=True
            ):
                elements = frozenset((KINDS[kind][1], KINDS[rival][1]))
                found = lead(float(own[patch]), float(misfit))
                leads.setdefault((KINDS[kind][0], face, elements), []).append(found)
    return tuple(
        SideLead(colour, face, elements, min(values))
        for (colour, face, elements), values in leads.items()
        if len(values) >= _LEAST_SEEN
    )
