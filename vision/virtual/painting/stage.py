"""The empty table in one light seen from one place, and the things that are now on it.

What stands still is drawn once; after that only what changed is drawn again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.himiki.rules.board import COLUMNS, ROWS
from vision.frames import Image
from vision.virtual.painting.boards import place_on_print
from vision.virtual.painting.boxes import Thing, box_of
from vision.virtual.painting.colours import Linear, paint, to_pixels
from vision.virtual.painting.lighting import Shadow, lit, mirrored, on_ground, screened, shades, shadow_of
from vision.virtual.painting.solids import Box, seen
from vision.virtual.painting.surfaces import forget_clouds, table_light
from vision.virtual.painting.windows import Window, merged_windows, overlap, union, within
from vision.virtual.scenes.looks import DrawnLook
from vision.virtual.scenes.optics import DrawnLens, Map, Shift
from vision.virtual.scenes.scene import Piece

_BANDS: Final = 8
"""Of rows, in which a whole picture is drawn one after the other: memory is short on a Pi."""

_BRIGHTEST: Final = 8.0
"""Light of a lamp right below it, against the board's middle; nothing that is drawn here comes near."""

_KEPT_SPRITES: Final = 4
"""Of things as they stood before: each is some 200 kB."""

_MARGIN: Final = 4
"""Pixels around what changed that are drawn anew with it: its edges are smooth."""

_Key = tuple[Thing, frozenset[Thing]]
"""A thing and what may stand between it and a lamp."""


@dataclass(frozen=True, slots=True, eq=False)
class _Sprite:
    window: Window
    light: Linear
    """Already weighted by its cover."""
    cover: Map


class _Field:
    """A value of every pixel from 0 to `largest`, in half of the memory that it would take as a float."""

    def __init__(self, shape: tuple[int, ...], largest: float = 1.0) -> None:
        self._steps = np.zeros(shape, dtype=np.uint16)
        self._scale = np.float32(largest / 65535)

    def put(self, rows: slice, values: NDArray[Any]) -> None:
        self._steps[rows] = np.clip(np.round(values / self._scale), 0, 65535)

    def at(self, part: tuple[slice, slice]) -> Map:
        return np.multiply(self._steps[part], self._scale, dtype=np.float32)


