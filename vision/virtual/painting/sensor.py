"""From clean pixels to a camera's: light gain, noise, compression. Whole frames, so every pass counts."""

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.virtual.scenes.looks import Sensor

_ROOM: Final = 96
"""Spare rows and columns of the noise field, so that every frame takes another window of it."""

_BAND: Final = 128
"""Rows of the picture that get their noise at once."""

_UNIT: Final = 64
"""The noise field's standard deviation, in its own integers."""

_DARK: Final = 0.02
"""Linear light below which the curve of levels is taken to be no steeper."""

_FINE: Final = 16
"""Steps of the noise's strength in one step of the picture."""


@lru_cache(maxsize=4)
def _field(height: int, width: int, blotch: float) -> NDArray[np.int16]:
    dice = np.random.default_rng(11)
    # In place where it goes: each of these is 17 MB for a usual picture.
    field = dice.standard_normal((height + _ROOM, width + _ROOM, 3), dtype=np.float32)
    grey = dice.standard_normal((height + _ROOM, width + _ROOM, 1), dtype=np.float32)
    field *= np.float32(0.75)
    field += grey * np.float32(0.66)
    soft = np.asarray(cv2.GaussianBlur(field, (0, 0), 1.0), dtype=np.float32)
    soft /= soft.std()
    soft *= np.float32(blotch)
    field *= np.float32(1 - blotch)
    field += soft
    field /= field.std()
    field *= _UNIT
    return np.round(field, out=field).astype(np.int16)


@lru_cache(maxsize=16)
def _strengths(noise: float, shot: float) -> NDArray[np.int16]:
    """For every byte of the picture the noise's standard deviation, in bytes times `_FINE`."""
    value = np.arange(256) / 255
    light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    # Below this light the straight piece of the curve would lift noise that cameras take out.
    slope = 1.055 / 2.4 * np.maximum(light, _DARK) ** (1 / 2.4 - 1)
    deviation = np.sqrt(noise**2 + shot**2 * light) * slope * 255
    return np.asarray(np.round(np.minimum(deviation, 40) * _FINE), dtype=np.int16)


def exposed(image: Image, sensor: Sensor, seed: int) -> Image:
    """With noise, which depends on the seed alone, and the traces of compression; the picture is used up."""
    height, width = image.shape[:2]
    if sensor.noise or sensor.shot:
        dice = np.random.default_rng(seed)
        top, left = (int(v) for v in dice.integers(0, _ROOM, 2))
        window = _field(height, width, sensor.blotch)[top : top + height, left : left + width]
        _make_noisy(
            image,
            window,
            _strengths(sensor.noise, sensor.shot),
            float(dice.choice((-1, 1))) / (_UNIT * _FINE),
        )
    if sensor.jpeg is not None:
        done, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg])
        if done:
            image = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    return image


def _make_noisy(image: Image, window: NDArray[np.int16], strengths: NDArray[np.int16], scale: float) -> None:
    """In place and a band at a time: what a whole picture needs in between is four times its size."""
    for top in range(0, len(image), _BAND):
        band = slice(top, top + _BAND)
        grains = cv2.multiply(cv2.LUT(image[band], strengths), window[band], scale=scale)
        image[band] = cv2.add(image[band], grains, dtype=cv2.CV_8U)


@lru_cache(maxsize=64)
def _gain_table(gain: tuple[float, float, float]) -> NDArray[np.uint8]:
    value = np.arange(256)[:, None] / 255
    light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4) * np.array(gain)
    back = np.where(light <= 0.0031308, light * 12.92, 1.055 * np.maximum(light, 0) ** (1 / 2.4) - 0.055)
    return np.asarray(np.clip(np.round(back * 255), 0, 255)[None], dtype=np.uint8)


def dimmed(image: Image, gain: tuple[float, float, float]) -> Image:
    """With every channel's light multiplied."""
    if gain == (1.0, 1.0, 1.0):
        return image
    return np.asarray(cv2.LUT(image, _gain_table(gain)), dtype=np.uint8)


def with_glare(image: Image, at: tuple[float, float], size: float, strength: float) -> None:
    """Brightens a soft spot in place; `size` is its radius in pixels."""
    reach = round(size * 2.2)
    left, top = max(round(at[0]) - reach, 0), max(round(at[1]) - reach, 0)
    right, bottom = min(round(at[0]) + reach, image.shape[1]), min(round(at[1]) + reach, image.shape[0])
    if right <= left or bottom <= top:
        return
    y, x = np.mgrid[top:bottom, left:right].astype(np.float32)
    far = ((x - at[0]) ** 2 + (y - at[1]) ** 2) / np.float32(size * size)
    veil = (np.minimum(np.exp(-far * 1.2) * 1.4, 1) * strength)[..., None]
    part = image[top:bottom, left:right]
    part[:] = (part + (255 - part.astype(np.float32)) * veil).astype(np.uint8)
