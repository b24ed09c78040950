"""Counts of lines of play from data files, made by a generator that shares no code with the engine."""

import pytest

from companion.games.rr.rules.legal import legal_moves
from companion.games.rr.rules.perft import perft
from companion.games.rr.rules.play import play
from companion.games.rr.rules.position import Position
from companion.games.rr.rules.variant import Variant, start_position
from companion.games.rr.rules.written.notation import bare
from companion.games.rr.rules.written.position_text import parse_position, position_text
from tests.rr.games import GAMES
from tests.rr.perft_data import POSITIONS, read


def per_move(position: Position, depth: int) -> dict[str, int]:
    return {bare(move): perft(play(position, move).after, depth - 1) for move in legal_moves(position)}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_engine_counts_what_the_file_says(game: str) -> None:
    cases = read(game)
    assert len(cases) == POSITIONS
    assert max(len(counts) for _, counts in cases) >= 3
    for position, counts in cases:
        for depth, count in enumerate(counts, start=1):
            assert perft(position, depth) == count, (position_text(position), per_move(position, depth))


def test_a_finished_game_is_one_line_whatever_the_depth() -> None:
    over = parse_position("a1der,a2kib b te/- - - -")
    assert [perft(over, depth) for depth in (0, 1, 5)] == [1, 1, 1]


def test_no_moves_are_one_line() -> None:
    assert perft(start_position(Variant()), 0) == 1
