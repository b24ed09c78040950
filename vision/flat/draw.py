"""What was seen of flat pieces, drawn over the picture for people to look at."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.flat.seen import FlatPiece, FlatSighting, LooseFlat
from vision.frames import Image
from vision.marked import Mark, Marked
from vision.sighting import Point

SURE: Final = (80, 220, 80)
UNSURE: Final = (40, 140, 255)
HIDDEN: Final = (60, 60, 230)

_Colour = tuple[int, int, int]


def drawn(image: Image, sighting: FlatSighting) -> Image:
    canvas = image.copy()
    if sighting.corners is not None:
        outline(canvas, sighting.corners, SURE if sighting.clear else HIDDEN)
    seen: list[FlatPiece | LooseFlat] = [*sighting.pieces, *sighting.beside]
    for piece in seen:
        colour = SURE if piece.claimed else UNSURE
        outline(canvas, piece.outline, colour, top=True)
        words(
            canvas,
            piece.outline,
            f"{'x' if piece.down else piece.code or '??'} {piece.confidence:.2f}",
            colour,
        )
    told = " ".join(f"{doubt.square}:{doubt.reason.value}" for doubt in sighting.doubts)
    cv2.putText(canvas, told, (10, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.6, UNSURE, 2, cv2.LINE_AA)
    return canvas


def marked(sighting: FlatSighting, size: tuple[int, int]) -> Marked | None:
    """The same as outlines, in pictures of that size."""
    if sighting.corners is None:
        return None
    seen: list[FlatPiece | LooseFlat] = [*sighting.pieces, *sighting.beside]
    marks = (Mark(each.outline, "x" if each.down else each.code or "??", each.claimed) for each in seen)
    return Marked(size, sighting.corners, tuple(marks))


def words(canvas: Image, around: Sequence[Point], text: str, colour: _Colour) -> None:
    """In the middle of an outline."""
    x, y = np.mean(around, axis=0)
    place = (round(x) - 34, round(y))
    for ink, thick in (((0, 0, 0), 3), (colour, 1)):
        cv2.putText(canvas, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, thick, cv2.LINE_AA)


def outline(canvas: Image, points: Sequence[Point], colour: _Colour, *, top: bool = False) -> None:
    """`top`: its first side thick, so that one sees which way a piece was read."""
    corners = np.rint(np.array(points)).astype(np.int32)
    cv2.polylines(canvas, [corners], True, colour, 1, cv2.LINE_AA)
    if top:
        cv2.polylines(canvas, [corners[:2]], False, colour, 3, cv2.LINE_AA)
