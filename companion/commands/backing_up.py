"""A back-up a day, where a folder for them is set."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.table.notices import Notices
from companion.table.state.backup import daily

_log = logging.getLogger(__name__)

_LOOK_EVERY: Final = 600.0
"""Seconds: a stick that is plugged in again is soon written to."""


class BackingUp:
    """`write` puts a back-up into a file."""

    def __init__(self, place: Path, write: Callable[[Path], object], name: str, notices: Notices) -> None:
        self._place, self._write, self._name, self._notices = place, write, name, notices
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def look(self) -> Path | None:
        """Writes today's, if there is none; what stands in its way is put up for everybody."""
        try:
            made = daily(self._place, self._write, self._name)
        except OSError as fault:
            self._notices.put_up("no-backup", why=str(fault))
            return None
        self._notices.take_down("no-backup")
        if made is not None:
            _log.info("a back-up was written: %s", made)
        return made

    def start(self) -> None:
        self._thread = threading.Thread(target=self._work, name="back-ups", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=10)

    def _work(self) -> None:
        while True:
            self.look()
            if self._stop.wait(_LOOK_EVERY):
                return
