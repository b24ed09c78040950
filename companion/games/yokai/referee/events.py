"""What this referee says beside what all games say (FORMATS-YOKAI F5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from companion.games import events
from companion.games.events import OF_ALL, Event, Opponent, Restored, by_name

__all__ = [
    "KINDS",
    "Corrected",
    "End",
    "Event",
    "Move",
    "Opponent",
    "Over",
    "Ready",
    "Restore",
    "Restored",
    "Revealed",
    "Todo",
    "Turn",
    "Violation",
    "event_from",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Event):
    """All four piles were seen: a game is followed."""

    name = "ready"
    mode: str
    near: str | None
    """Whose rows lie on the camera's side; None until the first card tells it."""
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event):
    """A Yokai that was told, or dealt, comes up; one that a camera sees needs no telling."""

    name = "reveal"
    yokai: str
    position: str
    dealt: bool = False
    """It follows from the move before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Event):
    """A card was laid, or a turn passed without one; or ended, where that was said."""

    name = "move"
    by: str
    move: str
    """Annotated."""
    points: tuple[int, int]
    position: str
    unseen: tuple[str, ...] = ()
    """What went before it and was not told: draws, and what came up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Event):
    name = "turn"
    turn: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Todo(Event):
    """What hands have still to do for the last card; told again when it is less."""

    name = "todo"
    todo: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Restore:
    """How one pile has to lie again."""

    pile: str
    top: str | None
    near: tuple[str, ...]
    far: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {"pile": self.pile, "top": self.top, "near": list(self.near), "far": list(self.far)}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        return cls(told["pile"], told["top"], tuple(told["near"]), tuple(told["far"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation(events.Violation):
    """The table does not follow from the game by any rule; the game stands still until it does."""

    restore: tuple[Restore, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(events.Corrected):
    """What came later can only be explained if something before was otherwise."""

    moves: tuple[str, ...]
    """All cards of the game, as they are understood now."""
    position: str
    reason: str = "otherwise"
    """otherwise, undo, position (it was said what lies on the table)."""
    back: int = 0
    """Entries that are taken back."""
    whole: tuple[str, ...] = ()
    """All moves, those of chance too, where the game is another one now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(events.Over):
    """The winner is `a` or `b`; None for a draw."""

    points: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Event):
    """The sightings have ended."""

    name = "end"
    points: tuple[int, int]
    moves: int
    """Cards."""
    position: str | None


KINDS: Final = by_name(
    *OF_ALL, Ready, Revealed, Move, Turn, Todo, Violation, Restored, Corrected, Opponent, Over, End
)


def event_from(told: Mapping[str, Any]) -> Event:
    """Raises `EventError`."""
    return events.read(told, KINDS)
