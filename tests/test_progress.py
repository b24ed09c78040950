"""Results, streaks, best scores and ratings: worked out of games, and of nothing else."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from companion.games.people.progress import (
    Finished,
    PlayerProgress,
    Progress,
    Side,
    daily_streak,
    key_of,
)
from companion.games.people.progress import progress as _progress

MONDAY = date(2026, 11, 16)
TODAY = MONDAY + timedelta(20)


def progress(games: Iterable[Finished], today: date) -> Progress:
    return _progress(games, today, {"master": 2250, "muk_yan": 1000})


def person(name: str) -> Side:
    return Side((name,) if name else (), nameless=not name)


MUK_YAN = Side(level="muk_yan")
MASTER = Side(level="master")


def game(
    number: int, white: Side, black: Side, winner: int | None, score: tuple[int, int] = (5, 2)
) -> Finished:
    told = score if winner != 1 else (score[1], score[0])
    day = MONDAY + timedelta(number)
    return Finished(number, float(number), day, "duel", (white, black), winner, told)


def challenge(number: int, name: str, solved: bool, spent: int = 3) -> Finished:
    return Finished(
        number,
        float(number),
        MONDAY + timedelta(number),
        "mindlock",
        (person(name), Side()),
        0 if solved else None,
        challenge="F01",
        par=3,
        spent=spent,
    )


def named(found: Progress, name: str) -> PlayerProgress:
    return next(each for each in found.players if each.name == name)


def test_who_wins_is_rated_higher_than_who_loses() -> None:
    found = progress([game(1, person("Ada"), person("Bo"), 0)], TODAY)
    ada, bo = (named(found, name).rating for name in ("Ada", "Bo"))
    assert ada is not None
    assert bo is not None
    assert ada.value > 1500 > bo.value
    assert [each.name for each in found.players] == ["Ada", "Bo"]


def test_a_win_against_the_master_is_worth_more_than_one_against_muk_yan() -> None:
    found = progress([game(1, person("Ada"), MASTER, 0), game(2, person("Bo"), MUK_YAN, 0)], TODAY)
    ada, bo = (named(found, name).rating for name in ("Ada", "Bo"))
    assert ada is not None
    assert bo is not None
    assert ada.value > bo.value


def test_a_name_is_one_person_however_it_was_typed() -> None:
    games = [game(1, person("ada  lovelace"), MUK_YAN, 0), game(2, person("Ada Lovelace"), MUK_YAN, 0)]
    (ada,) = progress(games, TODAY).players
    assert (ada.name, ada.all.played, ada.all.won) == ("Ada Lovelace", 2, 2)
    assert key_of(" Straße ") == key_of("STRASSE")


def test_a_nameless_side_is_not_rated_and_rates_nobody() -> None:
    (ada,) = progress([game(1, person("Ada"), person(""), 0)], TODAY).players
    assert ada.rating is None
    assert ada.all.won == 1


def test_a_drawn_game_is_won_by_nobody_and_worth_half_of_one() -> None:
    found = progress([game(1, person("Ada"), MASTER, None, (3, 3))], TODAY)
    lost = progress([game(1, person("Ada"), MASTER, 1)], TODAY)
    ada, loser = named(found, "Ada"), named(lost, "Ada")
    assert (ada.all.played, ada.all.won, ada.streak) == (1, 0, 0)
    assert ada.rating is not None
    assert loser.rating is not None
    assert ada.rating.value > 1500 > loser.rating.value


def test_who_plays_both_sides_wins_and_loses_nothing() -> None:
    (ada,) = progress([game(1, person("Ada"), person("ada"), 0)], TODAY).players
    assert (ada.all.played, ada.rating) == (0, None)


def test_a_game_with_a_hint_counts_and_rates_nobody() -> None:
    found = progress([replace(game(1, person("Ada"), person("Bo"), 0), hinted=True)], TODAY)
    assert named(found, "Ada").all.won == 1
    assert all(each.rating is None for each in found.players)


def test_a_challenge_solved_after_seeing_its_solution_is_not_counted_as_solved() -> None:
    plain = Finished(1, 0.0, TODAY, "mindlock", (person("Ada"), Side()), 0, challenge="F01", par=3, spent=4)
    seen = replace(plain, id=2, spent=3, shown=True)
    found = progress([plain, seen], TODAY)
    for one in (found.challenges["F01"], named(found, "Ada").challenges["F01"]):
        assert (one.tries, one.solved, one.best, one.after_seeing, one.seen) == (2, 1, 4, 1, TODAY)


def test_teams_count_for_both_players_but_rate_nobody() -> None:
    pair, other = Side(("Ada", "Bo")), Side(("Cy", "Di"))
    found = progress([game(1, pair, other, 1)], TODAY)
    assert {each.name: each.all.won for each in found.players} == {"Ada": 0, "Bo": 0, "Cy": 1, "Di": 1}
    assert all(each.rating is None for each in found.players)


def test_one_person_who_plays_both_cubes_of_a_team_is_rated() -> None:
    found = progress([game(1, Side(("Ada",)), Side(("Bo",)), 0)], TODAY)
    assert named(found, "Ada").rating is not None


def test_streaks_and_the_clearest_win() -> None:
    ada, bo = person("Ada"), person("Bo")
    scores = [((5, 4), 0), ((5, 1), 0), ((5, 3), 1), ((5, 3), 0)]
    games = [game(at, ada, bo, winner, score) for at, (score, winner) in enumerate(scores)]
    found = named(progress(games, TODAY), "Ada")
    assert (found.streak, found.best_streak, found.best) == (1, 2, (5, 1))


def test_results_are_told_by_whom_they_were_against() -> None:
    ada = person("Ada")
    games = [game(1, ada, MASTER, 1), game(2, MUK_YAN, ada, 1), game(3, ada, person("Bo"), 0)]
    found = named(progress(games, TODAY), "Ada")
    told = {kind: (each.won, each.played) for kind, each in found.against.items()}
    assert told == {"master": (0, 1), "muk_yan": (1, 1), "people": (1, 1)}


def test_a_game_that_is_gone_was_never_counted() -> None:
    games = [game(at, person("Ada"), person("Bo"), at % 2) for at in range(6)]
    assert progress(games[:3], TODAY) == progress([each for each in games if each.id < 3], TODAY)
    assert progress(games[::-1], TODAY) == progress(games, TODAY)


def test_who_has_not_played_for_long_is_known_less_well() -> None:
    games = [game(at, person("Ada"), MUK_YAN, 0) for at in range(5)]
    soon, late = (named(progress(games, MONDAY + timedelta(days)), "Ada").rating for days in (5, 205))
    assert soon is not None
    assert late is not None
    assert late.deviation > soon.deviation
    assert late.value == pytest.approx(soon.value)


def test_a_challenge_keeps_its_best_and_its_days() -> None:
    tries = [challenge(1, "Ada", False, 9), challenge(2, "Ada", True, 5), challenge(4, "", True, 3)]
    found = progress(tries, TODAY)
    ada = named(found, "Ada").challenges["F01"]
    assert (ada.tries, ada.solved, ada.best, ada.par) == (2, 1, 5, 3)
    of_all = found.challenges["F01"]
    assert (of_all.best, of_all.first, of_all.last) == (3, MONDAY + timedelta(2), MONDAY + timedelta(4))
    assert named(found, "Ada").all.played == 0


def test_days_in_a_row_last_until_a_day_is_missed() -> None:
    days = [MONDAY + timedelta(at) for at in (0, 1, 2, 4, 5)]
    assert daily_streak(days, MONDAY + timedelta(5)).now == 2
    streak = daily_streak(days, MONDAY + timedelta(6))
    assert (streak.now, streak.best, streak.today) == (2, 3, False)
    assert daily_streak(days, MONDAY + timedelta(7)).now == 0
    assert daily_streak([], MONDAY).best == 0
