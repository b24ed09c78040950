"""What a profile says about its own light: which cubes it can hardly tell apart, and what would help."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final

import numpy as np

from companion.rules.board import COLUMNS, SQUARES, Square, column_of, row_of
from companion.rules.cubes import Colour, Element
from vision.camera import Camera, Floats, camera_of_focus
from vision.frames import Image
from vision.matcher import Matcher
from vision.plane import Raster, maps_of, seen_on
from vision.profile import KINDS, Profile

_SMALL: Final = Raster(scale=16)

_CLOSE: Final = 0.035
"""Misfit of one kind with a perfect picture of another of its colour, under which they are hard to tell."""

_LEAST_LEAD: Final = 0.02
"""Misfit by which the best other kind must have been worse on every cube while learning."""

_DIM: Final = 45.0
_NOISY: Final = 0.08
"""Levels of the board, and share of them that is noise: from here on it is too dark."""

_ONE_COLOUR: Final = 0.3
"""Share of its strongest channel that the weakest of a white cube must have."""

_UNEVEN: Final = 0.55
"""How much brighter (logarithm) one side of a zone is than the other, to call light one-sided."""

_DARKER: Final = 0.6
_OTHER_TINT: Final = 0.3
"""The same between learning and now, for all of the board and for one channel against the others."""

_RIM: Final = slice(1, 4)
_MOST: Final = 2


@dataclass(frozen=True, slots=True)
class Advice:
    """A message and what stands in it: for the page to say in its own words and language."""

    code: str
    """`hard_to_tell`, `too_dark`, `one_coloured`, `one_sided`, `darker_than_learnt` or `other_light`."""
    parameters: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return _TEXTS[self.code].format(**self.parameters)


_TEXTS: Final = {
    "hard_to_tell": "{one} and {other} are hard to tell on {colour} cubes in this light: {help}",
    "too_dark": "there is little light on the board: {help}",
    "one_coloured": "the light has nearly one colour: use a whiter lamp, or {help}",
    "one_sided": "the {side} of the board gets much less light: {help}",
    "darker_than_learnt": "it is much darker than when the cubes were learnt: {help}, or learn them again",
    "other_light": "the light has another colour than when the cubes were learnt: learn them again in it",
}


def advice(profile: Profile, image: Image | None = None) -> list[Advice]:
    """The one or two things most worth saying, worst first; nothing, where all is well.

    With a picture also what its light is against the one that was learnt.
    """
    found = [] if image is None else _since(profile, image)
    helps = _help(profile)
    found += [Advice("hard_to_tell", _names(*pair) | {"help": helps}) for pair in _hard_pairs(profile)]
    levels = _levels(profile, profile.empty)
    level = float(np.median(levels))
    if level < _DIM or profile.noise / max(level, 1.0) > _NOISY:
        found.append(Advice("too_dark", {"help": helps}))
    if _weakest_channel(profile) < _ONE_COLOUR:
        found.append(Advice("one_coloured", {"help": helps}))
    side = _dark_side(profile)
    if side is not None:
        found.append(Advice("one_sided", {"side": side, "help": helps}))
    return found[:_MOST]


def _names(colour: Colour, one: Element, other: Element) -> dict[str, str]:
    return {"colour": colour.name.lower(), "one": one.name.lower(), "other": other.name.lower()}


def _hard_pairs(profile: Profile) -> list[tuple[Colour, Element, Element]]:
    """Kinds of one colour with close looks, and those nearest to a kind that was hard while learning."""
    apart = Matcher(profile.looks, profile.kinds, profile.edge, mirrors=profile.mirrors).apart
    kinds = np.asarray(profile.kinds)
    between = {
        (one, other): float(apart[np.ix_(kinds == one, kinds == other)].min())
        for one, other in permutations(range(len(KINDS)), 2)
        if KINDS[one][0] is KINDS[other][0]
    }
    hard = {pair for pair in between if between[pair] < _CLOSE}
    for kind, margin in enumerate(profile.margins):
        if margin.rival - margin.own < _LEAST_LEAD:
            hard.add(min((pair for pair in between if pair[0] == kind), key=between.__getitem__))
    ordered = dict.fromkeys((min(pair), max(pair)) for pair in sorted(hard, key=between.__getitem__))
    return [(KINDS[one][0], KINDS[one][1], KINDS[other][1]) for one, other in ordered]


def _help(profile: Profile) -> str:
    side = _dark_side(profile)
    return "add light" if side is None else f"add light from the {side}"


def _weakest_channel(profile: Profile) -> float:
    """Of the white cubes' rims, in what light they were learnt."""
    white = [
        look
        for look, kind in zip(profile.looks, profile.kinds, strict=True)
        if KINDS[kind][0] is Colour.WHITE
    ]
    rims = [
        np.concatenate([look[_RIM, 4:-4].reshape(-1, 3), look[4:-4, _RIM].reshape(-1, 3)]) for look in white
    ]
    channels = np.median(np.concatenate(rims), axis=0)
    return float(channels.min() / max(float(channels.max()), 1.0))


def _levels(profile: Profile, image: Image) -> Floats:
    """The colour (S, 3) in the middle of every square of the board."""
    plane = seen_on(image, maps_of(_camera(profile), _SMALL, 0.0))
    return np.array([_middle(plane, square) for square in SQUARES])


def _camera(profile: Profile) -> Camera:
    return camera_of_focus(np.asarray(profile.corners), profile.size, profile.lens, profile.focus)


def _middle(plane: Image, square: Square) -> Floats:
    x, y = np.rint(_SMALL.to_pixels(np.array([column_of(square) + 0.5, row_of(square) + 0.5]))).astype(int)
    return np.asarray(np.median(plane[y - 4 : y + 5, x - 4 : x + 5].reshape(-1, 3), axis=0), np.float64)


def _dark_side(profile: Profile) -> str | None:
    """The side of the picture to which the board gets darker: each zone is printed alike all over."""
    logs = np.log(_levels(profile, profile.empty).mean(axis=1) + 8)
    places = np.array([(column_of(square) + 0.5, row_of(square) + 0.5, 0.0) for square in SQUARES])
    pixels = _camera(profile).project(places)
    columns = np.array([column_of(square) for square in SQUARES])
    zones = np.stack([columns < COLUMNS / 2, columns >= COLUMNS / 2], axis=1).astype(float)
    across, down = ((axis - axis.mean()) / np.ptp(axis) for axis in pixels.T)
    terms = np.column_stack([across, down, zones])
    to_right, to_bottom = np.linalg.lstsq(terms, logs, rcond=None)[0][:2]
    if max(abs(to_right), abs(to_bottom)) < _UNEVEN:
        return None
    if abs(to_right) > abs(to_bottom):
        return "left" if to_right > 0 else "right"
    return "far side" if to_bottom > 0 else "near side"


def _since(profile: Profile, image: Image) -> list[Advice]:
    if image.shape != profile.empty.shape:
        return []
    logs = [np.log(_levels(profile, one) + 8) for one in (image, profile.empty)]
    change = np.median(logs[0] - logs[1], axis=0)
    found = []
    if change.mean() < -_DARKER:
        found.append(Advice("darker_than_learnt", {"help": _help(profile)}))
    if np.abs(change - change.mean()).max() > _OTHER_TINT:
        found.append(Advice("other_light"))
    return found
