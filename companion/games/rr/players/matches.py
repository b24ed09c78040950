"""Matches between opponents: repeatable by their seed, every deal played twice with sides changed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

from companion.games.rr.players.levels import LEVELS, choose, level_named
from companion.games.rr.rules.board import Player
from companion.games.rr.rules.ending import ending
from companion.games.rr.rules.legal import legal_moves
from companion.games.rr.rules.moves import Move
from companion.games.rr.rules.play import after
from companion.games.rr.rules.position import Position, State, Zone
from companion.games.rr.rules.tiles import DRAWN
from companion.games.rr.rules.variant import DRAWN_EACH, OPEN_TILES, Game, Variant, start_position
from companion.games.tallies import MatchTally

CHANCE: Final = "random"
"""Who plays any move, each as likely as the others."""
NAMES: Final = (*(level.name for level in LEVELS), CHANCE)

Chooser = Callable[[Position, Random], Move]


@dataclass(frozen=True, slots=True)
class Contest:
    one: str
    other: str
    wanted: float
    """The rate of wins that is asked of the first one."""


CONTESTS: Final = (
    *(Contest(upper.name, lower.name, 0.65) for lower, upper in pairwise(LEVELS)),
    Contest(LEVELS[-1].name, CHANCE, 0.98),
)


def chooser(name: str, share: float = 1.0) -> Chooser:
    """`name` is one of `NAMES`."""
    level = level_named(name)
    if level is None:
        return lambda position, chance: chance.choice(legal_moves(position))
    return lambda position, chance: choose(level, position, chance, share=share)


def dealt(game: Game, first: Player, chance: Random) -> Position:
    """The start of a game, with tiles as they are drawn: nobody hides them from a machine's game."""
    drawn = chance.sample(DRAWN, max(OPEN_TILES, 2 * DRAWN_EACH))
    zones = (Zone(tuple(sorted(drawn[:DRAWN_EACH]))), Zone(tuple(sorted(drawn[DRAWN_EACH : 2 * DRAWN_EACH]))))
    return start_position(Variant(game, first, tuple(sorted(drawn[:OPEN_TILES])), zones))


def play_match(
    one: str, other: str, *, games: int, seed: int, share: float = 1.0, game: Game = Game.BASIC
) -> Iterator[MatchTally]:
    """The standing after every game; none of them is drawn (R7)."""
    won = turns = 0
    for number in range(games):
        deal = f"{seed}.{number // 2}"
        mine = Player(number % 2)
        start = dealt(game, Player(number // 2 % 2), Random(deal))
        choosers = {mine: chooser(one, share), mine.other: chooser(other, share)}
        winner, lasted = played_out(start, choosers, Random(f"{deal}.{number}"))
        won += winner is mine
        turns += lasted
        yield MatchTally(won, 0, number + 1 - won, turns)


def played_out(start: Position, choosers: dict[Player, Chooser], chance: Random) -> tuple[Player, int]:
    """Who has won, and after how many turns."""
    position, turns = start, 0
    while (over := ending(position)) is None:
        turns += position.state is not State.DRAFT
        position = after(position, choosers[position.turn](position, chance))
    return over.winner, turns
