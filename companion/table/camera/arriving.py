"""The newest frame, and those who wait for one that is not there yet."""

import threading
import time
from collections import deque

from vision.frames import Frame


class Arriving:
    """Frames come from one thread and are asked for by any."""

    def __init__(self) -> None:
        self._came = threading.Condition()
        self._count = 0
        self._waiting = 0
        self._stamps: deque[float] = deque(maxlen=45)
        self.newest: Frame | None = None

    def put(self, frame: Frame) -> None:
        with self._came:
            self._stamps.append(time.monotonic())
            self.newest = frame
            self._count += 1
            self._came.notify_all()

    def forget(self) -> None:
        """What comes from now on is of another camera."""
        with self._came:
            self.newest = None

    def after(self, more: int, seconds: float) -> Frame | None:
        """The newest one once that many more have come; None where they do not in that time."""
        with self._came:
            wanted = self._count + more
            self._waiting += 1
            try:
                return self.newest if self._came.wait_for(lambda: self._count >= wanted, seconds) else None
            finally:
                self._waiting -= 1

    def pause(self, seconds: float) -> None:
        """Until the next one comes, or the time is over."""
        with self._came:
            self._came.wait(seconds)

    @property
    def awaited(self) -> bool:
        """Whether somebody waits for a frame: then it is more urgent than what older ones show."""
        return self._waiting > 0

    @property
    def count(self) -> int:
        return self._count

    @property
    def rate(self) -> float:
        """A second, of late."""
        stamps = tuple(self._stamps)
        took = stamps[-1] - stamps[0] if len(stamps) > 1 else 0.0
        return (len(stamps) - 1) / took if took > 0 else 0.0
