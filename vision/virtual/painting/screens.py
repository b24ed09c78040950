"""What hangs between a lamp and the table and lets light through in places: leaves, the bars of a window."""

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.virtual.scenes.looks import Lamp, Screen
from vision.virtual.scenes.optics import Map

_SPAN: Final = 24.0
"""Squares after which a screen repeats itself."""

_TILE: Final = 768
"""Pixels of that."""

_ROW: Final = 1024
"""Places that are looked up in one row: `cv2.remap` takes fewer than 32767."""

_LEAF: Final = (0.18, 0.42)
"""Half a leaf's length, in squares of the screen."""

_THROUGH_LEAVES: Final = 0.06
"""Light that comes through a leaf."""

_PANE: Final = (1.9, 2.8)
"""Squares of the screen from bar to bar."""

_BAR: Final = (0.22, 0.42)
"""Squares of the screen that a bar is wide."""


def passing(screen: Screen, lamp: Lamp, x: Map, y: Map, z: Map | float, sway: float = 0.0) -> Map:
    """Which share of the lamp's light gets to these places; `sway` in squares that the screen has moved."""
    up = np.asarray(z, dtype=np.float32)
    share = (np.float32(screen.height) - up) / (np.float32(lamp.z) - up)
    across = x + (np.float32(lamp.x) - x) * share + np.float32(sway)
    along = y + (np.float32(lamp.y) - y) * share + np.float32(sway * 0.4)
    per = np.float32(_TILE / _SPAN)
    u, v = np.mod(across * per, _TILE).astype(np.float32), np.mod(along * per, _TILE).astype(np.float32)
    # A lamp's disc throws every edge as wide as it is itself, seen through the screen.
    soft = lamp.radius * screen.height / lamp.z
    cut = _cut(screen.kind, screen.seed, round(soft * _TILE / _SPAN / 2, 2))
    if u.ndim == 2:
        return np.asarray(
            cv2.remap(cut, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), dtype=np.float32
        )
    # Points of a solid, more of them than OpenCV takes in one row.
    room = (0, -len(u) % _ROW)
    rows = cv2.remap(
        cut,
        np.pad(u, room).reshape(-1, _ROW),
        np.pad(v, room).reshape(-1, _ROW),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_WRAP,
    )
    return np.asarray(rows.reshape(-1)[: len(u)], dtype=np.float32)


@lru_cache(maxsize=8)
def _cut(kind: str, seed: int, blur: float) -> Map:
    dice = np.random.default_rng(seed)
    match kind:
        case "leaves":
            cut = _leaves(dice)
        case "bars":
            cut = _bars(dice)
        case _:
            raise ValueError(f"no screen {kind!r}; there are leaves and bars")
    if blur < 0.3:
        return cut
    room = min(_TILE, round(4 * blur) + 1)
    wide = cv2.copyMakeBorder(cut, room, room, room, room, cv2.BORDER_WRAP)
    soft = cv2.GaussianBlur(wide, (0, 0), blur)[room:-room, room:-room]
    return np.asarray(np.ascontiguousarray(soft), dtype=np.float32)


def _leaves(dice: np.random.Generator) -> Map:
    """Leaves in bunches, until six tenths of the sky are behind them: gaps are what is left."""
    cut = np.ones((_TILE, _TILE), dtype=np.float32)
    per = _TILE / _SPAN
    while cut.mean() > 0.4:
        bunch = dice.uniform(0, _TILE, 2)
        for _ in range(9):
            middle = bunch + dice.normal(0, 0.8 * per, 2)
            length = dice.uniform(*_LEAF) * per
            axes = (round(length), max(1, round(length * dice.uniform(0.35, 0.6))))
            angle = dice.uniform(0, 180)
            for dx in (-_TILE, 0, _TILE):
                for dy in (-_TILE, 0, _TILE):
                    at = (round(middle[0]) + dx, round(middle[1]) + dy)
                    cv2.ellipse(cut, at, axes, angle, 0, 360, _THROUGH_LEAVES, -1, cv2.LINE_AA)
    return cut


def _bars(dice: np.random.Generator) -> Map:
    cut = np.ones((_TILE, _TILE), dtype=np.float32)
    for axis in (0, 1):
        panes = round(_SPAN / dice.uniform(*_PANE))
        width = round(dice.uniform(*_BAR) * _TILE / _SPAN)
        first = dice.uniform(0, _TILE)
        for pane in range(panes):
            bar = np.mod(round(first + pane * _TILE / panes) + np.arange(width), _TILE)
            cut[(bar, slice(None)) if axis == 0 else (slice(None), bar)] = 0
    return cut
