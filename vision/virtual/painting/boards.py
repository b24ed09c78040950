"""The board's print, flat and from above, as a texture in linear light."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.board import COLUMNS, ROWS
from companion.games.himiki.rules.cubes import Element
from vision.virtual.painting.colours import Linear, paint
from vision.virtual.painting.glyphs import sign
from vision.virtual.painting.markers import marker
from vision.virtual.scenes.looks import BoardLook

PER_SQUARE: Final = 160
"""Texture pixels along a square."""

_MARKER: Final = 0.62
"""Edge of a corner marker with its white rim, in squares."""


_MARKS: Final = {"crosses": 0.13, "dots": 0.06, "dashes": 0.5}
"""Prints that stand on the crossings, with how far they reach from them, in squares."""


class _Sheet:
    """The print in the making; columns run along x, rows run down from row E to row A."""

    def __init__(self, look: BoardLook) -> None:
        self.look = look
        left, right, bottom, top = look.margins
        self.left, self.top = left, top
        self.width = round((left + COLUMNS + right) * PER_SQUARE)
        self.height = round((bottom + ROWS + top) * PER_SQUARE)
        self.pixels = np.zeros((self.height, self.width, 3), dtype=np.float32)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Texture pixel of a place on the board."""
        return round((x + self.left) * PER_SQUARE), round((ROWS + self.top - y) * PER_SQUARE)

    def area(self, x0: float, y0: float, x1: float, y1: float) -> tuple[slice, slice]:
        left, bottom = self.at(x0, y0)
        right, top = self.at(x1, y1)
        return slice(max(top, 0), max(bottom, 0)), slice(max(left, 0), max(right, 0))

    def lay(
        self, mask: NDArray[np.uint8], where: tuple[int, int], colour: Linear, strength: float = 1.0
    ) -> None:
        """Prints through a mask whose upper left pixel is at that place of the texture."""
        x, y = where
        height, width = mask.shape
        x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + width, self.width), min(y + height, self.height)
        if x1 <= x0 or y1 <= y0:
            return
        cover = mask[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) * np.float32(strength / 255)
        part = self.pixels[y0:y1, x0:x1]
        part += (colour - part) * cover


