"""What a level is asked, and its answer: values that pass between a referee and whoever chooses."""

from dataclasses import dataclass
from typing import Generic, TypeVar

Position = TypeVar("Position")
Move = TypeVar("Move")


@dataclass(frozen=True, slots=True)
class Asked(Generic[Position]):
    """A level is on turn, and what is seen agrees with the game."""

    by: str
    """The turn code of its seat."""
    level: str
    position: Position
    """As the level may know it: of what it cannot see, one of the ways in which it can be, or nothing."""
    number: int
    """Of the move that it will be, so that it chooses the same again after an undo or a power cut."""
    seed: int


@dataclass(frozen=True, slots=True)
class Announce(Generic[Position, Move]):
    """The answer, as a decision that the table makes by itself: no program can send it."""

    asked: Asked[Position]
    move: Move
    name: str = ""
    """Of a friend, who is told apart from a level by it."""
