"""A heap as a row of white blocks on black: drawn, and counted in the picture."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np

from tests.games.toy.referee import Sighting
from tests.games.toy.rules import MOST
from vision.frames import Frame, Image, Seconds
from vision.marked import Marked
from vision.plane.attention import Glance, State
from vision.sources import Source, SourceEnded, SourceError

_EDGE: Final = 8
_BRIGHT: Final = 128


@dataclass(frozen=True, slots=True)
class Look:
    t: Seconds
    glance: Glance
    sighting: Sighting | None
    happenings: tuple[object, ...] = ()


class Eye:
    profile = None

    def __init__(self) -> None:
        self._told: int | None = -1

    def look(self, frame: Frame) -> Look:
        blocks = frame.image[::_EDGE, ::_EDGE].max(axis=(0, 2)) >= _BRIGHT
        count = int(blocks.sum()) if len(blocks) == MOST else None
        news = count != self._told
        self._told = count
        state = State.CHANGED if news else State.UNCHANGED
        return Look(frame.t, Glance(frame.t, state), Sighting(frame.t, count) if news else None)

    def last_look(self) -> None:
        return None


class Teaching:
    def note(self, before: Iterable[Any], after: Iterable[Any], *, undone: bool) -> None:
        assert list(before) == list(after) == []

    def carry_out(self, eye: Eye) -> bool:
        return False

    def forget_lessons(self) -> None:
        """There are none."""


class Sight:
    profile = None

    def __init__(self, profile: None, folder: Path | None = None) -> None:
        self.folder = folder
        self.teaching = Teaching()
        self._eye = Eye()
        self._last: Sighting | None = None

    def use(self, profile: object) -> None:
        raise NotImplementedError("nothing is to be learnt")

    def look(self, frame: Frame) -> Look:
        look = self._eye.look(frame)
        self._last = look.sighting or self._last
        return look

    def told(self) -> dict[str, Any]:
        return {"board": self._last is not None and self._last.board}

    def over_picture(self, image: Image) -> Image:
        return image

    def marked(self, sighting: Sighting) -> Marked | None:
        return Marked(None, ((0.0, 0.0), (_EDGE * MOST, 0.0), (_EDGE * MOST, _EDGE), (0.0, _EDGE)))


class DrawnSource(Source):
    live: ClassVar[bool] = True

    def __init__(self, clock: Callable[[], Seconds]) -> None:
        self._clock = clock
        self._open = False
        self.heap = 0
        self.rate = 50.0

    def open(self) -> None:
        self._open = True

    def take(self) -> Frame:
        time.sleep(1 / self.rate)
        if not self._open:
            raise SourceEnded("it is closed")
        image = np.zeros((_EDGE, _EDGE * MOST, 3), np.uint8)
        image[:, : _EDGE * self.heap] = 255
        return Frame(image, self._clock())

    def close(self) -> None:
        self._open = False


class Drawn:
    fresh = True
    busy = False

    def __init__(self, source: DrawnSource, kept: Path | None) -> None:
        self._source, self._kept = source, kept
        self.stirred = 0.0

    def do(self, action: str | Mapping[str, object]) -> float:
        word, _, count = str(action).partition(" ")
        if word != "take" or int(count) > self._source.heap:
            raise ValueError(f"nobody can do that: {action}")
        self.lay(str(self._source.heap - int(count)))
        return 0.0

    def lay(self, cubes: str) -> None:
        self.stirred = time.monotonic()
        self._source.heap = int(cubes)

    def standing(self) -> str:
        return str(self._source.heap)


def drawn(look: str, clock: Callable[[], Seconds], kept: Path | None = None) -> tuple[Drawn, DrawnSource]:
    if look:
        raise SourceError("there is one look only")
    source = DrawnSource(clock)
    source.open()
    return Drawn(source, kept), source


def profile_for(
    folder: Path | None,
    drawn: Drawn | None,
    kept: Path | None = None,
    learning: Callable[[], None] = lambda: None,
) -> None:
    if folder is not None:
        raise ValueError("nothing is to be learnt")


def eye_for(profile: None) -> Eye:
    return Eye()


def sight(profile: None, folder: Path | None = None) -> Sight:
    return Sight(profile, folder)


def teaching() -> Teaching:
    return Teaching()


def rests(sighting: Sighting) -> bool:
    return True


def blind(t: Seconds, why: str) -> Sighting:
    return Sighting(t, None)


def line(name: str, sighting: Sighting) -> dict[str, Any]:
    return {"image": name, "t": sighting.t, "count": sighting.count}
