"""Counting lines of play: the usual check of a move generator, and its speed."""

from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.legal import legal_moves
from companion.games.yokai.rules.play import carried_out
from companion.games.yokai.rules.position import Phase, Position


def perft(position: Position, depth: int, house: House = HOUSE) -> int:
    """How many lines of `depth` moves start here, chance included; a finished game is a line by itself."""
    return _counted(position, depth, house, {})


def _counted(position: Position, depth: int, house: House, known: dict[tuple[Position, int], int]) -> int:
    """Different moves lead to one position often enough to keep what was counted."""
    if depth == 0 or position.phase is Phase.OVER:
        return 1
    moves = legal_moves(position, house)
    if depth == 1:
        return len(moves)
    key = position, depth
    if key not in known:
        known[key] = sum(
            _counted(carried_out(position, move, house).after, depth - 1, house, known) for move in moves
        )
    return known[key]
