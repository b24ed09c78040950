"""The virtual table as a camera: draws what the table looks like at the moment it is asked."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import ClassVar

from vision.frames import Frame, Seconds
from vision.sources.base import Source, SourceEnded, SourceError, SourceLost
from vision.virtual.gallery import LOOKS
from vision.virtual.painting.renderer import Renderer
from vision.virtual.painting.truth import DrawnTruth
from vision.virtual.table import VirtualTable


class VirtualSource(Source):
    """Live: a frame is of the moment it is taken at. Never faster than `rate` frames a second."""

    live: ClassVar[bool] = True

    def __init__(
        self,
        table: VirtualTable,
        *,
        rate: float = 15.0,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] | None = None,
        drops: float = 0.0,
        seed: int = 0,
    ) -> None:
        self.table = table
        self.rate = rate
        self.drops = drops
        """Share of frames that the camera loses."""
        self.unplugged = False
        """Set it to take the camera's cable out: frames stop and it cannot be opened."""
        self.truth: DrawnTruth | None = None
        """Of the last frame taken."""
        self._clock = clock
        self._closed = threading.Event()
        self._wait = wait or self._closed.wait
        self._renderer = Renderer(table.look)
        self._dice = Random(seed)
        self._due: float | None = None
        self._count = 0
        self._closed.set()

    def open(self) -> None:
        if self.unplugged:
            raise SourceLost("the virtual camera is unplugged; set unplugged to False")
        self._closed.clear()
        self._due = None

    def take(self) -> Frame:
        while True:
            if self._closed.is_set():
                raise SourceEnded("the virtual camera is closed")
            if self.unplugged:
                self.close()
                raise SourceLost("the virtual camera was unplugged")
            now = self._clock()
            if self._due is not None and now < self._due:
                self._wait(self._due - now)
                continue
            step = 1 / self.rate
            self._due = now + step if self._due is None or now > self._due + step else self._due + step
            if self._dice.random() >= self.drops:
                return self._drawn(now)

    def _drawn(self, now: float) -> Frame:
        self._count += 1
        image, self.truth = self._renderer.render(replace(self.table.scene_at(now), noise=self._count))
        return Frame(image, Seconds(now))

    def close(self) -> None:
        self._closed.set()


def drawn_source(look: str, clock: Callable[[], float] = time.monotonic) -> VirtualSource:
    """Above a fresh table of that look, without a name of the usual one; raises `SourceError`."""
    if look and look not in LOOKS:
        raise SourceError(f"no virtual table is called {look}; there are {', '.join(LOOKS)}")
    return VirtualSource(VirtualTable(LOOKS[look or next(iter(LOOKS))]), clock=clock)
