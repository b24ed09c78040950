"""What the print of a set tells, and how well its kinds were told apart while learning."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.align import Sample
from calibration.signs import is_plain
from companion.rules.cubes import Element
from vision.matcher import Matcher
from vision.profile import KINDS, Margin, Print
from vision.reader import halved
from vision.seating import Sizes
from vision.tops import Found, Singles

STANDING: Final = {
    Element.FIRE: (Element.WATER, Element.WOOD),
    Element.WATER: (Element.WOOD, Element.FIRE),
    Element.WOOD: (Element.FIRE, Element.WATER),
}
"""The elements along the row and along the column in the picture with this one up."""

_DISAGREE: Final = 2
_APART: Final = 0.03
"""Misfit by which a sign must differ from itself turned a quarter, to have a direction."""

_SIGN_APART: Final = 0.3
"""The same for the sign without its rim (logarithm): gloss on a rim can lay cubes over each other askew.

Sets that are told apart well have 0.4 and more on every cube, sets learnt from gloss 0.28 and less on some.
"""


def prints_of(
    matcher: Matcher, looks: Sequence[Singles], groups: list[tuple[int, list[Sample]]]
) -> tuple[Print, ...]:
    """What headings tell. Cubes whose signs disagree about their axis make the whole set's print useless."""
    sizes = Sizes(np.stack(looks), matcher.edge)
    directed: dict[int, list[float]] = {}
    signs: dict[int, list[float]] = {}
    turned_signs = 0
    for (kind, group), look in zip(groups, looks, strict=False):
        across = [_judged(matcher, s).across - _judged(matcher, s).misfit for s in group]
        directed.setdefault(kind, []).extend(across)
        if not is_plain(look):
            signs.setdefault(kind, []).extend(_told_by_sign(matcher, sizes, s) for s in group)
        odd = sum(s.quarters % 2 for s, far in zip(group, across, strict=True) if far > _APART)
        even = sum(s.quarters % 2 == 0 for s, far in zip(group, across, strict=True) if far > _APART)
        turned_signs += min(odd, even)
    tells = turned_signs < _DISAGREE
    prints = []
    for kind, (_, element) in enumerate(KINDS):
        has_heading = float(np.median(directed[kind])) > _APART
        if tells:
            has_heading = has_heading and min(signs.get(kind, [0.0])) > _SIGN_APART
        prints.append(Print(STANDING[element][0] if tells and has_heading else None, has_heading))
    return tuple(prints)


def _told_by_sign(matcher: Matcher, sizes: Sizes, sample: Sample) -> float:
    return sizes.turned_apart(sample.plane, _judged(matcher, sample), sample.light)


def _judged(matcher: Matcher, sample: Sample) -> Found:
    place = np.array([[sample.pose.x, sample.pose.y]], np.float32)
    return matcher.tops(halved(sample.plane), sample.plane, place, sample.light[None])[0]


def margin_of(matcher: Matcher, kind: int, groups: list[tuple[int, list[Sample]]]) -> Margin:
    judged = [_judged(matcher, sample) for of, group in groups if of == kind for sample in group]
    own = [found.misfit if found.kind == kind else found.rival for found in judged]
    rival = [found.rival if found.kind == kind else found.misfit for found in judged]
    return Margin(max(own), min(rival))
