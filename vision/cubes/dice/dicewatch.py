"""The tray followed over time: when something happens in it, when cubes lie, whether they were thrown.

A cheap look at every frame; the tray is read only when it is still and has changed. How two frames are
compared is in `differences`.
"""

from typing import Final

import cv2
import numpy as np

from companion.games.himiki.rules.cubes import Colour
from vision.cubes.dice.dice import DiceReader, DiceReading, Lying
from vision.cubes.profile import Profile
from vision.cubes.reading.reader import Reader
from vision.cubes.seen import Dice, Lies
from vision.cubes.tray import Tray
from vision.frames import Frame, Image, Seconds
from vision.plane.camera import Floats
from vision.plane.channels import Mask
from vision.plane.differences import PER_SQUARE, Difference, Small, difference, evenly
from vision.plane.light import Light

_SETTLED_AFTER: Final = 0.3
"""Seconds without movement; a rolling cube has none of them."""

_MOVES: Final = 0.05
"""Squares that differ between two frames for a movement."""

_CHANGES: Final = 0.05
"""Squares that differ from the last reading for another one."""

_REACHES: Final = 0.25
"""Squares inside the tray that one thing covers which reaches in."""

_CROSSING: Final = 4
"""Pixels at the end of what is watched that it covers as well."""

_STAYS: Final = 2.0
"""Seconds after which a thing that reaches in, and is still, is looked at all the same: a long shadow,
perhaps. A hand that hides anything of a cube leaves no claim."""

_AGAIN_AFTER: Final = (0.2, 0.5, 2.0)
"""Seconds after which a still tray that told nothing is read again: for the first time, and so on."""

_TRIES: Final = 4
"""Times at most that a still tray is read which does not tell both cubes."""

_BEYOND_DOUBT: Final = 0.95
"""Confidence from which on one reading is enough; otherwise two have to agree."""

_RIM: Final = 0.45
"""Squares around the tray that are watched with it."""

_MOVED: Final = 0.12
"""Squares by which a cube that was thrown lies otherwise, whatever it shows."""

_TURNED: Final = 10.0
"""Degrees, likewise."""