def _pattern(kind: str, height: int, width: int) -> NDArray[np.uint8]:
    mask = np.zeros((height, width), dtype=np.uint8)
    step = PER_SQUARE // 4
    for row in range(height // step * 2 + 3):
        for column in range(width // step + 2):
            x, y = column * step + (row % 2) * step // 2, row * step // 2
            match kind:
                case "waves":
                    for radius in (step // 2, step // 3, step // 6):
                        cv2.ellipse(mask, (x, y), (radius, radius), 0, 180, 360, 255, 1, cv2.LINE_AA)
                case "stars":
                    for angle in range(0, 180, 60):
                        c, s = np.cos(np.radians(angle)) * step / 2, np.sin(np.radians(angle)) * step / 2
                        cv2.line(
                            mask,
                            (round(x - c), round(y - s)),
                            (round(x + c), round(y + s)),
                            255,
                            1,
                            cv2.LINE_AA,
                        )
                case "weave":
                    cv2.rectangle(mask, (x, y), (x + step // 2, y + step // 4), 255, 1, cv2.LINE_AA)
    return mask


def _zones(sheet: _Sheet) -> None:
    look = sheet.look
    left, right, bottom, top = look.margins
    dark, light = paint(look.dark), paint(look.light)
    sheet.pixels[:] = paint(look.frame)
    if look.split_frame:
        sheet.pixels[sheet.area(-left, -bottom, 3, ROWS + top)] = dark
        sheet.pixels[sheet.area(3, -bottom, COLUMNS + right, ROWS + top)] = light
    sheet.pixels[sheet.area(0, 0, 3, ROWS)] = dark
    sheet.pixels[sheet.area(3, 0, COLUMNS, ROWS)] = light
    if look.pattern != "none":
        mask = _pattern(look.pattern, sheet.height, sheet.width)
        pale = sheet.pixels * np.float32(1.22) + np.float32(0.008)
        sheet.pixels += (pale - sheet.pixels) * (mask[..., None] / np.float32(255))
    if look.watermark:
        size = PER_SQUARE * 3
        for element, x, ink in ((Element.WATER, 0.0, light), (Element.FIRE, 3.0, dark)):
            sheet.lay(sign("kanji", element, size), sheet.at(x, 4.0), ink, look.watermark)


def _lines(sheet: _Sheet) -> None:
    look = sheet.look
    dark, light = paint(look.dark_line), paint(look.light_line)
    dark = dark + (paint(look.dark) - dark) * np.float32(look.worn)
    half = look.line / 2
    if look.cells == "rounded":
        for row in range(ROWS):
            for column in range(COLUMNS):
                _rounded_cell(sheet, column, row, dark if column < 3 else light)
        return
    if look.cells in _MARKS:
        for x in range(COLUMNS + 1):
            for y in range(ROWS + 1):
                mask = _mark(look.cells, max(round(look.line * PER_SQUARE), 2))
                left, top = sheet.at(x, y)
                where = (left - mask.shape[1] // 2, top - mask.shape[0] // 2)
                sheet.lay(mask, where, dark if x < 3 else light)
        return
    inner = range(1, COLUMNS)
    for x in (0, *inner, COLUMNS) if look.outer_line else inner:
        sheet.pixels[sheet.area(x - half, -half, x + half, ROWS + half)] = dark if x < 3 else light
    rows = range(ROWS + 1) if look.outer_line else range(1, ROWS)
    for y in rows:
        sheet.pixels[sheet.area(-half, y - half, 3, y + half)] = dark
        sheet.pixels[sheet.area(3, y - half, COLUMNS + half, y + half)] = light


def _mark(kind: str, width: int) -> NDArray[np.uint8]:
    """What stands on a crossing in place of lines."""
    half = round(_MARKS[kind] * PER_SQUARE)
    mask = np.zeros((2 * half + 1, 2 * half + 1), dtype=np.uint8)
    if kind == "dots":
        cv2.circle(mask, (half, half), half, 255, -1, cv2.LINE_AA)
        return mask
    cv2.line(mask, (half, 0), (half, 2 * half), 255, width)
    cv2.line(mask, (0, half), (2 * half, half), 255, width)
    if kind == "dashes":
        # The lines go on to the middle between crossings, with gaps.
        for start in range(0, 2 * half, PER_SQUARE // 4):
            gap = slice(start, start + PER_SQUARE // 10)
            mask[gap, :] = mask[:, gap] = 0
    return mask


def _rounded_cell(sheet: _Sheet, column: int, row: int, ink: Linear) -> None:
    gap, radius = 0.05, 0.10
    size = round((1 - 2 * gap) * PER_SQUARE)
    mask = np.zeros((size, size), dtype=np.uint8)
    r, w = round(radius * PER_SQUARE), max(round(sheet.look.line * PER_SQUARE), 2)
    for corner in ((r, r), (size - 1 - r, r), (r, size - 1 - r), (size - 1 - r, size - 1 - r)):
        cv2.circle(mask, corner, r - 1, 255, w, cv2.LINE_AA)
    cv2.rectangle(mask, (r, r), (size - r, size - r), 0, -1)
    cv2.rectangle(mask, (0, r), (size, size - 1 - r), 0, -1)
    cv2.rectangle(mask, (r, 0), (size - 1 - r, size), 0, -1)
    mask[r : size - r, :w] = mask[r : size - r, -w:] = 255
    mask[:w, r : size - r] = mask[-w:, r : size - r] = 255
    sheet.lay(mask, sheet.at(column + gap, row + 1 - gap), ink)


def _frame(sheet: _Sheet) -> None:
    look = sheet.look
    left, right, bottom, _ = look.margins
    gold = paint(look.dark_line)
    if min(look.margins) > 0.25 and not look.split_frame:
        rim = 0.06
        outline = np.zeros((sheet.height, sheet.width), dtype=np.uint8)
        edge = round(rim * PER_SQUARE)
        cv2.rectangle(outline, (edge, edge), (sheet.width - edge, sheet.height - edge), 255, 2, cv2.LINE_AA)
        sheet.lay(outline, (0, 0), gold)
    for level in range(6):
        for x in (-left / 2, COLUMNS + right / 2) if min(left, right) > 0.6 else ():
            dial = np.zeros((PER_SQUARE // 2, PER_SQUARE // 2), dtype=np.uint8)
            cv2.circle(dial, (PER_SQUARE // 4, PER_SQUARE // 4), PER_SQUARE // 6, 255, 2, cv2.LINE_AA)
            cv2.putText(
                dial,
                str(level),
                (PER_SQUARE // 4 - 9, PER_SQUARE // 4 + 10),
                cv2.FONT_HERSHEY_DUPLEX,
                0.9,
                255,
                2,
            )
            where = sheet.at(x - 0.25, 4.6 - level * 0.8 + 0.25)
            sheet.lay(dial, where, gold, 0.8)
    if bottom > 0.55:
        for index, element in enumerate(Element):
            size = round(0.34 * PER_SQUARE)
            x, y = sheet.at(1.9 + index * 1.1, -bottom / 2 + 0.17)
            sheet.lay(sign("plain kanji", element, size), (x, y), gold, 0.45)
    if look.markers:
        _corner_markers(sheet)


def _corner_markers(sheet: _Sheet) -> None:
    left, right, bottom, top = sheet.look.margins
    size = round(_MARKER * PER_SQUARE)
    tag = round(size * 6 / 8)
    rim = (size - tag) // 2
    outer = 0.12
    places = (
        (-left + outer, -bottom + outer + _MARKER),
        (COLUMNS + right - outer - _MARKER, -bottom + outer + _MARKER),
        (COLUMNS + right - outer - _MARKER, ROWS + top - outer),
        (-left + outer, ROWS + top - outer),
    )
    for number, place in enumerate(places):
        x, y = sheet.at(*place)
        patch = np.full((size, size, 3), 0.85, dtype=np.float32)
        patch[rim : rim + tag, rim : rim + tag][marker(number, tag) == 0] = 0.02
        sheet.pixels[y : y + size, x : x + size] = patch


def board_print(look: BoardLook) -> NDArray[np.float32]:
    """Linear light; the first row is the edge beyond row E, the first column the one beyond column 1."""
    sheet = _Sheet(look)
    _zones(sheet)
    _lines(sheet)
    _frame(sheet)
    dice = np.random.default_rng(7)
    paper = dice.normal(1, 0.02, size=(sheet.height // 2, sheet.width // 2, 1)).astype(np.float32)
    sheet.pixels *= cv2.resize(paper, (sheet.width, sheet.height))[..., None]
    sheet.pixels.setflags(write=False)
    return sheet.pixels


def place_on_print(
    look: BoardLook, x: NDArray[np.float32], y: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Texture coordinates of places on the board."""
    left, _, _, top = look.margins
    per = np.float32(PER_SQUARE)
    return (x + np.float32(left)) * per - np.float32(0.5), (np.float32(ROWS + top) - y) * per - np.float32(
        0.5
    )
