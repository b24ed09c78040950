"""What the referee says, and how each is read again where it was kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from companion.games import events
from companion.games.events import OF_ALL, Event, EventError, Hint, Opponent, Restored, by_name

__all__ = [
    "KINDS",
    "Corrected",
    "End",
    "Event",
    "EventError",
    "Hint",
    "Moved",
    "Opponent",
    "Over",
    "Placed",
    "Ready",
    "Reminder",
    "Restore",
    "Restored",
    "Violation",
    "event_from",
]


@dataclass(frozen=True, slots=True)
class Restore:
    """What has to lie on a square; None: nothing."""

    square: str
    tile: str | None

    def as_json(self) -> dict[str, Any]:
        return {"square": self.square, "tile": self.tile}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        return cls(**told)


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
class Corrected(events.Corrected):
    """The last move no longer stands, or the board was said to be right as it is."""

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
class Violation(events.Violation):
    """The board does not follow from the game by any rule."""

    restore: tuple[Restore, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(events.Over):
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


KINDS: Final = by_name(
    *OF_ALL,
    Ready,
    Placed,
    Moved,
    Corrected,
    Opponent,
    Hint,
    Reminder,
    Violation,
    Restored,
    Over,
    End,
)


def event_from(told: Mapping[str, Any]) -> Event:
    """Raises `EventError`."""
    return events.read(told, KINDS)
