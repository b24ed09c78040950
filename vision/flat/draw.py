"""What was seen of flat pieces, drawn over the picture for people to look at."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.flat.seen import FlatPiece, FlatSighting, LooseFlat
from vision.frames import Image
from vision.sighting import Point

_SURE: Final = (80, 220, 80)
_UNSURE: Final = (40, 140, 255)
_HIDDEN: Final = (60, 60, 230)


def drawn(image: Image, sighting: FlatSighting) -> Image:
    canvas = image.copy()
    if sighting.corners is not None:
        _path(canvas, sighting.corners, _SURE if sighting.clear else _HIDDEN)
    seen: list[FlatPiece | LooseFlat] = [*sighting.pieces, *sighting.beside]
    for piece in seen:
        colour = _SURE if piece.claimed else _UNSURE
        _path(canvas, piece.outline, colour)
        # The printed top, so that one sees which way it was read.
        _line(canvas, piece.outline[:2], colour)
        text = f"{'x' if piece.down else piece.code or '??'} {piece.confidence:.2f}"
        x, y = np.mean(piece.outline, axis=0)
        cv2.putText(
            canvas, text, (round(x) - 34, round(y)), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 3, cv2.LINE_AA
        )
        cv2.putText(
            canvas, text, (round(x) - 34, round(y)), cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA
        )
    words = " ".join(f"{doubt.square}:{doubt.reason.value}" for doubt in sighting.doubts)
    cv2.putText(canvas, words, (10, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.6, _UNSURE, 2, cv2.LINE_AA)
    return canvas


def _path(canvas: Image, points: Sequence[Point], colour: tuple[int, int, int]) -> None:
    cv2.polylines(canvas, [np.rint(np.array(points)).astype(np.int32)], True, colour, 1, cv2.LINE_AA)


def _line(canvas: Image, points: Sequence[Point], colour: tuple[int, int, int]) -> None:
    cv2.polylines(canvas, [np.rint(np.array(points)).astype(np.int32)], False, colour, 3, cv2.LINE_AA)
