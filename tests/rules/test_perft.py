"""Counts of lines of play from data files, and from a generator that shares no code with the engine."""

import pytest

from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.perft import perft
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position, start_position
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.notation import bare
from companion.games.himiki.rules.written.position_text import position_text
from tests.rules import naive
from tests.rules.games import VARIANTS, as_naive, called
from tests.rules.perft_data import POSITIONS, read

pytestmark = pytest.mark.long

QUICK = 250


def per_move(position: Position, depth: int) -> dict[str, int]:
    return {
        bare(position, move): perft(play(position, move).after, depth - 1) for move in legal_moves(position)
    }


@pytest.mark.parametrize("variant", VARIANTS, ids=called)
def test_the_engine_counts_what_the_file_says(variant: Variant) -> None:
    cases = read(variant)
    assert len(cases) >= POSITIONS
    for position, counts in cases:
        for depth, count in enumerate(counts, start=1):
            assert perft(position, depth) == count, (position_text(position), per_move(position, depth))


def naive_count_is_right(variant: Variant, most: int) -> None:
    game = as_naive(variant)
    for position, counts in read(variant):
        text = position_text(position)
        for depth, count in enumerate(counts, start=1):
            if count <= most:
                assert naive.perft(game, text, depth) == count, text


@pytest.mark.parametrize("variant", VARIANTS, ids=called)
def test_the_naive_generator_counts_the_same(variant: Variant) -> None:
    naive_count_is_right(variant, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=called)
def test_the_naive_generator_counts_the_same_to_the_full_depth(variant: Variant) -> None:
    naive_count_is_right(variant, most=10**9)


def test_a_finished_game_is_one_line_whatever_the_depth() -> None:
    position = start_position(Variant())._replace(score=(5, 2))
    over = position._replace(phase=position.phase._replace(setup=False, over=True))
    assert [perft(over, depth) for depth in (0, 1, 5)] == [1, 1, 1]


def test_depth_nought_counts_the_position_itself() -> None:
    assert perft(start_position(Variant()), 0) == 1
