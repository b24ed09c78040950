"""Levels: what they find, how far they are apart, and that a seed repeats them."""

import random
from collections.abc import Iterator

import pytest

from companion.cli import main
from companion.games.rr.players.evaluation import worth
from companion.games.rr.players.guessing import guessed, has_hidden
from companion.games.rr.players.levels import LEVELS, choose
from companion.games.rr.players.matches import CONTESTS, Contest, dealt, play_match
from companion.games.rr.players.search import Limits, scores, search
from companion.games.rr.rules.board import Player
from companion.games.rr.rules.ending import ending
from companion.games.rr.rules.legal import legal_moves
from companion.games.rr.rules.play import after
from companion.games.rr.rules.position import Position, State, named_in
from companion.games.rr.rules.variant import Game
from companion.games.rr.rules.written.notation import bare
from companion.games.rr.rules.written.position_text import parse_position
from tests.rr.games import random_positions

AFFORDABLE = 4000
"""Lines of the last two moves that plain minimax is asked for in a test."""


def plain(position: Position, depth: int) -> float:
    """For the player on turn, by looking at everything."""
    if depth == 0 or ending(position) is not None:
        return worth(position, depth)
    values = []
    for move in legal_moves(position):
        child = after(position, move)
        value = plain(child, depth - 1)
        values.append(value if child.turn is position.turn else -value)
    return max(values)


def small_positions(count: int) -> Iterator[Position]:
    """Of all option games, as far as everything can be looked at."""
    found = 0
    for seed in range(10_000):
        game = ("", "old", "random", "draft")[seed % 4]
        for position in random_positions(game, range(seed, seed + 1)):
            few = 0 < len(legal_moves(position)) ** 3 <= AFFORDABLE * 8
            if few and not has_hidden(position) and position.state is not State.DRAFT:
                yield position
                found += 1
                if found == count:
                    return


def compare(positions: Iterator[Position], depth: int) -> None:
    for position in positions:
        found = search(position, Limits(depth))
        assert found.score == plain(position, depth), position
        child = after(position, found.move)
        assert -plain(child, depth - 1) == found.score
        rated = scores(position, Limits(depth))
        assert rated[0][1] == found.score


@pytest.mark.long
def test_search_equals_plain_minimax() -> None:
    compare(small_positions(4), 3)
    compare(small_positions(20), 2)


@pytest.mark.slow
def test_search_equals_plain_minimax_in_two_hundred_positions() -> None:
    compare(small_positions(200), 3)


def test_a_win_that_lies_there_is_taken_by_every_level() -> None:
    position = parse_position("a2smr,a3nib,b1cir,b2kib,b3sab,c1qur,c2prb,c3bir r mi.ca/te - - -")
    for level in LEVELS:
        for seed in range(5):
            child = after(position, choose(level, position, random.Random(seed)))
            over = ending(child)
            assert over is not None
            assert over.winner is Player.REGALITY, level.name


def test_death_is_handed_over_before_the_end() -> None:
    position = parse_position("a1cir,a2smr,a3nib,b2kib,b3sab,c1qur,c2der,c3bir r mi.ca/te - - -")
    assert bare(search(position, Limits(3)).move) == "mi@b1!c2"


def test_a_seed_repeats_a_match() -> None:
    once, again = (list(play_match("pupil", "random", games=4, seed=3)) for _ in range(2))
    assert once == again


def test_hidden_tiles_are_guessed_and_only_known_ones_are_played() -> None:
    position = parse_position("b2cir b ca.ki/te.bi.?2 sm - -")
    guess = guessed(position, random.Random(1))
    assert not has_hidden(guess)
    assert len(set(named_in(guess))) == len(list(named_in(guess))) == 8
    for level in LEVELS[:3]:
        assert choose(level, position, random.Random(2)).tile in ("te", "bi", "sm")


@pytest.mark.parametrize("game", Game)
def test_every_option_game_is_played_to_its_end(game: Game) -> None:
    *_, tally = play_match("pupil", "random", games=2, seed=5, game=game)
    assert tally.games == 2
    assert dealt(game, Player.RELIGION, random.Random(1)).turn is Player.RELIGION


@pytest.mark.long
@pytest.mark.parametrize("contest", CONTESTS[:2], ids=lambda contest: f"{contest.one}-{contest.other}")
def test_the_lower_levels_are_far_enough_apart(contest: Contest) -> None:
    *_, tally = play_match(contest.one, contest.other, games=40, seed=1)
    assert tally.rate >= contest.wanted


@pytest.mark.slow
@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: f"{contest.one}-{contest.other}")
def test_each_level_beats_the_one_below_and_the_top_one_chance(contest: Contest) -> None:
    *_, tally = play_match(contest.one, contest.other, games=100, seed=1)
    assert tally.rate >= contest.wanted


def test_a_match_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "rr", "pupil", "random", "--games", "2", "--variant", "draft"]) == 0
    assert "pupil - random" in capsys.readouterr().out
