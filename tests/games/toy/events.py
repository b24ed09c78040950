"""What is said of a heap."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.games import events
from companion.games.events import OF_ALL, Event, by_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun(Event):
    name = "ready"
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken(Event):
    name = "move"
    by: str
    move: str
    """How many."""
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBack(Event):
    name = "corrected"
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Won(events.Over):
    winner: str
    score: tuple[int, int] = (1, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Event):
    name = "end"
    position: str


KINDS: Final = by_name(*OF_ALL, Begun, Taken, PutBack, Won, End)


def event_from(told: Mapping[str, Any]) -> Event:
    return events.read(told, KINDS)