class PaintedStage:
    """One look in one light seen from one place: the empty table, and the things now on it."""

    def __init__(
        self,
        look: DrawnLook,
        light: str,
        camera_bump: Shift,
        board_bump: Shift,
        sway: float,
        printed: Linear,
    ) -> None:
        """`printed` is the board's print; it is not kept. `sway`: see `Scene`."""
        self.look, self.light = look, look.light(light)
        self.board_bump, self.sway = board_bump, sway
        self.lens = DrawnLens(look.camera, camera_bump)
        self.ground = (paint(look.board.dark) + paint(look.board.light)) * np.float32(0.5)
        self._build(printed)
        self._boxes: dict[Thing, Box] = {}
        self._shadows: dict[Thing, Shadow] = {}
        self._sprites: dict[_Key, _Sprite | None] = {}
        self._drawn: set[_Key] = set()
        self._things: tuple[Thing, ...] | None = None
        """Those of the last picture, as they lay."""
        self._clean: Image = np.empty((look.camera.height, look.camera.width, 3), dtype=np.uint8)
        for top, bottom in self._bands():
            self._redraw((0, top, look.camera.width, bottom), [])

    def _build(self, printed: Linear) -> None:
        place = self.look.camera
        shape = (place.height, place.width)
        self.albedo = _Field((*shape, 3))
        self.direct = [_Field(shape, _BRIGHTEST) for _ in self.light.lamps]
        self.gleam = [_Field(shape) if lamp.mirrored else None for lamp in self.light.lamps]
        self.open = _Field(shape)
        for top, bottom in self._bands():
            rays = self.lens.rays(0, top, place.width, bottom)
            rays = np.asarray(cv2.resize(rays, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR), np.float32)
            albedo, x, y, shade, inside = self._plane(rays, printed)
            size = (place.width, bottom - top)
            rows = slice(top, bottom)
            self.albedo.put(rows, cv2.resize(albedo, size, interpolation=cv2.INTER_AREA))
            self.open.put(rows, cv2.resize(shade, size, interpolation=cv2.INTER_AREA))
            for number, (lamp, direct) in enumerate(zip(self.light.lamps, self.direct, strict=True)):
                falls = on_ground(lamp, x, y) * screened(self.light, number, x, y, 0.0, self.sway)
                direct.put(rows, cv2.resize(falls, size, interpolation=cv2.INTER_AREA))
                gleam = self.gleam[number]
                if gleam is not None:
                    shines = mirrored(lamp, self.lens, x, y, self.look.board.roughness) * inside
                    gleam.put(rows, cv2.resize(shines, size, interpolation=cv2.INTER_AREA))
        forget_clouds()

    def _bands(self) -> Iterator[tuple[int, int]]:
        """Rows that are drawn at once, where a whole picture would take too much memory."""
        return pairwise(np.linspace(0, self.look.camera.height, _BANDS + 1).astype(int).tolist())

    def _plane(self, rays: Map, printed: Linear) -> tuple[Linear, Map, Map, Map, NDArray[np.bool_]]:
        """Albedo, world place, openness to the sky and whether it is the board, of what rays meet there."""
        look = self.look.board
        left, right, bottom, top = look.margins
        back = np.linalg.inv(self.board_bump.matrix()).astype(np.float32)
        x, y = self.lens.on_plane(rays, 0.0)
        board_x = back[0, 0] * x + back[0, 1] * y + back[0, 2]
        board_y = back[1, 0] * x + back[1, 1] * y + back[1, 2]
        inside = (
            (board_x > -left) & (board_x < COLUMNS + right) & (board_y > -bottom) & (board_y < ROWS + top)
        )
        u, v = place_on_print(look, board_x, board_y)
        print_light = cv2.remap(printed, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        low_x, low_y = self.lens.on_plane(rays, -look.thickness)
        table = table_light(self.look.table, low_x, low_y)
        under_x = back[0, 0] * low_x + back[0, 1] * low_y + back[0, 2]
        under_y = back[1, 0] * low_x + back[1, 1] * low_y + back[1, 2]
        out_x = np.maximum(np.maximum(-left - under_x, under_x - COLUMNS - right), 0)
        out_y = np.maximum(np.maximum(-bottom - under_y, under_y - ROWS - top), 0)
        gap = np.hypot(out_x, out_y)
        edge = ~inside & (gap == 0)
        table[edge] = paint(look.frame) * np.float32(0.5)
        shade = 1 - np.float32(0.45) * np.exp(-gap / np.float32(look.thickness + 0.02))
        shade = np.where(inside, np.float32(1), np.where(edge, np.float32(0.7), shade)).astype(np.float32)
        return np.where(inside[..., None], print_light, table), x, y, shade, inside

    def picture(self, things: tuple[Thing, ...]) -> Image:
        """The clean picture with these things on the table; not to be written to."""
        if things == self._things:
            return self._clean
        for thing in things:
            if thing not in self._boxes:
                self._boxes[thing] = box_of(thing, self.look, self.board_bump)
                self._shadows[thing] = shadow_of(self._boxes[thing], self.light, self.lens)
        around = {
            thing: frozenset(
                other
                for other in things
                if other != thing
                and not _in_motion(other)
                and shades(self._boxes[other], self._boxes[thing], self.light)
            )
            for thing in things
        }
        wanted = set(around.items())
        for key in wanted - self._sprites.keys():
            self._sprites[key] = self._sprite(*key)
        changed = wanted ^ self._drawn
        if changed:
            nearest_last = sorted(wanted, key=lambda key: -self._distance(key[0]))
            for window in merged_windows([self._touched(key) for key in changed]):
                self._redraw(window, nearest_last)
            self._drawn = wanted
            self._forget()
        self._things = things
        return self._clean

    def _distance(self, thing: Thing) -> float:
        return float(np.linalg.norm(self._boxes[thing].middle - self.lens.centre))

    def _forget(self) -> None:
        """Lets go of what a moving cube left behind: it never comes by in just that pose again."""
        if len(self._sprites) > len(self._drawn) + _KEPT_SPRITES:
            self._sprites = {key: self._sprites[key] for key in self._drawn}
            kept = {thing for thing, _ in self._drawn}
            self._boxes = {thing: self._boxes[thing] for thing in kept}
            self._shadows = {thing: self._shadows[thing] for thing in kept}

    def _sprite(self, thing: Thing, around: frozenset[Thing]) -> _Sprite | None:
        box = self._boxes[thing]
        surface = seen(box, self.lens)
        if surface is None:
            return None
        others = [self._boxes[other] for other in around]
        light = lit(surface, box.gloss, self.light, self.lens, others, self.ground, self.sway)
        fine = np.zeros((*surface.hit.shape, 3), dtype=np.float32)
        fine[surface.hit] = light
        height, width = surface.size
        half = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA)
        cover = cv2.resize(surface.hit.astype(np.float32), (width, height), interpolation=cv2.INTER_AREA)
        window = (surface.left, surface.top, surface.left + width, surface.top + height)
        return _Sprite(window, np.asarray(half, dtype=np.float32), np.asarray(cover, dtype=np.float32))

    def _touched(self, key: _Key) -> Window:
        sprite = self._sprites[key]
        windows = [veil.box for veil in self._shadows[key[0]].veils if veil.share.size]
        if sprite is not None:
            windows.append(sprite.window)
        return union(windows) if windows else (0, 0, 0, 0)

    def _redraw(self, window: Window, keys: list[_Key]) -> None:
        width, height = self.look.camera.width, self.look.camera.height
        left, top, right, bottom = (
            max(window[0] - _MARGIN, 0),
            max(window[1] - _MARGIN, 0),
            min(window[2] + _MARGIN, width),
            min(window[3] + _MARGIN, height),
        )
        wide = (
            max(left - _MARGIN, 0),
            max(top - _MARGIN, 0),
            min(right + _MARGIN, width),
            min(bottom + _MARGIN, height),
        )
        drawn = self._composed(wide, keys)
        self._clean[top:bottom, left:right] = drawn[
            top - wide[1] : bottom - wide[1], left - wide[0] : right - wide[0]
        ]

    def _composed(self, window: Window, keys: list[_Key]) -> Image:
        left, top, right, bottom = window
        part = slice(top, bottom), slice(left, right)
        sky = self.open.at(part)
        lamps = [whole.at(part) * sky for whole in self.direct]
        for thing, _ in keys:
            shadow = self._shadows[thing]
            _darken(sky, window, shadow.contact.box, shadow.contact.share)
            for direct, veil in zip(lamps, shadow.lamps, strict=True):
                _darken(direct, window, veil.box, veil.share)
        energy = sky[..., None] * np.array(self.light.sky, dtype=np.float32)
        for lamp, share in zip(self.light.lamps, lamps, strict=True):
            energy += share[..., None] * np.array(lamp.colour, dtype=np.float32)
        energy *= self.albedo.at(part)
        for lamp, share, gleam in zip(self.light.lamps, lamps, self.gleam, strict=True):
            if gleam is not None:
                # What stands in the lamp's way takes its image away as well.
                shines = gleam.at(part) * share * np.float32(self.look.board.polish)
                energy += shines[..., None] * (np.array(lamp.colour, dtype=np.float32) / max(lamp.colour))
        for key in keys:
            sprite = self._sprites[key]
            if sprite is not None:
                _put(energy, window, sprite)
        energy *= self._falloff(window)[..., None]
        pixels = to_pixels(energy)
        if self.look.sensor.blur > 0.2:
            pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), self.look.sensor.blur), dtype=np.uint8)
        return pixels

    def _falloff(self, window: Window) -> Map:
        """What the lens leaves of the light, less towards the picture's corners."""
        left, top, right, bottom = window
        width, height = self.look.camera.width, self.look.camera.height
        x = (np.arange(left, right, dtype=np.float32) - np.float32(width / 2)) ** 2
        y = (np.arange(top, bottom, dtype=np.float32) - np.float32(height / 2)) ** 2
        far = (x + y[:, None]) / np.float32((width**2 + height**2) / 4)
        return np.asarray(1 - np.float32(self.look.sensor.vignette) * far, dtype=np.float32)


def _in_motion(thing: Thing) -> bool:
    """Its shadow on other cubes is left out, or all its neighbours would be drawn again in every frame."""
    return isinstance(thing, Piece) and (thing.lift > 0.02 or thing.lean != 0)


def _darken(light: Map, window: Window, box: Window, share: Map) -> None:
    part = overlap(window, box)
    if part is not None:
        light[within(window, part)] *= 1 - share[within(box, part)]


def _put(energy: Linear, window: Window, sprite: _Sprite) -> None:
    part = overlap(window, sprite.window)
    if part is None:
        return
    here, there = within(window, part), within(sprite.window, part)
    energy[here] *= 1 - sprite.cover[there][..., None]
    energy[here] += sprite.light[there]
