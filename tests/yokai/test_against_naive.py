"""What is played is what the rules say when they are read a second time."""

import random

import pytest

from companion.games.yokai.commands.engine import Engine
from tests.yokai import naive
from tests.yokai.compared import compare_game, compare_position, compare_some
from tests.yokai.games import any_position

pytestmark = pytest.mark.long


def test_any_position_is_read_or_refused_listed_judged_and_played_alike() -> None:
    compare_some(seed=1, positions=250)


@pytest.mark.parametrize("open_game", [True, False])
def test_every_move_of_a_random_game_is_the_same_in_both(open_game: bool) -> None:
    for seed in range(3):
        compare_game(seed, open_game=open_game)


def test_lines_are_counted_alike() -> None:
    engine, chance = Engine(), random.Random(3)
    counted = 0
    while counted < 6:
        if (table := compare_position(engine, any_position(chance))) is not None:
            assert engine.answer("perft 2") == f"perft 2 {naive.perft(table, 2)}", naive.show(table)
            counted += 1


@pytest.mark.slow
def test_very_many_positions_are_the_same_in_both() -> None:
    compare_some(seed=2, positions=30_000)


@pytest.mark.slow
@pytest.mark.parametrize("open_game", [True, False])
def test_every_move_of_many_random_games_is_the_same_in_both(open_game: bool) -> None:
    for seed in range(1000, 1500):
        compare_game(seed, open_game=open_game)
