"""Whether every kind can be told from the others at all, by its cubes left out of learning; if not, why."""

from typing import Final

import cv2
import numpy as np

from calibration.refusals import CubeDark, CubeShines, CubeUnlike, KindsAlike
from companion.games.himiki.rules.board import Square, name_of
from vision.cubes.profile import KINDS, LeftOut, Profile
from vision.cubes.reading.advice import noise_share
from vision.cubes.tops import Singles

_MISTAKEN: Final = 0.5
"""Share of a kind's cubes that must be taken for another kind, when left out, to refuse it: with fewer most
looks of it are right, and more light will do."""

_SHINES: Final = 25.0
"""Levels by which a smooth part of one top is brighter than the same part of the others of its kind."""

_UNLIKE: Final = 0.05
"""Misfit by which one cube fits its kind worse than the others of the kind do: then it is to blame."""

_NOISY: Final = 0.12
"""Share of a square's brightness that is noise, from which on nothing faint is seen there."""

_FEW: Final = 3


def check_told(profile: Profile) -> None:
    """Refuses what would be read wrongly most of the time; what is only hard is a matter of advice."""
    for kind in range(len(KINDS)):
        of_kind = [one for one in profile.left_out if one.kind == kind]
        mistaken = [one for one in of_kind if one.lead < 0]
        if len(mistaken) > _MISTAKEN * len(of_kind):
            _refuse(profile, of_kind, min(mistaken, key=lambda one: one.lead))


def _refuse(profile: Profile, of_kind: list[LeftOut], worst: LeftOut) -> None:
    colour, element = KINDS[worst.kind]
    other = KINDS[worst.rival][1]
    told = {
        "colour": colour.name.lower(),
        "square": name_of(worst.square),
        "picture": element.name.lower(),
        "other": other.name.lower(),
    }
    patches = _patches(profile, worst.kind)
    order = sorted(one.square for one in of_kind)
    shining = [
        square for square, patch in zip(order, patches, strict=True) if _shine(patch, patches) > _SHINES
    ]
    if shining:
        raise CubeShines(**told | {"square": name_of(_first(shining, worst.square))})
    if noise_share(profile, worst.square) > _NOISY:
        raise CubeDark(**told)
    usual = float(np.median([one.own for one in of_kind]))
    if worst.own > usual + _UNLIKE:
        raise CubeUnlike(**told)
    raise KindsAlike(**{name: told[name] for name in ("colour", "picture", "other")})


def _first(squares: list[Square], best: Square) -> Square:
    return best if best in squares else squares[0]


def _patches(profile: Profile, kind: int) -> list[Singles]:
    """The tops of that kind's cubes, in the order of their squares."""
    return [patch for patch, of in zip(profile.samples, profile.sample_kinds, strict=True) if of == kind]


def _shine(patch: Singles, patches: list[Singles]) -> float:
    """How much brighter than on the others some large part of it is."""
    if len(patches) < _FEW:
        return 0.0
    coarse = np.stack([cv2.resize(one, (3, 3), interpolation=cv2.INTER_AREA) for one in patches])
    here = cv2.resize(patch, (3, 3), interpolation=cv2.INTER_AREA)
    return float((here - np.median(coarse, axis=0)).mean(axis=2).max())
