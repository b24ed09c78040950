"""The signs of fire, water and wood as strokes and outlines of our own, drawn as masks.

Coordinates run from 0 to 1, x to the right and y down, the sign filling about the unit square.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.cubes import Element

Mask = NDArray[np.uint8]
Points = list[tuple[float, float]]
Stroke = tuple[Points, tuple[float, float, float]]
"""A quadratic or cubic Bezier by its control points, and its width at start, middle and end."""

_SUPERSAMPLED: Final = 4

_FIRE: Final[list[Stroke]] = [
    ([(0.16, 0.36), (0.25, 0.44), (0.27, 0.56)], (0.05, 0.10, 0.04)),
    ([(0.86, 0.30), (0.80, 0.46), (0.66, 0.54)], (0.10, 0.08, 0.02)),
    ([(0.50, 0.06), (0.54, 0.40), (0.42, 0.72), (0.06, 0.93)], (0.11, 0.10, 0.02)),
    ([(0.50, 0.42), (0.56, 0.66), (0.72, 0.82), (0.95, 0.92)], (0.04, 0.09, 0.12)),
]
_WATER: Final[list[Stroke]] = [
    ([(0.50, 0.05), (0.51, 0.40), (0.50, 0.92)], (0.11, 0.10, 0.10)),
    ([(0.50, 0.92), (0.43, 0.91), (0.34, 0.80)], (0.10, 0.07, 0.01)),
    ([(0.08, 0.30), (0.22, 0.31), (0.38, 0.27)], (0.08, 0.06, 0.09)),
    ([(0.38, 0.27), (0.32, 0.58), (0.05, 0.78)], (0.09, 0.08, 0.02)),
    ([(0.90, 0.16), (0.80, 0.32), (0.60, 0.43)], (0.11, 0.07, 0.02)),
    ([(0.57, 0.38), (0.70, 0.66), (0.97, 0.80)], (0.03, 0.09, 0.13)),
]
_WOOD: Final[list[Stroke]] = [
    ([(0.08, 0.32), (0.50, 0.30), (0.92, 0.30)], (0.07, 0.06, 0.10)),
    ([(0.50, 0.04), (0.51, 0.50), (0.50, 0.96)], (0.11, 0.10, 0.09)),
    ([(0.48, 0.32), (0.38, 0.62), (0.06, 0.82)], (0.09, 0.08, 0.02)),
    ([(0.52, 0.32), (0.64, 0.62), (0.95, 0.80)], (0.05, 0.09, 0.12)),
]
_KANJI: Final = {Element.FIRE: _FIRE, Element.WATER: _WATER, Element.WOOD: _WOOD}


def _curve(control: Points, steps: int = 24) -> NDArray[np.float64]:
    """De Casteljau, for any number of control points."""
    t = np.linspace(0.0, 1.0, steps)[:, None]
    rows = [np.repeat(np.array([point]), steps, axis=0) for point in control]
    while len(rows) > 1:
        rows = [(1 - t) * a + t * b for a, b in pairwise(rows)]
    return rows[0]


def _fill(mask: Mask, outline: NDArray[np.float64]) -> None:
    points = np.round(outline * mask.shape[0] * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, 4)


def _brush(mask: Mask, stroke: Stroke, even: float | None) -> None:
    control, widths = stroke
    middle = _curve(control)
    along = np.gradient(middle, axis=0)
    along /= np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)[:, None]
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    if even is None:
        width = np.interp(np.linspace(0, 1, len(middle)), (0, 0.5, 1), widths)[:, None]
    else:
        width = np.full((len(middle), 1), even)
    _fill(mask, np.concatenate([middle + across * width / 2, (middle - across * width / 2)[::-1]]))
    for end in (0, -1) if even is not None else (0,):
        centre = tuple(int(v) for v in np.round(middle[end] * mask.shape[0] * 16))
        radius = round(float(width[end, 0]) / 2 * mask.shape[0] * 16)
        cv2.circle(mask, centre, radius, 255, -1, cv2.LINE_AA, 4)


def _kanji(mask: Mask, element: Element, even: float | None = None) -> None:
    for stroke in _KANJI[element]:
        _brush(mask, stroke, even)


def _plain(mask: Mask, element: Element) -> None:
    _kanji(mask, element, even=0.085)


def _joined(*parts: Points) -> NDArray[np.float64]:
    return np.concatenate([_curve(part) for part in parts])


def _pictogram(mask: Mask, element: Element) -> None:
    match element:
        case Element.FIRE:
            flame = _joined(
                [(0.50, 0.98), (0.20, 0.98), (0.04, 0.80), (0.08, 0.60)],
                [(0.08, 0.60), (0.11, 0.48), (0.20, 0.42), (0.20, 0.22)],
                [(0.20, 0.22), (0.31, 0.30), (0.34, 0.40), (0.34, 0.48)],
                [(0.34, 0.48), (0.46, 0.36), (0.40, 0.16), (0.52, 0.02)],
                [(0.52, 0.02), (0.56, 0.22), (0.72, 0.34), (0.70, 0.52)],
                [(0.70, 0.52), (0.78, 0.46), (0.78, 0.38), (0.77, 0.30)],
                [(0.77, 0.30), (0.98, 0.52), (1.02, 0.98), (0.50, 0.98)],
            )
            heart = _joined(
                [(0.52, 0.91), (0.28, 0.88), (0.36, 0.72), (0.46, 0.62)],
                [(0.46, 0.62), (0.50, 0.74), (0.58, 0.70), (0.58, 0.64)],
                [(0.58, 0.64), (0.78, 0.80), (0.70, 0.92), (0.52, 0.91)],
            )
            _fill(mask, flame)
            _cut(mask, heart)
        case Element.WATER:
            drop = _joined(
                [(0.50, 0.03), (0.62, 0.34), (0.86, 0.48), (0.84, 0.70)],
                [(0.84, 0.70), (0.80, 1.07), (0.20, 1.07), (0.16, 0.70)],
                [(0.16, 0.70), (0.14, 0.48), (0.38, 0.34), (0.50, 0.03)],
            )
            gleam = _joined(
                [(0.30, 0.66), (0.30, 0.82), (0.44, 0.88)], [(0.44, 0.88), (0.36, 0.78), (0.30, 0.66)]
            )
            _fill(mask, drop)
            _cut(mask, gleam)
        case Element.WOOD:
            for top, base, half in ((0.03, 0.40, 0.25), (0.22, 0.62, 0.34), (0.42, 0.82, 0.43)):
                _fill(mask, np.array([(0.5, top), (0.5 + half, base), (0.5 - half, base)]))
            _fill(mask, np.array([(0.43, 0.80), (0.57, 0.80), (0.57, 0.98), (0.43, 0.98)]))


def _geometric(mask: Mask, element: Element) -> None:
    match element:
        case Element.FIRE:
            _fill(mask, np.array([(0.5, 0.06), (0.96, 0.88), (0.04, 0.88)]))
            _cut(mask, np.array([(0.5, 0.40), (0.70, 0.75), (0.30, 0.75)]))
        case Element.WATER:
            for level in (0.22, 0.50, 0.78):
                wave: Points = [(0.04, level), (0.36, level - 0.34), (0.64, level + 0.34), (0.96, level)]
                _brush(mask, (wave, (0.12, 0.12, 0.12)), 0.12)
        case Element.WOOD:
            trunk: Points = [(0.5, 0.96), (0.5, 0.6), (0.5, 0.06)]
            _brush(mask, (trunk, (0.1, 0.1, 0.1)), 0.10)
            for base, tip in ((0.86, 0.52), (0.58, 0.24)):
                for side in (-1, 1):
                    branch: Points = [(0.5, base), (0.5 + side * 0.20, base - 0.10), (0.5 + side * 0.40, tip)]
                    _brush(mask, (branch, (0.1, 0.1, 0.1)), 0.10)


def _letters(mask: Mask, element: Element) -> None:
    lines: dict[Element, list[Points]] = {
        Element.FIRE: [[(0.2, 0.08), (0.2, 0.92)], [(0.8, 0.08), (0.8, 0.92)], [(0.2, 0.46), (0.8, 0.46)]],
        Element.WATER: [
            [(0.12, 0.92), (0.16, 0.08)],
            [(0.16, 0.08), (0.5, 0.7)],
            [(0.5, 0.7), (0.84, 0.08)],
            [(0.84, 0.08), (0.88, 0.92)],
        ],
        Element.WOOD: [
            [(0.22, 0.08), (0.22, 0.92)],
            [(0.24, 0.56), (0.8, 0.08)],
            [(0.40, 0.46), (0.84, 0.92)],
        ],
    }
    for line in lines[element]:
        _brush(mask, (line, (0.13, 0.13, 0.13)), 0.13)


def _cut(mask: Mask, outline: NDArray[np.float64]) -> None:
    points = np.round(outline * mask.shape[0] * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], 0, cv2.LINE_AA, 4)


_FAMILIES: Final[dict[str, Callable[[Mask, Element], None]]] = {
    "kanji": _kanji,
    "plain kanji": _plain,
    "pictogram": _pictogram,
    "geometric": _geometric,
    "letters": _letters,
}


def _strokes(mask: Mask, element: Element, family: str) -> None:
    """A sign that no set has: a few strokes by chance, the same ones for the same family."""
    dice = Random(f"{family} {element.name}")
    for _ in range(dice.randint(2, 5)):
        control = [(dice.uniform(0.06, 0.94), dice.uniform(0.06, 0.94)) for _ in range(dice.randint(2, 4))]
        first, last = dice.uniform(0.06, 0.2), dice.uniform(0.03, 0.2)
        _brush(mask, (control, (first, (first + last) / 2, last)), None)


@lru_cache(maxsize=256)
def sign(family: str, element: Element, size: int) -> Mask:
    """The sign as a square mask, 255 where there is ink, smooth at its edges.

    Families are those with a name, and any that begins with `strokes`.
    """
    large = np.zeros((size * _SUPERSAMPLED, size * _SUPERSAMPLED), dtype=np.uint8)
    if family.startswith("strokes"):
        _strokes(large, element, family)
    else:
        _FAMILIES[family](large, element)
    mask = cv2.resize(large, (size, size), interpolation=cv2.INTER_AREA)
    mask.setflags(write=False)
    return np.asarray(mask, dtype=np.uint8)
