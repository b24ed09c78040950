"""What the print of a set tells, and how well its kinds were told apart while learning."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.cubes.align import Sample
from calibration.cubes.signs import is_plain
from calibration.cubes.uprights import Uprights
from companion.games.himiki.rules.cubes import Element
from vision.cubes.matching.matcher import Matcher
from vision.cubes.profile import KINDS, Margin, Print
from vision.cubes.reading.headings import Headings, axis_told
from vision.cubes.reading.reader import halved
from vision.cubes.tops import Found, Singles

STANDING: Final = {
    Element.FIRE: (Element.WATER, Element.WOOD),
    Element.WATER: (Element.WOOD, Element.FIRE),
    Element.WOOD: (Element.FIRE, Element.WATER),
}
"""The elements along the row and along the column in the picture with this one up."""

_APART: Final = 0.03
"""Misfit by which a sign must differ from itself turned a quarter, to have a direction."""

_MOST: Final = 0.7
"""Share of a kind's samples whose signs must tell an axis, where whole tops do not."""

_AGREE: Final = 1.0
"""Lead (odds) from which on the signs of a kind lie over each other on one axis."""
_DISAGREE: Final = 2.0
"""Lead (odds) from which on they do on several."""


def prints_of(
    matcher: Matcher,
    looks: Sequence[Singles],
    groups: list[tuple[int, list[Sample]]],
    signs: Sequence[Uprights | None],
) -> tuple[Print, ...]:
    """What headings tell. One kind whose signs disagree about their axis makes the whole set's useless."""
    whole: dict[int, list[float]] = {}
    by_sign: dict[int, list[bool]] = {}
    headings = Headings(np.stack(looks), matcher.edge)
    for (kind, group), look in zip(groups, looks, strict=False):
        tops = [judged(matcher, sample) for sample in group]
        whole.setdefault(kind, []).extend(found.across - found.misfit for found in tops)
        if not is_plain(look):
            told = [
                headings.by_sign(s.plane, [f], s.light[None])[0] for s, f in zip(group, tops, strict=True)
            ]
            by_sign.setdefault(kind, []).extend(axis_told(found) for found in told)
    disagree = any(one is not None and not one.one_axis and one.axis_sure > _DISAGREE for one in signs)
    prints = []
    for kind, (_, element) in enumerate(KINDS):
        one = signs[kind]
        agrees = kind in by_sign and one is not None and one.one_axis and one.axis_sure > _AGREE
        has_heading = float(np.median(whole[kind])) > _APART
        if agrees and not has_heading:
            has_heading = float(np.mean(by_sign[kind])) > _MOST
        tells = has_heading and agrees and not disagree
        prints.append(Print(STANDING[element][0] if tells else None, has_heading))
    return tuple(prints)


def judged(matcher: Matcher, sample: Sample) -> Found:
    """The kind that the matcher takes a sample for, and how well it fits."""
    place = np.array([[sample.pose.x, sample.pose.y]], np.float32)
    return matcher.tops(halved(sample.plane), sample.plane, place, sample.light[None])[0]


def margin_of(matcher: Matcher, kind: int, groups: list[tuple[int, list[Sample]]]) -> Margin:
    tops = [judged(matcher, sample) for of, group in groups if of == kind for sample in group]
    own = [found.misfit if found.kind == kind else found.rival for found in tops]
    rival = [found.rival if found.kind == kind else found.misfit for found in tops]
    return Margin(max(own), min(rival))
