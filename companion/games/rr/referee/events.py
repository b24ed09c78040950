"""What the referee says, and how each is read again where it was kept."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.games.events import BoardFound, BoardLost, Doubtful, Event, EventError, Uncertain


@dataclass(frozen=True, slots=True)
class Restore:
    """What has to lie on a square; None: nothing."""

    square: str
    tile: str | None

    def as_json(self) -> dict[str, Any]:
        return {"square": self.square, "tile": self.tile}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Event):
    """The board lies there as the game begins."""

    name = "ready"
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(Event):
    """A tile was placed and may have an effect yet; `todo`: squares where a step of it is missing."""

    name = "placed"
    by: str
    move: str
    """As it stands if no more is done."""
    todo: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    name = "move"
    move: str
    """Bare."""
    by: str
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Event):
    """The last move no longer stands, or the board was said to be right as it is."""

    name = "corrected"
    reason: str
    """undo, takeback, otherwise (another move was carried out), accept, position."""
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder(Event):
    """Destroyed tiles are due to leave the board (R3.1)."""

    name = "reminder"
    by: str
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation(Event):
    """The board does not follow from the game by any rule."""

    name = "violation"
    rule: str
    text: str
    """In English; `code` and `values` are for other languages."""
    restore: tuple[Restore, ...]
    code: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored(Event):
    """The board agrees with the game again."""

    name = "restored"
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent(Event):
    """What a level plays: people carry it out."""

    name = "opponent"
    by: str
    level: str
    move: str
    text: str
    """In English; `code` and `values` are for other languages."""
    code: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(Event):
    name = "over"
    winner: str
    reason: str
    allies: tuple[int, int]
    points: tuple[int, int]
    match: tuple[int, int]
    """Games won, or points where they are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Event):
    """The source has ended."""

    name = "end"
    position: str


_OF_ALL: Final[tuple[type[Event], ...]] = (Uncertain, Doubtful, BoardLost, BoardFound)
_OWN: Final[tuple[type[Event], ...]] = (
    Ready,
    Placed,
    Moved,
    Corrected,
    Opponent,
    Reminder,
    Violation,
    Restored,
    Over,
    End,
)
KINDS: Final = {kind.name: kind for kind in (*_OF_ALL, *_OWN)}


def event_from(told: Mapping[str, Any]) -> Event:
    """Raises `EventError`."""
    kind = KINDS.get(str(told.get("event")))
    if kind is None:
        raise EventError(f"no event is called {str(told.get('event'))[:60]!r}")
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in told.items()
        if key != "event"
    }
    try:
        if kind is Violation:
            values["restore"] = tuple(Restore(**each) for each in values["restore"])
        return kind(**{"t": 0.0, **values})
    except (TypeError, KeyError) as fault:
        raise EventError(str(fault)) from None
