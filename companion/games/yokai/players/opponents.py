"""Who plays: at random, greedily, or by searching worlds that could be."""

from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from companion.games.yokai.players.views import seen_by, world
from companion.games.yokai.players.worth import worth
from companion.games.yokai.rules.cards import value_of
from companion.games.yokai.rules.dealing import chance_draw, chance_reveal
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.legal import legal_moves
from companion.games.yokai.rules.moves import Move
from companion.games.yokai.rules.play import Played, carried_out
from companion.games.yokai.rules.position import Phase, Player, Position, due


class Opponent(Protocol):
    """Chooses for whoever is on turn, of whose hand everything is known."""

    def choose(self, position: Position, chance: Random) -> Move: ...


@dataclass(frozen=True, slots=True)
class AtRandom:
    house: House = HOUSE

    def choose(self, position: Position, chance: Random) -> Move:
        return chance.choice(legal_moves(position, self.house))


@dataclass(frozen=True, slots=True)
class Greedy:
    """Takes what completes, the most points first; gives nothing away; else anything."""

    house: House = HOUSE

    def choose(self, position: Position, chance: Random) -> Move:
        gains = [
            (_gain(carried_out(position, move, self.house)), move)
            for move in legal_moves(position, self.house)
        ]
        best = max(gain for gain, _ in gains)
        return chance.choice([move for gain, move in gains if gain == best])


def _gain(played: Played) -> int:
    player = played.before.turn
    return sum(
        value_of(each.yokai) * (1 if each.winner is player else -1)
        for each in played.counts
        if each.winner is not None
    )


WORLDS: Final = 3
"""Deals of what is hidden in which a move is tried: a turn takes milliseconds on a laptop."""
CANDIDATES: Final = 3
"""Moves, the best by what they lead to at once, that are tried: of 200 games against `Greedy` 178 are won
(`python -m tests.yokai.contest`)."""


@dataclass(frozen=True, slots=True)
class Searching:
    """Looks at what it may see, fills in what it may not, and plays its turn and the answer to it there."""

    house: House = HOUSE
    worlds: int = WORLDS
    candidates: int = CANDIDATES

    def choose(self, position: Position, chance: Random) -> Move:
        player = position.turn
        seen = seen_by(position, player, self.house)
        moves = self._best_at_once(seen)
        if len(moves) == 1:
            return moves[0]
        worlds = [world(seen, chance, self.house) for _ in range(self.worlds)]
        # Each candidate meets the same worlds and the same luck: what differs is the move.
        luck = chance.random()
        totals = [
            sum(self._tried(each, move, player, Random(luck + at)) for at, each in enumerate(worlds))
            for move in moves
        ]
        return moves[totals.index(max(totals))]

    def _best_at_once(self, seen: Position) -> list[Move]:
        moves = legal_moves(seen, self.house)
        player = seen.turn
        worths = {
            at: worth(carried_out(seen, move, self.house).after, player, self.house)
            for at, move in enumerate(moves)
        }
        order = sorted(worths, key=lambda at: -worths[at])
        return [moves[at] for at in order[: self.candidates]]

    def _tried(self, position: Position, move: Move, player: Player, chance: Random) -> float:
        """To the end of the other's turn, both playing what looks best at once."""
        position = carried_out(position, move, self.house).after
        while position.phase is not Phase.OVER:
            if due(position) is not None:
                revealed = chance_reveal(position, chance, self.house)
                position = carried_out(position, revealed, self.house).after
            elif position.phase is Phase.DRAW:
                if position.turn is player:
                    break
                position = carried_out(position, chance_draw(position, chance), self.house).after
            else:
                position = self._step(position)
        return worth(position, player, self.house)

    def _step(self, position: Position) -> Position:
        mover = position.turn
        after = [carried_out(position, move, self.house).after for move in legal_moves(position, self.house)]
        return max(after, key=lambda each: worth(each, mover, self.house))
