"""Tables that nobody has: looks by chance, each with two of the lights in which it is to be read."""

import colorsys
import math
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from vision.virtual import (
    HARDER,
    BoardLook,
    CameraPlace,
    CubeLook,
    DrawnLight,
    DrawnLook,
    Lamp,
    Sensor,
    TableLook,
    harder,
)

_WIDTHS: Final = (480, 560, 640, 800)
"""Pixels across: a square keeps at least those of a patch."""

_FAMILIES: Final = ("kanji", "plain kanji", "pictogram", "geometric", "letters")
_PRINTS: Final = ("ink", "ink", "ink", "disc", "whole", "bare")
_TABLES: Final = ("planks", "cloth", "laminate", "marble", "checked", "tartan", "straw")
_CELLS: Final = ("square", "square", "rounded", "crosses", "dots", "dashes")
_PATTERNS: Final = ("waves", "stars", "weave", "none")


@dataclass(frozen=True, slots=True)
class LookByChance:
    learnt: DrawnLook
    """As it is learnt from, in its light for calibration: one of those that follow."""
    read: tuple[DrawnLook, DrawnLook]
    """The same table in light that comes later."""


def look_by_chance(seed: int) -> LookByChance:
    dice = Random(f"look {seed}")
    look = DrawnLook(
        name=f"chance{seed}",
        camera=_camera(dice),
        usual=_light(dice, dice.uniform(0.35, 1.25), soft=False),
        calibration=_light(dice, dice.uniform(0.55, 0.95), soft=True),
        changed=_light(dice, dice.uniform(0.3, 1.0), soft=False),
        cubes=_cubes(dice),
        board=_board(dice),
        table=TableLook(dice.choice(_TABLES), _colour(dice), _colour(dice), dice.uniform(0, 90)),
        sensor=_sensor(dice),
        skin=dice.choice(("light", "rosy", "tan", "brown", "dark")),
        sleeve=dice.choice(("green", "grey", "navy", "red", "white", None)),
    )
    # Each kind of hard light in turn, and as many looks in none.
    kind = (*HARDER, "")[seed % (len(HARDER) + 1)]
    hard = harder(look, kind, seed) if kind else replace(look, usual=look.changed)
    return LookByChance(hard if kind == "dim" else look, (look, hard))


def _camera(dice: Random) -> CameraPlace:
    width = dice.choice(_WIDTHS)
    field = dice.uniform(46, 92)
    tilt = min(abs(dice.gauss(0, 19)), 42.0)
    near = 4.1 / math.tan(math.radians(field) / 2)
    return CameraPlace(
        width=width,
        height=width * 3 // 4,
        field=field,
        above=near * dice.uniform(1.0, 1.3) * math.cos(math.radians(tilt)) + 0.9,
        tilt=tilt,
        side=dice.uniform(0, 360),
        roll=dice.gauss(0, 12),
        aim=(dice.uniform(2.8, 3.2), dice.uniform(2.3, 2.7)),
        k1=dice.uniform(-0.1, 0.02) if field > 60 else dice.uniform(-0.04, 0.03),
    )


def _light(dice: Random, strength: float, *, soft: bool) -> DrawnLight:
    warm = dice.uniform(-0.35, 0.5) * (0.4 if soft else 1.0)
    tint = (1 - 0.6 * warm, 1 - 0.1 * warm, 1 + 0.3 * warm)
    of_sky = dice.uniform(0.35, 0.65) if soft else dice.uniform(0.08, 0.5)
    lamps = []
    for _ in range(dice.choice((1, 1, 2))):
        angle, out = dice.uniform(0, math.tau), dice.uniform(2, 14)
        lamps.append((3 + out * math.cos(angle), 2.5 + out * math.sin(angle), dice.uniform(8, 18)))
    share = (1 - of_sky) * strength / len(lamps)
    cool = dice.uniform(-0.1, 0.15)
    return DrawnLight(
        tuple(
            Lamp(
                x, y, z, dice.uniform(1.5, 4) if soft else 10 ** dice.uniform(-0.7, 0.5), _times(tint, share)
            )
            for x, y, z in lamps
        ),
        _times((1 + cool, 1.0, 1 - cool), of_sky * strength),
    )


def _times(tint: tuple[float, float, float], factor: float) -> tuple[float, float, float]:
    blue, green, red = tint
    return blue * factor, green * factor, red * factor


