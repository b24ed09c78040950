"""Draws tables of flat pieces as a camera sees them."""

from collections.abc import Mapping
from threading import Lock
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image
from vision.plane.camera import Lens
from vision.virtual.flat.scene import FlatBoard, FlatLook, FlatScene, FlatThing
from vision.virtual.painting import hands, sensor
from vision.virtual.painting.colours import Linear, paint, to_pixels
from vision.virtual.painting.lighting import on_ground
from vision.virtual.painting.surfaces import table_light
from vision.virtual.scenes.optics import DrawnLens, Floats, Map

_MOST_KEPT: Final = 80
"""Pieces drawn somewhere, that are kept for the next frame."""

_SHADE: Final = 0.45
"""Light that a piece keeps from the table right beside it."""

_THICK: Final = 0.045
"""Of a piece, in squares' widths."""


class FlatPainter:
    """Of one look and its faces; may be shared by threads. `faces` are pictures by code, upright."""

    def __init__(self, look: FlatLook, faces: Mapping[str, Image], back: Image) -> None:
        self.look = look
        self.lens = DrawnLens(look.camera)
        self._faces = {code: _linear(face) for code, face in faces.items()}
        self._back = _linear(back)
        self._stages: dict[tuple[str, bool], tuple[Linear, Map]] = {}
        self._drawn: tuple[tuple[object, ...], Image] | None = None
        self._lock = Lock()

    def picture(self, scene: FlatScene, *, board: bool = True) -> Image:
        with self._lock:
            return self._picture(scene, board)

    def _picture(self, scene: FlatScene, board: bool) -> Image:
        key = (scene.light, board, scene.things)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = key, self._laid(scene, board)
        image = self._drawn[1].copy()
        if scene.hand is not None:
            hands.drawn(image, scene.hand, self.lens, self.look.lit(scene.light))
        for glare in scene.glare:
            spot = self.lens.project(
                np.array([[glare.x, glare.y, 0.0], [glare.x + glare.size, glare.y, 0.0]])
            )
            radius = float(np.linalg.norm(spot[1] - spot[0]))
            sensor.with_glare(image, (float(spot[0, 0]), float(spot[0, 1])), radius, glare.strength)
        return sensor.exposed(image, self.look.sensor, scene.noise)

    def _laid(self, scene: FlatScene, board: bool) -> Image:
        """Without a hand, as a perfect camera sees it."""
        albedo, light = self._stage(scene.light, board)
        albedo = albedo.copy()
        for thing in sorted(scene.things, key=lambda each: (each.height > 0, each.layer)):
            self._put(albedo, thing)
        return np.asarray(to_pixels(albedo * light))

    def _stage(self, light: str, board: bool) -> tuple[Linear, Map]:
        """What the empty table throws back, and the light on it."""
        if (light, board) not in self._stages:
            place = self.look.camera
            rays = self.lens.rays(0, 0, place.width, place.height)
            x, y = self.lens.on_plane(rays, 0.0)
            albedo = table_light(self.look.table, x, y)
            if board and self.look.board is not None:
                _paint_board(albedo, self.look.board, x, y)
            lit = self.look.lit(light)
            falls = np.zeros((*x.shape, 3), np.float32) + np.array(lit.sky, np.float32)
            for lamp in lit.lamps:
                falls += on_ground(lamp, x, y)[..., None] * np.array(lamp.colour, np.float32)
            self._stages[light, board] = albedo, falls
        return self._stages[light, board]

    def _put(self, albedo: Linear, thing: FlatThing) -> None:
        face = self._back if thing.down else self._faces[thing.code]
        high, wide = face.shape[:2]
        corners = self.lens.project(self._corners(thing, 1.0, thing.height + _THICK))
        left, top = (int(v) for v in np.floor(corners.min(axis=0)) - 14)
        right, low = (int(v) for v in np.ceil(corners.max(axis=0)) + 14)
        left, top = max(left, 0), max(top, 0)
        right, low = min(right, albedo.shape[1]), min(low, albedo.shape[0])
        if right <= left or low <= top:
            return
        part = albedo[top:low, left:right]
        size = (right - left, low - top)
        shadow = np.zeros((size[1], size[0]), np.float32)
        foot = self.lens.project(self._corners(thing, 1.03, 0.0)) - [left, top]
        cv2.fillConvexPoly(shadow, np.rint(foot * 8).astype(np.int32), _SHADE, cv2.LINE_AA, 3)
        shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 2.2 + 12 * thing.height), np.float32)
        part *= (1 - shadow)[..., None]
        inside = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - 0.5
        onto = cv2.getPerspectiveTransform(inside, (corners - [left, top]).astype(np.float32))
        seen = cv2.warpPerspective(face, onto, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros((size[1], size[0]), np.float32)
        edge = np.rint((corners - [left, top]) * 8).astype(np.int32)
        cv2.fillConvexPoly(mask, edge, 1.0, cv2.LINE_AA, 3)
        part += (seen - part) * mask[..., None]

    def _corners(self, thing: FlatThing, grown: float, height: float) -> Floats:
        wide, high = (side * grown / 2 for side in self.look.piece)
        flat = np.array([(-wide, high), (wide, high), (wide, -high), (-wide, -high)])
        sine, cosine = np.sin(np.radians(thing.turn)), np.cos(np.radians(thing.turn))
        turned = flat @ np.array([[cosine, -sine], [sine, cosine]]) + [thing.x, thing.y]
        return np.column_stack([turned, np.full(4, height)])

    def on_pieces(self, points: Floats) -> Floats:
        """Pixels of places (n, 2) in the plane of the pieces' faces."""
        return self.lens.project(np.column_stack([points, np.full(len(points), _THICK)]))

    def own_lens(self) -> Lens:
        """How it bends, as eyes reckon with it."""
        place = self.look.camera
        scale = (place.width / 2 / self.lens.matrix[0, 0]) ** 2
        return Lens(place.k1 * scale, place.k2 * scale**2)

    def corners_of(self, thing: FlatThing) -> Floats:
        """Its printed top left, top right, bottom right and bottom left in the picture."""
        return self.lens.project(self._corners(thing, 1.0, thing.height + _THICK))


def _linear(face: Image) -> Linear:
    return _TO_LIGHT[face]


def _light_of_bytes() -> NDArray[np.float32]:
    value = np.arange(256) / 255
    curve = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    return curve.astype(np.float32)


_TO_LIGHT: Final = _light_of_bytes()


def _paint_board(albedo: Linear, board: FlatBoard, x: Map, y: Map) -> None:
    wide, long = float(board.columns), board.rows * board.height
    rim = board.margin
    on = (x > -rim) & (x < wide + rim) & (y > -rim) & (y < long + rim)
    albedo[on] = paint(board.frame)
    inside = (x > 0) & (x < wide) & (y > 0) & (y < long)
    column, row = np.floor(x), np.floor(y / np.float32(board.height))
    albedo[inside] = paint(board.paint)
    albedo[inside & ((column + row) % 2 == 0)] = paint(board.second)
    across, along = np.abs(x - np.round(x)), np.abs(y / board.height - np.round(y / board.height))
    lines = (across < board.thick / 2) | (along * board.height < board.thick / 2)
    near = (x > -board.thick) & (x < wide + board.thick) & (y > -board.thick) & (y < long + board.thick)
    albedo[near & lines] = paint(board.line)
