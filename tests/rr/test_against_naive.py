"""The engine beside a naive second reading of the same rules: positions, moves, whole games, bad lines."""

import pytest

from tests.rr.compared import compare_beginnings, compare_game, compare_some
from tests.rr.games import GAMES

pytestmark = pytest.mark.long


def test_any_position_is_read_or_refused_listed_judged_and_played_alike() -> None:
    compare_some(seed=1, positions=150)


def test_every_beginning_is_read_or_refused_alike() -> None:
    compare_beginnings(seed=1, lines=1000)


@pytest.mark.parametrize("game", GAMES)
def test_every_move_of_a_random_game_is_the_same_in_both(game: str) -> None:
    for seed in range(2):
        compare_game(game, seed)


@pytest.mark.slow
def test_very_many_positions_are_the_same_in_both() -> None:
    compare_some(seed=2, positions=20_000)
    compare_beginnings(seed=2, lines=50_000)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_move_of_many_random_games_is_the_same_in_both(game: str) -> None:
    for seed in range(1000, 1300):
        compare_game(game, seed)
