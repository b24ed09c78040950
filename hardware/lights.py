"""What the lights at a table can show."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

POINTS: Final = 5
"""Lights that a side's score has."""


class Signal(Enum):
    """What the referee's light says. Colours differ in rhythm too, for those who see no difference."""

    DARK = "dark"
    FAIR = "green"
    WAITING = "amber"
    """People are waited for, or the board is: something is to be said, or to be put right."""
    VIOLATION = "red"
    SAID = "blue"
    """Somebody who has no hands has said a move, which waits to be carried out, or thinks about it."""


@dataclass(frozen=True, slots=True)
class Lights:
    white_score: int = 0
    black_score: int = 0
    white_turn: bool = False
    black_turn: bool = False
    influences: tuple[str | None, str | None, str | None] = (None, None, None)
    """Who holds each of three things: `w`, `b` or None."""
    referee: Signal = Signal.DARK
    squares: tuple[str, ...] = ()
    """The squares in question, for lights in or around the board."""

    def as_json(self) -> dict[str, Any]:
        return {
            "white_score": self.white_score,
            "black_score": self.black_score,
            "white_turn": self.white_turn,
            "black_turn": self.black_turn,
            "influences": list(self.influences),
            "referee": self.referee.value,
            "squares": list(self.squares),
        }


ALL_DARK: Final = Lights()
