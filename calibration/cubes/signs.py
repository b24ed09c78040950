"""Faces with a sign and faces without: one colour all over, their rim apart."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes.matching.signs import RIM
from vision.cubes.profile import KINDS
from vision.cubes.tops import FINE, Singles

_SIGN_LEVELS: Final = 16.0
"""Levels off its ground that make a sign."""

_SIGN_SHARE: Final = 0.16
"""On a dark ground fewer: this share of its own level, and of `_DARKEST` more. Engraved signs on black cubes
in a lamp's light stand 8 to 12 levels off a ground of 40."""

_DARKEST: Final = 20.0
"""Levels that are added to a ground's own for that."""

PLAIN_SHARE: Final = 0.02
"""Share of a face that it covers where that is not plain."""


def plain_looks(looks: list[Singles], kinds: list[int]) -> list[tuple[int, Singles]]:
    """Where a set has faces without a sign, those of the other kinds, which no picture showed."""
    plain = {kind for kind, look in zip(kinds, looks, strict=True) if is_plain(look)}
    plain = {kind for kind in plain if _told_by_ground(kind, looks, kinds)}
    if not plain:
        return []
    made = []
    for kind, look in zip(kinds, looks, strict=True):
        if kind not in plain:
            plain.add(kind)
            made.append((kind, without_sign(look)))
    return made


def _told_by_ground(kind: int, looks: Sequence[Singles], kinds: Sequence[int]) -> bool:
    """Whether a face without a sign tells its kind: no other of the colour is printed on the same ground."""
    colour = KINDS[kind][0]
    own = [_panel(look) for look, of in zip(looks, kinds, strict=True) if of == kind]
    others = [
        _panel(look) for look, of in zip(looks, kinds, strict=True) if of != kind and KINDS[of][0] is colour
    ]
    return all(np.abs(one - other).max() > _sign_levels(one) for one in own for other in others)


def _sign_levels(ground: Singles) -> float:
    return min(_SIGN_LEVELS, _SIGN_SHARE * (float(ground.mean()) + _DARKEST))


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
    ground = np.asarray(np.median(even, axis=(0, 1)), np.float32)
    off[rim:-rim, rim:-rim] = np.abs(even - ground).max(axis=2) > _sign_levels(ground)
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
