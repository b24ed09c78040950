"""What stands on the table at one moment."""

from dataclasses import dataclass
from typing import Any

from companion.games.events import Event


@dataclass(frozen=True, slots=True)
class Standing:
    number: int
    """Of the game, in the store."""
    game: Any
    """What was agreed on: a value of the game that is played."""
    status: Any
    """The `Status` of that game."""
    hint: Event | None
    """What was asked for in the position that stands."""
