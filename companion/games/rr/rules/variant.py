"""Option games, and how each begins (R2, R10)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.rr.rules.board import Player
from companion.games.rr.rules.position import EMPTY_BOARD, Position, State, Zone
from companion.games.rr.rules.tiles import CITIZEN, OF_PLAYER, Tile


class Game(Enum):
    """Which of the option games; its word in commands and records."""

    BASIC = "basic"
    OLD = "old"
    RANDOM = "random"
    SECRET_RANDOM = "secretrandom"
    DRAFT = "draft"
    SECRET_DRAFT = "secretdraft"

    @property
    def has_neutral_zone(self) -> bool:
        """Five open neutral tiles, to place from or to pick from (R2.1, R10.3)."""
        return self in (Game.BASIC, Game.DRAFT)

    @property
    def draws(self) -> bool:
        """Two neutral tiles for each player before the first turn (R10.2, R10.4)."""
        return self in (Game.RANDOM, Game.SECRET_RANDOM, Game.SECRET_DRAFT)


OPEN_TILES: Final = 5
DRAWN_EACH: Final = 2
USUAL_NEUTRAL: Final = tuple(map(Tile, ("br", "ni", "pe", "sh", "sm")))
HIDDEN: Final = Zone((), DRAWN_EACH)


@dataclass(frozen=True, slots=True)
class Variant:
    """A game, and the tiles that come into it."""

    game: Game = Game.BASIC
    first: Player = Player.REGALITY
    neutral: tuple[Tile, ...] = USUAL_NEUTRAL
    """The five that lie open, where any do."""
    drawn: tuple[Zone, Zone] = (HIDDEN, HIDDEN)
    """What each player has drawn, where they do."""


def start_position(variant: Variant) -> Position:
    zones = tuple(_zone(variant, player) for player in Player)
    return Position(
        EMPTY_BOARD,
        variant.first,
        (zones[0], zones[1]),
        tuple(sorted(variant.neutral)) if variant.game.has_neutral_zone else (),
        (),
        State.DRAFT if variant.game is Game.DRAFT else State.CITIZEN,
    )


def _zone(variant: Variant, player: Player) -> Zone:
    drawn = variant.drawn[player] if variant.game.draws else Zone()
    citizen = (CITIZEN,) if player is variant.first else ()
    return Zone(tuple(sorted((*OF_PLAYER[player], *drawn.tiles, *citizen))), drawn.unknown)


GAMES: Final[Mapping[str, Game]] = {game.value: game for game in Game}
