"""The searching opponent: alpha-beta over the game's own moves, one move deeper each time."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from companion.games.rr.players.evaluation import WIN, for_player, standing, worth
from companion.games.rr.rules.ending import ending
from companion.games.rr.rules.legal import legal_moves, moves_from
from companion.games.rr.rules.moves import Move
from companion.games.rr.rules.play import after
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.tiles import Tile

DEEPEST: Final = 30
"""Moves: more than nearly all games last."""
_NEVER: Final = float("inf")


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop; the first limit reached counts."""

    depth: int = DEEPEST
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    move: Move
    score: float
    """For the player on turn."""
    depth: int
    """In moves, of the last depth searched to its end."""
    nodes: int


class OutOfNodes(Exception):
    """The limit is reached in the middle of a depth."""


class _Child(NamedTuple):
    move: Move
    """The first of those that lead there."""
    position: Position
    first_look: float
    """What it seems worth to whoever moved, without looking further."""


class _Known(NamedTuple):
    """What was found of a position: its worth, or a bound of it."""

    depth: int
    low: float
    high: float


class Searcher:
    """One search from one position of which every tile is known."""

    def __init__(self, position: Position, limits: Limits, chance: Random | None = None) -> None:
        self.nodes = 0
        self._position = position
        self._limits = limits
        self._known: dict[Position, _Known] = {}
        self._children: dict[Position, list[_Child]] = {}
        self._tried: Tile | None = None
        self._refuting: Tile | None = None
        """What refuted a line last refutes many."""
        self._root = self._children_of(position)
        if chance is not None:
            chance.shuffle(self._root)
            self._root.sort(key=lambda child: -child.first_look)

    def best(self) -> Found:
        """Of a position that has a move."""
        children, depth = list(self._root), 0
        best, score = children[0], children[0].first_look
        for wanted in range(1, self._limits.depth + 1):
            try:
                for child, value in self._better(children, wanted):
                    # The best of the last depth comes first: what is better than it here is better.
                    best, score = child, value
            except OutOfNodes:
                break
            depth = wanted
            children.sort(key=lambda child: child is not best)
            if abs(score) >= WIN:
                # Looking deeper finds the same end, with more of the depth left.
                left = self._limits.depth - wanted
                score += left if score > 0 else -left
                break
        return Found(best.move, score, depth, self.nodes)

    def scores(self) -> list[tuple[Move, float]]:
        """Every position that can be reached, by a move to it, with its exact worth; best first."""
        scored = [(child, child.first_look) for child in self._root]
        for wanted in range(1, self._limits.depth + 1):
            try:
                scored = self._exactly([child for child, _ in scored], wanted)
            except OutOfNodes:
                break
        return [(child.move, score) for child, score in scored]

    def _better(self, children: list[_Child], depth: int) -> Iterator[tuple[_Child, float]]:
        """The first, and each that is worth more than all before it."""
        low = -_NEVER
        for child in children:
            value = self._value_after(child, depth, low, _NEVER)
            if value > low:
                low = value
                yield child, value

    def _exactly(self, children: list[_Child], depth: int) -> list[tuple[_Child, float]]:
        scored = [(child, self._value_after(child, depth, -_NEVER, _NEVER)) for child in children]
        return sorted(scored, key=lambda pair: -pair[1])

    def _value_after(self, child: _Child, depth: int, low: float, high: float) -> float:
        """For whoever moved; in a draft that may be who moves again (R10.3)."""
        if child.position.turn is self._position.turn:
            return self._value(child.position, depth - 1, low, high)
        return -self._value(child.position, depth - 1, -high, -low)

    def _value(self, position: Position, depth: int, low: float, high: float) -> float:
        if depth == 0 or ending(position) is not None:
            return worth(position, depth)
        known = self._known.get(position)
        if known is not None and known.depth == depth:
            if known.low >= high or known.low == known.high:
                return known.low
            if known.high <= low:
                return known.high
        value, alpha = -_NEVER, low
        for child in self._in_turn(position, depth):
            same = child.turn is position.turn
            if same:
                found = self._value(child, depth - 1, alpha, high)
            else:
                found = -self._value(child, depth - 1, -high, -alpha)
            value = max(value, found)
            alpha = max(alpha, value)
            if alpha >= high:
                self._refuting = self._tried
                break
        exact = low < value < high
        self._known[position] = _Known(
            depth, value if exact or value >= high else -_NEVER, value if exact or value <= low else _NEVER
        )
        return value

    def _in_turn(self, position: Position, depth: int) -> Iterator[Position]:
        """What moves lead to: the seemingly best first, or on the last move of the depth as they come, where
        most are never looked at."""
        if depth > 1:
            yield from (child.position for child in self._children_of(position))
            return
        for move in moves_from(position, self._refuting):
            self._count(1)
            self._tried = move.tile
            yield after(position, move)

    def _count(self, many: int) -> None:
        self.nodes += many
        if self._limits.nodes is not None and self.nodes > self._limits.nodes:
            raise OutOfNodes

    def _children_of(self, position: Position) -> list[_Child]:
        children = self._children.get(position)
        if children is None:
            children = sorted(_looked_at(position), key=lambda child: -child.first_look)
            self._children[position] = children
            if position is not self._position:
                self._count(len(children))
        return children


def _looked_at(position: Position) -> Iterator[_Child]:
    """Every position that a move leads to, once; ends are seen when they are searched."""
    reached: set[Position] = set()
    for move in legal_moves(position):
        child = after(position, move)
        if child not in reached:
            reached.add(child)
            yield _Child(move, child, for_player(standing(child), child, position.turn))


def search(position: Position, limits: Limits, chance: Random | None = None) -> Found:
    """The best move; `chance` decides between equals, else their order."""
    return Searcher(position, limits, chance).best()


def scores(position: Position, limits: Limits, chance: Random | None = None) -> list[tuple[Move, float]]:
    return Searcher(position, limits, chance).scores()
