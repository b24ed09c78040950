"""What is printed on the six faces of a cube, as a texture atlas in the order -x +x -y +y -z +z.

Layouts: `aligned`, both faces of an element have their sign along the same axis on every cube, so that a
heading tells the side; `crossed`, the same on every cube but opposite faces a quarter turn apart; `loose`,
stuck on as it came, differently on every cube.
"""

from functools import lru_cache
from random import Random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.cubes import Colour, Element
from vision.virtual.painting.colours import Linear, paint
from vision.virtual.painting.glyphs import sign
from vision.virtual.painting.markers import marker
from vision.virtual.scenes.looks import CubeLook
from vision.virtual.scenes.turns import element_on

FACE_SIZE: Final = 128
"""Pixels of a face's picture along its side: more than any camera shows of a cube."""
_TAG_SIZE: Final = 0.80
"""Of a face, the side of a tag glued on it."""

_ALIGNED_WITH: Final = (1, 0, 1)
"""For the faces on each own axis, the axis their signs stand along: water and fire along wood's, wood along
water's."""


def sign_up(look: CubeLook, colour: Colour, number: int, axis: int, positive: bool) -> NDArray[np.int64]:
    """Where the top of a face's sign points, in the cube's own axes."""
    along = _ALIGNED_WITH[axis]
    other = 3 - axis - along
    up = np.zeros(3, dtype=np.int64)
    match look.layout:
        case "aligned":
            up[along] = 1 if positive else -1
        case "crossed":
            up[along if positive else other] = 1
        case "loose":
            quarter = Random(f"{colour.letter}{number}{axis}{positive}").randrange(4)
            up[(along, other)[quarter % 2]] = 1 if quarter < 2 else -1
        case _:
            raise ValueError(f"no layout {look.layout!r}; there are aligned, crossed, loose")
    return up


def heading_of(look: CubeLook, colour: Colour, number: int, axes: NDArray[np.float64]) -> float:
    """Degrees clockwise from row E of the sign that looks up, for a cube with these axes."""
    axis = int(np.argmax(np.abs(axes[2])))
    up = axes @ sign_up(look, colour, number, axis, bool(axes[2, axis] > 0))
    return float(np.degrees(np.arctan2(up[0], up[1])) % 360)


def _print(look: CubeLook, colour: Colour, element: Element, body: Linear, seed: int) -> Linear:
    """One face with its sign upright."""
    white = colour is Colour.WHITE
    ink = paint((look.inks_on_white if white else look.inks_on_black)[element])
    size = round(FACE_SIZE * look.sign_size)
    mask = np.zeros((FACE_SIZE, FACE_SIZE), dtype=np.float32)
    edge = (FACE_SIZE - size) // 2
    if look.tags:
        tag = round(FACE_SIZE * _TAG_SIZE)
        edge = (FACE_SIZE - tag) // 2
        face = np.full((FACE_SIZE, FACE_SIZE, 3), 0.8, dtype=np.float32)
        dark = marker(4 + 3 * colour + element, tag) == 0
        face[edge : edge + tag, edge : edge + tag][dark] = 0.02
        return face
    mask[edge : edge + size, edge : edge + size] = sign(look.family, element, size) / np.float32(255)
    cover = (mask * _wear(look, seed))[..., None]
    match look.print:
        case "ink":
            return np.asarray(body * (1 - cover) + ink * cover, dtype=np.float32)
        case "bare":
            burnt = paint(look.bare_on_white if white else look.bare_on_black)
            return np.asarray(body * (1 - cover) + burnt * cover, dtype=np.float32)
        case "disc":
            disc = np.zeros((FACE_SIZE * 4, FACE_SIZE * 4), dtype=np.uint8)
            cv2.circle(disc, (FACE_SIZE * 2, FACE_SIZE * 2), round(FACE_SIZE * 1.56), 255, -1, cv2.LINE_AA)
            round_mask = cv2.resize(disc, (FACE_SIZE, FACE_SIZE), interpolation=cv2.INTER_AREA)
            ground = body + (ink - body) * (round_mask.astype(np.float32) / 255)[..., None]
        case "whole":
            ground = np.broadcast_to(ink, body.shape)
        case _:
            raise ValueError(f"no print {look.print!r}; there are ink, disc, whole, bare")
    over = paint(look.sign_on_colour if white or look.print == "disc" else look.black)
    return np.asarray(ground * (1 - cover) + over * cover, dtype=np.float32)


