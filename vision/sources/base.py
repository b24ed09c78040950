"""What every source of frames promises.

    SourceError            (Exception)  it cannot be used; the text says what to do, in one sentence
      SourceAbsent         there is none
      SourceLost           (also ConnectionError)  it was there and has gone
      SourceStuck          its driver hangs: this program cannot open it any more
    SourceEnded            (EOFError)   a recorded source has no more frames, or the source was closed

Order and time: frames come in the order in which they were taken, `Frame.t` is in seconds and never goes
back. Recorded sources (`live` is False) give every frame, with the time it was taken at. Live sources never
queue: each `take` waits for a frame newer than the last one given and gives the newest there is, so that
delay cannot grow; what was not asked for in time is lost.

Pictures are blue-green-red, height x width x 3, eight bits, and belong to whoever took them.

Threads: one thread takes at a time; `close` may be called from any thread, any number of times, and ends a
`take` that waits.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame

Grey = NDArray[np.uint8]


class SourceError(Exception):
    """It cannot be used; the text says what to do."""


class SourceAbsent(SourceError):
    """Nothing is there that could be opened."""


class SourceLost(SourceError, ConnectionError):
    """It was there and has gone: a cable, a power dip, a driver."""


class SourceStuck(SourceError):
    """Its driver holds on to it, and lets go with the program only."""


class SourceEnded(EOFError):
    """There are no more frames, and there never will be."""


@dataclass(frozen=True, slots=True, eq=False)
class TwoScaleFrame(Frame):
    """From a camera that gives a small grey picture of the same moment for nothing."""

    small: Grey | None = None


class Source(ABC):
    """See the module's text for what holds of every source."""

    live: ClassVar[bool]

    @abstractmethod
    def open(self) -> None:
        """Gets ready to give frames; raises `SourceError`. Again after `close`: from the start."""

    @abstractmethod
    def take(self) -> Frame:
        """The next frame; raises `SourceEnded` or `SourceLost`."""

    # Most have neither, and need not say so.
    def look_anew(self, *, to_be_sharp: bool = False) -> None:  # noqa: B027
        """Finds focus and exposure anew with its next frame, where it has such: what it sees is another view.

        `to_be_sharp`: only where it focuses itself, and not all the time, however often it is asked. May be
        called from any thread.
        """

    @abstractmethod
    def close(self) -> None:
        """Lets go of the device or file."""

    def __iter__(self) -> Iterator[Frame]:
        """Every frame until the end."""
        while True:
            try:
                frame = self.take()
            except SourceEnded:
                return
            yield frame

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
