"""What is agreed on before a game: it never changes while the game is played."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from companion.games.yokai.dealing import DEALT, OWN
from companion.games.yokai.rules.position import Player

NAME: Final = "yokai"
BY_THE_COMPANION: Final = "himiki "


@dataclass(frozen=True, slots=True)
class Agreed:
    of: ClassVar[str] = NAME

    players: Mapping[str, str] = field(default_factory=dict)
    """Names of people, by `a` and `b`."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """Which players are levels, by `a` and `b`; their hands are dealt."""
    hands: str = OWN
    seed: int = 0
    """Of what is dealt, and of the levels' choices. Who knows it knows every card: it leaves the table only
    in a back-up."""

    @property
    def mode(self) -> str:
        return NAME

    @property
    def names(self) -> dict[str, str]:
        """Of everybody who plays, levels too: `himiki master`."""
        return {**self.players, **{side: BY_THE_COMPANION + level for side, level in self.levels.items()}}

    @property
    def is_dealt(self) -> bool:
        return self.hands == DEALT

    def is_level(self, player: Player) -> bool:
        return player.letter in self.levels
