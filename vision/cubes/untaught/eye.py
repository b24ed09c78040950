"""An eye for a table that was never learnt: common sets, read in general terms where the board is found.

Slower than one that was taught and less sure; it tells neither headings nor sides.
"""

from dataclasses import replace
from typing import Final

from vision.cubes.doubt.agreeing import SURE, agreed, same
from vision.cubes.following.eye import PUSHED
from vision.cubes.seen import CubeSighting
from vision.cubes.untaught.reader import GenericReader
from vision.finding.grid import BOARD
from vision.frames import Frame, Seconds
from vision.plane.attention import Attention, Glance, State
from vision.plane.eye import BoardBack, BoardGone, Happening, Look
from vision.plane.shifts import pushed, turned_round
from vision.sighting import Corners, Moved

_LOOK_FOR_IT: Final = 0.6
"""Seconds between two frames in which the board is looked for."""

_AGAIN: Final = 0.6
"""Seconds after which a still table that did not read clear is read again."""

_NOWHERE: Final = "no board is found in the picture"

_LOST_AFTER: Final = 3
"""Readings in a row without a board."""


class UntaughtEye:
    """Follows a table through the frames of one source, in order, as the eye of a learnt one does."""

    profile = None

    def __init__(self) -> None:
        self._reader = GenericReader()
        self._attention: Attention | None = None
        self._told: CubeSighting | None = None
        self._readings: list[CubeSighting] = []
        self._plain = False
        self._blind = 0
        self._corners: Corners | None = None
        """Where the board was last."""
        self._moved: Moved | None = None
        """The last time that it was."""
        self._read_at = Seconds(-10.0)
        self._happenings: list[Happening] = []

    def look(self, frame: Frame) -> Look[CubeSighting]:
        self._happenings = []
        if self._attention is None:
            glance = Glance(frame.t, State.MOVING)
            sighting = self._found(frame)
        else:
            glance = self._attention.look(frame)
            sighting = self._seen(glance, frame)
        if sighting is not None:
            sighting = self._told = replace(sighting, moved=self._moved if sighting.board else None)
        return Look(frame.t, glance, sighting, tuple(self._happenings))

    def last_look(self) -> CubeSighting | None:
        return None

    def _found(self, frame: Frame) -> CubeSighting | None:
        """The board is where it is found first; told once it is."""
        if 0 <= frame.t - self._read_at < _LOOK_FOR_IT:
            return None
        self._read_at = frame.t
        sighting = self._reader.reading(frame).sighting
        if sighting.corners is None:
            return None if self._told is not None else self._lose(frame.t)
        height, width = frame.image.shape[:2]
        self._attention = Attention(BOARD, sighting.corners, (width, height))
        self._attention.look(frame)
        self._reader = GenericReader(sighting.corners)
        self._blind = 0
        before, self._corners = self._corners, sighting.corners
        turned = before is not None and turned_round(before, sighting.corners)
        if turned or (before is not None and pushed(before, sighting.corners, BOARD.columns)):
            self._moved = Moved(frame.t, PUSHED, turned=turned)
        if self._told is not None:
            self._happenings.append(BoardBack(frame.t, sighting.corners, turned))
        return None

    def _seen(self, glance: Glance, frame: Frame) -> CubeSighting | None:
        match glance.state:
            case State.MOVING | State.COVERED:
                self._readings = []
                told = self._told
                if told is None or told.moving or not told.board:
                    return None
                return CubeSighting(frame.t, told.corners, False, (), moving=True)
            case State.SETTLING:
                return None
            case State.CHANGED:
                self._readings = []
                return self._read(frame)
            case State.UNCHANGED:
                waiting = self._told is None or self._told.moving or bool(self._readings)
                unclear = not self._plain and frame.t - self._read_at >= _AGAIN
                return self._read(frame) if waiting or unclear else None

    def _read(self, frame: Frame) -> CubeSighting | None:
        self._read_at = frame.t
        sighting = self._reader.reading(frame).sighting
        self._plain = sighting.clear and not sighting.doubts
        if sighting.corners is None:
            self._blind += 1
            return self._lose(frame.t) if self._blind >= _LOST_AFTER else None
        self._blind = 0
        told = self._told
        again = told is not None and not told.moving and told.clear == sighting.clear and same(told, sighting)
        unsure = not self._plain or any(cube.confidence < SURE for cube in sighting.cubes)
        if unsure and not again:
            self._readings.append(sighting)
            settled = agreed(self._readings)
            if settled is None:
                return None
            sighting = replace(settled, t=frame.t)
        self._readings = []
        again = told is not None and not told.moving and told.clear == sighting.clear and same(told, sighting)
        return None if again else sighting

    def _lose(self, t: Seconds) -> CubeSighting:
        self._attention = None
        self._reader = GenericReader()
        self._happenings.append(BoardGone(t, _NOWHERE))
        return CubeSighting(t, None, False, (), why=_NOWHERE)
