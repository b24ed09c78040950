"""Tournaments: who meets whom, what counts, who stands where; a case worked out by hand among them."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hall.tournaments.pairing import paired, scores
from companion.hall.tournaments.standings import standings, team_standings
from companion.hall.tournaments.strengths import rated_in
from companion.hall.tournaments.tournament import (
    Entry,
    Pairing,
    Result,
    System,
    Tournament,
    TournamentError,
    begun,
)

PLAYED = (Result.WHITE, Result.BLACK)


def club(count: int, system: System = System.SWISS, rounds: int = 5) -> Tournament:
    return begun("Friday", system, rounds, [(f"P{n}", 2000 - n) for n in range(1, count + 1)])


def round_played(tournament: Tournament, dice: random.Random) -> Tournament:
    tournament = paired(tournament)
    for each in tournament.open():
        tournament = tournament.told(each.round, each.board, dice.choice(PLAYED))
    return tournament


def all_played(tournament: Tournament, dice: random.Random) -> Tournament:
    while not tournament.over:
        tournament = round_played(tournament, dice)
    return tournament


@settings(max_examples=25, deadline=None)
@given(count=st.integers(4, 14), seed=st.integers(0, 999))
def test_in_a_swiss_nobody_meets_twice_and_everybody_has_one_pairing_a_round(count: int, seed: int) -> None:
    tournament = all_played(club(count, rounds=3), random.Random(seed))
    met = Counter(frozenset((each.white, each.black)) for each in tournament.met())
    assert max(met.values()) == 1
    for number in (1, 2, 3):
        there = [p for each in tournament.of_round(number) for p in (each.white, each.black) if p is not None]
        assert sorted(there) == [each.id for each in tournament.players]
    byes = Counter(each.white for each in tournament.pairings if each.black is None)
    assert all(count == 1 for count in byes.values())
    assert sum(scores(tournament).values()) == sum(
        2 / 2 if each.black is not None else 1 for each in tournament.pairings
    )


@pytest.mark.parametrize("count", [2, 3, 6, 7])
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    tournament = all_played(club(count, System.ROUND_ROBIN, rounds=99), random.Random(1))
    met = Counter(frozenset((each.white, each.black)) for each in tournament.met())
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}


@pytest.mark.parametrize(("count", "rounds"), [(2, 1), (5, 3), (8, 3), (9, 4)])
def test_in_a_knockout_who_wins_goes_on_and_the_two_strongest_meet_last(count: int, rounds: int) -> None:
    tournament = club(count, System.KNOCKOUT)
    assert tournament.rounds == rounds
    while not tournament.over:
        tournament = paired(tournament)
        for each in tournament.open():
            assert each.black is not None
            stronger = Result.WHITE if each.white < each.black else Result.BLACK
            tournament = tournament.told(each.round, each.board, stronger)
    (final,) = tournament.of_round(rounds)
    assert {final.white, final.black} == {1, 2}
    assert [line.player.id for line in standings(tournament)][:2] == [1, 2]


def test_a_knockout_takes_no_draw_and_no_change_of_what_it_went_on_from() -> None:
    tournament = paired(club(4, System.KNOCKOUT))
    with pytest.raises(TournamentError, match="winner"):
        tournament.told(1, 1, Result.DRAW)
    tournament = tournament.told(1, 1, Result.WHITE).told(1, 2, Result.WHITE)
    with pytest.raises(TournamentError, match="paired from"):
        paired(tournament).told(1, 1, Result.BLACK)


def test_the_next_round_waits_for_every_result_and_ends_after_the_last() -> None:
    tournament = paired(club(4, rounds=1))
    with pytest.raises(TournamentError, match="2 results are missing"):
        paired(tournament)
    tournament = tournament.told(1, 1, Result.WHITE).told(1, 2, Result.DRAW)
    assert tournament.over
    with pytest.raises(TournamentError, match="all 1 rounds"):
        paired(tournament)


def test_an_arbiter_corrects_a_result_and_the_standings_follow() -> None:
    tournament = paired(club(2, System.ROUND_ROBIN)).told(1, 1, Result.WHITE, (5, 3))
    (pairing,) = tournament.pairings
    assert standings(tournament)[0].player.id == pairing.white
    corrected = tournament.told(1, 1, Result.BLACK, (3, 5))
    assert standings(corrected)[0].player.id == pairing.black
    assert standings(corrected)[0].difference == 2


def test_who_comes_late_plays_from_the_next_round_and_who_leaves_no_more() -> None:
    dice = random.Random(4)
    tournament = round_played(club(5), dice).entered("Late", 1500)
    assert tournament.players[-1].since == 2
    tournament = round_played(tournament.left(1), dice)
    there = {p for each in tournament.of_round(2) for p in (each.white, each.black)}
    assert 6 in there
    assert 1 not in there
    with pytest.raises(TournamentError, match="first round"):
        round_played(club(4, System.ROUND_ROBIN), dice).entered("Late")


def test_who_leaves_in_the_middle_of_a_round_has_lost_it() -> None:
    tournament = paired(club(4))
    pairing = tournament.of_round(1)[0]
    left = tournament.left(pairing.white)
    assert left.of_round(1)[0].result is Result.BLACK_FORFEIT
    assert pairing.black is not None
    assert scores(left)[pairing.black] == 1.0


@pytest.mark.parametrize(
    ("players", "rounds", "why"),
    [
        ([("Ada", 1)], 3, "2 to 400"),
        ([("Ada", 1), ("Ada", 2)], 3, "same name"),
        ([("Ada", 1), ("Bo", 2)], 0, "rounds"),
    ],
)
def test_what_is_no_tournament_is_refused(players: list[tuple[str, int]], rounds: int, why: str) -> None:
    with pytest.raises(TournamentError, match=why):
        begun("Friday", System.SWISS, rounds, players)


def test_standings_of_a_case_worked_out_by_hand() -> None:
    """Four players, everybody met everybody: A beat B and C, B beat C and D, C beat D, D beat A.

    A and B have 2 points, and A beat B: A is first by direct encounter. C and D have 1, and C beat D.
    """
    tournament = club(4, rounds=3)
    games = [(1, 2, Result.WHITE), (3, 4, Result.WHITE), (1, 3, Result.WHITE), (2, 4, Result.WHITE)]
    games += [(4, 1, Result.WHITE), (2, 3, Result.WHITE)]
    made = tuple(
        Pairing(at // 2 + 1, at % 2 + 1, white, black, result)
        for at, (white, black, result) in enumerate(games)
    )
    lines = standings(replace(tournament, pairings=made))
    assert [(line.place, line.player.id, line.points, line.direct) for line in lines] == [
        (1, 1, 2.0, 1.0),
        (2, 2, 2.0, 0.0),
        (3, 3, 1.0, 1.0),
        (4, 4, 1.0, 0.0),
    ]
    first = lines[0]
    # Opponents' points: B 2, C 1, D 1; without the lowest 3. Of those it beat: B 2 and C 1.
    assert (first.buchholz, first.sonneborn, first.wins) == (3.0, 3.0, 2)


def test_players_of_one_team_do_not_meet_while_others_are_there() -> None:
    players = [Entry(f"P{n}", 2000 - n, team="AB"[n % 2] * 3 if n < 4 else "") for n in range(8)]
    tournament = begun("Friday", System.SWISS, 3, players)
    dice = random.Random(5)
    while not tournament.over:
        tournament = round_played(tournament, dice)
    teams = {each.id: each.team for each in tournament.players}
    met = [(teams[each.white], teams[each.black]) for each in tournament.met() if each.black is not None]
    assert [pair for pair in met if pair[0] == pair[1] != ""] == []


def test_players_of_one_team_meet_where_nobody_else_is_left() -> None:
    tournament = begun("Friday", System.SWISS, 3, [Entry(f"P{n}", n, "Kings") for n in range(4)])
    assert len(all_played(tournament, random.Random(1)).pairings) == 6


def test_teams_stand_by_the_points_of_all_their_players() -> None:
    players = [Entry("A", 4, "X"), Entry("B", 3, "Y"), Entry("C", 2, "X"), Entry("D", 1)]
    made = (Pairing(1, 1, 1, 2, Result.WHITE), Pairing(1, 2, 3, 4, Result.DRAW))
    tournament = replace(begun("Friday", System.SWISS, 1, players), pairings=made)
    (first, second) = team_standings(standings(tournament))
    assert (first.place, first.team, first.points, first.players) == (1, "X", 1.5, 2)
    assert (second.place, second.team, second.points, second.players) == (2, "Y", 0.0, 1)


def test_ratings_follow_from_what_was_played_in_all_tournaments() -> None:
    one = paired(begun("One", System.ROUND_ROBIN, 1, [("A", 0), ("B", 0)])).told(1, 1, Result.WHITE)
    other = paired(begun("Two", System.ROUND_ROBIN, 1, [("B", 0), ("C", 0)]))
    found = rated_in({1: one, 2: other.told(1, 1, Result.WHITE_FORFEIT)})
    winner = one.player(one.pairings[0].white).name
    assert [each.name for each in found] == [winner, "B" if winner == "A" else "A"]
    assert found[0].rating > 1500 > found[1].rating
    assert [each.games for each in found] == [1, 1]
