"""Glicko-2, held against the worked example of its author's paper."""

import pytest

from companion.games.people.ratings import Outcome, RatedGame, Rating, expected, rated, ratings


def test_glickmans_example_of_a_period_with_three_games() -> None:
    """glicko.net/glicko/glicko2.pdf, "Example calculation": one win against 1400, two losses."""
    after = rated(
        Rating(1500, 200, 0.06),
        [
            Outcome(Rating(1400, 30), 1),
            Outcome(Rating(1550, 100), 0),
            Outcome(Rating(1700, 300), 0),
        ],
    )
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_glickmans_example_of_the_original_system_expects_0_376() -> None:
    """glicko.net/glicko/glicko.pdf: 1400 with a deviation of 80 against 1500 with 150."""
    assert expected(Rating(1400, 80), Rating(1500, 150)) == pytest.approx(0.376, abs=0.001)


def test_who_sits_out_keeps_the_rating_and_gets_less_certain() -> None:
    """The paper's last remark: 200 grows to the root of 200² + (0.06 · 173.7178)²."""
    after = rated(Rating(1600, 200, 0.06), ())
    assert (after.value, after.volatility) == (1600, 0.06)
    assert after.deviation == pytest.approx(200.2714, abs=0.0005)


def test_nobody_gets_less_certain_than_a_newcomer() -> None:
    rating = Rating(1600, 349.99, 0.06)
    for _ in range(50):
        rating = rated(rating, ())
    assert rating.deviation == 350


def test_equals_who_draw_keep_their_rating() -> None:
    after = rated(Rating(1500, 100), [Outcome(Rating(1500, 100), 0.5)])
    assert after.value == pytest.approx(1500)
    assert after.deviation < 100.5


def test_a_surprise_raises_volatility_and_a_long_expected_run_lowers_it() -> None:
    surprised = rated(Rating(1500, 50), [Outcome(Rating(2300, 30), 1)] * 8)
    calm = rated(Rating(1500, 50), [Outcome(Rating(1500, 30), 0.5)] * 8)
    assert surprised.volatility > 0.06 > calm.volatility


def test_both_sides_of_a_game_are_rated_by_what_they_were_before_it() -> None:
    known = ratings([RatedGame("Ada", "Bo", 1, period=1)])
    assert known["Ada"].value - 1500 == pytest.approx(1500 - known["Bo"].value)
    assert known["Ada"] == rated(Rating(), [Outcome(Rating(), 1)])


def test_muk_yan_stays_what_he_is_and_others_are_measured_by_him() -> None:
    muk_yan = Rating(1300, 30)
    known = ratings([RatedGame("Ada", "Muk Yan", 0, period=1)], {"Muk Yan": muk_yan})
    assert set(known) == {"Ada"}
    assert known["Ada"] == rated(Rating(), [Outcome(muk_yan, 0)])


def test_days_without_a_game_count() -> None:
    close = ratings([RatedGame("Ada", "Bo", 1, period=1), RatedGame("Ada", "Bo", 0, period=2)])
    apart = ratings([RatedGame("Ada", "Bo", 1, period=1), RatedGame("Ada", "Bo", 0, period=400)])
    assert apart["Ada"].deviation > close["Ada"].deviation


def test_games_may_come_in_any_order() -> None:
    games = [RatedGame("Ada", "Bo", 1, 3), RatedGame("Bo", "Cy", 1, 1), RatedGame("Cy", "Ada", 0.5, 2)]
    assert ratings(games) == ratings(reversed(games))


def test_the_stronger_player_ends_up_with_the_higher_rating() -> None:
    games = [RatedGame("Ada", "Bo", 0 if day % 4 == 0 else 1, day) for day in range(40)]
    known = ratings(games)
    assert known["Ada"].value - known["Bo"].value == pytest.approx(190, abs=80)
    assert not known["Ada"].provisional
    assert known["Ada"].interval[0] > known["Bo"].value
