"""A table of printed tiles, drawn a little aslant: a board of nine squares, and tiles of any print."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from vision.flat.ground import Ground, true_ground
from vision.flat.looks import PieceLook, look_at
from vision.flat.profile import FlatProfile
from vision.flat.rectangles import Pose, Size
from vision.flat.seen import BACK
from vision.flat.squares import Squares
from vision.frames import Image
from vision.plane.camera import Floats, Lens, homography

SIZE = (1280, 960)
PIECE = Size(0.88, 1.17)
SQUARES = Squares(3, 3, 1.28)
CODES = ("ki", "qu", "pr", "mi", "ge", "wi", "hi", "cd", "sa", "br", "pe", "sh", BACK)
GABLED = ("wt", "ft", "fa", "as", "hm", "pt", "dr", "to")
"""Whose border is as the table."""
SCALE = 110
"""Pixels of the drawing to a square's width."""

_LEFT, _TOP = 4.2, 6.6
"""Squares from the drawing's corner to the board's origin, across and down."""


@dataclass(frozen=True)
class Tile:
    code: str
    x: float
    y: float
    turn: float = 0.0


def on(square: int, code: str, turn: float = 0.0, aside: tuple[float, float] = (0.0, 0.0)) -> Tile:
    x, y = SQUARES.middle(square)
    return Tile(code, float(x) + aside[0], float(y) + aside[1], turn)


