"""Decisions that every game knows, and how one is refused."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable


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
