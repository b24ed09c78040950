"""What is agreed on before a game: it never changes while the game is played."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.position import Position
from companion.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Clock:
    """Time for each side."""

    minutes: float
    increment: float = 0.0
    """Seconds added after each turn."""


@dataclass(frozen=True, slots=True)
class Game:
    variant: Variant
    start: Position | None = None
    """None: set-up is followed cube by cube."""
    free: bool = False
    """Positions only: nothing is refereed."""
    players: Mapping[str, str] = field(default_factory=dict)
    """Names, by turn code."""
    challenge: str | None = None
    par: int | None = None
    seed: int = 0
    """Of the dice rolled for Muk Yan."""
    own_dice: bool = True
    """Whether the companion rolls for Muk Yan; otherwise it waits for a roll that is said or seen."""
    clock: Clock | None = None

    @property
    def mode(self) -> str:
        return "free" if self.free else self.variant.mode.value
