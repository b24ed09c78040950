"""Shots to test with, and a clock that stands still until it is moved."""

from functools import cache

import numpy as np

from companion.clips.ring import Ring
from companion.clips.shots import Shot
from companion.games.events import Corrected, Event, Restored, Uncertain, Violation
from companion.games.himiki.referee.events import Move
from vision.frames import Image, Seconds
from vision.marked import Mark
from vision.pictures import packed

MARKS = (Mark(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)), "", sure=True),)


def picture(number: int = 0) -> Image:
    """A soft one, another for each number."""
    rows, columns = np.mgrid[0:60, 0:80]
    grey = (rows + columns + 3 * number) % 256
    return np.repeat(grey[..., None], 3, axis=2).astype(np.uint8)


@cache
def _packed(number: int) -> bytes:
    return packed(picture(number))


def shot(t: float, *, moving: bool = False, jpeg: bytes | None = None) -> Shot:
    data = _packed(round(10 * t) % 90) if jpeg is None else jpeg
    return Shot(Seconds(t), moving, data, (80, 60), (0, 0, 80, 60), MARKS)


def played(ring: Ring, begin: float, pattern: str, every: float = 0.1) -> None:
    """A shot for each sign: `.` the board at rest, `M` a hand over it."""
    for count, sign in enumerate(pattern):
        ring.add(shot(begin + count * every, moving=sign == "M"))


def move(t: float) -> Event:
    return Move(
        t=t, move="B5>BB4", by="w", points=0, influence=(), score=(0, 0), position="", annotated="B5>BB4"
    )


def violation(t: float) -> Event:
    return Violation(t=t, rule="3.4", text="no", restore=())


def restored(t: float) -> Event:
    return Restored(t=t, position="")


def question(t: float) -> Event:
    return Uncertain(t=t, question="which?", options=("a", "b"))


def corrected(t: float) -> Event:
    return Corrected(t=t)
