"""What people decide, as JSON reads it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.games import decisions
from companion.games.asking import Announce
from companion.games.decisions import (
    Accept,
    Answer,
    DecisionError,
    EndTurn,
    SayMove,
    SetPosition,
    TakeBack,
    Undo,
)
from companion.games.rr.rules.moves import Move
from companion.games.rr.rules.position import Position


@dataclass(frozen=True, slots=True)
class Resign:
    side: str
    """`r` or `b`."""


Decision = (
    Undo | TakeBack | Accept | EndTurn | SetPosition | SayMove | Answer | Resign | Announce[Position, Move]
)

KINDS: Final[Mapping[str, type]] = {
    "undo": Undo,
    "takeback": TakeBack,
    "accept": Accept,
    "end_turn": EndTurn,
    "position": SetPosition,
    "move": SayMove,
    "answer": Answer,
    "resign": Resign,
}
"""What people decide, by the name that it goes by."""


def decision_from(told: object) -> Any:
    """Reads the body of a decision; raises `DecisionError`."""
    decision = decisions.read(told, KINDS)
    if isinstance(decision, Resign) and decision.side not in ("r", "b"):
        raise DecisionError("side is r or b")
    return decision


def as_told(decision: object) -> dict[str, Any] | None:
    """What `decision_from` reads; None for what no person decides."""
    return decisions.told_of(decision, KINDS)
