"""A searching opponent: iterative deepening alpha-beta over actions, replays and decisions included."""

import time
from dataclasses import dataclass
from typing import Final

from companion.rules.cubes import Colour
from companion.rules.legal import decider, legal_moves
from companion.rules.moves import Move
from companion.rules.play import Played, play
from companion.rules.position import Position
from companion.rules.variant import WINNING_SCORE

POINT: Final = 100
"""A point on the score, in the unit of scores (centipoints)."""

_INFLUENCE: Final = 5
"""A held tile: the point it gave is on the score, but the other side can take it away."""

_WIN: Final = 100_000
_DEEPEST: Final = 64


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop; the first limit reached counts."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Found:
    move: Move
    score: int
    """In centipoints, for the side that decides."""
    depth: int
    """In actions, of the last depth searched to its end."""
    nodes: int


class _OutOfLimits(Exception):
    pass


def search(position: Position, limits: Limits) -> Found:
    """The best move of a position that has one."""
    return _Search(limits).run(position)


def _chooser(position: Position) -> Colour:
    """Which side chooses the next action."""
    due = position.chaos.due
    return decider(position, due[0]) if due else position.seat.colour


def _worth(position: Position, colour: Colour) -> int:
    """What the position is worth to that side, at rest."""
    white, black = position.score
    value = POINT * (white - black)
    for holder in position.influences:
        if holder is not None:
            value += _INFLUENCE if holder is Colour.WHITE else -_INFLUENCE
    return value if colour is Colour.WHITE else -value


def _gain(played: Played) -> int:
    """How much a move changed the score for the side that made it: for ordering."""
    mover = _chooser(played.before)
    before, after = played.before.score, played.after.score
    return after[mover] - before[mover] - after[mover.other] + before[mover.other]


class _Search:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._ends = None if limits.seconds is None else time.monotonic() + limits.seconds
        self._nodes = 0

    def run(self, position: Position) -> Found:
        root = _ordered(position)
        found = Found(root[0].move, _worth(root[0].after, _chooser(position)), 0, 0)
        for depth in range(1, min(self._limits.depth or _DEEPEST, _DEEPEST) + 1):
            try:
                score, best = self._best_of(position, root, depth, -_WIN * 2, _WIN * 2)
            except _OutOfLimits:
                break
            found = Found(best.move, score, depth, self._nodes)
            if len(root) == 1 and self._limits.depth is None:
                break
            if abs(score) > _WIN // 2 and self._limits.depth is None:
                break
            root.remove(best)
            root.insert(0, best)
        return Found(found.move, found.score, found.depth, self._nodes)

    def _best_of(
        self, position: Position, moves: list[Played], depth: int, alpha: int, beta: int
    ) -> tuple[int, Played]:
        mover = _chooser(position)
        best, best_move = -_WIN * 3, moves[0]
        for played in moves:
            after = played.after
            if _chooser(after) is mover:
                score = self._value(after, mover, depth - 1, alpha, beta)
            else:
                score = -self._value(after, mover.other, depth - 1, -beta, -alpha)
            if score > best:
                best, best_move = score, played
                alpha = max(alpha, score)
                if alpha >= beta:
                    break
        return best, best_move

    def _value(self, position: Position, colour: Colour, depth: int, alpha: int, beta: int) -> int:
        """For `colour`, who chooses here."""
        self._count_node()
        if position.over:
            won = position.score[colour] == WINNING_SCORE
            return _WIN + depth if won else -_WIN - depth
        if depth == 0:
            return _worth(position, colour)
        return self._best_of(position, _ordered(position), depth, alpha, beta)[0]

    def _count_node(self) -> None:
        self._nodes += 1
        if self._limits.nodes is not None and self._nodes > self._limits.nodes:
            raise _OutOfLimits
        if self._ends is not None and self._nodes % 256 == 0 and time.monotonic() > self._ends:
            raise _OutOfLimits


def _ordered(position: Position) -> list[Played]:
    """What gains most first; equal ones in the order of the rules, so that the search is repeatable."""
    return sorted((play(position, move) for move in legal_moves(position)), key=_gain, reverse=True)
