"""What a profile says about its own light: which cubes it can hardly tell apart, and what would help."""

from itertools import permutations
from typing import Final

import cv2
import numpy as np

from companion.games.himiki.rules.board import COLUMNS, SQUARES, Square, column_of, name_of, row_of
from companion.games.himiki.rules.cubes import Colour, Element
from vision.cubes.matching.matcher import Matcher
from vision.cubes.profile import KINDS, Profile
from vision.cubes.remarks import ADD_LIGHT, AGAIN, FROM, RETAKE, SHADE, STRONGER, WHITER, Advice
from vision.finding.grid import BOARD
from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.plane import Raster, maps_of, seen_on

_SMALL: Final = Raster(BOARD, scale=16)
"""Pixels to a square of the picture that the advice is drawn on: for a phone."""

_CLOSE: Final = 0.035
"""Misfit of one kind with a perfect picture of another of its colour, under which they are hard to tell."""

_LEAST_LEAD: Final = 0.02
"""Misfit by which the best other kind must have been worse on every cube while learning, or left out."""

_DIM: Final = 45.0
"""Levels of the board: with less it is too dark."""

_NOISY: Final = 0.08
"""Share of them that is noise: with more it is too dark as well."""

_ONE_COLOUR: Final = 0.3
"""Share of its strongest channel that the weakest of a white cube must have."""

_UNEVEN: Final = 0.55
"""How much brighter (logarithm) one side of a zone is than the other, to call light one-sided."""

_DARKER: Final = 0.6
"""How much darker (logarithm) all of the board is than when it was learnt, to say so: little more than half
as light."""

_OTHER_TINT: Final = 0.3
"""The same for one channel against the others."""

_PLAINLY: Final = 0.6
"""Score from which on a cube left out is plainly its kind: about where the reader's doubts begin."""

_UNLIKE_OTHERS: Final = 0.15
"""Score by which one cube is worse than the others of its kind, where it is the picture's fault."""

_GLOSSY: Final = 12.0
"""Levels of gloss, about a tenth of a body's, that spoil a sign."""

_PALE: Final = 14.0
"""Levels of a sign's contrast that gloss or noise hides."""

_FEW: Final = 3
"""Cubes that say together what is common to them."""

_ORDER: Final = ("hard_to_tell", "colours_alike", "spoilt_picture", "hard_to_see")

_SIGN: Final = slice(4, -4)
"""Of a look's samples: its sign."""

_RIM: Final = slice(1, 4)
_MOST: Final = 2


def advice(profile: Profile, image: Image | None = None) -> list[Advice]:
    """The one or two things most worth saying, worst first; nothing, where all is well.

    With a picture also what its light is against the one that was learnt.
    """
    found = [] if image is None else _since(profile, image)
    helps = _help(profile)
    hard = _of_left_out(profile) if profile.left_out else _of_looks(profile)
    found += [one for one in hard if one.code != "hard_to_see"]
    levels = _levels(profile, profile.empty)
    level = float(np.median(levels))
    if level < _DIM or profile.noise / max(level, 1.0) > _NOISY:
        found.append(Advice("too_dark", {"help": helps}))
    if _weakest_channel(profile) < _ONE_COLOUR:
        found.append(Advice("one_coloured", {"help": helps}))
    side = _dark_side(profile)
    if side is not None:
        found.append(Advice("one_sided", {"side": side, "help": helps}))
    found += [one for one in hard if one.code == "hard_to_see"]
    return found[:_MOST]


def _of_looks(profile: Profile) -> list[Advice]:
    """What the looks say of themselves, in a profile of an older program."""
    helps = _help(profile)
    return [Advice("hard_to_tell", _names(*pair) | {"help": helps}) for pair in _hard_pairs(profile)]