def _sensor(dice: Random) -> Sensor:
    loud = dice.random() ** 2
    return Sensor(
        noise=0.003 + 0.014 * loud,
        shot=0.012 + 0.05 * loud,
        blotch=dice.uniform(0.1, 0.7),
        blur=dice.uniform(0.4, 1.2),
        vignette=dice.uniform(0.1, 0.5),
        jpeg=dice.choice((None, 60, 75, 90)),
    )


def _cubes(dice: Random) -> CubeLook:
    family = dice.choice(_FAMILIES) if dice.random() < 0.45 else f"strokes {dice.randrange(10**6)}"
    wooden = dice.random() < 0.25
    white = (
        _paint(dice, (0.05, 0.15), (0.15, 0.5), (0.6, 0.9))
        if wooden
        else _paint(dice, (0, 1), (0, 0.1), (0.78, 0.98))
    )
    black = (
        _paint(dice, (0, 0.1), (0.2, 0.6), (0.1, 0.35))
        if wooden
        else _paint(dice, (0, 1), (0, 0.25), (0.05, 0.2))
    )
    first = dice.random()
    hues = [first, first + dice.uniform(0.2, 0.45), first + dice.uniform(0.55, 0.8)]
    dice.shuffle(hues)
    on_white = tuple(_hued(dice, hue, (0.55, 0.95), (0.4, 0.9)) for hue in hues)
    on_black = tuple(_hued(dice, hue, (0.45, 0.95), (0.45, 1.0)) for hue in hues)
    return CubeLook(
        edge=dice.uniform(0.60, 0.78),
        rounding=dice.uniform(0.02, 0.08),
        white=white,
        black=black,
        inks_on_white=(on_white[0], on_white[1], on_white[2]),
        inks_on_black=(on_black[0], on_black[1], on_black[2]),
        print=dice.choice(_PRINTS),
        bare_on_white=_paint(dice, (0, 1), (0, 0.6), (0.08, 0.35)),
        bare_on_black=_paint(dice, (0, 1), (0, 0.5), (0.55, 0.95)),
        sign_on_colour=_paint(dice, (0, 1), (0, 0.1), (0.8, 1)),
        family=family,
        sign_size=dice.uniform(0.42, 0.72),
        layout=dice.choice(("aligned", "crossed", "loose")),
        grain=dice.uniform(0.05, 0.25) if wooden else 0.0,
        wear=dice.uniform(0, 1.5),
        gloss=dice.uniform(0.03, 0.35),
    )


def _board(dice: Random) -> BoardLook:
    dark_first = dice.random() < 0.8
    dark = _paint(dice, (0, 1), (0, 0.6), (0.1, 0.45))
    light = _paint(dice, (0, 1), (0, 0.5), (0.55, 0.92) if dark_first else (0.3, 0.7))
    return BoardLook(
        dark=dark,
        light=light,
        frame=_colour(dice),
        dark_line=_paint(dice, (0, 1), (0, 0.5), (0.4, 0.9)),
        light_line=_paint(dice, (0, 1), (0, 0.5), (0.1, 0.5)),
        line=dice.uniform(0.01, 0.04),
        outer_line=dice.random() < 0.7,
        cells=dice.choice(_CELLS),
        worn=dice.random() * 0.6,
        split_frame=dice.random() < 0.3,
        pattern=dice.choice(_PATTERNS),
        watermark=dice.uniform(0, 0.3),
        margins=tuple(dice.uniform(0.35, 1.05) for _ in range(4)),  # type: ignore[arg-type]
        thickness=dice.uniform(0.03, 0.15),
        gloss=dice.uniform(0, 0.08),
    )


def _colour(dice: Random) -> str:
    return _paint(dice, (0, 1), (0, 0.6), (0.1, 0.9))


def _hued(dice: Random, hue: float, rich: tuple[float, float], bright: tuple[float, float]) -> str:
    return _paint(dice, (hue - 0.03, hue + 0.03), rich, bright)


def _paint(
    dice: Random, hue: tuple[float, float], rich: tuple[float, float], bright: tuple[float, float]
) -> str:
    parts = colorsys.hsv_to_rgb(dice.uniform(*hue) % 1, dice.uniform(*rich), dice.uniform(*bright))
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
