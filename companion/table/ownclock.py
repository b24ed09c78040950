"""A table's own time: seconds that never go back, not even after a restart or when a clock is set."""

import time
from collections.abc import Callable

from vision.frames import Seconds


class OwnClock:
    def __init__(self, begin: float = 0.0, *, ticking: Callable[[], float] = time.monotonic) -> None:
        """`begin` is the last time that was told before; it goes on from there."""
        self._ticking = ticking
        self._zero = ticking() - begin
        self._last = begin

    def __call__(self) -> Seconds:
        self._last = max(self._last, self._ticking() - self._zero)
        return Seconds(self._last)
