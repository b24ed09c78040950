"""Opponents that go by a name."""

from collections.abc import Mapping
from typing import Final

from companion.games.yokai.players import NAMES
from companion.games.yokai.players.opponents import AtRandom, Greedy, Opponent, Searching

LEVELS: Final[Mapping[str, Opponent]] = dict(zip(NAMES, (AtRandom(), Greedy(), Searching()), strict=True))
