"""Pictures for people: with what was seen drawn over them."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.board import COLUMNS, ROWS, column_of, name_of, row_of
from companion.games.himiki.rules.cubes import Colour
from vision.cubes.profile import Profile
from vision.cubes.reading.reader import fitted
from vision.cubes.seen import CubeSighting, SeenCube
from vision.frames import Image
from vision.marked import Mark, Marked
from vision.plane.camera import Camera
from vision.sighting import CLAIM

_Floats = NDArray[np.float64]

_GRID: Final = (80, 220, 80)
_HIDDEN: Final = (60, 60, 230)
_UNSURE: Final = (0, 165, 255)
_TRAY: Final = (230, 200, 60)


def with_sighting(image: Image, sighting: CubeSighting, profile: Profile) -> Image:
    """A copy with the grid, and the tops of the cubes with what they were read as."""
    fitting = fitted(image, profile.size)
    if sighting.corners is None or fitting is None:
        return image.copy()
    canvas = fitting.copy()
    camera = profile.camera_at(sighting.corners)
    colour = _GRID if sighting.clear and not sighting.moving else _HIDDEN
    for x in range(COLUMNS + 1):
        _path(canvas, camera.project(np.array([(x, y, 0.0) for y in np.linspace(0, ROWS, 11)])), colour)
    for y in range(ROWS + 1):
        _path(canvas, camera.project(np.array([(x, y, 0.0) for x in np.linspace(0, COLUMNS, 13)])), colour)
    if profile.tray is not None:
        corners = profile.tray.pixels(camera)
        _path(canvas, np.vstack([corners, corners[:1]]), _TRAY)
    for cube in sighting.cubes:
        _cube(canvas, cube, camera, profile.edge)
    return canvas


def marked(sighting: CubeSighting, profile: Profile | None) -> Marked | None:
    """The same as outlines. Without a profile nobody knows how the tops stand in the picture: then only the
    board is one."""
    if sighting.corners is None:
        return None
    if profile is None:
        return Marked(None, sighting.corners)
    camera = profile.camera_at(sighting.corners)
    marks = tuple(
        Mark(
            tuple((float(x), float(y)) for x, y in _top(cube, camera, profile.edge)[:-1]),
            _words(cube),
            cube.confidence >= CLAIM,
        )
        for cube in sighting.cubes
    )
    return Marked(profile.size, sighting.corners, marks)


def _top(cube: SeenCube, camera: Camera, edge: float) -> _Floats:
    """Its outline, back to the first corner."""
    middle = np.array([column_of(cube.square) + 0.5, row_of(cube.square) + 0.5])
    turns = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)]) * edge
    return np.asarray(camera.project(np.column_stack([turns + middle, np.full(len(turns), edge)])))


def _words(cube: SeenCube) -> str:
    letters = cube.top.letter + ("?" if cube.side is None else cube.side.letter)
    return f"{name_of(cube.square)} {cube.colour.letter}{letters}"


def _cube(canvas: Image, cube: SeenCube, camera: Camera, edge: float) -> None:
    top = _top(cube, camera, edge)
    sure = cube.confidence >= CLAIM
    _path(canvas, top, _GRID if sure else _UNSURE)
    words = _words(cube) + ("" if sure else f" {cube.confidence:.1f}")
    place = (int(top[:, 0].min()), int(top[:, 1].min()) - 6)
    around = (0, 0, 0) if cube.colour is Colour.WHITE else (255, 255, 255)
    inside = (255, 255, 255) if cube.colour is Colour.WHITE else (0, 0, 0)
    cv2.putText(canvas, words, place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, around, 4, cv2.LINE_AA)
    cv2.putText(canvas, words, place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, inside, 1, cv2.LINE_AA)


def _path(canvas: Image, points: _Floats, colour: tuple[int, ...]) -> None:
    cv2.polylines(canvas, [np.rint(points).astype(np.int32)], False, colour, 2, cv2.LINE_AA)