def _of_left_out(profile: Profile) -> list[Advice]:
    """What cubes scored with looks that were learnt without them, worst first."""
    found: dict[tuple[str, ...], tuple[float, Advice]] = {}
    for one in profile.left_out:
        (colour, element), (of, other) = KINDS[one.kind], KINDS[one.rival]
        usual = float(np.median([each.score for each in profile.left_out if each.kind == one.kind]))
        helps = _help_for(profile, one.kind)
        names = {"colour": colour.name.lower(), "one": element.name.lower()}
        if one.lead < _LEAST_LEAD and of is colour:
            first, second = sorted((element, other), key=lambda which: which.value)
            said = Advice("hard_to_tell", _names(colour, first, second) | {"help": helps})
        elif one.lead < _LEAST_LEAD:
            white, black = (KINDS[kind][1].name.lower() for kind in sorted((one.kind, one.rival)))
            said = Advice("colours_alike", {"one": white, "other": black, "help": helps})
        elif one.score < usual - _UNLIKE_OTHERS and one.score < _PLAINLY:
            place = {"square": name_of(one.square), "picture": element.name.lower()}
            said = Advice("spoilt_picture", {"colour": names["colour"], "help": RETAKE} | place)
        elif usual < _PLAINLY:
            said = Advice("hard_to_see", names | {"help": helps})
        else:
            continue
        key = (said.code, *(said.parameters[name] for name in sorted(said.parameters)))
        worth = min(one.score, found[key][0]) if key in found else one.score
        found[key] = (worth, said)
    return [
        said for _, said in sorted(found.values(), key=lambda each: (_ORDER.index(each[1].code), each[0]))
    ]


def _help_for(profile: Profile, kind: int) -> str:
    """What would help against what makes it hard: the light's colour, a lamp's gloss, or a pale print."""
    if _weakest_channel(profile) < _ONE_COLOUR:
        return WHITER
    if _gloss(profile, kind) > _GLOSSY:
        return SHADE
    level = float(np.median(_levels(profile, profile.empty)))
    if level < _DIM or profile.noise / max(level, 1.0) > _NOISY or _dark_side(profile) is not None:
        return _help(profile)
    look = profile.looks[profile.kinds.index(kind)]
    if float(look[_SIGN, _SIGN].std(axis=(0, 1)).max()) < _PALE:
        return STRONGER
    return AGAIN


def _gloss(profile: Profile, kind: int) -> float:
    """Levels that something smooth differs by between the cubes of a kind: no print does."""
    patches = [patch for patch, of in zip(profile.samples, profile.sample_kinds, strict=True) if of == kind]
    if len(patches) < _FEW:
        return 0.0
    coarse = np.stack([cv2.resize(p[_SIGN, _SIGN], (3, 3), interpolation=cv2.INTER_AREA) for p in patches])
    uneven = coarse - coarse.mean(axis=(1, 2), keepdims=True)
    return float((uneven - np.median(uneven, axis=0)).std())


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
    return ADD_LIGHT if side is None else FROM[side]


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
    plane = seen_on(image, maps_of(profile.camera(), _SMALL, 0.0))
    return np.array([_middle(plane, square) for square in SQUARES])


def noise_share(profile: Profile, square: Square) -> float:
    """How large noise is against the light on that square, while it is empty."""
    level = float(_levels(profile, profile.empty)[SQUARES.index(square)].mean())
    return profile.noise / max(level, 1.0)


def _middle(plane: Image, square: Square) -> Floats:
    x, y = np.rint(_SMALL.to_pixels(np.array([column_of(square) + 0.5, row_of(square) + 0.5]))).astype(int)
    return np.asarray(np.median(plane[y - 4 : y + 5, x - 4 : x + 5].reshape(-1, 3), axis=0), np.float64)


def _dark_side(profile: Profile) -> str | None:
    """The side of the picture to which the board gets darker: each zone is printed alike all over."""
    logs = np.log(_levels(profile, profile.empty).mean(axis=1) + 8)
    places = np.array([(column_of(square) + 0.5, row_of(square) + 0.5, 0.0) for square in SQUARES])
    pixels = profile.camera().project(places)
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
