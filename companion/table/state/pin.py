"""The table's PIN: six digits that people type once on a phone, twelve after somebody tried to guess them."""

import logging
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from vision.files import replace_file

SHORT: Final = 6
"""Digits that people type once on a phone."""
LONG: Final = 12
"""Digits after somebody tried to guess them: guessed a thousand times a second, half of them take sixteen
years, so nobody has to be slowed down."""
_LOOK_EVERY: Final = 1.0

_log = logging.getLogger(__name__)


def read_pin(path: Path) -> str | None:
    """None where there is none. Raises OSError."""
    try:
        text = path.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return None
    return text if len(text) in (SHORT, LONG) and text.isdecimal() else None


def digits(count: int) -> str:
    return "".join(secrets.choice("0123456789") for _ in range(count))


def keep_pin(path: Path, pin: str) -> None:
    """Only the owner of the folder may read it. Raises OSError."""
    replace_file(path, pin + "\n", mode=0o600)


class Pin:
    """Of a running table. Another program may put a new one into its file: `himiki pin --new`. May be asked
    from any thread."""

    def __init__(
        self, text: str, kept: Path | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._text = text
        self._kept = kept
        self._clock = clock
        self._looked = clock()
        self._mark = self._stamp()
        self._lock = threading.Lock()

    @property
    def text(self) -> str:
        if self._clock() - self._looked >= _LOOK_EVERY:
            self._look()
        return self._text

    @property
    def long(self) -> bool:
        return len(self._text) == LONG

    def lengthen(self) -> str:
        """The six digits that are known, and six more."""
        with self._lock:
            if not self.long:
                self._text += digits(LONG - SHORT)
                _log.warning("strangers guess at the PIN of this table, so it is longer now: %s", self._text)
                if self._kept is not None:
                    try:
                        keep_pin(self._kept, self._text)
                    except OSError as fault:
                        _log.warning("the longer PIN is not kept (%s): it holds until the next start", fault)
                self._mark = self._stamp()
            return self._text

    def _look(self) -> None:
        with self._lock:
            self._looked = self._clock()
            mark = self._stamp()
            if mark == self._mark or self._kept is None:
                return
            try:
                found = read_pin(self._kept)
            except OSError as fault:
                _log.warning("the PIN cannot be read again: %s", fault)
                found = None
            self._mark = mark
            self._text = found or self._text

    def _stamp(self) -> object:
        """Another one whenever the file was replaced."""
        if self._kept is None:
            return None
        try:
            told = self._kept.stat()
        except OSError:
            return None
        return told.st_ino, told.st_mtime_ns, told.st_size
