"""Counting lines of play: the usual check of a move generator, and its speed."""

from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position


def perft(position: Position, depth: int) -> int:
    """How many lines of `depth` actions start here; a finished game is a line by itself."""
    if depth == 0 or position.over:
        return 1
    return sum(perft(play(position, move).after, depth - 1) for move in legal_moves(position))
