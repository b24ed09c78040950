"""The last frames that something new was read from, and what was decided: what a bug report replays."""

import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from companion.referee.decisions import Decision
from companion.table.told import Told, line_of
from vision.frames import Frame, Seconds
from vision.preview import packed

_log = logging.getLogger(__name__)

FOLDER: Final = "frames"
DECISIONS: Final = "decisions.jsonl"
_TIMES: Final = "times.csv"
_FULL_WIDTH: Final = 4096

_BEFORE: Final = 0.45
"""Seconds before something was read whose frames are kept: an eye sees by them that all had come to rest."""

_FASTEST: Final = 12
"""Of them at most, for a fast camera."""

_DECISIONS: Final = 200


def frames_folder(state: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """In memory where systemd gives a place there: a card is not made for a picture a second."""
    return Path(environment.get("RUNTIME_DIRECTORY") or state) / FOLDER


class LastFrames:
    """Whatever happens here, the game goes on. May be called from any thread."""

    def __init__(self, folder: Path, most: int = 180) -> None:
        self._folder = folder
        self._most = most
        self._kept: deque[tuple[str, float]] = deque()
        self._before: deque[Frame] = deque(maxlen=_FASTEST)
        self._decided: deque[str] = deque(maxlen=_DECISIONS)
        self._number = 0
        self._broken = False
        self._lock = threading.Lock()

    def clear(self) -> None:
        """Those of an earlier run have another time."""
        for old in (*self._folder.glob("*.jpg"), self._folder / _TIMES, self._folder / DECISIONS):
            old.unlink(missing_ok=True)

    def look(self, frame: Frame, *, told: bool) -> None:
        """The next frame; `told` where something new was read from it."""
        with self._lock:
            self._before.append(frame)
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
        dropped = [self._kept.popleft()[0] for _ in range(len(self._kept) - self._most)]
        # The list first: what it names is there, whenever somebody looks.
        self._replace(_TIMES, ["file,seconds", *(f"{name},{t:.3f}" for name, t in self._kept)])
        for name in dropped:
            (self._folder / name).unlink(missing_ok=True)

    def _keep_decisions(self) -> None:
        if self._decided and self._folder.is_dir():
            self._replace(DECISIONS, list(self._decided))

    def _replace(self, name: str, lines: list[str]) -> None:
        fresh = self._folder / f"{name}.new"
        fresh.write_text("\n".join(lines) + "\n", encoding="utf-8")
        fresh.replace(self._folder / name)

    def _write(self, frame: Frame) -> None:
        self._number += 1
        name = f"{self._number:06d}.jpg"
        (self._folder / name).write_bytes(packed(frame.image, _FULL_WIDTH))
        self._kept.append((name, frame.t))
