"""What this referee says beside what all games say (FORMATS-YOKAI F5)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Event):
    """All four piles were seen: a game is followed."""

    name = "ready"
    mode: str
    near: str | None
    """Whose rows lie on the camera's side; None until the first card tells it."""
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Event):
    """A card was laid, or a turn passed without one."""

    name = "move"
    by: str
    move: str
    """Annotated."""
    points: tuple[int, int]
    position: str


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation(Event):
    """The table does not follow from the game by any rule; the game stands still until it does."""

    name = "violation"
    rule: str
    text: str
    """In English; `code` and `values` are for other languages."""
    restore: tuple[Restore, ...]
    code: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored(Event):
    name = "restored"
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Event):
    """What came later can only be explained if something before was otherwise."""

    name = "corrected"
    moves: tuple[str, ...]
    """All cards of the game, as they are understood now."""
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(Event):
    name = "over"
    winner: str | None
    """`a` or `b`; None for a draw."""
    points: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Event):
    """The sightings have ended."""

    name = "end"
    points: tuple[int, int]
    moves: int
    """Cards."""
    position: str | None
