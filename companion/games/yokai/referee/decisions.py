"""What people decide, as JSON reads it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from companion.games.decisions import Answer, DecisionError, SayMove, SetPosition, Undo
from companion.games.quoting import quoted


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
_NAMED: Final = {kind: name for name, kind in KINDS.items()}


def decision_from(told: object) -> Any:
    """Reads the body of a decision; raises `DecisionError`."""
    if not isinstance(told, Mapping):
        raise DecisionError('a decision is an object such as {"decision": "undo"}')
    name = told.get("decision")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise DecisionError(f"no decision is called '{quoted(str(name))}': one of {', '.join(KINDS)}")
    values = {each.name: told.get(each.name) for each in fields(kind)}
    if wrong := [key for key, value in values.items() if not isinstance(value, str)]:
        raise DecisionError(f"the decision '{name}' says its {', '.join(wrong)} as text")
    return kind(**values)


def as_told(decision: object) -> dict[str, Any] | None:
    """What `decision_from` reads; None for what is nobody else's to read."""
    name = _NAMED.get(type(decision))
    if name is None:
        return None
    return {"decision": name, **{each.name: getattr(decision, each.name) for each in fields(KINDS[name])}}
