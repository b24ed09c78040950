"""What a level is asked, and its answer: values that pass between the referee and whoever searches."""

from dataclasses import dataclass

from companion.games.himiki.rules.moves import Move
from companion.games.himiki.rules.position import Position


@dataclass(frozen=True, slots=True)
class Asked:
    """A level is on turn, and the board agrees with the game."""

    by: str
    """The turn code of its seat."""
    level: str
    position: Position
    """In one of the ways in which it can be: what may be tilted or rotated is the same in all of them."""
    number: int
    """Of the entry that its move will be, so that it chooses the same again after an undo or a power cut."""
    seed: int


@dataclass(frozen=True, slots=True)
class Announce:
    """The answer, as a decision that the table makes by itself: no program can send it."""

    asked: Asked
    move: Move
    name: str = ""
    """Of a friend, who is told apart from a level by it."""
