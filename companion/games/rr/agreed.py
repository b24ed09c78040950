"""What is agreed on before a game: it never changes while the game is played."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from companion.games.rr.rules.board import Player
from companion.games.rr.rules.match import Match
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.variant import Variant, start_position
from companion.games.rr.rules.written.options import NAME

BY_THE_COMPANION: Final = "himiki "


@dataclass(frozen=True, slots=True)
class Agreed:
    of: ClassVar[str] = NAME

    variant: Variant = field(default_factory=Variant)
    players: Mapping[str, str] = field(default_factory=dict)
    """Names of people, by `r` and `b`."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """Which players are levels, by `r` and `b`. People carry out what they say."""
    match: Match = field(default_factory=Match)
    """With the games of it that were played before."""
    seed: int = 0
    """Of what is dealt in the next game of the match, and of the levels' choices."""

    @property
    def mode(self) -> str:
        return NAME

    @property
    def names(self) -> dict[str, str]:
        """Of everybody who plays, levels too: `himiki master`."""
        return {**self.players, **{side: BY_THE_COMPANION + level for side, level in self.levels.items()}}

    @property
    def start(self) -> Position:
        return start_position(self.variant)

    def is_level(self, player: Player) -> bool:
        return player.letter in self.levels
