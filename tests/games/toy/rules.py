"""Heaps, and what may be taken of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

from companion.games.decisions import Refused

SIDES: Final = ("w", "b")
MOST: Final = 9


@dataclass(frozen=True, slots=True)
class Toy:
    """What is agreed on before a game."""

    of: ClassVar[str] = "toy"

    heap: int = 5
    machine: str | None = None
    """The side that this machine plays."""
    seed: int = 0
    players: Mapping[str, str] = field(default_factory=dict)
    """Names of people, by side."""

    @property
    def mode(self) -> str:
        return "heap"

    @property
    def names(self) -> dict[str, str]:
        machine = {} if self.machine is None else {self.machine: "machine"}
        return {**self.players, **machine}


@dataclass(frozen=True, slots=True)
class Heap:
    left: int
    turn: str = "w"

    def less(self, count: int) -> "Heap":
        if not self.left:
            raise Refused("the game is over")
        if count not in (1, 2) or count > self.left:
            raise Refused(f"one or two are taken, of {self.left}")
        return replace(self, left=self.left - count, turn="b" if self.turn == "w" else "w")
