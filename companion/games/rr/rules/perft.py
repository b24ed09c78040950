"""Counting lines of play: the usual check of a move generator, and its speed."""

from companion.games.rr.rules.ending import ending
from companion.games.rr.rules.legal import legal_moves
from companion.games.rr.rules.play import after
from companion.games.rr.rules.position import Position


def perft(position: Position, depth: int) -> int:
    """How many lines of `depth` moves start here; a finished game is a line by itself."""
    return _counted(position, depth, {})


def _counted(position: Position, depth: int, known: dict[tuple[Position, int], int]) -> int:
    """Different moves lead to one position often enough to keep what was counted."""
    if depth == 0 or ending(position) is not None:
        return 1
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    key = position, depth
    if key not in known:
        known[key] = sum(_counted(after(position, move), depth - 1, known) for move in moves)
    return known[key]
