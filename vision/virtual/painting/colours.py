"""Colours: written as people write them (`#rrggbb`), reckoned with as linear light in OpenCV's order."""

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

Linear = NDArray[np.float32]

TONES: Final = 4096
"""Steps of linear light from black to white in the table that turns it into pixels."""


def _decoded() -> Linear:
    v = np.arange(256) / 255
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4).astype(np.float32)


def _encoded() -> NDArray[np.uint8]:
    v = np.arange(TONES) / (TONES - 1)
    curve = np.where(v <= 0.0031308, v * 12.92, 1.055 * v ** (1 / 2.4) - 0.055)
    return np.round(curve * 255).astype(np.uint8)


_DECODED: Final = _decoded()
_ENCODED: Final = _encoded()


def to_pixels(light: Linear) -> NDArray[np.uint8]:
    """Linear light, 1 for white, to the bytes of a picture."""
    steps = np.minimum(light * np.float32(TONES - 1), np.float32(TONES - 1))
    return np.asarray(_ENCODED[np.maximum(steps, 0).astype(np.uint16)], dtype=np.uint8)


@lru_cache(maxsize=256)
def _parsed(text: str) -> tuple[float, float, float]:
    red, green, blue = (int(text[i : i + 2], 16) for i in (1, 3, 5))
    return float(_DECODED[blue]), float(_DECODED[green]), float(_DECODED[red])


def paint(text: str) -> Linear:
    """`#rrggbb` as linear blue, green, red."""
    return np.array(_parsed(text), dtype=np.float32)
