"""HI MI KI as a game of two tables, see `companion.games.friendly.Friendly`."""

from companion.games.himiki.friendly.moves import (
    alike,
    over,
    said,
    shared_of,
    time_left,
    told,
    undone,
    unsaid,
)
from companion.games.himiki.friendly.terms import agreed, game_of

__all__ = [
    "agreed",
    "alike",
    "game_of",
    "over",
    "said",
    "shared_of",
    "time_left",
    "told",
    "undone",
    "unsaid",
]
