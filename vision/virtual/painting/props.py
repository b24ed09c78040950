"""Terrain tiles, and things that lie about beside the grid."""

from functools import lru_cache
from random import Random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.board import COLUMNS, ROWS
from companion.games.himiki.rules.cubes import Element
from vision.virtual.painting.colours import Linear, paint
from vision.virtual.painting.glyphs import sign
from vision.virtual.painting.solids import Box
from vision.virtual.scenes.optics import Floats
from vision.virtual.scenes.scene import Prop, TileOnSquare, middle_of

_SIZE: Final = 96

_HALVES: Final = {
    "die": (0.16, 0.16, 0.16),
    "tile": (0.28, 0.28, 0.03),
    "card": (0.62, 0.90, 0.008),
    "disc": (0.22, 0.22, 0.06),
    "pen": (0.06, 1.3, 0.06),
    "phone": (0.75, 1.5, 0.08),
    "mug": (0.85, 0.85, 0.95),
}
_ROUNDINGS: Final = {"die": 0.03, "tile": 0.015, "pen": 0.058, "phone": 0.04}

_TERRAIN_PAINTS: Final = {
    "gh": "#7a1f1a",
    "im": "#c98a1c",
    "tr": "#3f6f46",
    "vx": "#3d5f93",
    "tp": "#6b4a8a",
    "mi": "#9aa3a8",
}


def _turned(degrees: float) -> Floats:
    angle = np.radians(-degrees)
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


@lru_cache(maxsize=16)
def tile_box(tile: TileOnSquare) -> Box:
    """A terrain tile lying flat on its square."""
    x, y = middle_of(tile.square)
    dice = Random(f"{tile.kind}{tile.square}")
    ground = paint(_TERRAIN_PAINTS.get(tile.kind, "#3d5f93"))
    top = _plate(ground, paint("#e8dcc0"))
    _ring(top, (_SIZE // 2, _SIZE // 2), _SIZE // 4, paint("#e0d8c8"), 5)
    turn = _turned(dice.uniform(-10, 10))
    half = np.array([0.30, 0.30, 0.03])
    middle = np.array([x + dice.uniform(-0.05, 0.05), y + dice.uniform(-0.05, 0.05), 0.03])
    return Box(middle, turn, half, 0.015, _atlas(top, paint("#d8ccb0")), 0.05)


def _flat(colour: Linear) -> Linear:
    return np.full((_SIZE, _SIZE, 3), colour, dtype=np.float32)


def _ring(face: Linear, middle: tuple[int, int], radius: int, colour: Linear, width: int = -1) -> None:
    mask = np.zeros((_SIZE, _SIZE), dtype=np.uint8)
    cv2.circle(mask, middle, radius, 255, width, cv2.LINE_AA)
    face += (colour - face) * (mask[..., None] / np.float32(255))


def _plate(ground: Linear, rim: Linear) -> Linear:
    face = _flat(rim)
    face[6:-6, 6:-6] = ground
    return face


def _atlas(top: Linear, sides: Linear) -> NDArray[np.float32]:
    side = _flat(sides)
    return np.concatenate([side, side, side, side, side, top], axis=1)


@lru_cache(maxsize=64)
def prop_box(prop: Prop, sunk: float, margins: tuple[float, float, float, float]) -> Box:
    """A thing beside the grid, on the board's frame or on the table beneath it."""
    half = np.array(_HALVES[prop.kind])
    ground = 0.0 if _on_frame(prop, margins) else -sunk
    middle = np.array([prop.x, prop.y, ground + half[2]])
    colour = paint(prop.paint) if prop.paint.startswith("#") else paint(_NAMED[prop.paint])
    atlas = _DRAWN.get(prop.kind, _plain)(prop, colour)
    upright = prop.kind in ("mug", "disc")
    gloss = 0.25 if prop.kind in ("phone", "mug", "disc") else 0.08
    return Box(
        middle, _turned(prop.turn), half, _ROUNDINGS.get(prop.kind, min(half) * 0.9), atlas, gloss, upright
    )


_NAMED: Final = {
    "white": "#e9e6df",
    "black": "#1a1a1c",
    "red": "#b8202a",
    "blue": "#2447b8",
    "green": "#1d7a40",
}


def _on_frame(prop: Prop, margins: tuple[float, float, float, float]) -> bool:
    left, right, bottom, top = margins
    return -left < prop.x < COLUMNS + right and -bottom < prop.y < ROWS + top


def _plain(prop: Prop, colour: Linear) -> NDArray[np.float32]:
    face = _flat(colour)
    return _atlas(face, colour)


def _die(prop: Prop, colour: Linear) -> NDArray[np.float32]:
    dot = paint("#202020" if float(colour.mean()) > 0.3 else "#e8e8e8")
    spots = {
        1: [(2, 2)],
        2: [(1, 1), (3, 3)],
        3: [(1, 1), (2, 2), (3, 3)],
        4: [(1, 1), (1, 3), (3, 1), (3, 3)],
    }
    spots[5] = [*spots[4], (2, 2)]
    spots[6] = [*spots[4], (1, 2), (3, 2)]
    faces = []
    for count in (1, 6, 2, 5, 3, 4):
        face = _flat(colour)
        for x, y in spots[count]:
            _ring(face, (x * _SIZE // 4, y * _SIZE // 4), _SIZE // 11, dot)
        faces.append(face)
    return np.concatenate(faces, axis=1)


def _tile(prop: Prop, colour: Linear) -> NDArray[np.float32]:
    face = _flat(paint("#e2d6bb"))
    _ring(face, (_SIZE // 2, _SIZE // 2), _SIZE * 3 // 8, colour)
    _stamp(face, _element_of(prop), _SIZE // 2)
    return _atlas(face, paint("#cfc2a4"))


def _card(prop: Prop, colour: Linear) -> NDArray[np.float32]:
    face = _plate(colour, paint("#e6e2d8"))
    for step in range(8, _SIZE - 8, 7):
        face[step, 8:-8] = colour * np.float32(1.5)
    _stamp(face, _element_of(prop), _SIZE // 3)
    return _atlas(face, paint("#e6e2d8"))


def _mug(prop: Prop, colour: Linear) -> NDArray[np.float32]:
    top = _flat(colour)
    _ring(top, (_SIZE // 2, _SIZE // 2), _SIZE * 42 // 100, paint("#2a1a10"))
    return _atlas(top, colour)


def _element_of(prop: Prop) -> Element:
    return {"red": Element.FIRE, "blue": Element.WATER}.get(prop.paint, Element.WOOD)


def _stamp(face: Linear, element: Element, size: int) -> None:
    edge = (_SIZE - size) // 2
    cover = sign("kanji", element, size)[::-1, :, None] / np.float32(255)
    part = face[edge : edge + size, edge : edge + size]
    part += (np.float32(0.85) - part) * cover


_DRAWN: Final = {"die": _die, "tile": _tile, "card": _card, "mug": _mug}
