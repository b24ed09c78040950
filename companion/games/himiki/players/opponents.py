"""Everyone who can answer for a side, behind one small interface."""

from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from companion.games.himiki.players.levels import Level, choose
from companion.games.himiki.players.open_search import chooser
from companion.games.himiki.rules import muk_yan
from companion.games.himiki.rules.cubes import Colour, Element
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import STOP, Move
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Position


class MatchPlayer(Protocol):
    @property
    def name(self) -> str: ...

    def choose(self, position: Position, chance: Random) -> Move:
        """Of a position that has a move, on the turn of the side that it plays."""


@dataclass(frozen=True, slots=True)
class Searching:
    level: Level
    share: float = 1.0

    @property
    def name(self) -> str:
        return self.level.name

    def choose(self, position: Position, chance: Random) -> Move:
        return choose(self.level, position, chance, share=self.share)


@dataclass(slots=True)
class MukYanPlayer:
    """Rolls his cubes with that chance; after any action but 8 he does not play on (RULES 6.7)."""

    name: str = "Muk Yan"
    _last_action: int = field(default=muk_yan.MukYanAction.NO_ACTION, repr=False)

    def choose(self, position: Position, chance: Random) -> Move:
        if position.phase.replay and self._last_action != muk_yan.MukYanAction.PLAY_AGAIN:
            return STOP
        black, white = chance.choice(list(Element)), chance.choice(list(Element))
        self._last_action, move = muk_yan.reply(position, black, white)
        return move


_LONGEST_TURN = 4


@dataclass(frozen=True, slots=True)
class Greedy:
    """Takes the turn that wins most points, replays included, and never thinks of the answer."""

    name: str = "greedy"

    def choose(self, position: Position, chance: Random) -> Move:
        side = chooser(position)
        played = [play(position, move) for move in legal_moves(position)]
        chance.shuffle(played)
        return max(played, key=lambda each: _most_gained(each, side, _LONGEST_TURN)).move


def _most_gained(played: Played, side: Colour, left: int) -> int:
    before, after = played.before.score, played.after.score
    gained = after[side] - before[side] + before[side.other] - after[side.other]
    if left > 1 and not played.after.over and played.after.phase.replay and chooser(played.after) is side:
        following = (play(played.after, move) for move in legal_moves(played.after))
        gained += max(_most_gained(each, side, left - 1) for each in following)
    return gained
