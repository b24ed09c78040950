"""Puts a hand with its forearm, and the shadow of both, into a picture."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from companion.games.himiki.rules.board import name_of
from vision.frames import Image
from vision.virtual.painting.handshape import BACK, FRONT, LEFT, PER_SQUARE, RIGHT, painted_hand, plane_axes
from vision.virtual.painting.lighting import place_of
from vision.virtual.scenes.looks import DrawnLight
from vision.virtual.scenes.optics import DrawnLens, Floats, Map
from vision.virtual.scenes.scene import DrawnHand, Piece

_RISE: Final = 0.10
"""How much the forearm climbs for every square it goes back."""

_HALF: Final = 2
"""Shadows are reckoned at half the resolution."""

_HIDDEN: Final = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class HandView:
    """What of the picture the hand covers."""

    cover: Map

    def share_of_grid(self, corners: Floats) -> float:
        mask = np.zeros(self.cover.shape, dtype=np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners / _HALF * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        inside = mask.astype(bool)
        total = int(inside.sum())
        return float((self.cover[inside] > 0.5).sum() / total) if total else 0.0

    def behind(self, pixels: Floats) -> float:
        """Which share of these pixels the hand covers."""
        height, width = self.cover.shape
        at = np.round(pixels / _HALF).astype(int)
        inside = (at[:, 0] >= 0) & (at[:, 0] < width) & (at[:, 1] >= 0) & (at[:, 1] < height)
        if not inside.any():
            return 0.0
        return float((self.cover[at[inside, 1], at[inside, 0]] > 0.5).mean())


def _sheet(hand: DrawnHand) -> Floats:
    """The four corners of the hand's map in the world."""
    side, back = plane_axes(hand.comes_from)
    corners = []
    for a, b in ((LEFT, FRONT), (RIGHT, FRONT), (RIGHT, BACK), (LEFT, BACK)):
        x, y = np.array([hand.x, hand.y]) + a * side + b * back
        corners.append([x, y, max(hand.height + _RISE * b, 0.2)])
    return np.array(corners)


def _from_map(pixels: Floats, scale: float = 1.0) -> Floats:
    """The perspective that takes the hand's map to those pixels."""
    width, height = (RIGHT - LEFT) * PER_SQUARE, (BACK - FRONT) * PER_SQUARE
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    return np.asarray(
        cv2.getPerspectiveTransform(corners, (pixels * scale).astype(np.float32)), dtype=np.float64
    )


