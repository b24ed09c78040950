"""Cards with two halves, in piles and rows, drawn a little aslant: of a print of their own."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from calibration.flat.cards import FINE
from vision.flat.ground import Ground
from vision.flat.looks import PieceLook, look_at
from vision.flat.profile import FlatProfile
from vision.flat.rectangles import Pose, Size
from vision.frames import Image
from vision.plane.camera import Floats, Lens, homography, to_unit

SIZE = (1280, 960)
CARD = Size(1.0, 1.4)
TOPS = ("F3", "F5", "W4", "W6", "E3", "E7", "A4", "A5", "back-yokai")
SKETCHES = ("FW", "FWc", "FWd", "FE", "FA", "WE", "WEc", "WA", "EA")
PLACES = (("F", 2.6, 4.6), ("W", 4.1, 4.6), ("E", 5.6, 4.6), ("A", 7.1, 4.6))
SCALE = 100
"""Pixels of the drawing to a card's width."""

_WIDE, _HIGH = 9.7, 9.2
_HUES = {"F": (40, 50, 190), "W": (180, 100, 40), "E": (70, 140, 60), "A": (40, 170, 220)}


@dataclass(frozen=True)
class Card:
    code: str
    x: float
    y: float
    """From the drawing's lower left corner, upwards."""
    turn: float = 0.0


def face(code: str) -> Image:
    wide, high = round(CARD.width * SCALE), round(CARD.height * SCALE)
    image = np.full((high, wide, 3), 36, np.uint8)
    if code.startswith("back"):
        cv2.circle(image, (wide // 2, high // 2), 30, (120, 90, 110), 3)
        return image
    if code[1].isdigit():
        cv2.rectangle(image, (4, 4), (wide - 5, high - 5), _HUES[code[0]], -1)
        cv2.circle(image, (wide // 2, high // 2), 32, (210, 225, 230), -1)
        dice = Random(code)
        for _ in range(6):
            at = wide // 2 + dice.randrange(-18, 18), high // 2 + dice.randrange(-18, 18)
            cv2.circle(image, at, dice.randrange(4, 9), _HUES[code[0]], -1)
        for middle in ((wide // 2, 20), (wide // 2, high - 21)):
            cv2.circle(image, middle, 13, (30, 30, 34), -1)
        cv2.putText(image, code[1], (wide // 2 - 7, 27), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (240, 240, 240), 2)
        return image
    image[: high // 2] = _half(code[0], wide, high // 2)
    image[high - high // 2 :] = _half(code[1], wide, high // 2)[::-1, ::-1]
    if len(code) > 2:
        cv2.circle(image, (wide // 2, high // 2), 12, (235, 240, 245), -1)
        if code[2] == "c":
            cv2.line(image, (wide // 2, high // 2 - 8), (wide // 2, high // 2 + 8), (20, 20, 20), 4)
        else:
            cv2.line(image, (wide // 2 - 8, high // 2), (wide // 2 + 8, high // 2), (20, 20, 20), 4)
    return image


def _half(letter: str, wide: int, high: int) -> Image:
    half = np.full((high, wide, 3), 36, np.uint8)
    cv2.rectangle(half, (4, 4), (wide - 5, high - 1), _HUES[letter], -1)
    dice = Random(letter)
    for _ in range(5):
        start = dice.randrange(34, wide - 12), dice.randrange(14, high - 8)
        stop = dice.randrange(34, wide - 12), dice.randrange(14, high - 8)
        cv2.line(half, start, stop, (245, 245, 240), 3)
    cv2.putText(half, letter, (9, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (250, 250, 245), 3)
    return half


def _view() -> Floats:
    """From the drawing to the picture."""
    wide, high = _WIDE * SCALE, _HIGH * SCALE
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
    seen = np.array([(90, 10), (1200, 0), (1275, 955), (15, 945)], np.float64)
    return homography(corners, seen)


def piles(tops: Sequence[str] = ("F3", "W4", "E7", "A5")) -> list[Card]:
    return [Card(top, x, y) for top, (_, x, y) in zip(tops, PLACES, strict=True)]


def tucked(pile: int, side: str, *codes: str, by: float = 0.75, fan: float = 0.0) -> list[Card]:
    """A row as it is laid: the undermost card first; each shows what lies outwards of the one before."""
    _, x, y = PLACES[pile]
    way = 1 if side == "far" else -1
    cards = [
        Card(code, x + 0.02 * at, y + way * (CARD.height + 0.08 + by * at), fan * at + _turn(code, pile, way))
        for at, code in enumerate(codes)
    ]
    return cards[::-1]


def on_top(pile: int, side: str, *codes: str, by: float = 0.8) -> list[Card]:
    """Each over the outer part of the one before."""
    return tucked(pile, side, *codes, by=by)[::-1]


def _turn(code: str, pile: int, way: int) -> float:
    """The half of the pile's colour lies outwards."""
    upper = code[0] == PLACES[pile][0]
    return 0.0 if upper == (way > 0) else 180.0


def table(cards: Sequence[Card] = (), *, light: float = 1.0, seed: int = 0) -> Image:
    dice = np.random.default_rng(4)
    grain = cv2.GaussianBlur(
        dice.normal(0, 1, (round(_HIGH * SCALE), round(_WIDE * SCALE))).astype(np.float32),
        (0, 0),
        9,
        sigmaY=1,
    )
    image = np.asarray(
        np.clip(np.array([110, 130, 140], np.float32) * (1 + 0.7 * grain[..., None]), 0, 255), np.uint8
    )
    for card in cards:
        _lay(image, card)
    seen = cv2.warpPerspective(image, _view(), SIZE, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(seed).normal(0, 2.0, seen.shape)
    return np.asarray(np.clip(seen * light + noise, 0, 255), np.uint8)


def _lay(image: Image, card: Card) -> None:
    printed = face(card.code)
    high, wide = printed.shape[:2]
    turn = cv2.getRotationMatrix2D(((wide - 1) / 2, (high - 1) / 2), -card.turn, 1.0)
    turn[:, 2] += [card.x * SCALE - (wide - 1) / 2, (_HIGH - card.y) * SCALE - (high - 1) / 2]
    size = (image.shape[1], image.shape[0])
    laid = cv2.warpAffine(printed, turn, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpAffine(np.full((high, wide), 255, np.uint8), turn, size, flags=cv2.INTER_LINEAR)
    np.copyto(image, laid, where=(mask > 127)[..., None])


def ground() -> Ground:
    """As it is drawn: a unit is a card's width, y runs upwards."""
    flat = np.array([(0.0, _HIGH), (_WIDE, _HIGH), (_WIDE, 0.0), (0.0, 0.0)])
    drawn = np.column_stack([flat[:, 0] * SCALE, (_HIGH - flat[:, 1]) * SCALE, np.ones(4)])
    seen = drawn @ _view().T
    return Ground(SIZE, Lens(), homography(flat, to_unit(seen[:, :2] / seen[:, 2:], SIZE)))


def profile() -> FlatProfile:
    """What learning comes to, without its pains."""
    there, looks = ground(), []
    for code in (*TOPS, *SKETCHES):
        image = table([Card(code, 4.8, 4.6)])
        looks.append(PieceLook(code, look_at(image, there, Pose(4.8, 4.6, 0.0), CARD, FINE)))
    return FlatProfile("yokai", there, CARD, tuple(looks), None, table(piles()), PLACES)
