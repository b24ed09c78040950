"""The last frames that something new was read from, what that was, and what was decided: for a bug report."""

import contextlib
import json
import logging
import os
import shutil
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.table.decisions_file import line_of
from vision.files import replace_file
from vision.frames import Frame, Image, Seconds
from vision.pictures import packed

_log = logging.getLogger(__name__)

FOLDER: Final = "frames"
DECISIONS: Final = "decisions.jsonl"
READINGS: Final = "readings.jsonl"
"""A line for each of the frames that something was read from, as `himiki read` prints it, with its time."""
_TIMES: Final = "times.csv"
_FULL_WIDTH: Final = 4096
"""Pixels across a kept frame at most: as wide as any camera gives them."""

_BEFORE: Final = 0.45
"""Seconds before something was read whose frames are kept: an eye sees by them that all had come to rest."""

_FASTEST: Final = 12
"""Of them at most, for a fast camera."""

_ROOM: Final = 24 * 1024**2
"""Bytes that all pictures of the folder may have, for it mostly lies in memory."""

_DECISIONS: Final = 200
"""Of the last ones, as many as are kept beside the frames: those of an evening."""

LEAST_FREE: Final = 64 * 1024**2
"""Bytes of the disk that are left to games: those of years of evenings."""
_LOOK_AT_ROOM: Final = 16
"""Frames after which that is looked at again."""
_AGAIN: Final = 60.0
"""Seconds after which frames that were given up are kept again, if there is room."""


def frames_folder(state: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """In memory where systemd gives a place there: a card is not made for a picture a second."""
    return Path(environment.get("RUNTIME_DIRECTORY") or state) / FOLDER


@dataclass(frozen=True, slots=True)
class _Kept:
    name: str
    t: Seconds
    size: int
    reading: str | None


@dataclass(slots=True)
class _Seen:
    t: Seconds
    picture: Image | bytes
    """As it came, or as a JPEG."""
    read: Any = None
    """The sighting, where something was read of it."""

    def pack(self) -> bytes:
        if not isinstance(self.picture, bytes):
            self.picture = packed(self.picture, _FULL_WIDTH)
        return self.picture


Line = Callable[[str, Any], dict[str, Any]]
"""A game's `seeing.line`."""


class LastFrames:
    """Whatever happens here, the game goes on. May be called from any thread."""

    def __init__(
        self,
        folder: Path,
        most: int = 180,
        room: int = _ROOM,
        *,
        line: Line | None = None,
        beside_games: bool = False,
    ) -> None:
        """Keeps that many pictures at most, and in no more than `room` bytes. `line` tells as JSON what was
        read of the picture of that name. `beside_games`: on their disk, whose last room is theirs."""
        self.line = line
        self._folder = folder
        self._most = most
        self._room = room
        self._beside_games = beside_games
        self._given_up: Seconds | None = None
        """When there was no room for them any more."""
        self._kept: deque[_Kept] = deque()
        self._before: deque[_Seen] = deque(maxlen=_FASTEST)
        """Packed but for the last one: a dozen frames as they come are a tenth of a small Pi's memory."""
        self._decided: deque[str] = deque(maxlen=_DECISIONS)
        self._stirred = Seconds(0.0)
        self._number = 0
        self._broken = False
        self._lock = threading.Lock()

    def clear(self) -> None:
        """Those of an earlier run have another time."""
        lists = (self._folder / name for name in (_TIMES, DECISIONS, READINGS))
        for old in (*self._folder.glob("*.jpg"), *lists):
            old.unlink(missing_ok=True)

    def look(self, frame: Frame, *, told: bool, rests: bool = False, sighting: Any = None) -> None:
        """The next frame; `told` where something new was read from it, `sighting`. Of a table that `rests`
        for a while one is as good as the next: then nothing is packed."""
        if self._broken or self._waits(frame.t):
            return
        with self._lock:
            if told or not rests:
                self._stirred = frame.t
            if frame.t - self._stirred > _BEFORE:
                self._before.clear()
            elif self._before:
                self._before[-1].pack()
            self._before.append(_Seen(frame.t, frame.image, sighting))
            while frame.t - self._before[0].t > _BEFORE:
                self._before.popleft()
            if told:
                self._trying(self._keep)

    def give_up(self) -> bool:
        """For a while, so that there is room for games; whether any were kept."""
        with self._lock:
            had = bool(self._kept)
            self._given_up = self._before[-1].t if self._before else Seconds(0.0)
            self._kept.clear()
            self._before.clear()
            with contextlib.suppress(OSError):
                self.clear()
        if had:
            _log.warning("the last frames are given up: games need the room")
        return had

    def _waits(self, now: Seconds) -> bool:
        """Whether there is too little room for them."""
        if not self._beside_games:
            return False
        if self._given_up is None:
            if self._number % _LOOK_AT_ROOM:
                return False
            if self._free() >= LEAST_FREE:
                return False
            self.give_up()
            self._given_up = now
        elif now - self._given_up > _AGAIN and self._free() >= 2 * LEAST_FREE:
            self._given_up = None
        return self._given_up is not None

    def _free(self) -> int:
        try:
            return shutil.disk_usage(self._folder if self._folder.is_dir() else self._folder.parent).free
        except OSError:
            return 0

    def decided(self, decision: Mapping[str, Any], t: Seconds) -> None:
        """As its game tells it."""
        with self._lock:
            self._decided.append(line_of(decision, t))
            self._trying(self._keep_decisions)

    def _trying(self, keep: Callable[[], None]) -> None:
        if self._broken:
            return
        try:
            keep()
        except OSError as fault:
            self._broken = True
            _log.warning("the last frames are not kept for reports: %s", fault)

    def _keep(self) -> None:
        if not self._kept:
            self._folder.mkdir(parents=True, exist_ok=True)
            self.clear()
            self._keep_decisions()
        for each in self._before:
            self._write(each)
        self._before.clear()
        size = sum(each.size for each in self._kept)
        dropped = []
        while len(self._kept) > self._most or (size > self._room and len(self._kept) > 1):
            dropped.append(self._kept.popleft())
            size -= dropped[-1].size
        # The list first: what it names is there, whenever somebody looks.
        self._replace(_TIMES, ["file,seconds", *(f"{each.name},{each.t:.3f}" for each in self._kept)])
        self._replace(READINGS, [each.reading for each in self._kept if each.reading is not None])
        for old in dropped:
            (self._folder / old.name).unlink(missing_ok=True)

    def _keep_decisions(self) -> None:
        if self._decided and self._folder.is_dir():
            self._replace(DECISIONS, list(self._decided))

    def _replace(self, name: str, lines: list[str]) -> None:
        replace_file(self._folder / name, "\n".join(lines) + "\n", sync=False)

    def _write(self, seen: _Seen) -> None:
        self._number += 1
        name = f"{self._number:06d}.jpg"
        data = seen.pack()
        (self._folder / name).write_bytes(data)
        reading = None if seen.read is None or self.line is None else json.dumps(self.line(name, seen.read))
        self._kept.append(_Kept(name, seen.t, len(data), reading))