def drawn(image: Image, hand: DrawnHand, lens: DrawnLens, light: DrawnLight) -> HandView:
    """Draws hand and shadow into the picture, in place."""
    back = tuple(
        0.25 * (sky + sum(lamp.colour[i] for lamp in light.lamps)) for i, sky in enumerate(light.sky)
    )
    pixels, cover = painted_hand(
        hand.pinching, hand.skin, hand.sleeve, round(hand.comes_from / 2) * 2.0, light, back
    )
    sheet = _sheet(hand)
    size = (image.shape[1], image.shape[0])
    _shaded(image, cover, sheet, lens, light)
    on_picture = _from_map(lens.project(sheet))
    seen = cv2.warpPerspective(cover, on_picture, size, flags=cv2.INTER_LINEAR)
    columns, rows = np.flatnonzero(seen.any(axis=0)), np.flatnonzero(seen.any(axis=1))
    small = cv2.resize(seen, (size[0] // _HALF, size[1] // _HALF), interpolation=cv2.INTER_AREA)
    view = HandView(np.asarray(small, dtype=np.float32) / np.float32(255))
    if not len(columns):
        return view
    left, right, top, bottom = columns[0], columns[-1] + 1, rows[0], rows[-1] + 1
    shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
    colours = cv2.warpPerspective(
        pixels, shift @ on_picture, (int(right - left), int(bottom - top)), borderMode=cv2.BORDER_REPLICATE
    )
    part = image[top:bottom, left:right]
    share = cv2.merge([seen[top:bottom, left:right]] * 3)
    over = cv2.multiply(colours, share, scale=1 / 255)
    under = cv2.multiply(part, cv2.bitwise_not(share), scale=1 / 255)
    part[:] = cv2.add(over, under)
    return view


def _shaded(image: Image, cover: Image, sheet: Floats, lens: DrawnLens, light: DrawnLight) -> None:
    """Takes the light away that the hand keeps from the table."""
    height, width = image.shape[0] // _HALF, image.shape[1] // _HALF
    per_square = float(np.linalg.norm(np.diff(lens.project(np.array([[3, 2.5, 0.0], [4, 2.5, 0]])), axis=0)))
    middle = float(sheet[:2, 2].mean())
    total = np.array(light.sky) + sum((np.array(lamp.colour) for lamp in light.lamps), np.zeros(3))
    shares: list[tuple[Image, Floats]] = []
    for lamp in light.lamps:
        place = place_of(lamp)
        heights = np.minimum(sheet[:, 2:], lamp.z - 0.5)
        thrown = place + (sheet - place) * (lamp.z / (lamp.z - heights))
        share = _warped(cover, lens.project(thrown), (width, height))
        soft = max(lamp.radius * middle / lamp.z * per_square / _HALF * 0.6, 0.6)
        blurred = np.asarray(cv2.GaussianBlur(share, (0, 0), soft), np.uint8)
        shares.append((blurred, np.array(lamp.colour) / total / 255))
    level = sheet.copy()
    level[:, 2] = 0
    share = _warped(cover, lens.project(level), (width // 4, height // 4), scale=0.25)
    gloom = cv2.GaussianBlur(share, (0, 0), max(middle * per_square / _HALF / 4 * 0.6, 1))
    gloom = cv2.resize(gloom, (width, height), interpolation=cv2.INTER_LINEAR)
    shares.append((np.asarray(gloom, np.uint8), np.array(light.sky) / total * 0.5 / 255))
    anywhere = np.maximum.reduce([share for share, _ in shares])
    rows, columns = np.flatnonzero(anywhere.any(axis=1)), np.flatnonzero(anywhere.any(axis=0))
    if not len(rows) or not len(columns):
        return
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    lost = np.zeros((bottom - top, right - left, 3), dtype=np.float32)
    for share, weight in shares:
        lost += share[top:bottom, left:right, None] * weight.astype(np.float32)
    factor = _FACTORS[np.clip(lost * 255, 0, 255).astype(np.uint8)]
    large = cv2.resize(factor, None, fx=_HALF, fy=_HALF, interpolation=cv2.INTER_LINEAR)
    part = image[top * _HALF : bottom * _HALF, left * _HALF : right * _HALF]
    part[:] = cv2.multiply(part, large, scale=1 / 255)


_FACTORS: Final = np.round(255 * (1 - np.arange(256) / 256) ** (1 / 2.2)).astype(np.uint8)
"""From the share of light that is lost, in 256ths, to the factor on a pixel's value."""


def _warped(cover: Image, pixels: Floats, size: tuple[int, int], scale: float = 1.0) -> Image:
    matrix = _from_map(pixels, scale / _HALF)
    return np.asarray(cv2.warpPerspective(cover, matrix, size, flags=cv2.INTER_LINEAR), dtype=np.uint8)


def hidden_squares(view: HandView, pieces: tuple[Piece, ...], lens: DrawnLens, edge: float) -> list[str]:
    """The squares whose cube's top is mostly behind the hand."""
    found = []
    for piece in pieces:
        if piece.square is None or not piece.seated(edge):
            continue
        steps = (np.arange(8) + 0.5) / 8 * edge - edge / 2
        u, v = np.meshgrid(steps, steps)
        top = np.stack([piece.x + u.ravel(), piece.y + v.ravel(), np.full(u.size, edge)], axis=1)
        if view.behind(lens.project(top)) > _HIDDEN:
            found.append((piece.square, name_of(piece.square)))
    return [name for _, name in sorted(found)]
