"""Shapes as a picture."""

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from vision.frames import Image
from vision.virtual.flat.shapes import Box, Polygon, Shape, Words

_FINER: Final = 3
"""Times as large as that it is drawn first."""

_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_CAPITAL: Final = 0.72
"""Of a font's size, how high its capitals are."""


def raster(shapes: Iterable[Shape], width: float, height: float, scale: float) -> Image:
    """`scale`: pixels to a unit of the shapes."""
    fine = scale * _FINER
    size = round(width * scale), round(height * scale)
    image = np.full((size[1] * _FINER, size[0] * _FINER, 3), 255, np.uint8)
    for shape in shapes:
        match shape:
            case Box(x, y, wide, high, fill, stroke, line):
                one = round(x * fine), round(y * fine)
                other = round((x + wide) * fine), round((y + high) * fine)
                if fill:
                    cv2.rectangle(image, one, other, _bgr(fill), -1)
                if stroke:
                    cv2.rectangle(image, one, other, _bgr(stroke), max(1, round(line * fine)))
            case Polygon(points, fill):
                corners = np.rint(np.array(points) * fine).astype(np.int32)
                cv2.fillPoly(image, [corners], _bgr(fill), cv2.LINE_AA)
            case Words():
                _write(image, shape, fine)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _write(image: Image, words: Words, fine: float) -> None:
    plain = words.text.encode("ascii", "replace").decode()
    thick = max(1, round(words.fitted * fine * 0.09))
    (_, capital), _ = cv2.getTextSize("H", _FONT, 1.0, 1)
    scale = words.fitted * fine * _CAPITAL / capital
    (wide, _), _ = cv2.getTextSize(plain, _FONT, scale, thick)
    if words.room is not None and wide > words.room * fine:
        scale *= words.room * fine / wide
        (wide, _), _ = cv2.getTextSize(plain, _FONT, scale, thick)
    place = round(words.x * fine - wide / 2), round(words.y * fine)
    cv2.putText(image, plain, place, _FONT, scale, _bgr(words.fill), thick, cv2.LINE_AA)


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return blue, green, red
