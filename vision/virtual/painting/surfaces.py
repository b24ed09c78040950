"""Table tops: the colour of every place of an endless plane, in linear light."""

from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.virtual.painting.colours import Linear, paint
from vision.virtual.scenes.looks import TableLook
from vision.virtual.scenes.optics import Map

_TILE: Final = 512

Plane = NDArray[np.floating[Any]]


@lru_cache(maxsize=8)
def _cloud(seed: int, blur_x: float, blur_y: float) -> Map:
    """Smooth noise that repeats without a seam, standard deviation one."""
    dice = np.random.default_rng(seed)
    rough = dice.normal(size=(_TILE, _TILE)).astype(np.float32)
    wrapped = cv2.copyMakeBorder(rough, 96, 96, 96, 96, cv2.BORDER_WRAP)
    smooth = cv2.GaussianBlur(wrapped, (0, 0), sigmaX=blur_x, sigmaY=blur_y)[96:-96, 96:-96]
    return np.asarray(smooth / smooth.std(), dtype=np.float32)


def forget_clouds() -> None:
    """They are needed while a table is laid out: two megabytes that a Pi would keep for nothing."""
    _cloud.cache_clear()


def _beyond_whole(numbers: Plane) -> Plane:
    """What NumPy's `mod` by one gives, in a fifth of its time: a first picture is waited for."""
    return numbers - np.floor(numbers)


def _sampled(cloud: Map, u: Plane, v: Plane) -> Map:
    """The cloud at 512 steps a unit, repeating for ever."""
    x, y = (_beyond_whole(each).astype(np.float32) * np.float32(_TILE) for each in (u, v))
    return np.asarray(cv2.remap(cloud, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), dtype=np.float32)


def table_light(look: TableLook, x: Map, y: Map) -> Linear:
    """What share of light the table throws back at each place."""
    angle = np.radians(look.turn)
    cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    u, v = x * cos + y * sin, y * cos - x * sin
    first, second = paint(look.paint), paint(look.second)
    match look.kind:
        case "planks":
            board = np.floor(v / 1.9)
            shift = _beyond_whole(board * np.float32(0.37))
            grain = _sampled(_cloud(1, 40, 1.6), u / 9 + shift, v / 5 + shift)
            fine = _sampled(_cloud(2, 14, 0.7), u / 5, v / 3 + shift)
            share = np.clip(0.42 + 0.20 * grain + 0.10 * fine + 0.25 * (shift - 0.5), 0, 1)
            seam = np.abs(np.mod(v, 1.9) - 0.95) > 0.935
            light = first + (second - first) * share[..., None]
            light[seam] *= np.float32(0.25)
        case "cloth":
            weave = 0.5 + 0.25 * np.sin(u * np.float32(70)) + 0.25 * np.sin(v * np.float32(70))
            fold = _sampled(_cloud(3, 60, 60), u / 22, v / 22)
            share = np.clip(0.3 * weave + 0.35 + 0.12 * fold, 0, 1)
            light = first + (second - first) * share[..., None]
        case "laminate":
            speck = _sampled(_cloud(4, 1.2, 1.2), u / 7, v / 7)
            patch = _sampled(_cloud(5, 9, 9), u / 12, v / 12)
            share = np.clip(0.5 + 0.18 * speck + 0.15 * patch, 0, 1)
            light = first + (second - first) * share[..., None]
        case "marble":
            vein = _sampled(_cloud(6, 22, 22), u / 11, v / 11) + 0.4 * _sampled(_cloud(7, 5, 5), u / 9, v / 9)
            share = np.exp(-np.square(vein / np.float32(0.22))) * np.float32(0.75)
            light = first + (second - first) * share[..., None]
        case "checked":
            share = 0.5 * (np.mod(u, 2.2) < 1.1) + 0.5 * (np.mod(v, 2.2) < 1.1)
            thread = _sampled(_cloud(8, 2, 0.8), u / 4, v / 4)
            share = np.clip(share.astype(np.float32) + 0.06 * thread, 0, 1)
            light = first + (second - first) * share[..., None]
        case "tartan":
            threads = [np.mod(place, 3.4) for place in (u, v)]
            bands = [
                0.5 * (thread < 1.2)
                + 0.35 * (np.abs(thread - 2.1) < 0.12)
                + 0.35 * (np.abs(thread - 2.6) < 0.05)
                for thread in threads
            ]
            share = np.clip(sum(bands).astype(np.float32), 0, 1)
            light = first + (second - first) * share[..., None]
        case "straw":
            strand = 0.5 + 0.5 * np.sin(v * np.float32(45))
            tone = _sampled(_cloud(9, 90, 0.8), u / 6, v / 3)
            share = np.clip(0.55 * strand + 0.25 + 0.2 * tone, 0, 1)
            light = first + (second - first) * share[..., None]
        case _:
            raise ValueError(
                f"no table {look.kind!r}; there are planks, cloth, laminate, marble, checked, tartan, straw"
            )
    return np.asarray(light, dtype=np.float32)
