"""A match: games of which two are to be won, or an agreed number of them for points (R9)."""

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from companion.games.rr.rules.board import Player
from companion.games.rr.rules.tiles import DRAWN, Tile
from companion.games.rr.rules.variant import OPEN_TILES

USUAL_WINS: Final = 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one game of a match has left."""

    winner: Player
    points: tuple[int, int]
    tiles: tuple[Tile, ...]
    """Neutral tiles that were in play, without the Citizen."""


@dataclass(frozen=True, slots=True)
class Match:
    wins: int = USUAL_WINS
    """To be won, where no points are counted."""
    games: int | None = None
    """Agreed on, where points are (R9.3)."""
    played: tuple[Outcome, ...] = ()

    @property
    def won(self) -> tuple[int, int]:
        counts = [0, 0]
        for outcome in self.played:
            counts[outcome.winner] += 1
        return counts[0], counts[1]

    @property
    def points(self) -> tuple[int, int]:
        totals = [0, 0]
        for outcome in self.played:
            for player in Player:
                totals[player] += outcome.points[player]
        return totals[0], totals[1]

    @property
    def over(self) -> bool:
        if self.games is not None:
            return len(self.played) >= self.games
        return max(self.won) >= self.wins

    @property
    def winner(self) -> Player | None:
        """None while it goes on, and where points are level (R9.3)."""
        counted = self.won if self.games is None else self.points
        if not self.over or counted[0] == counted[1]:
            return None
        return Player(counted[1] > counted[0])

    @property
    def decides(self) -> Player | None:
        """Who says which player is first in the next game: the loser of the last (R9.2); before any game
        it is free."""
        return self.played[-1].winner.other if self.played else None

    def after(self, outcome: Outcome) -> "Match":
        return replace(self, played=(*self.played, outcome))


def remaining(match: Match, wanted: int = OPEN_TILES) -> tuple[Tile, ...]:
    """What the next game's neutral tiles are taken from: those that have left are shuffled in where fewer
    than wanted are left (R9.1)."""
    left = set(DRAWN)
    for outcome in match.played:
        left = (left if len(left) >= wanted else set(DRAWN)) - set(outcome.tiles)
    return tuple(sorted(left if len(left) >= wanted else DRAWN))


def dealt(match: Match, chance: Random, wanted: int = OPEN_TILES) -> tuple[Tile, ...]:
    """The neutral tiles of the next game."""
    return tuple(sorted(chance.sample(remaining(match, wanted), wanted)))
