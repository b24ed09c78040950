"""What Muk Yan may do: held against all nine rolls, one by one."""

from fractions import Fraction

import pytest

from companion.games.himiki.players.forecast import ROLLS, forecast, struck
from companion.games.himiki.rules import muk_yan
from companion.games.himiki.rules.board import name_of, squares_named
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.written.notation import bare
from tests.rules.games import RandomGame
from tests.rules.tables import DUEL, MUK_YAN, at

HOMES = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM"


def his_turns(seed: int) -> list[Position]:
    return [
        played.after
        for played in RandomGame(MUK_YAN, seed)
        if played.after.seat is MUK_YAN.muk_yan
        and not (played.after.over or played.after.phase.setup or played.after.phase.replay)
    ]


def test_the_nine_rolls_are_shared_out_without_rest() -> None:
    for position in his_turns(1)[:20]:
        rolls = sorted(roll for prospect in forecast(position) for roll in prospect.rolls)
        assert rolls == sorted(ROLLS)
        assert sum(prospect.chance for prospect in forecast(position)) == Fraction(1)


def test_each_roll_stands_beside_the_move_that_it_makes_him_do() -> None:
    for position in his_turns(2)[:20]:
        for prospect in forecast(position):
            for black, white in prospect.rolls:
                assert muk_yan.reply(position, black, white) == (prospect.action, prospect.move)


def test_the_likeliest_move_stands_first() -> None:
    for position in his_turns(3)[:20]:
        counts = [len(prospect.rolls) for prospect in forecast(position)]
        assert counts == sorted(counts, reverse=True)


def test_a_strike_that_lies_there_is_what_every_roll_does() -> None:
    """RULES 6.2: actions 1 and 2 come early in each list; here no influence is in reach before them."""
    position = at("B2bHMK,B4wHMK,E6wKHM b 0-0 --- -", MUK_YAN)
    (only,) = forecast(position)
    assert len(only.rolls) == 9
    assert [name_of(square) for square in only.strikes] == ["B4"]
    assert only.points == 1
    assert struck((only,)) == dict.fromkeys(squares_named("B4"), 9)


def test_rolls_that_strike_a_cube_are_added_up_over_moves() -> None:
    several = 0
    for position in (position for seed in range(8) for position in his_turns(seed)):
        prospects = forecast(position)
        for square, count in struck(prospects).items():
            hits = [prospect for prospect in prospects if square in prospect.strikes]
            assert count == sum(len(prospect.rolls) for prospect in hits)
            several += len(hits) > 1
    assert several


def test_points_and_tiles_are_those_of_playing_the_move() -> None:
    black = MUK_YAN.muk_yan
    assert black is not None
    for position in his_turns(5):
        for prospect in forecast(position):
            played = play(position, prospect.move)
            assert prospect.points == played.after.score[black.colour] - position.score[black.colour]
            assert prospect.influence == played.influence


def test_without_any_action_he_passes() -> None:
    """RULES 6.2: no tilt, and after a rotation no rotation."""
    walled = "A1bHMK,A2wHKM,B1wHKM"
    (only,) = forecast(at(f"{walled} b 0-0 --- tilt", MUK_YAN))
    assert (only.action, bare(at(f"{walled} b 0-0 --- tilt", MUK_YAN), only.move)) == (0, "pass")


@pytest.mark.parametrize(
    "position",
    [
        at(f"{HOMES} w 0-0 --- -", MUK_YAN),
        at(f"{HOMES} b 0-0 --- -", DUEL),
        at(f"{HOMES} b 5-0 --- -", MUK_YAN),
    ],
    ids=["the person's turn", "a duel", "over"],
)
def test_it_is_asked_on_his_turn(position: Position) -> None:
    with pytest.raises(ValueError, match="on his turn"):
        forecast(position)


def test_every_move_that_is_forecast_is_legal() -> None:
    for position in his_turns(6):
        assert {prospect.move for prospect in forecast(position)} <= set(legal_moves(position))
