"""The drawn table as a camera: the picture of the moment at which it is asked for."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from vision.frames import Frame, Seconds
from vision.sources.base import Source, SourceEnded
from vision.virtual.flat.painter import FlatPainter
from vision.virtual.flat.table import FlatTable


class FlatSource(Source):
    """Live, and never faster than `rate` frames a second."""

    live: ClassVar[bool] = True

    def __init__(
        self,
        table: FlatTable,
        painter: FlatPainter,
        *,
        rate: float = 12.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table = table
        self.rate = rate
        self._painter = painter
        self._clock = clock
        self._closed = threading.Event()
        self._due: float | None = None
        self._count = 0
        self._closed.set()

    def open(self) -> None:
        self._closed.clear()
        self._due = None

    def take(self) -> Frame:
        while not self._closed.is_set():
            now = self._clock()
            if self._due is not None and now < self._due:
                self._closed.wait(self._due - now)
                continue
            step = 1 / self.rate
            self._due = now + step if self._due is None or now > self._due + step else self._due + step
            self._count += 1
            scene = replace(self.table.scene_at(now), noise=self._count)
            return Frame(self._painter.picture(scene), Seconds(now))
        raise SourceEnded("the drawn camera is closed")

    def close(self) -> None:
        self._closed.set()