class DiceWatch:
    """Watches the tray of one profile, with the board where it is now."""

    def __init__(self, tray: Tray, profile: Profile) -> None:
        self.tray = tray
        self.corners = profile.corners
        self._reader: DiceReader | None = None
        self._read_by: Reader | None = None
        camera = profile.camera()
        ground = tray.pixels(camera)
        square = float(np.sqrt(cv2.contourArea(ground.astype(np.float32)) / tray.area))
        self._factor = max(round(square / PER_SQUARE), 1)
        hull = tray.outline(camera, profile.edge)
        width, height = profile.size
        low = np.maximum(np.floor(hull.min(axis=0) - _RIM * square), 0).astype(int)
        high = np.minimum(np.ceil(hull.max(axis=0) + _RIM * square), [width, height]).astype(int)
        self._left, self._top = low.tolist()
        columns, rows = (max(int(side), 0) for side in (high - low) // self._factor)
        self._size = (columns, rows)
        self.in_picture = min(self._size) >= PER_SQUARE and _within(hull, profile.size)
        """Whether the whole tray can be seen."""
        self._inside = _filled((hull - low) / self._factor, self._size)
        self._outermost = np.ones_like(self._inside)
        self._outermost[1:-1, 1:-1] = False
        self._square = (square / self._factor) ** 2
        self.plane: Small = evenly(*self._size) if self.in_picture else np.zeros((0, 3), np.float32)
        self._before: Image | None = None
        self._clear: Image | None = None
        self._read: Image | None = None
        self._noise = 0.0
        self._still_since = Seconds(0.0)
        self._covered_since: Seconds | None = None
        self._read_at = Seconds(0.0)
        self._tries = 0
        self._doubted: DiceReading | None = None
        self._touched = False
        """Whether anything happened in it since it is watched."""
        self._threw: tuple[Lying, Lying] | None = None
        self._dice = Dice(Lies.DISTURBED)
        self._thrown: Seconds | None = None

    def look(self, frame: Frame, reader: Reader, light: Light) -> Dice:
        small = self._small(frame.image)
        before, self._before = self._before, small
        if before is None:
            self._still_since = frame.t
            return self._dice
        step = self._compared(small, before)
        # Around it as well: a hand that is only just gone must not become part of what is known.
        if self._area(step.mask) > _MOVES:
            self._still_since = frame.t
            self._covered_since = None
            self._touched = True
            self._dice = Dice(Lies.DISTURBED)
            return self._dice
        self._noise = step.noise if self._noise == 0 else 0.8 * self._noise + 0.2 * step.noise
        if frame.t - self._still_since >= _SETTLED_AFTER:
            self._still(frame, small, reader, light)
        return self._dice

    def _still(self, frame: Frame, small: Image, reader: Reader, light: Light) -> None:
        if self._read is not None and not self._changed(small):
            if self._dice.lies is not Lies.DISTURBED and self._waits(frame.t):
                return
        elif self._covered(frame.t, small):
            self._touched = True
            self._dice = Dice(Lies.DISTURBED)
            return
        else:
            self._touched |= self._read is not None
            self._tries = 0
            self._doubted = None
        self._read = self._clear = small
        self._covered_since = None
        self._read_at = frame.t
        self._tries += 1
        self._judge(self._reader_of(reader).read(frame.image, light))

    def _waits(self, t: Seconds) -> bool:
        """Whether what was read last is all that can be said of it, for now."""
        if self._dice.lies is Lies.READ or self._tries >= _TRIES:
            return True
        return t - self._read_at < _AGAIN_AFTER[min(self._tries, len(_AGAIN_AFTER)) - 1]

    def _judge(self, reading: DiceReading) -> None:
        doubted, self._doubted = self._doubted, reading
        faces = reading.faces
        sure = faces is not None and min(reading.sureness) >= _BEYOND_DOUBT
        if faces is None or not (sure or (doubted is not None and doubted.faces == faces)):
            self._dice = Dice(Lies.EMPTY if reading.empty else Lies.UNREAD)
            return
        cubes = reading.of(Colour.BLACK), reading.of(Colour.WHITE)
        if self._threw is None or all(map(_otherwise, cubes, self._threw)):
            self._thrown = self._still_since if self._touched else None
            self._threw = cubes
        self._dice = Dice(Lies.READ, faces, self._thrown)

    def _reader_of(self, reader: Reader) -> DiceReader:
        """Made anew when the faces are read by what they look like now."""
        if self._reader is None or self._read_by is not reader:
            self._reader = DiceReader(self.tray, reader.profile, reader.matcher, reader.sizes)
            self._read_by = reader
        return self._reader

    # Pictures

    def _small(self, image: Image) -> Image:
        width, height = self._size
        left, top, factor = self._left, self._top, self._factor
        part = image[top : top + height * factor, left : left + width * factor]
        return np.asarray(cv2.resize(part, self._size, interpolation=cv2.INTER_AREA), np.uint8)

    def _compared(self, small: Image, other: Image) -> Difference:
        return difference(small, other, self, self._noise)

    def _area(self, mask: Mask) -> float:
        return float(np.count_nonzero(mask)) / self._square

    def _changed(self, small: Image) -> bool:
        assert self._read is not None  # asked first
        return self._area(self._compared(small, self._read).mask & self._inside) > _CHANGES

    def _covered(self, t: Seconds, small: Image) -> bool:
        """Whether something that was not there reaches over the tray's edge, as a hand that rests does."""
        if self._clear is None or not self._reaches(small, self._clear):
            self._covered_since = None
            return False
        self._covered_since = t if self._covered_since is None else self._covered_since
        return t - self._covered_since < _STAYS

    def _reaches(self, small: Image, clear: Image) -> bool:
        mask = self._compared(small, clear).mask.astype(np.uint8)
        count, labels = cv2.connectedComponents(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _CLOSE))
        there = mask > 0
        inside = np.bincount(labels[there & self._inside], minlength=count)[1:]
        # A cube at the tray's edge, and its shadow, end before.
        afar = np.bincount(labels[there & self._outermost], minlength=count)[1:]
        reaching = (inside > _REACHES * self._square) & (afar >= _CROSSING)
        return bool(reaching.any())


_CLOSE: Final = np.ones((3, 3), np.uint8)


def _otherwise(cube: Lying, before: Lying) -> bool:
    """Whether a cube lies elsewhere, or turned otherwise, than it did."""
    turned = abs((np.degrees(cube.turn - before.turn) + 45) % 90 - 45)
    away = float(np.hypot(cube.x - before.x, cube.y - before.y))
    return bool(away > _MOVED or turned > _TURNED or cube.top is not before.top)


def _filled(hull: Floats, size: tuple[int, int]) -> Mask:
    canvas = np.zeros((size[1], size[0]), np.uint8)
    if canvas.size:
        cv2.fillConvexPoly(canvas, np.rint(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return canvas.view(bool)


def _within(hull: Floats, size: tuple[int, int]) -> bool:
    return bool((hull > -1).all() and (hull < size).all())
