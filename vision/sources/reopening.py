"""A camera that may vanish: its going and its coming back are values, and it is reopened patiently."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from vision.frames import Frame, Seconds
from vision.sources.base import Source, SourceEnded, SourceError, SourceLost, SourceStuck

FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 15.0


@dataclass(frozen=True, slots=True)
class CameraGone:
    t: Seconds
    reason: str


@dataclass(frozen=True, slots=True)
class CameraBack:
    t: Seconds
    tries: int


CameraHappening = Frame | CameraGone | CameraBack


class Reopening:
    """Takes from a source; after a loss it tries again after 0.5, 1, 2 … seconds, at most 15."""

    def __init__(
        self,
        source: Source,
        *,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] | None = None,
        missing: str | None = None,
    ) -> None:
        """`missing` says why it could not be opened before: that is told first, and then it is waited for."""
        self.source = source
        self._clock = clock
        self._stop = threading.Event()
        self._wait = wait or self._stop.wait
        self._missing = missing
        self._gone = False
        self._last = Seconds(0.0)

    def open(self) -> None:
        """The first opening is not tried again: a wrong name would never be told."""
        self._stop.clear()
        self.source.open()
        self._gone = False

    def take(self) -> CameraHappening:
        """A frame, or what happened to the camera; raises `SourceEnded` at the end or once closed."""
        if self._missing is not None:
            self._gone, reason, self._missing = True, self._missing, None
            return CameraGone(self._now(), reason)
        if self._gone:
            return self._reopened()
        try:
            frame = self.source.take()
        except SourceLost as loss:
            self._gone = True
            return CameraGone(self._now(), str(loss))
        self._last = frame.t
        return frame

    def _now(self) -> Seconds:
        return Seconds(max(self._clock(), self._last))

    def _reopened(self) -> CameraBack:
        # Only now, when its loss has been told: a driver may hang, or end the program.
        self.source.close()
        pause, tries = FIRST_WAIT, 0
        while not self._stop.is_set():
            self._wait(pause)
            if self._stop.is_set():
                break
            tries += 1
            try:
                self.source.open()
            except SourceStuck as stuck:
                raise SourceEnded(str(stuck)) from None
            except SourceError:
                pause = min(pause * 2, LONGEST_WAIT)
                continue
            self._gone = False
            return CameraBack(self._now(), tries)
        raise SourceEnded("the camera is closed")

    def __iter__(self) -> Iterator[CameraHappening]:
        while True:
            try:
                happening = self.take()
            except SourceEnded:
                return
            yield happening

    def close(self) -> None:
        self._stop.set()
        self.source.close()
