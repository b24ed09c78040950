"""What people decide, as JSON reads it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.games import decisions
from companion.games.decisions import Answer, SayMove, SetPosition, Undo


@dataclass(frozen=True, slots=True)
class FromHand:
    """A move of a hand that was dealt: only whoever holds it sends it, so it cannot be read from a program's
    words."""

    side: str
    """`a` or `b`."""
    move: str


KINDS: Final[Mapping[str, type]] = {
    "undo": Undo,
    "position": SetPosition,
    "move": SayMove,
    "answer": Answer,
}
"""What people decide, by the name that it goes by."""


def decision_from(told: object) -> Any:
    """Reads the body of a decision; raises `DecisionError`."""
    return decisions.read(told, KINDS)


def as_told(decision: object) -> dict[str, Any] | None:
    """What `decision_from` reads; None for what is nobody else's to read."""
    return decisions.told_of(decision, KINDS)
