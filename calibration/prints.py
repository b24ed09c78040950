"""What the print of a set tells, and how well its kinds were told apart while learning."""

from typing import Final

import numpy as np

from calibration.align import Sample
from companion.rules.cubes import Element
from vision.matcher import Matcher
from vision.profile import KINDS, Margin, Print
from vision.reader import halved
from vision.tops import Found

STANDING: Final = {
    Element.FIRE: (Element.WATER, Element.WOOD),
    Element.WATER: (Element.WOOD, Element.FIRE),
    Element.WOOD: (Element.FIRE, Element.WATER),
}
"""The elements along the row and along the column in the picture with this one up."""

_DISAGREE: Final = 2
_APART: Final = 0.03
"""Misfit by which a sign must differ from itself turned a quarter, to have a direction."""


def prints_of(matcher: Matcher, groups: list[tuple[int, list[Sample]]]) -> tuple[Print, ...]:
    """What headings tell. Cubes whose signs disagree about their axis make the whole set's print useless."""
    directed: dict[int, list[float]] = {}
    turned_signs = 0
    for kind, group in groups:
        across = [_judged(matcher, s).across - _judged(matcher, s).misfit for s in group]
        directed.setdefault(kind, []).extend(across)
        odd = sum(s.quarters % 2 for s, far in zip(group, across, strict=True) if far > _APART)
        even = sum(s.quarters % 2 == 0 for s, far in zip(group, across, strict=True) if far > _APART)
        turned_signs += min(odd, even)
    tells = turned_signs < _DISAGREE
    prints = []
    for kind, (_, element) in enumerate(KINDS):
        has_heading = float(np.median(directed[kind])) > _APART
        prints.append(Print(STANDING[element][0] if tells and has_heading else None, has_heading))
    return tuple(prints)


def _judged(matcher: Matcher, sample: Sample) -> Found:
    place = np.array([[sample.pose.x, sample.pose.y]], np.float32)
    return matcher.tops(halved(sample.plane), sample.plane, place, sample.light[None])[0]


def margin_of(matcher: Matcher, kind: int, groups: list[tuple[int, list[Sample]]]) -> Margin:
    judged = [_judged(matcher, sample) for of, group in groups if of == kind for sample in group]
    own = [found.misfit if found.kind == kind else found.rival for found in judged]
    rival = [found.rival if found.kind == kind else found.misfit for found in judged]
    return Margin(max(own), min(rival))
