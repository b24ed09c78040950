"""The same tables in light that is hard to read in: under trees, at windows, beneath lamps, at night.

All of it is in the light and the surfaces themselves: shadows take away from lamps, a mirrored lamp adds to
what the board shows, and where there is little light the camera's noise is large against it.
"""

from dataclasses import replace
from random import Random
from typing import Final

import numpy as np

from vision.virtual.gallery import LOOKS
from vision.virtual.scenes.looks import DrawnLight, DrawnLook, Lamp, Screen
from vision.virtual.scenes.optics import DrawnLens

HARDER: Final = ("leaves", "bars", "glare", "dim")
"""Dappled shade; the bars of a window in the sun; a lamp mirrored in the board; little light, much noise."""

_SUN: Final = 0.26
"""Radius of a light that throws hard shadows from 26 squares' height: the sun's disc is half a degree wide,
and thin cloud around it twice that."""

_SUN_HEIGHT: Final = 26.0
"""Squares over the board."""

_SKY_SHARE: Final = 0.55
"""Of the usual light from all around, in full sun."""

_DIM: Final = 0.16
"""Light on the board of a room at night, of a white that fills the camera's range."""

_BREATH: Final = (4.0, 0.08)
"""Seconds after which leaves hang otherwise, and by how many squares: a breath of wind. In between they are
still, for every step has the whole table drawn anew."""

_POLISH: Final = (0.55, 1.1)
"""Light of a mirrored lamp at its brightest, likewise: varnish mirrors some hundredths of a lamp that is
tens of times as bright as white paper in its light."""


def harder(look: DrawnLook, kind: str, seed: int = 0) -> DrawnLook:
    """That look, in usual light that is hard; calibration's light stays mild."""
    dice = Random(f"{kind} {seed}")
    match kind:
        case "leaves":
            screen = Screen("leaves", dice.uniform(5, 8), dice.randrange(1 << 16))
            return _renamed(replace(look, usual=_sun(look.usual, screen, dice)), kind)
        case "bars":
            screen = Screen("bars", dice.uniform(5, 8), dice.randrange(1 << 16))
            return _renamed(replace(look, usual=_sun(look.usual, screen, dice)), kind)
        case "glare":
            polish = dice.uniform(*_POLISH)
            board = replace(look.board, polish=polish, roughness=dice.uniform(0.05, 0.10))
            lamps = (*_at_most(look.usual, 0.7).lamps, _mirrored(look, dice))
            usual = replace(_at_most(look.usual, 0.7), lamps=lamps)
            return _renamed(replace(look, board=board, usual=usual), kind)
        case "dim":
            sensor = replace(
                look.sensor,
                noise=max(0.011, 1.6 * look.sensor.noise),
                shot=max(0.045, 1.5 * look.sensor.shot),
                blotch=max(0.5, look.sensor.blotch),
            )
            usual = _at_most(look.usual, _DIM * dice.uniform(0.8, 1.2) / _strength(look.usual))
            mild = _at_most(look.calibration, 2.2 * _DIM / _strength(look.calibration))
            return _renamed(replace(look, usual=usual, calibration=mild, sensor=sensor), kind)
    raise ValueError(f"no harder light {kind!r}; there are {', '.join(HARDER)}")


def look_named(name: str, seed: int = 0) -> DrawnLook:
    """`kitchen`, or `kitchen-leaves` for that table in harder light; raises ValueError."""
    usual, _, kind = name.partition("-")
    if usual not in LOOKS:
        raise ValueError(f"no virtual table is called {usual}; there are {', '.join(LOOKS)}")
    return harder(LOOKS[usual], kind, seed) if kind else LOOKS[usual]


def swayed(look: DrawnLook, t: float) -> float:
    """How far what hangs before the lamp has moved by then: leaves do."""
    screen = look.usual.screen
    if screen is None or screen.kind != "leaves":
        return 0.0
    seconds, squares = _BREATH
    return round(t / seconds) * squares


def _renamed(look: DrawnLook, kind: str) -> DrawnLook:
    return replace(look, name=f"{look.name}-{kind}")


def _strength(light: DrawnLight) -> float:
    return float(np.mean(light.sky) + sum(np.mean(lamp.colour) for lamp in light.lamps))


def _at_most(light: DrawnLight, factor: float) -> DrawnLight:
    factor = min(1.0, factor)
    return replace(
        light,
        lamps=tuple(replace(lamp, colour=_times(lamp.colour, factor)) for lamp in light.lamps),
        sky=_times(light.sky, factor),
    )


def _times(colour: tuple[float, float, float], factor: float) -> tuple[float, float, float]:
    blue, green, red = colour
    return blue * factor, green * factor, red * factor


def _sun(light: DrawnLight, screen: Screen, dice: Random) -> DrawnLight:
    """One small lamp far up instead of all others, where the first one was; what they gave, it gives."""
    first = light.lamps[0]
    grown = _SUN_HEIGHT / first.z
    lean = 0.75 if abs(first.x - 3) + abs(first.y - 2.5) > 1 else 0.0
    middle = (3.0, 2.5)
    strength = _strength(replace(light, sky=(0.0, 0.0, 0.0)))
    colour = _times((0.90, 1.0, 1.06), dice.uniform(0.62, 0.85) * max(strength, 0.45) / 0.75)
    lamp = Lamp(
        middle[0] + (first.x - middle[0]) * grown * lean,
        middle[1] + (first.y - middle[1]) * grown * lean,
        _SUN_HEIGHT,
        _SUN,
        colour,
    )
    return DrawnLight((lamp,), _times(light.sky, _SKY_SHARE), screen)


def _mirrored(look: DrawnLook, dice: Random) -> Lamp:
    """A lamp that the camera sees in the board, somewhere on the grid."""
    camera = DrawnLens(look.camera).centre
    target = np.array([dice.uniform(1.2, 4.8), dice.uniform(1.0, 4.0), 0.0])
    way = target - camera
    height = dice.uniform(8.0, 12.0)
    lamp = target[:2] + way[:2] / -way[2] * height
    warm = _times((0.72, 0.92, 1.0), dice.uniform(0.18, 0.3))
    return Lamp(float(lamp[0]), float(lamp[1]), height, dice.uniform(0.35, 0.8), warm, mirrored=True)
