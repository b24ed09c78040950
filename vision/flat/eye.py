"""The eye that follows a table of flat pieces over time: a cheap look at every frame says when to read.

What is read is told when it leaves nothing open, or when a second reading says the same.
"""

from dataclasses import replace
from typing import Final, Protocol

import cv2
import numpy as np

from vision.board import Board
from vision.flat.seen import FlatPiece, FlatSighting, LooseFlat
from vision.frames import Frame, Seconds
from vision.plane.attention import Attention, State
from vision.plane.eye import BoardBack, BoardGone, Happening, LightChanged, Look
from vision.sighting import Corners, Reason

_AGAIN_AFTER: Final = 0.25
"""Seconds after which a still table is read again where something was open."""

_CHECK_AFTER: Final = 0.7
"""Seconds after which a still table is read again all the same: what lies beside the board moves without a
glance at it."""

_LOST_AFTER: Final = 1.2
"""Seconds in which hardly anything of the board is seen, until it counts as gone."""

_GONE: Final = 0.7
"""Of the squares: as many of which nothing can be read, and the board is not there."""

_UNREAD: Final = (Reason.COVERED, Reason.UNLIKE, Reason.BETWEEN)

_LIGHT_AFTER: Final = 1.0
"""Seconds between two times that the light is learnt anew."""

_SHAPE: Final = 0.01
"""By which a picture's sides may differ from those that it was learnt from, to be read in their size."""

NOT_THERE: Final = "the board is not where it was learnt, or covered"


class Reader(Protocol):
    """What one picture shows."""

    corners: Corners

    def read(self, frame: Frame) -> FlatSighting: ...


class FlatEye:
    """Follows the table of one profile through the frames of one source, in order."""

    def __init__(self, reader: Reader, board: Board, size: tuple[int, int]) -> None:
        self._reader = reader
        self._size = size
        self._attention = Attention(board, reader.corners, size)
        self._squares = board.squares
        self._told: FlatSighting | None = None
        self._read_at = Seconds(-1e9)
        self._before: FlatSighting | None = None
        """The last reading of the table as it stands now, while it is not told."""
        self._missed: Seconds | None = None
        """Since when hardly anything of the board is seen."""
        self._lost = False
        self._light_at = Seconds(-1e9)

    def look(self, frame: Frame) -> Look[FlatSighting]:
        happenings: list[Happening] = []
        fitted = self._fitted(frame)
        glance = self._attention.look(fitted)
        if glance.light and frame.t - self._light_at > _LIGHT_AFTER:
            self._light_at = frame.t
            happenings.append(LightChanged(frame.t))
        sighting = self._seen(fitted, glance.state, happenings)
        if sighting is not None:
            self._told = sighting
        return Look(frame.t, glance, sighting, tuple(happenings))

    def last_look(self) -> FlatSighting | None:
        """What was read and not told yet."""
        before, self._before = self._before, None
        return before

    def _fitted(self, frame: Frame) -> Frame:
        high, wide = frame.image.shape[:2]
        if (wide, high) == self._size:
            return frame
        image = cv2.resize(frame.image, self._size, interpolation=cv2.INTER_AREA)
        return replace(frame, image=np.asarray(image, np.uint8))

    def _seen(self, frame: Frame, state: State, happenings: list[Happening]) -> FlatSighting | None:
        match state:
            case State.COVERED if self._clears_up(frame):
                return self._read(frame, happenings)
            case State.MOVING | State.COVERED:
                self._before = None
                if self._lost or (self._told is not None and self._told.moving):
                    return None
                last = self._told or FlatSighting(frame.t, self._reader.corners, False, ())
                return replace(last, t=frame.t, clear=False, moving=True, pieces=(), doubts=(), beside=())
            case State.SETTLING:
                return None
            case State.CHANGED:
                return self._read(frame, happenings)
            case State.UNCHANGED:
                told = self._told is not None and not self._told.moving and self._before is None
                wait = _CHECK_AFTER if told else _AGAIN_AFTER
                return None if frame.t - self._read_at < wait else self._read(frame, happenings)

    def _clears_up(self, frame: Frame) -> bool:
        """Whether what reaches in from beside the board is no hand: a piece that came from there to its edge
        leaves a gap behind, and looks like one."""
        if frame.t - self._read_at < _AGAIN_AFTER:
            return False
        self._read_at = frame.t
        read = self._reader.read(frame)
        if not read.clear or read.doubts:
            return False
        self._attention.took(frame)
        return True

    def _read(self, frame: Frame, happenings: list[Happening]) -> FlatSighting | None:
        self._read_at = frame.t
        read = self._reader.read(frame)
        if self._is_gone(read):
            self._missed = frame.t if self._missed is None else self._missed
            if self._lost or frame.t - self._missed < _LOST_AFTER:
                return None
            self._lost, self._before = True, None
            happenings.append(BoardGone(frame.t, NOT_THERE))
            return FlatSighting(frame.t, None, False, (), why=NOT_THERE)
        self._missed = None
        if self._lost:
            self._lost = False
            happenings.append(BoardBack(frame.t, self._reader.corners))
        before, self._before = self._before, None
        if self._told is not None and alike(read, self._told):
            return None
        if (read.clear and not read.doubts) or (before is not None and alike(read, before)):
            return read
        self._before = read
        return None

    def _is_gone(self, read: FlatSighting) -> bool:
        # So many tiles do not lie across lines: what seems to is something over all of them.
        unread = {doubt.square for doubt in read.doubts if doubt.reason in _UNREAD}
        return not read.board or len(unread) > _GONE * self._squares


def alike(one: FlatSighting, other: FlatSighting) -> bool:
    """Whether both tell the same of what lies there, however they came to it."""
    return (
        (one.clear, one.moving, one.board) == (other.clear, other.moving, other.board)
        and list(map(_said, one.pieces)) == list(map(_said, other.pieces))
        and [(each.square, each.reason) for each in one.doubts]
        == [(each.square, each.reason) for each in other.doubts]
        and sorted(map(_said_beside, one.beside)) == sorted(map(_said_beside, other.beside))
    )


_QUARTER: Final = 90.0


def _said(piece: FlatPiece) -> tuple[object, ...]:
    heading = None if piece.heading is None else round(piece.heading / _QUARTER) % 4
    return piece.square, piece.code, piece.down, piece.claimed, heading


def _said_beside(piece: LooseFlat) -> tuple[str, bool, int, int]:
    x, y = piece.place
    return piece.code or "", piece.claimed, round(2 * x), round(2 * y)
