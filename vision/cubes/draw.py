"""What was seen, drawn over the picture."""

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np

from companion.games.himiki.rules.board import COLUMNS, ROWS, Square, column_of, name_of, row_of
from companion.games.himiki.rules.cubes import Colour
from vision.cubes.seen import CubeSighting
from vision.cubes.tops import Pose
from vision.frames import Image
from vision.plane.camera import Camera
from vision.sighting import CLAIM

_LINE: Final = (80, 220, 80)
_COVERED: Final = (60, 60, 230)
_UNSURE: Final = (0, 165, 255)


def drawn(
    image: Image,
    sighting: CubeSighting,
    camera: Camera | None,
    poses: Mapping[Square, Pose],
    edge: float,
    said: Mapping[Square, str] | None = None,
) -> Image:
    """A copy with the grid, the cubes and whether the picture was clear; on doubtful squares the reason, and
    what else is `said` of them."""
    canvas = image.copy()
    if camera is None:
        _text(canvas, "no board", (20, 40), _COVERED)
        return canvas
    colour = _LINE if sighting.clear else _COVERED
    for x in range(COLUMNS + 1):
        _path(canvas, camera.project(np.array([(x, y, 0.0) for y in np.linspace(0, ROWS, 21)])), colour)
    for y in range(ROWS + 1):
        _path(canvas, camera.project(np.array([(x, y, 0.0) for x in np.linspace(0, COLUMNS, 25)])), colour)
    for cube in sighting.cubes:
        pose = poses.get(cube.square) or Pose(column_of(cube.square) + 0.5, row_of(cube.square) + 0.5, 0.0)
        corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * edge
        cos, sin = np.cos(-pose.turn), np.sin(-pose.turn)
        turned = corners @ np.array([[cos, sin], [-sin, cos]]) + [pose.x, pose.y]
        top = camera.project(np.column_stack([turned, np.full(4, edge)]))
        _path(canvas, np.vstack([top, top[:1]]), _LINE if cube.confidence >= CLAIM else _UNSURE)
        words = f"{name_of(cube.square)}{cube.colour.letter}{cube.top.letter}"
        words += "?" if cube.side is None else cube.side.letter
        place = (int(top[:, 0].min()), int(top[:, 1].min()) - 4)
        _text(
            canvas,
            f"{words} {cube.confidence:.2f}",
            place,
            (0, 0, 0) if cube.colour is Colour.WHITE else _LINE,
        )
    for doubt in sighting.doubts:
        middle = [column_of(doubt.square) + 0.5, row_of(doubt.square) + 0.5, 0.0]
        x, y = camera.project(np.array([middle]))[0].tolist()
        _text(canvas, f"{name_of(doubt.square)} {doubt.reason.value}", (int(x) - 30, int(y) + 14), _UNSURE)
        if said and doubt.square in said:
            _text(canvas, said[doubt.square], (int(x) - 30, int(y) + 32), _UNSURE)
    _text(canvas, "clear" if sighting.clear else "not clear", (20, 40), colour)
    return canvas


def _path(
    canvas: Image, points: np.ndarray[tuple[int, ...], np.dtype[np.float64]], colour: tuple[int, ...]
) -> None:
    cv2.polylines(canvas, [np.rint(points).astype(np.int32)], False, colour, 2, cv2.LINE_AA)


def _text(canvas: Image, words: str, place: tuple[int, int], colour: tuple[int, ...]) -> None:
    cv2.putText(canvas, words, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 255, 255), 3, cv2.LINE_AA)
    cv2.putText(canvas, words, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)
