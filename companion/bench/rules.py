"""Measuring ourselves beside something known, in one run on one machine."""

import time
from collections.abc import Callable
from statistics import median
from typing import Final

from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.position_text import parse_position

_DUEL: Final = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -"
_DEPTH: Final = 4
_ROUNDS: Final = 7


def bench_rules() -> str:
    """Leaves per second of plain perft: `legal_moves` and `play` beside python-chess's push and pop.

    The two take turns, and the ratio is that of the medians: a machine's moods hit both alike.
    """
    import chess

    def count_chess(board: chess.Board, depth: int) -> int:
        if depth == 0:
            return 1
        count = 0
        for move in board.legal_moves:
            board.push(move)
            count += count_chess(board, depth - 1)
            board.pop()
        return count

    def count_duel(position: Position, depth: int) -> int:
        if depth == 0 or position.over:
            return 1
        count = 0
        for move in legal_moves(position):
            count += count_duel(play(position, move).after, depth - 1)
        return count

    start = parse_position(_DUEL, Variant())
    ours, theirs = [], []
    for _ in range(_ROUNDS):
        ours.append(_per_second(lambda: count_duel(start, _DEPTH)))
        theirs.append(_per_second(lambda: count_chess(chess.Board(), _DEPTH - 1)))
    rows = (
        (f"duel, legal_moves and play, depth {_DEPTH}", median(ours)),
        (f"python-chess {chess.__version__}, push and pop, depth {_DEPTH - 1}", median(theirs)),
    )
    lines = [f"{what:<44} {speed:>9,.0f} leaves/s" for what, speed in rows]
    return "\n".join([*lines, f"ratio: {median(ours) / median(theirs):.2f}"])


def _per_second(count: Callable[[], int]) -> float:
    began = time.perf_counter()
    leaves = count()
    return leaves / (time.perf_counter() - began)


_ASKED: Final = {
    "the start": _DUEL,
    "cubes close together": "B3bHMK,B5wHMK,C3bMKH,C4wMKH,D2bKHM,D4wKHM w 1-2 w-b -",
    "after a rotation": "A4wHMK,B3bHMK,C3bMKH,C4wKMH,D4wKHM,E2bKHM b 3-2 wwb tilt",
    "two points each": "B4wKHM,C3bMHK,C5wHKM,D2bKMH,D3wMKH,E4bHMK w 2-2 --- -",
}
_SECONDS: Final = 1.0


def bench_search() -> str:
    """Positions per second of one process, and the depth that a second is enough for."""
    from companion.games.himiki.players.search import Limits, search

    lines = []
    nodes = seconds = 0.0
    for what, text in _ASKED.items():
        position = parse_position(text, Variant())
        began = time.process_time()
        found = search(position, Limits(seconds=_SECONDS))
        took = time.process_time() - began
        nodes, seconds = nodes + found.nodes, seconds + took
        lines.append(f"{what:<22} depth {found.depth:>2} in {took:.2f} s {found.nodes / took:>9,.0f} nodes/s")
    return "\n".join([*lines, f"all: {nodes / seconds:,.0f} nodes/s"])
