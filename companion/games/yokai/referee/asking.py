"""What a level is asked, and its answer: values that pass between the referee and whoever chooses."""

from dataclasses import dataclass

from companion.games.yokai.rules.moves import Move
from companion.games.yokai.rules.position import Position


@dataclass(frozen=True, slots=True)
class Asked:
    """A level is on turn."""

    by: str
    level: str
    position: Position
    """As this player knows it: the own hand, and of everything else what lies open."""
    number: int
    """Of the move that it will be, so that it chooses the same again after an undo or a power cut."""
    seed: int


@dataclass(frozen=True, slots=True)
class Announce:
    """The answer, as a decision that the table makes by itself: no program can send it."""

    asked: Asked
    move: Move
