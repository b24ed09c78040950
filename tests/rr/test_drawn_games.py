"""A few of the drawn games that `python -m tests.rr.drawn_games` plays by the hundred."""

import pytest

from tests.rr.drawn_games import refereed


@pytest.mark.long
def test_a_drawn_game_is_understood_move_by_move() -> None:
    found = refereed("draft", 7)
    assert (found.right, found.false, found.extra) == (found.moves, 0, 0), found.wrong
    assert found.questions <= 1


@pytest.mark.long
def test_a_planted_violation_is_told_and_the_game_goes_on() -> None:
    found = refereed("", 5000, "out of turn")
    assert (found.planted, found.told, found.extra) == (1, 1, 0)
    assert (found.right, found.false) == (found.moves, 0), found.wrong