def _wear(look: CubeLook, seed: int) -> Linear:
    """1 where the print is whole, less where it has come off."""
    whole = np.full((FACE_SIZE, FACE_SIZE), 255, dtype=np.uint8)
    dice = Random(seed * 7 + 1)
    for _ in range(dice.randint(0, round(look.wear * 10))):
        place = dice.randint(20, FACE_SIZE - 20), dice.randint(20, FACE_SIZE - 20)
        axes = dice.randint(1, 4), dice.randint(1, 3)
        cv2.ellipse(whole, place, axes, dice.uniform(0, 180), 0, 360, 60, -1, cv2.LINE_AA)
    return whole.astype(np.float32) / np.float32(255)


def _body(look: CubeLook, colour: Colour, seed: int) -> Linear:
    base = np.broadcast_to(
        paint(look.white if colour is Colour.WHITE else look.black), (FACE_SIZE, FACE_SIZE, 3)
    )
    dice = np.random.default_rng(seed)
    if look.grain == 0:
        return np.asarray(base * dice.uniform(0.97, 1.03), dtype=np.float32)
    lines = dice.normal(size=(1, FACE_SIZE)).repeat(FACE_SIZE, axis=0)
    rough = lines + dice.normal(size=(FACE_SIZE, FACE_SIZE))
    soft = cv2.GaussianBlur(rough, (0, 0), sigmaX=1.5, sigmaY=14)
    wavy = soft / max(float(np.abs(soft).max()), 1e-6)
    return np.asarray(base * (1 + look.grain * wavy[..., None]), dtype=np.float32)


@lru_cache(maxsize=64)
def atlas_of(look: CubeLook, colour: Colour, number: int) -> NDArray[np.uint16]:
    """The six faces of one cube in linear light, 65535 for white."""
    faces = []
    for axis in range(3):
        across, down = ((1, 2), (0, 2), (0, 1))[axis]
        for positive in (False, True):
            seed = colour * 1000 + number * 10 + axis * 2 + positive
            upright = _print(look, colour, element_on(axis), _body(look, colour, seed), seed)
            normal = np.zeros(3, dtype=np.int64)
            normal[axis] = 1 if positive else -1
            up = sign_up(look, colour, number, axis, positive)
            right = np.cross(up, normal)
            dice = Random(seed)
            faces.append(
                _laid(upright, (up, right), (across, down), (dice.gauss(0, 1.0), dice.gauss(0, 1.0)))
            )
    atlas = np.round(np.clip(np.concatenate(faces, axis=1), 0, 1) * 65535).astype(np.uint16)
    atlas.setflags(write=False)
    return atlas


def _laid(
    upright: Linear,
    standing: tuple[NDArray[np.int64], NDArray[np.int64]],
    axes: tuple[int, int],
    off: tuple[float, float],
) -> Linear:
    """The upright print as the atlas has it, its columns along one own axis and its rows along another."""
    up, right = standing
    steps = (np.arange(FACE_SIZE, dtype=np.float32) + 0.5) - FACE_SIZE / 2
    across, down = np.meshgrid(steps, steps)
    x = across * right[axes[0]] + down * right[axes[1]] + (FACE_SIZE / 2 - 0.5 + off[0])
    y = -(across * up[axes[0]] + down * up[axes[1]]) + (FACE_SIZE / 2 - 0.5 + off[1])
    laid = cv2.remap(
        upright, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(laid, dtype=np.float32)
