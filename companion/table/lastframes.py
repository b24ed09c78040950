"""The last frames that something new was read from: a folder that `himiki watch` replays, for bug reports."""

import logging
import os
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from vision.frames import Frame
from vision.preview import packed

_log = logging.getLogger(__name__)

FOLDER: Final = "frames"
_TIMES: Final = "times.csv"
_FULL_WIDTH: Final = 4096


def frames_folder(state: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """In memory where systemd gives a place there: a card is not made for a picture a second."""
    return Path(environment.get("RUNTIME_DIRECTORY") or state) / FOLDER


class LastFrames:
    """Whatever happens here, the game goes on."""

    def __init__(self, folder: Path, most: int = 60) -> None:
        self._folder = folder
        self._most = most
        self._kept: deque[tuple[str, float]] = deque()
        self._number = 0
        self._broken = False

    def clear(self) -> None:
        """Those of an earlier run have another time."""
        for old in (*self._folder.glob("*.jpg"), self._folder / _TIMES):
            old.unlink(missing_ok=True)

    def keep(self, frame: Frame) -> None:
        if self._broken:
            return
        try:
            self._keep(frame)
        except OSError as fault:
            self._broken = True
            _log.warning("the last frames are not kept for reports: %s", fault)

    def _keep(self, frame: Frame) -> None:
        if not self._kept:
            self._folder.mkdir(parents=True, exist_ok=True)
            self.clear()
        self._number += 1
        name = f"{self._number:06d}.jpg"
        (self._folder / name).write_bytes(packed(frame.image, _FULL_WIDTH))
        self._kept.append((name, frame.t))
        dropped = self._kept.popleft()[0] if len(self._kept) > self._most else None
        lines = ["file,seconds", *(f"{name},{t:.3f}" for name, t in self._kept)]
        fresh = self._folder / f"{_TIMES}.new"
        fresh.write_text("\n".join(lines) + "\n", encoding="utf-8")
        fresh.replace(self._folder / _TIMES)
        if dropped is not None:
            (self._folder / dropped).unlink(missing_ok=True)
