"""The searching opponent: one action deeper each time, until a limit is reached."""

import time
from dataclasses import dataclass
from random import Random
from typing import Final

from companion.games.himiki.players.alphabeta import NEVER, Kernel, OutOfLimits, Rules
from companion.games.himiki.players.evaluation import WIN, worth
from companion.games.himiki.players.open_search import OpenSearch, chooser, is_plain, ordered
from companion.games.himiki.players.packed import Packed, packed, packed_position, position_of
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import Move
from companion.games.himiki.rules.muk_yan import some_roll_passes
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Variant

DEEPEST: Final = 64


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop; the first limit reached counts."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class FoundMove:
    move: Move
    score: int
    """In centipoints, for the side that decides."""
    depth: int
    """In actions, of the last depth searched to its end."""
    nodes: int
    line: tuple[Move, ...] = ()
    """The play that is expected, this move first."""


def search(position: Position, limits: Limits, chance: Random | None = None) -> FoundMove:
    """The best move of a position that has one; `chance` decides between equals, else their order."""
    return Searcher(position, limits, chance).best()


def scores(position: Position, limits: Limits, chance: Random | None = None) -> list[tuple[Move, int]]:
    """Every move with what it leads to, for the side that decides; best first."""
    return Searcher(position, limits, chance).all_scores()


def rules_of(variant: Variant) -> Rules:
    muk_yan = variant.muk_yan
    return Rules(
        variant.influence_count,
        tuple(seat.zone for seat in variant.seats),
        None if muk_yan is None else variant.seats.index(muk_yan),
    )


class Searcher:
    """One search from one position."""

    def __init__(self, position: Position, limits: Limits, chance: Random | None = None) -> None:
        self._position = position
        self._limits = limits
        ends = None if limits.seconds is None else time.monotonic() + limits.seconds
        self._kernel = Kernel(rules_of(position.variant), self._may_pass, limits.nodes, ends)
        self._open = OpenSearch(self._plain_value, self._kernel.count)
        self._root = ordered(position, chance)
        self._depth = 0

    def best(self) -> FoundMove:
        root = self._root
        mover = chooser(self._position)
        best, score = root[0], worth(root[0].after, mover)
        for depth in range(1, min(self._limits.depth or DEEPEST, DEEPEST) + 1):
            alpha = -NEVER
            found = None
            try:
                for played in root:
                    value = self._value_of(played, depth, alpha)
                    if value > alpha:
                        alpha, found = value, played
            except OutOfLimits:
                # What the remembered best move was compared with so far still counts.
                if found is not None and found is not best:
                    best, score = found, alpha
                break
            assert found is not None
            best, score, self._depth = found, alpha, depth
            if self._limits.depth is None and (len(root) == 1 or abs(score) > WIN // 2):
                break
            root.remove(best)
            root.insert(0, best)
        return FoundMove(best.move, score, self._depth, self._kernel.nodes, self._line(best))

    def all_scores(self) -> list[tuple[Move, int]]:
        mover = chooser(self._position)
        known = [(played, worth(played.after, mover)) for played in self._root]
        for depth in range(1, min(self._limits.depth or DEEPEST, DEEPEST) + 1):
            try:
                valued = [(played, self._value_of(played, depth, -NEVER)) for played, _ in known]
            except OutOfLimits:
                break
            known = sorted(valued, key=lambda pair: -pair[1])
            self._depth = depth
            if self._limits.depth is None and (len(known) == 1 or known[0][1] > WIN // 2):
                break
        return [(played.move, value) for played, value in known]

    def value_of(self, move: Move) -> int:
        """What a move that was not the best leads to, seen as deep as the best one was; after `best`."""
        self._kernel.lift_limits()
        played = next(each for each in self._root if each.move == move)
        return self._value_of(played, max(1, self._depth), -NEVER)

    def _value_of(self, played: Played, depth: int, alpha: int) -> int:
        after = played.after
        if chooser(after) is chooser(self._position):
            return self._open.value(after, depth - 1, alpha, NEVER)
        return -self._open.value(after, depth - 1, -NEVER, -alpha)

    def _plain_value(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        return self._kernel.value(packed_position(position), depth, alpha, beta)

    def _may_pass(self, at: Packed) -> bool:
        return some_roll_passes(position_of(at, self._position.variant))

    def _line(self, best: Played) -> tuple[Move, ...]:
        """As far as it is remembered."""
        line = [best.move]
        position = best.after
        while len(line) < self._depth and is_plain(position):
            board = self._kernel.best_board(packed_position(position))
            moves = () if board is None else legal_moves(position)
            following = (
                played for move in moves if packed((played := play(position, move)).after.board) == board
            )
            chosen = next(following, None)
            if chosen is None:
                break
            line.append(chosen.move)
            position = chosen.after
        return tuple(line)
