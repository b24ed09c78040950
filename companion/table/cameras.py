"""The best camera that is there."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from companion.table.drawn import DrawnTable
from vision.frames import Frame, Seconds
from vision.sources import (
    Source,
    SourceAbsent,
    SourceEnded,
    SourceError,
    source_named,
    usb_cameras,
)
from vision.sources.virtual import VirtualSource
from vision.virtual.gallery import LOOKS
from vision.virtual.table import VirtualTable

_log = logging.getLogger(__name__)

AUTO = "auto"
SIM = "sim"
USUAL_LOOK = next(iter(LOOKS))


@dataclass(frozen=True, slots=True)
class Camera:
    asked: str
    """As it is named after `--camera`."""
    source: Source
    """Open, unless it is missing."""
    drawn: DrawnTable | None = None
    """The virtual table that it looks at."""
    missing: str | None = None
    """Why it could not be opened: it is waited for."""

    @property
    def name(self) -> str:
        """Of whichever is there: the one that was found, once it was."""
        return self.source.name if isinstance(self.source, AnyCamera) else self.asked


def opened(name: str, clock: Callable[[], Seconds], kept: Path | None = None) -> Camera:
    """The camera of that name, or with `auto` the best one present, open; raises `SourceError`.

    `kept` is the file that remembers what lies on the virtual table.
    """
    if name != AUTO:
        return _opened(name, clock, kept)
    source = AnyCamera(clock)
    try:
        source.open()
    except SourceAbsent:
        return _opened(SIM, clock, kept)
    except SourceError as fault:
        _log.warning("a camera is there, but %s", fault)
        return _opened(SIM, clock, kept)
    return Camera(name, source)


def waited_for(name: str, clock: Callable[[], Seconds]) -> Camera:
    """The same above a real table: what cannot be opened yet is waited for, and nothing drawn instead."""
    source = AnyCamera(clock) if name == AUTO else source_named(name, clock=clock)
    try:
        source.open()
    except SourceError as fault:
        return Camera(name, source, missing=str(fault))
    return Camera(name, source)


def is_real(name: str) -> bool:
    """Whether it can be plugged in."""
    return name in (AUTO, "picamera") or name.startswith("usb:")


class AnyCamera(Source):
    """The best one present when it is opened first; from then on that one, which what was learnt is about."""

    live: ClassVar[bool] = True

    def __init__(self, clock: Callable[[], Seconds]) -> None:
        self._clock = clock
        self._source: Source | None = None
        self.name = AUTO

    def open(self) -> None:
        if self._source is not None:
            self._source.open()
            return
        faults, absent = [], "no camera is connected: check its cable"
        for name in _present():
            source = source_named(name, clock=self._clock)
            try:
                source.open()
            except SourceAbsent as fault:
                absent = str(fault)
            except SourceError as fault:
                faults.append(str(fault))
            else:
                self.name, self._source = name, source
                return
        raise SourceError("; ".join(faults)) if faults else SourceAbsent(absent)

    def take(self) -> Frame:
        if self._source is None:
            raise SourceEnded("the camera is closed")
        return self._source.take()

    def look_anew(self, *, to_be_sharp: bool = False) -> None:
        if self._source is not None:
            self._source.look_anew(to_be_sharp=to_be_sharp)

    def close(self) -> None:
        if self._source is not None:
            self._source.close()


def _present() -> Iterator[str]:
    yield "picamera"
    for number in usb_cameras():
        yield f"usb:{number}"


def _opened(name: str, clock: Callable[[], Seconds], kept: Path | None) -> Camera:
    word, _, look = name.partition(":")
    if word == SIM:
        if look and look not in LOOKS:
            raise SourceError(f"no virtual table is called {look}; there are {', '.join(LOOKS)}")
        drawn = DrawnTable(VirtualTable(LOOKS[look or USUAL_LOOK]), clock, kept)
        source: Source = VirtualSource(drawn.table, clock=clock)
        source.open()
        return Camera(name, source, drawn)
    source = source_named(name, clock=clock)
    source.open()
    return Camera(name, source)
