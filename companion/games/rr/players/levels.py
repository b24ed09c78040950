"""The named levels of the searching opponent, and what makes them differ for a person."""

from collections import defaultdict
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from companion.games.rr.players.evaluation import WIN
from companion.games.rr.players.guessing import guessed, has_hidden
from companion.games.rr.players.search import Limits, scores, search
from companion.games.rr.rules.board import Player
from companion.games.rr.rules.legal import legal_moves
from companion.games.rr.rules.moves import Move
from companion.games.rr.rules.position import Position, Zone


@dataclass(frozen=True, slots=True)
class Level:
    name: str
    title: str
    nodes: int
    """How many positions it looks at for one move."""
    depth: int
    """How many moves it looks ahead at most."""
    slip: int
    """How far it misjudges what a move leads to, in hundredths of an ally (standard deviation)."""
    told: str
    """What a person notices."""

    def limits(self, share: float = 1.0) -> Limits:
        """What it may spend on a move; `share` is for machines that are slower than others."""
        return Limits(self.depth, max(1, round(self.nodes * share)))


LEVELS: Final = (
    Level("apprentice", "Apprentice", 400, 1, 700, "counts allies, mostly, and sees no danger"),
    Level("pupil", "Pupil", 400, 1, 120, "takes what is best at once, and does not think of the answer"),
    Level("adept", "Adept", 1_500, 2, 0, "sees every answer to its move, and nothing after it"),
    Level("expert", "Expert", 10_000, 3, 0, "thinks of its own next move too, where the board is not bare"),
    Level("master", "Master", 30_000, 30, 0, "looks as far as it can, at the end to the very last tile"),
)
"""From the weakest to the strongest; how they fare against each other `himiki match rr` tells."""

HINT: Final = LEVELS[-1]
"""Who is asked for a hint."""

GUESSES: Final = 3
"""How often hidden tiles are guessed for one move: each guess gets its part of the positions."""


def level_named(name: str) -> Level | None:
    return next((level for level in LEVELS if level.name == name.lower()), None)


def choose(level: Level, position: Position, chance: Random, *, share: float = 1.0) -> Move:
    """What that level plays, slips included, in a position that has a move."""
    if has_hidden(position):
        return _chosen_hidden(level, position, chance, share)
    return _chosen(level, position, chance, share)


def _chosen(level: Level, position: Position, chance: Random, share: float) -> Move:
    limits = level.limits(share)
    if not level.slip:
        return search(position, limits, chance).move
    rated = scores(position, limits, chance)
    if rated[0][1] >= WIN:
        return rated[0][0]  # nobody overlooks a game that is won
    return max(rated, key=lambda pair: pair[1] + chance.gauss(0, level.slip))[0]


def _chosen_hidden(level: Level, position: Position, chance: Random, share: float) -> Move:
    """What most guesses end with, of the moves that need no guess: only who holds a hidden tile knows it."""
    known = set(legal_moves(position._replace(zones=_without_hidden(position))))
    votes: dict[Move, int] = defaultdict(int)
    part = replace(level, nodes=max(1, level.nodes // GUESSES))
    for _ in range(GUESSES):
        votes[_chosen(part, guessed(position, chance), chance, share)] += 1
    fitting = {move: count for move, count in votes.items() if move in known} or votes
    return max(fitting, key=fitting.__getitem__)


def _without_hidden(position: Position) -> tuple[Zone, Zone]:
    """What the player on turn has to be asked about does not lie there."""
    mine = position.zones[position.turn]._replace(unknown=0)
    theirs = position.zones[position.turn.other]
    return (mine, theirs) if position.turn is Player.REGALITY else (theirs, mine)
