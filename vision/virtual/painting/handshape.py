"""The shape of a hand with its forearm, as a height map from above, and its paint under a light.

The hand's own plane: `a` to the side and `b` back along the forearm, in squares from the grip. Every part is
a capsule between two points; neighbouring parts flow into one another.
"""

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.virtual.painting.colours import Linear, paint, to_pixels
from vision.virtual.scenes.looks import DrawnLight, Lamp
from vision.virtual.scenes.optics import Map

PER_SQUARE: Final = 56
LEFT, RIGHT, FRONT, BACK = -2.6, 2.6, -2.2, 13.0
"""Extent of the map in `a` and `b`."""

_FLOOR: Final = -1.2
"""Height, in squares, where there is no hand."""

_BAND: Final = 64
"""Rows that are lit at once: what is needed for it is many times their size."""

_EDGE: Final = -0.14
"""The outline lies where the height falls to this."""

Knob = tuple[float, float, float, float]
"""a, b, height, radius"""

SKINS: Final = {
    "light": "#e0a98a",
    "rosy": "#e3a394",
    "tan": "#c08a5e",
    "brown": "#8a5433",
    "dark": "#4f2f20",
}
SLEEVES: Final = {
    "green": "#3c4a36",
    "grey": "#6b6c70",
    "navy": "#232c48",
    "red": "#8c2b2e",
    "white": "#cfcdc6",
}

_ARM: Final[list[tuple[Knob, Knob]]] = [
    ((0.0, 2.9, 0.02, 0.50), (0.05, 4.2, 0.02, 0.56)),
    ((0.05, 4.2, 0.02, 0.56), (0.1, 13.0, 0.1, 0.85)),
]
_SLEEVE: Final[tuple[Knob, Knob]] = ((0.05, 4.3, 0.12, 0.78), (0.1, 13.0, 0.3, 1.25))

_PINCHING: Final[list[tuple[Knob, Knob]]] = [
    ((-0.45, 1.75, 0.10, 0.50), (0.25, 2.1, 0.06, 0.52)),
    ((-0.25, 2.0, 0.08, 0.58), (0.0, 2.9, 0.02, 0.50)),
    ((0.30, 2.2, 0.0, 0.40), (0.78, 1.35, -0.06, 0.27)),
    ((0.78, 1.35, -0.06, 0.27), (0.72, 0.62, -0.14, 0.22)),
    ((0.72, 0.62, -0.14, 0.22), (0.53, -0.02, -0.24, 0.18)),
    ((-0.30, 1.45, 0.16, 0.27), (-0.66, 0.78, 0.16, 0.22)),
    ((-0.66, 0.78, 0.16, 0.22), (-0.62, 0.30, -0.04, 0.20)),
    ((-0.62, 0.30, -0.04, 0.20), (-0.52, -0.10, -0.24, 0.17)),
    ((-0.62, 1.55, 0.14, 0.26), (-0.98, 0.98, 0.08, 0.22)),
    ((-0.98, 0.98, 0.08, 0.22), (-0.86, 0.42, -0.14, 0.19)),
    ((-0.86, 1.75, 0.08, 0.25), (-1.18, 1.28, -0.02, 0.21)),
    ((-1.18, 1.28, -0.02, 0.21), (-1.02, 0.82, -0.18, 0.18)),
    ((-0.98, 2.05, 0.0, 0.22), (-1.24, 1.70, -0.10, 0.18)),
]
_REACHING: Final[list[tuple[Knob, Knob]]] = [
    ((-0.50, 0.55, 0.08, 0.40), (0.40, 0.75, 0.08, 0.42)),
    ((-0.30, 0.9, 0.08, 0.55), (0.25, 0.9, 0.08, 0.55)),
    ((-0.1, 1.1, 0.06, 0.66), (0.0, 2.9, 0.02, 0.50)),
    ((0.25, 1.7, 0.0, 0.42), (0.88, 0.95, -0.04, 0.27)),
    ((0.88, 0.95, -0.04, 0.27), (1.22, 0.28, -0.10, 0.21)),
    ((0.50, 0.45, 0.10, 0.26), (0.66, -0.35, 0.08, 0.21)),
    ((0.66, -0.35, 0.08, 0.21), (0.74, -0.95, -0.06, 0.17)),
    ((0.14, 0.35, 0.12, 0.27), (0.18, -0.60, 0.10, 0.21)),
    ((0.18, -0.60, 0.10, 0.21), (0.20, -1.25, -0.06, 0.17)),
    ((-0.24, 0.40, 0.10, 0.26), (-0.32, -0.50, 0.08, 0.20)),
    ((-0.32, -0.50, 0.08, 0.20), (-0.38, -1.12, -0.06, 0.16)),
    ((-0.60, 0.60, 0.06, 0.24), (-0.80, -0.10, 0.04, 0.18)),
    ((-0.80, -0.10, 0.04, 0.18), (-0.92, -0.60, -0.06, 0.15)),
]


