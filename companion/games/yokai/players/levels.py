"""Opponents that go by a name."""

from collections.abc import Mapping
from typing import Final

from companion.games.yokai.players.opponents import AtRandom, Greedy, Opponent, Searching

LEVELS: Final[Mapping[str, Opponent]] = {
    "novice": AtRandom(),
    "adept": Greedy(),
    "master": Searching(),
}
"""The weakest first."""
