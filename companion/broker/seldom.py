"""Complaints about what others send: whoever sends it again and again fills no log."""

import logging
import time
from collections.abc import Callable
from typing import Final

EVERY: Final = 10.0
"""Seconds at least between two lines."""


class Seldom:
    """Of one who complains, whatever about. For any thread: two at once may both be written."""

    def __init__(self, log: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self._log, self._clock = log, clock
        self._said_at = -EVERY
        self._unsaid = 0

    def info(self, text: str, *values: object) -> None:
        self._say(logging.INFO, text, *values)

    def warning(self, text: str, *values: object) -> None:
        self._say(logging.WARNING, text, *values)

    def exception(self, text: str, *values: object) -> None:
        """With where it was raised."""
        self._say(logging.ERROR, text, *values, traceback=True)

    def _say(self, level: int, text: str, *values: object, traceback: bool = False) -> None:
        if not self._log.isEnabledFor(level):
            return
        if self._clock() - self._said_at < EVERY:
            self._unsaid += 1
            return
        self._said_at = self._clock()
        more = f" ({self._unsaid} more like it)" if self._unsaid else ""
        self._unsaid = 0
        self._log.log(level, text + more, *values, exc_info=traceback)
