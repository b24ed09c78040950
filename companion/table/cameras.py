"""The best camera that is there."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.table.drawn import DrawnTable
from vision.frames import Seconds
from vision.sources import Source, SourceError, source_named, usb_cameras
from vision.sources.virtual import VirtualSource
from vision.virtual.gallery import LOOKS
from vision.virtual.table import VirtualTable

_log = logging.getLogger(__name__)

AUTO = "auto"
SIM = "sim"
USUAL_LOOK = next(iter(LOOKS))


@dataclass(frozen=True, slots=True)
class Camera:
    name: str
    """As it is named after `--camera`."""
    source: Source
    """Open."""
    drawn: DrawnTable | None = None
    """The virtual table that it looks at."""


def opened(name: str, clock: Callable[[], Seconds], kept: Path | None = None) -> Camera:
    """The camera of that name, or with `auto` the best one present, open; raises `SourceError`.

    `kept` is the file that remembers what lies on the virtual table.
    """
    if name != AUTO:
        return _opened(name, clock, kept)
    for each in _present():
        try:
            return _opened(each, clock, kept)
        except SourceError as fault:
            _log.info("not %s: %s", each, fault)
    return _opened(SIM, clock, kept)


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
