"""What stands now, as far as it is the same in every game."""

from dataclasses import dataclass, field
from typing import Any

from companion.games.events import Event, Uncertain


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """A game's own says more."""

    mode: str
    position: str
    """What stands on the table, as the game writes it."""
    turn: str
    players: dict[str, str] = field(default_factory=dict)
    """Names by turn code."""
    question: Uncertain | None = None
    board: bool = False
    """Whether it is seen."""
    clear: bool = False
    """Whether nothing covers part of it."""
    camera: bool = True
    """Whether there is one that gives pictures."""
    moves: int = 0
    last_event: Event | None = None
    over: bool = False
    winner: str | None = None
    doubts: tuple[tuple[str, str], ...] = ()
    """Squares that have not been plain for a while, each with the reason's word."""

    def as_json(self) -> dict[str, Any]:
        """As programs read it."""
        raise NotImplementedError
