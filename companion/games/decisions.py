"""Decisions that every game knows, and how one is refused."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Protocol, runtime_checkable

from companion.games.quoting import quoted


@runtime_checkable
class Coded(Protocol):
    """What is said with a code and values, for other languages."""

    @property
    def code(self) -> str: ...

    @property
    def values(self) -> Mapping[str, object]: ...


class Refused(Exception):
    """What a game refuses now, having changed nothing. `str()` is a sentence for people."""


class DecisionError(Refused, ValueError):
    """A decision that cannot be read, or that makes no sense now; `str()` says what to do instead."""

    def __init__(self, told: object) -> None:
        super().__init__(str(told))
        self.why = told if isinstance(told, Coded) else None
        """With its code and values, where it speaks of what lies on the table."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The last entry of the game, whatever it was, no longer stands."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The players take the last move back, with the choices that belonged to it."""


@dataclass(frozen=True, slots=True)
class Accept:
    """The board is right as it stands."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """No replay is taken; or nothing can be played."""


@dataclass(frozen=True, slots=True)
class SetPosition:
    position: str


@dataclass(frozen=True, slots=True)
class SayMove:
    """A move or a choice said instead of seen."""

    move: str


@dataclass(frozen=True, slots=True)
class Answer:
    option: str


def takes_back(decision: object) -> bool:
    """Whether it means what was decided or played before."""
    return isinstance(decision, (Undo, TakeBack))


def plays_on(decision: object) -> bool:
    """Whether it means what comes next; a correction means what stands now."""
    return isinstance(decision, (SayMove, EndTurn))


def time_of(told: Mapping[str, Any]) -> float:
    """The `t` of a decision in a file."""
    t = told.get("t")
    if isinstance(t, bool) or not isinstance(t, (int, float)) or not math.isfinite(t):
        raise DecisionError("a decision in a file has its time, 't', in seconds")
    return float(t)


def name_in(told: object, names: Iterable[str]) -> str:
    """Which decision a program sends; raises `DecisionError` where that is none of these."""
    if not isinstance(told, Mapping):
        raise DecisionError('a decision is an object such as {"decision": "undo"}')
    name = told.get("decision")
    known = tuple(names)
    if not isinstance(name, str) or name not in known:
        raise DecisionError(f"no decision is called '{quoted(str(name))}': one of {', '.join(known)}")
    return name


def read(told: object, kinds: Mapping[str, type]) -> Any:
    """A decision whose fields are all text, as one of these kinds; raises `DecisionError`."""
    name = name_in(told, kinds)
    assert isinstance(told, Mapping)
    values = {each.name: told.get(each.name) for each in fields(kinds[name])}
    if wrong := [key for key, value in values.items() if not isinstance(value, str)]:
        raise DecisionError(f"the decision '{name}' says its {', '.join(wrong)} as text")
    return kinds[name](**values)


def told_of(
    decision: object, kinds: Mapping[str, type], plain: Callable[[Any], Any] = lambda value: value
) -> dict[str, Any] | None:
    """What a program sends for it, with its values made `plain`; None for what is none of these kinds."""
    name = next((name for name, kind in kinds.items() if kind is type(decision)), None)
    if name is None:
        return None
    values = {each.name: plain(getattr(decision, each.name)) for each in fields(kinds[name])}
    return {"decision": name, **values}
