"""What the turns of a finished game were worth: what was better, who stood better, where it turned."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from companion.games.rr.players.evaluation import ALLY, WIN
from companion.games.rr.players.guessing import guessed, has_hidden
from companion.games.rr.players.search import Limits, search
from companion.games.rr.rules.board import Player
from companion.games.rr.rules.ending import ending
from companion.games.rr.rules.play import after
from companion.games.rr.rules.position import Position, State
from companion.games.rr.rules.written.notation import bare
from companion.games.rr.rules.written.record import Record, replay

LIMITS: Final = Limits(4, 4_000)
"""What is looked at for each position: some seconds a game."""

_EVEN: Final = 1.5 * ALLY
"""A lead that wins three games of four."""

TURNED: Final = 0.2
"""Chances that one turn costs, from which on the game turned there."""


@dataclass(frozen=True, slots=True)
class Turn:
    by: Player
    move: str
    best: str
    """What was best, as far as was looked."""
    before: float
    """Regality's chances, 0 to 1, had that been played."""
    after: float

    @property
    def lost(self) -> float:
        """Of the chances of whoever moved."""
        gap = self.before - self.after
        return max(0.0, gap if self.by is Player.REGALITY else -gap)

    def as_json(self) -> dict[str, Any]:
        return {
            "by": self.by.letter,
            "move": self.move,
            "best": self.best,
            "before": round(self.before, 3),
            "after": round(self.after, 3),
            "lost": round(self.lost, 3),
            "turned": self.lost >= TURNED,
        }


def studied(record: Record, heard: Callable[[int], bool] = lambda done: True) -> Iterator[Turn]:
    """Turn by turn; `heard` is told how many are done, and says whether anybody still waits."""
    for number, step in enumerate(replay(record).steps):
        if not heard(number):
            return
        if step.before.state is State.DRAFT:
            continue
        mover = step.before.turn
        known = guessed(step.before, Random(number)) if has_hidden(step.before) else step.before
        best, reached = search(known, LIMITS).move, _worth(step.after, mover)
        # Both are looked at from the same distance: a move more or less makes another worth of the same.
        most = max(reached, _worth(after(known, best), mover))
        text = bare(step.move) if reached >= most else bare(best)
        yield Turn(mover, bare(step.move), text, _chances(most, mover), _chances(reached, mover))


def _worth(position: Position, mover: Player) -> float:
    over = ending(position)
    if over is not None:
        return float(WIN if over.winner is mover else -WIN)
    known = guessed(position, Random(0)) if has_hidden(position) else position
    return -search(known, LIMITS).score


def _chances(value: float, mover: Player) -> float:
    mine = 1 / (1 + math.exp(-max(-30.0, min(30.0, value / _EVEN))))
    return mine if mover is Player.REGALITY else 1 - mine
