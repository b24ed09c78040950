"""Mindlock and Headlock: what a move costs (RULES 7)."""

from companion.games.himiki.rules.moves import Move, Rotate, Tilt
from companion.games.himiki.rules.play import Played
from companion.games.himiki.rules.position import Position


def cost(before: Position, move: Move) -> int:
    """RULES 7.2: a tilt or a rotation is a move, unless it is a replay or a tile's work."""
    free = before.phase.replay or before.chaos.due
    return int(isinstance(move, (Tilt, Rotate)) and not free)


def line_cost(line: list[Played]) -> int:
    return sum(cost(played.before, played.move) for played in line)
