"""What is said of a heap."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.games.events import BoardFound, BoardLost, Doubtful, Event, EventError, Uncertain


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun(Event):
    name = "ready"
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken(Event):
    name = "move"
    by: str
    count: int
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBack(Event):
    name = "corrected"
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Won(Event):
    name = "over"
    winner: str
    score: tuple[int, int] = (1, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Event):
    name = "end"
    position: str


_OF_ALL: Final[tuple[type[Event], ...]] = (Uncertain, Doubtful, BoardLost, BoardFound)
_OWN: Final[tuple[type[Event], ...]] = (Begun, Taken, PutBack, Won, End)
KINDS: Final = {kind.name: kind for kind in (*_OF_ALL, *_OWN)}


def event_from(told: Mapping[str, Any]) -> Event:
    kind = KINDS.get(str(told.get("event")))
    if kind is None:
        raise EventError(f"no event is called {told.get('event')!r}")
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in told.items()
    }
    del values["event"]
    try:
        return kind(**{"t": 0.0, **values})
    except TypeError as fault:
        raise EventError(str(fault)) from None