def _heights(parts: list[tuple[Knob, Knob]], flow: float) -> Map:
    width, height = round((RIGHT - LEFT) * PER_SQUARE), round((BACK - FRONT) * PER_SQUARE)
    total = np.full((height, width), _FLOOR, dtype=np.float32)
    for one, other in parts:
        reach = max(one[3], other[3]) + 0.45
        top = max(int((min(one[1], other[1]) - reach - FRONT) * PER_SQUARE), 0)
        bottom = min(int((max(one[1], other[1]) + reach - FRONT) * PER_SQUARE) + 1, height)
        left = max(int((min(one[0], other[0]) - reach - LEFT) * PER_SQUARE), 0)
        right = min(int((max(one[0], other[0]) + reach - LEFT) * PER_SQUARE) + 1, width)
        b, a = np.mgrid[top:bottom, left:right].astype(np.float32) / np.float32(PER_SQUARE)
        part = _capsule(one, other, a + np.float32(LEFT), b + np.float32(FRONT))
        total[top:bottom, left:right] = _joined(total[top:bottom, left:right], part, flow)
    return total


def _capsule(one: Knob, other: Knob, a: Map, b: Map) -> Map:
    along_a, along_b = other[0] - one[0], other[1] - one[1]
    square = along_a**2 + along_b**2
    share = np.clip(((a - one[0]) * along_a + (b - one[1]) * along_b) / square, 0, 1).astype(np.float32)
    middle = one[2] + share * (other[2] - one[2])
    radius = one[3] + share * (other[3] - one[3])
    away = np.hypot(a - one[0] - share * along_a, b - one[1] - share * along_b)
    dome = middle + np.sqrt(np.maximum(radius**2 - away**2, 0))
    return np.asarray(np.where(away < radius, dome, middle - (away - radius) * 5) - 0.0, dtype=np.float32)


def _joined(one: Map, other: Map, flow: float) -> Map:
    """The higher of the two, rounded where they meet."""
    mix = np.clip(np.float32(0.5) + (one - other) / np.float32(2 * flow), 0, 1)
    return np.asarray(other + (one - other) * mix + np.float32(flow) * mix * (1 - mix), dtype=np.float32)


def _shape(pinching: bool, sleeve: bool) -> tuple[Map, Map, NDArray[np.bool_]]:
    """Height, cover (0 to 1), and where the sleeve is."""
    skin = _heights([*_ARM, *(_PINCHING if pinching else _REACHING)], 0.07)
    cloth = np.zeros(skin.shape, dtype=bool)
    if sleeve:
        over = _heights([_SLEEVE], 0.05)
        rows = np.arange(over.shape[0], dtype=np.float32)[:, None]
        columns = np.arange(over.shape[1], dtype=np.float32)[None]
        folds = np.sin(rows / 31 + np.sin(columns / 29) * 1.3) * np.sin(columns / 17 + rows / 90)
        over = over + np.where(over > 0, np.float32(0.05) * folds, 0).astype(np.float32)
        cuff = (4.15 - FRONT) * PER_SQUARE + np.square((columns - over.shape[1] / 2) / 14)
        over[rows < cuff] = _FLOOR
        cloth = over > skin
        skin = np.maximum(skin, over)
    cover = np.clip((skin - _EDGE) * np.float32(PER_SQUARE / 5 / 1.5) + np.float32(0.5), 0, 1)
    return skin, np.asarray(cover, dtype=np.float32), cloth


