"""The best camera that is there."""

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

from companion import games
from vision.frames import Frame, Seconds
from vision.source_kinds import NONE, SIM, kind_named
from vision.sources import (
    Source,
    SourceAbsent,
    SourceEnded,
    SourceError,
    source_named,
    usb_cameras,
)

_log = logging.getLogger(__name__)

AUTO = "auto"
OFF = "off"
_BY_PHONE: Final = "this table has no camera: what is played is told by phone"


@dataclass(frozen=True, slots=True)
class TableCamera:
    asked: str
    """As it is named after `--camera`."""
    source: Source
    """Open, unless it is missing."""
    drawn: Any = None
    """The virtual table that it looks at, a `companion.games.seeing.Drawn`; None: a real one."""
    missing: str | None = None
    """Why it could not be opened: it is waited for."""

    @property
    def name(self) -> str:
        """Of whichever is there: the one that was found, once it was."""
        return self.source.name if isinstance(self.source, AnyCamera) else self.asked

    @property
    def is_drawn(self) -> bool:
        return self.drawn is not None

    @property
    def by_phone(self) -> bool:
        """There is none, and none is waited for: people tell what they play."""
        return self.asked == NONE


def opened(
    name: str, clock: Callable[[], Seconds], kept: Path | None = None, *, of: str | None = None
) -> TableCamera:
    """The camera of that name, or with `auto` the best one present, open; raises `SourceError`.

    A virtual table is one of the game `of`, or of the usual one; `kept` is the file that remembers what lies
    on it.
    """
    if name != AUTO:
        return _opened(name, clock, kept, of)
    source = AnyCamera(clock)
    try:
        source.open()
    except SourceAbsent:
        return instead(clock, kept, of)
    except SourceError as fault:
        _log.warning("a camera is there, but %s", fault)
        return instead(clock, kept, of)
    return TableCamera(name, source)


def instead(clock: Callable[[], Seconds], kept: Path | None = None, of: str | None = None) -> TableCamera:
    """Where no camera is connected: a table that is drawn, or for a game by phone none at all."""
    return _opened(NONE if of in games.BY_PHONE else SIM, clock, kept, of)


def waited_for(name: str, clock: Callable[[], Seconds]) -> TableCamera:
    """The same above a real table: what cannot be opened yet is waited for, and nothing drawn instead."""
    source = AnyCamera(clock) if name == AUTO else source_named(name, clock=clock)
    try:
        source.open()
    except SourceError as fault:
        return TableCamera(name, source, missing=str(fault))
    return TableCamera(name, source)


def switched_off(why: str) -> TableCamera:
    """None is opened, for one may be why the table does not start."""
    return TableCamera(OFF, NoCamera(why), missing=why)


def is_real(name: str) -> bool:
    """Whether it can be plugged in."""
    return name == AUTO or kind_named(name) is not None


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


class NoCamera(Source):
    live: ClassVar[bool] = True

    def __init__(self, why: str) -> None:
        self._why = why
        self.name = OFF

    def open(self) -> None:
        raise SourceAbsent(self._why)

    def take(self) -> Frame:
        raise SourceEnded(self._why)

    def close(self) -> None:
        """There is nothing to close."""


def _present() -> Iterator[str]:
    yield "picamera"
    for number in usb_cameras():
        yield f"usb:{number}"


def _opened(name: str, clock: Callable[[], Seconds], kept: Path | None, of: str | None) -> TableCamera:
    word, _, look = name.partition(":")
    if name == NONE:
        return TableCamera(NONE, NoCamera(_BY_PHONE), missing=_BY_PHONE)
    if word == SIM:
        if kept is not None:
            # A later game's things lie in a folder of their own, which nobody may have needed yet.
            with suppress(OSError):
                kept.parent.mkdir(mode=0o750, exist_ok=True)
        drawn, source = games.seeing_of(of or games.usual()).drawn(look, clock, kept)
        return TableCamera(name, source, drawn)
    source = source_named(name, clock=clock)
    source.open()
    return TableCamera(name, source)
