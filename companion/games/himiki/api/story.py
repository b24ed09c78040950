"""What stands of a game: the events that make it, and its positions one by one."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from companion.games.himiki.agreed import Game
from companion.games.himiki.api.in_words import event_in_words
from companion.games.himiki.referee.events import (
    Corrected,
    Event,
    Hint,
    Move,
    Over,
    Placed,
    Ready,
    SolutionShown,
)

STORY: Final = (Ready, Placed, Move, Corrected, SolutionShown, Hint, Over)
"""What makes a game: all else was said along the way."""


def entries(events: Iterable[Event]) -> list[tuple[Event, bool]]:
    """What stands of a game, and whether a hint was asked for before it; what was taken back is left out."""
    found: list[tuple[Event, bool]] = []
    hinted = False
    for event in events:
        match event:
            case Ready():
                found = []
            case Hint():
                hinted = True
            case Placed() | Move():
                found.append((event, hinted))
                hinted = False
            case Corrected():
                if event.back:
                    del found[-event.back :]
                if event.reason not in ("undo", "takeback", "unclaim"):
                    found.append((event, False))
            case _:
                pass
    return found


def steps(events: Sequence[Event], game: Game) -> list[dict[str, Any]]:
    """The same for a page, position by position, in words too."""
    began = [event for event in events if isinstance(event, Ready)][-1:]
    return [
        *({"event": event.name, "position": event.position} for event in began),
        *(
            event_in_words(event, game) | ({"hinted": True} if hinted else {})
            for event, hinted in entries(events)
        ),
    ]