@lru_cache(maxsize=2)
def painted_hand(
    pinching: bool,
    skin: str,
    sleeve: str | None,
    comes_from: float,
    light: DrawnLight,
    back: tuple[float, ...],
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Pixels and cover of the hand's map; `back` is the light that the board throws up."""
    height, cover, cloth = _shape(pinching, sleeve is not None)
    albedo = _albedo(skin, sleeve, cloth, height)
    shaped = cv2.GaussianBlur(np.maximum(height, np.float32(_EDGE - 0.3)), (0, 0), 1.2)
    across = cv2.Sobel(shaped, cv2.CV_32F, 1, 0, ksize=3) * np.float32(PER_SQUARE / 8)
    along = cv2.Sobel(shaped, cv2.CV_32F, 0, 1, ksize=3) * np.float32(PER_SQUARE / 8)
    hollow = np.clip(cv2.GaussianBlur(shaped, (0, 0), 9) - shaped, 0, 0.5)
    pixels = np.empty((*height.shape, 3), dtype=np.uint8)
    for top in range(0, len(height), _BAND):
        band = slice(top, top + _BAND)
        energy = _energy(across[band], along[band], hollow[band], comes_from, light, back)
        pixels[band] = to_pixels(albedo[band] * energy)
    return pixels, np.round(cover * 255).astype(np.uint8)


def _energy(
    across: Map, along: Map, hollow: Map, comes_from: float, light: DrawnLight, back: tuple[float, ...]
) -> Linear:
    """The light that falls on a part of the hand, by its slopes and hollows."""
    up = 1 / np.sqrt(across**2 + along**2 + 1)
    open_sky = np.maximum(1 - hollow * np.float32(2.2), np.float32(0.25))
    energy = (open_sky * (0.5 + 0.5 * up))[..., None] * np.array(light.sky, dtype=np.float32)
    energy += ((0.5 - 0.5 * up) * np.float32(0.6))[..., None] * np.array(back, dtype=np.float32)
    for lamp in light.lamps:
        side, behind, above = _way_to(lamp, comes_from)
        facing = -across * up * side - along * up * behind + up * above
        wrapped = np.maximum((facing + np.float32(0.18)) / np.float32(1.18), 0) / np.float32(max(above, 0.3))
        energy += (wrapped * open_sky)[..., None] * np.array(lamp.colour, dtype=np.float32)
    return np.asarray(energy, dtype=np.float32)


def _albedo(skin: str, sleeve: str | None, cloth: NDArray[np.bool_], height: Map) -> Linear:
    base = paint(SKINS[skin])
    dice = np.random.default_rng(3)
    small = dice.normal(size=(height.shape[0] // 12 + 1, height.shape[1] // 12 + 1)).astype(np.float32)
    mottled = cv2.resize(small, (height.shape[1], height.shape[0]), interpolation=cv2.INTER_CUBIC)
    fine = dice.normal(size=height.shape).astype(np.float32)
    pores = cv2.GaussianBlur(fine, (0, 0), 1.0)
    light = base * (1 + np.float32(0.05) * mottled + np.float32(0.05) * pores)[..., None]
    raised = np.clip((height - np.float32(0.28)) * 2, 0, 1)
    for channel, share in enumerate((0.16, 0.12)):
        light[..., channel] *= 1 - raised * np.float32(share)
    if sleeve is not None:
        light[cloth] = paint(SLEEVES[sleeve]) * (1 + np.float32(0.08) * fine[cloth])[:, None]
    return np.asarray(light, dtype=np.float32)


def _way_to(lamp: Lamp, comes_from: float) -> tuple[float, float, float]:
    """The direction of a lamp in the hand's own plane: to the side, back along the arm, up."""
    way = np.array([lamp.x - 3, lamp.y - 2.5, lamp.z])
    way = way / np.linalg.norm(way)
    side, back = plane_axes(comes_from)
    return float(way[:2] @ side), float(way[:2] @ back), float(way[2])


def plane_axes(comes_from: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """World directions of `a` and `b`."""
    angle = np.radians(comes_from)
    back = np.array([np.sin(angle), np.cos(angle)])
    return np.array([-back[1], back[0]]), back
