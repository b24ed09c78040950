"""A cube with another element up than the rest of its picture."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.cubes.align import Sample
from calibration.refusals import WrongElement
from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.cubes import Colour
from vision.cubes.matching.matcher import Matcher
from vision.cubes.profile import KINDS
from vision.cubes.reading.reader import halved
from vision.cubes.tops import Singles

_LEAD: Final = 0.5
"""How plainly a cube must look like another element than its picture's."""

_MISFIT: Final = 0.1
"""How well it must: its misfit at most."""


def check_elements(
    groups: Sequence[tuple[int, list[Sample]]], looks: Sequence[Singles], edge: float, *, mirrors: bool
) -> None:
    """Each kind's largest group says what it looks like; no cube may look like another kind of its colour."""
    usual: dict[int, tuple[int, Singles]] = {}
    for (kind, group), look in zip(groups, looks, strict=True):
        if kind not in usual or len(group) > usual[kind][0]:
            usual[kind] = len(group), look
    for colour in Colour:
        kinds = [kind for kind, (of, _) in enumerate(KINDS) if of is colour]
        matcher = Matcher(np.stack([usual[kind][1] for kind in kinds]), kinds, edge, mirrors=mirrors)
        for kind, group in groups:
            if kind not in kinds or len(group) == usual[kind][0]:
                continue
            for sample in group:
                place = np.array([[sample.pose.x, sample.pose.y]], np.float32)
                found = matcher.tops(halved(sample.plane), sample.plane, place, sample.light[None])[0]
                if found.kind != kind and found.lead > _LEAD and found.misfit < _MISFIT:
                    raise WrongElement(
                        colour=colour.name.lower(),
                        square=name_of(sample.square),
                        seen=KINDS[found.kind][1].name.lower(),
                        picture=KINDS[kind][1].name.lower(),
                    )
