"""Faces with a sign and faces without: one colour all over, their rim apart."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.signs import RIM
from vision.tops import FINE, Singles

_SIGN_LEVELS: Final = 16.0
PLAIN_SHARE: Final = 0.02
"""Levels that make a sign, and how much of a face it covers where that is not plain."""


def plain_looks(looks: list[Singles], kinds: list[int]) -> list[tuple[int, Singles]]:
    """Where a set has faces without a sign, those of the other kinds, which no picture showed."""
    plain = {kind for kind, look in zip(kinds, looks, strict=True) if is_plain(look)}
    if not plain:
        return []
    made = []
    for kind, look in zip(kinds, looks, strict=True):
        if kind not in plain:
            plain.add(kind)
            made.append((kind, without_sign(look)))
    return made


def _panel(look: Singles) -> Singles:
    rim = round(FINE * RIM)
    return np.asarray(np.median(look[rim:-rim, rim:-rim].reshape(-1, 3), axis=0), np.float32)


def off_panel(look: Singles) -> NDArray[np.bool_]:
    rim = round(FINE * RIM)
    inside = look[rim:-rim, rim:-rim]
    count = inside.shape[0]
    line = np.linspace(-1, 1, count)
    across, down = (axis.reshape(-1) for axis in np.meshgrid(line, line))
    terms = np.column_stack([np.ones_like(across), across, down])
    grey = inside.mean(axis=2).reshape(-1)
    shading = (terms[:, 1:] @ np.linalg.lstsq(terms, grey, rcond=None)[0][1:]).reshape(count, count)
    even = inside - shading[..., None]
    off = np.zeros(look.shape[:2], bool)
    off[rim:-rim, rim:-rim] = np.abs(even - np.median(even, axis=(0, 1))).max(axis=2) > _SIGN_LEVELS
    return off


def is_plain(look: Singles) -> bool:
    """Whether a face is one colour all over, its rim apart."""
    return bool(off_panel(look).mean() < PLAIN_SHARE)


def without_sign(look: Singles) -> Singles:
    grown = cv2.dilate(off_panel(look).astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
    rim = round(FINE * RIM)
    grown[:rim], grown[-rim:], grown[:, :rim], grown[:, -rim:] = False, False, False, False
    plain = look.copy()
    plain[grown] = _panel(look)
    return plain