def face(code: str) -> Image:
    """Shapes and colours that follow from the code, its letters below, a border of its suit's colour."""
    dice = Random(f"tile {code}")
    wide, high = round(PIECE.width * SCALE), round(PIECE.height * SCALE)
    if code == BACK:
        image = np.full((high, wide, 3), (92, 88, 84), np.uint8)
        for step in range(-high, high + wide, 16):
            cv2.line(image, (step, 0), (step + high, high), (120, 118, 116), 2)
            cv2.line(image, (step + high, 0), (step, high), (120, 118, 116), 2)
        cv2.circle(image, (wide // 2, high // 2), 20, (140, 138, 136), 3)
        return image
    if code in GABLED:
        return _gabled(dice, wide, high)
    image = np.full((high, wide, 3), dice.choice([(40, 40, 190), (170, 80, 30), (40, 36, 36)]), np.uint8)
    cv2.rectangle(image, (6, 6), (wide - 7, high - 7), (205, 222, 232), -1)
    cv2.fillConvexPoly(
        image, np.array([(wide // 2, 8), (wide // 2 + 14, 22), (wide // 2 - 14, 22)]), (30, 30, 30)
    )
    low, right = high - 30, wide - 14
    ground = tuple(dice.randrange(60, 230) for _ in range(3))
    cv2.rectangle(image, (14, 26), (right, low), ground, -1)
    for _ in range(7):
        middle = dice.randrange(20, right - 6), dice.randrange(32, low - 6)
        colour = tuple(dice.randrange(20, 240) for _ in range(3))
        cv2.circle(image, middle, dice.randrange(5, 15), colour, -1)
    cv2.putText(
        image, code.upper(), (wide // 2 - 16, high - 11), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (30, 30, 30), 2
    )
    return image


def _gabled(dice: Random, wide: int, high: int) -> Image:
    """A border of the wood's colour, and in it a print that is no rectangle."""
    image = np.full((high, wide, 3), (66, 99, 132), np.uint8)
    form = [(10, 22), (wide // 2, 8), (wide - 11, 22), (wide - 11, high - 22), (10, high - 22)]
    cv2.fillConvexPoly(image, np.array(form), (235, 238, 240))
    for _ in range(9):
        middle = dice.randrange(26, wide - 26), dice.randrange(36, high - 38)
        colour = tuple(dice.randrange(20, 240) for _ in range(3))
        cv2.circle(image, middle, dice.randrange(6, 14), colour, -1)
    return image


def _lattice(image: Image) -> None:
    left, low = round(_LEFT * SCALE), round(_TOP * SCALE)
    step = round(SQUARES.height * SCALE)
    cv2.rectangle(
        image, (left - 34, low + 34), (left + 3 * SCALE + 34, low - 3 * step - 34), (150, 160, 150), -1
    )
    for column in range(3):
        for row in range(3):
            corner = (left + column * SCALE + 3, low - row * step - 3)
            other = (left + (column + 1) * SCALE - 3, low - (row + 1) * step + 3)
            cv2.rectangle(image, corner, other, (70, 76, 72), 2)


def _wood() -> Image:
    """Planks and grain: no plain background."""
    dice = np.random.default_rng(4)
    high, wide = round(9.0 * SCALE), round(11.4 * SCALE)
    grain = cv2.GaussianBlur(dice.normal(0, 1, (high, wide)).astype(np.float32), (0, 0), 9, sigmaY=1)
    base = np.array([70, 105, 140], np.float32) * (1 + 0.9 * grain[..., None])
    base[:: 2 * SCALE] *= 0.4
    return np.asarray(np.clip(base, 0, 255), np.uint8)


def _view() -> Floats:
    """From the drawing to the picture."""
    wide, high = 11.4 * SCALE, 9.0 * SCALE
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
    seen = np.array([(70, 20), (1215, 0), (1279, 955), (10, 940)], np.float64)
    return homography(corners, seen)


def table(
    tiles: Sequence[Tile] = (), *, board: bool = True, light: Sequence[float] = (1.0, 1.0, 1.0), seed: int = 0
) -> Image:
    """`light`: of each channel."""
    image = _wood()
    if board:
        _lattice(image)
    for tile in tiles:
        _lay(image, tile)
    seen = cv2.warpPerspective(image, _view(), SIZE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(seed).normal(0, 2.5, seen.shape)
    return np.asarray(np.clip(seen * np.array(light) + noise, 0, 255), np.uint8)


def _lay(image: Image, tile: Tile) -> None:
    printed = face(tile.code)
    high, wide = printed.shape[:2]
    turn = cv2.getRotationMatrix2D(((wide - 1) / 2, (high - 1) / 2), -tile.turn, 1.0)
    turn[:, 2] += [(_LEFT + tile.x) * SCALE - (wide - 1) / 2, (_TOP - tile.y) * SCALE - (high - 1) / 2]
    size = (image.shape[1], image.shape[0])
    laid = cv2.warpAffine(printed, turn, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpAffine(np.full((high, wide), 255, np.uint8), turn, size, flags=cv2.INTER_LINEAR)
    np.copyto(image, laid, where=(mask > 127)[..., None])


def ground() -> Ground:
    """As it is drawn."""
    corners = SQUARES.corners[[0, 3, 2, 1]]
    drawn = np.array([_LEFT, _TOP]) * SCALE + corners * SCALE * [1, -1]
    flat = np.column_stack([drawn, np.ones(4)]) @ _view().T
    return true_ground(flat[:, :2] / flat[:, 2:], Lens(), SIZE, 3.0)[0]


def profile() -> FlatProfile:
    """What learning comes to, without its pains: every look as it is seen on the board's middle square."""
    there = ground()
    looks = []
    for code in CODES:
        image = table([on(4, code)])
        x, y = SQUARES.middle(4)
        looks.append(PieceLook(code, look_at(image, there, Pose(float(x), float(y), 0.0), PIECE)))
    return FlatProfile("rr", there, PIECE, tuple(looks), SQUARES, table())


def rows(codes: Sequence[Sequence[str]]) -> Image:
    """A picture of pieces as one reads, without the board."""
    tiles = [
        Tile(code, -0.6 + 1.02 * column, 4.4 - 1.36 * row, turn=[0.8, -1.1, 0.3][(row + column) % 3])
        for row, line in enumerate(codes)
        for column, code in enumerate(line)
    ]
    return table(tiles, board=False)
