"""What colour a cube has and which element its top shows, against the light that falls on the board."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.games.himiki.rules.cubes import Colour, Element
from vision.cubes.tops import Singles
from vision.cubes.untaught.features import TOP, rim_of
from vision.plane.camera import Floats

_GAMMA: Final = 2.2
"""Of a picture's levels against light."""

_LIFT: Final = 8.0
"""Levels added before a logarithm."""

_HUES: Final = {Element.FIRE: 0.0, Element.WOOD: 125.0, Element.WATER: 220.0}
"""Degrees: the usual hues of the elements."""

_HALF_SURE: Final = {Element.FIRE: 45.0, Element.WOOD: 58.0, Element.WATER: 45.0}
"""Degrees by which one may be off before nothing is sure about it."""

_INK: Final = 15
"""Per cent of a top's samples that show its sign's colour best."""

_CHROMA: Final = (0.06, 0.26)
"""Of a sign: from not sure at all to sure."""

_NO_CHROMA: Final = 1e-9
"""Of all samples together: less is none."""

_PURE: Final = (0.85, 0.97)
"""How much its samples agree on the hue, likewise."""

_BODIES: Final = -0.45
"""Level of bodies (logarithm, against what is white) halfway between light and dark ones."""

_GAP: Final = 0.45
"""The least gap between levels of bodies that tells another halfway."""

_GAP_AROUND: Final = (-1.0, -0.2)
"""Where that must be."""

_APART: Final = 0.4
"""The distance from halfway that is sure."""

_NEUTRAL: Final = (0.26, 0.12)
"""Chroma of a body that is coloured itself, and of one that surely is white or black."""

_CONTRAST: Final = (-0.05, 0.15)
"""Logarithm: ink is darker than a light body and brighter than a dark one, whatever shadow the cube is in."""

_WHITE: Final = -0.3


@dataclass(frozen=True, slots=True)
class Colours:
    """What one top shows, each with how sure that is, from 0 to 1."""

    colour: Colour
    colour_sure: float
    element: Element
    element_sure: float


def colours_of(patches: Singles, white: float, bright: Floats) -> list[Colours]:
    """Of tops that are all cubes; `white` is the level of what is white, `bright` its colour (BGR)."""
    rims = rim_of(patches).astype(np.float64)
    levels = np.log((rims.mean(axis=1) + _LIFT) / (white + _LIFT))
    halfway = _halfway(levels)
    light = rims[levels > _WHITE]
    lamp = _linear(np.median(light, axis=0) if len(light) else bright)
    found = []
    for patch, rim, level in zip(patches, rims, levels.tolist(), strict=True):
        body = _linear(rim)
        own = level > max(_WHITE, halfway)
        hue, chroma, pure, brighter = _ink(patch, rim, body if own else lamp)
        element = min(_HUES, key=lambda one: _apart(hue, _HUES[one]))
        aside = _apart(hue, _HUES[element]) / _HALF_SURE[element]
        element_sure = min(1 - aside, _within(chroma, _CHROMA), _within(pure, _PURE))
        _, tinted = _hue_and_chroma(body / lamp)
        colour = Colour.WHITE if level > halfway else Colour.BLACK
        contrast = brighter if colour is Colour.BLACK else -brighter
        colour_sure = min(
            abs(level - halfway) / _APART, _within(float(tinted), _NEUTRAL), _within(contrast, _CONTRAST)
        )
        found.append(Colours(colour, min(colour_sure, 1.0), element, max(element_sure, 0.0)))
    return found


def _halfway(levels: Floats) -> float:
    """Between light and dark bodies: where the gap is, if there are both."""
    ordered = np.sort(levels)
    gaps = np.diff(ordered)
    if len(gaps) and gaps.max() > _GAP:
        at = int(gaps.argmax())
        middle = float(ordered[at] + ordered[at + 1]) / 2
        if _GAP_AROUND[0] < middle < _GAP_AROUND[1]:
            return middle
    return _BODIES


def _ink(patch: Singles, rim: Floats, light: Floats) -> tuple[float, float, float, float]:
    """Hue, chroma and purity of what is most colourful on a top, and how bright that is against its rim."""
    low, high = TOP.start + 3, TOP.stop - 3
    inside = patch[low:high, low:high].reshape(-1, 3).astype(np.float64)
    hue, chroma = _hue_and_chroma(_linear(inside) / light)
    most = np.argsort(chroma)[-len(chroma) * _INK // 100 :]
    total = np.sum(chroma[most] * np.exp(1j * np.radians(hue[most])))
    # A drawing may have no colour at all there; a camera's noise always has some.
    pure = abs(total) / max(float(chroma[most].sum()), _NO_CHROMA)
    brighter = np.log((inside[most].mean() + _LIFT) / (rim.mean() + _LIFT))
    return float(np.degrees(np.angle(total)) % 360), float(chroma[most].mean()), float(pure), float(brighter)


def _linear(pixels: Floats | Singles) -> Floats:
    return np.asarray((np.clip(pixels.astype(np.float64), 1, 255) / 255) ** _GAMMA)


def _hue_and_chroma(shares: Floats) -> tuple[Floats, Floats]:
    """Of reflected shares (…, BGR): hue in degrees, red at 0 and green at 120, and chroma."""
    blue, green, red = np.moveaxis(np.maximum(shares, 1e-3) ** (1 / _GAMMA), -1, 0)
    across, up = red - (green + blue) / 2, np.sqrt(3) / 2 * (green - blue)
    return np.degrees(np.arctan2(up, across)) % 360, np.hypot(across, up)


def _apart(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


def _within(value: float, limits: tuple[float, float]) -> float:
    low, high = limits
    return min(max((value - low) / (high - low), 0.0), 1.0)
