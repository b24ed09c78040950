"""The last frames that something new was read from, what that was, and what was decided: for a bug report."""

import json
import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.referee.decisions import Decision
from companion.table.told import Told, line_of
from vision.frames import Frame, Image, Seconds
from vision.preview import packed
from vision.read_command import as_json
from vision.sighting import Sighting

_log = logging.getLogger(__name__)

FOLDER: Final = "frames"
DECISIONS: Final = "decisions.jsonl"
READINGS: Final = "readings.jsonl"
"""A line for each of the frames that something was read from, as `himiki read` prints it, with its time."""
_TIMES: Final = "times.csv"
_FULL_WIDTH: Final = 4096

_BEFORE: Final = 0.45
"""Seconds before something was read whose frames are kept: an eye sees by them that all had come to rest."""

_FASTEST: Final = 12
"""Of them at most, for a fast camera."""

_ROOM: Final = 24 * 1024**2
"""Bytes that all pictures of the folder may have, for it mostly lies in memory."""

_DECISIONS: Final = 200


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
    read: Sighting | None = None

    def pack(self) -> bytes:
        if not isinstance(self.picture, bytes):
            self.picture = packed(self.picture, _FULL_WIDTH)
        return self.picture


class LastFrames:
    """Whatever happens here, the game goes on. May be called from any thread."""

    def __init__(self, folder: Path, most: int = 180, room: int = _ROOM) -> None:
        """Keeps that many pictures at most, and in no more than `room` bytes."""
        self._folder = folder
        self._most = most
        self._room = room
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

    def look(
        self, frame: Frame, *, told: bool, rests: bool = False, sighting: Sighting | None = None
    ) -> None:
        """The next frame; `told` where something new was read from it, `sighting`. Of a table that `rests`
        for a while one is as good as the next: then nothing is packed."""
        if self._broken:
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

    def decided(self, decision: Decision, t: Seconds) -> None:
        line = line_of(Told(decision, t))
        if line is not None:
            with self._lock:
                self._decided.append(line)
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
        fresh = self._folder / f"{name}.new"
        fresh.write_text("\n".join(lines) + "\n", encoding="utf-8")
        fresh.replace(self._folder / name)

    def _write(self, seen: _Seen) -> None:
        self._number += 1
        name = f"{self._number:06d}.jpg"
        data = seen.pack()
        (self._folder / name).write_bytes(data)
        reading = None if seen.read is None else _line(name, seen.read)
        self._kept.append(_Kept(name, seen.t, len(data), reading))


def _line(image: str, sighting: Sighting) -> str:
    told = {"t": round(sighting.t, 3), **as_json(image, sighting, 0.0), "moving": sighting.moving}
    del told["ms"]
    return json.dumps(told)
