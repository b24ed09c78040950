"""Frames that the eye has judged become shots, in a thread of their own: the newest one wins."""

import contextlib
import logging
import os
import sys
import threading
from typing import Any, Final

from companion.clips.ring import Ring
from companion.clips.shots import Crop, Packing, Shot, in_box, in_picture
from companion.games.seeing import Sight
from vision.frames import Frame
from vision.marked import Mark, Marked
from vision.plane.attention import State

_log = logging.getLogger(__name__)

ROOM: Final = 25 * 1024**2
"""Bytes of the last seconds: a twentieth of a small Pi's memory."""

_EACH: Final = 60_000
"""Bytes of a shot, over many: signs are plain, and a game of forty moves takes a third of the room on the
disk."""

RATE: Final = 15
"""Shots a second at most: of a hand that plays, each tenth of a second is there."""

_SOONEST: Final = 0.9 / RATE
"""Seconds between two of them: cameras come a little early, too."""

_AT_REST: Final = 0.5
"""Seconds between two of a table that stands still as it was read: one is as good as the next."""

_NICE: Final = 5
"""By how much the thread yields to the one that looks."""


class Taking:
    """Off until `start`. The camera's thread only leaves a frame here."""

    def __init__(self, ring: Ring) -> None:
        self._ring = ring
        self._packing = Packing(min(_EACH, ROOM / (RATE * ring.seconds)))
        self._crop = Crop()
        self._there = threading.Condition()
        self._left: tuple[Frame, bool, Sight, Any] | None = None
        self._read: Any = None
        """The last sighting: one frame that is dropped does not lose it."""
        self._taken = float("-inf")
        self._last: tuple[Any, Marked | None] = (None, None)
        """Of which sighting what was read is known as outlines."""
        self._stopped = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="shots", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        with self._there:
            self._stopped = True
            self._left = None
            self._there.notify()
        if self._thread is not None:
            self._thread.join(timeout=5)
            self._thread = None

    def saw(self, frame: Frame, look: Any, sight: Sight) -> None:
        state = look.glance.state
        if look.sighting is not None:
            self._read = look.sighting
        elif 0 <= frame.t - self._taken < (_AT_REST if state is State.UNCHANGED else _SOONEST):
            return
        self._taken = frame.t
        moving = state in (State.MOVING, State.COVERED)
        with self._there:
            self._left = frame, moving, sight, self._read
            self._there.notify()

    def _run(self) -> None:
        if sys.platform == "linux":
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
        while (left := self._next()) is not None:
            try:
                self._take(*left)
            except Exception:  # noqa: BLE001 -- the game goes on without it, and so do the next ones
                _log.exception("a frame could not be kept in memory")

    def _next(self) -> tuple[Frame, bool, Sight, Any] | None:
        with self._there:
            while self._left is None and not self._stopped:
                self._there.wait()
            left, self._left = self._left, None
            return None if self._stopped else left

    def _take(self, frame: Frame, moving: bool, sight: Sight, read: Any) -> None:
        high, wide = frame.image.shape[:2]
        picture = (wide, high)
        marked = self._marked(sight, read)
        if marked is None:
            return  # Nobody knows what of it is the board: then nothing of it is kept.
        placed = in_picture(marked, picture)
        box = self._crop.of(placed, picture)
        marks: tuple[Mark, ...] = in_box(placed, box)
        self._ring.add(Shot(frame.t, moving, self._packing.pack(frame.image, box), picture, box, marks))

    def _marked(self, sight: Sight, read: Any) -> Marked | None:
        """Where no board is seen, it lies where it was seen last."""
        known, before = self._last
        if read is known:
            return before
        marked = None if read is None else sight.marked(read)
        if marked is None and before is not None:
            marked = Marked(before.size, before.board)
        self._last = read, marked
        return marked
