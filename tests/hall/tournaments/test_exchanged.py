"""Tournaments to and from other programs: reports, tables for spreadsheets, lists of players, other halls."""

import json
import random
from typing import Any

import pytest
from caissify_pairings.fpc import check_trf
from caissify_pairings.trf import parse_trf

from companion.hall.tournaments.exchanged import players_in, report, sheet
from companion.hall.tournaments.pairing import paired
from companion.hall.tournaments.tournament import (
    Entry,
    Player,
    Result,
    System,
    Tournament,
    TournamentError,
    begun,
)
from companion.hall.tournaments.written import copied, kept


def played(rounds: int = 4, count: int = 9) -> Tournament:
    """With a free round each time, a forfeit, a late entry and one who left."""
    dice = random.Random(3)
    now = begun("Frühling", System.SWISS, rounds, [(f"Ödön {n}", 2000 - n) for n in range(1, count + 1)])
    for number in range(1, rounds + 1):
        now = paired(now)
        for each in now.open():
            results = (Result.WHITE, Result.BLACK, Result.DRAW, Result.WHITE_FORFEIT)
            now = now.told(each.round, each.board, dice.choice(results))
        if number == 1:
            now = now.entered("Late", 1500).left(4)
    return now


def test_a_report_is_one_that_other_programs_read_and_find_rightly_paired() -> None:
    tournament = played()
    told = parse_trf(report(tournament))
    assert [each["name"] for each in told["players"]] == [each.name for each in tournament.players]
    assert check_trf(report(tournament))["summary"]["rounds_checked"] == 4
    late = told["players"][-1]
    assert (late["name"], late["results"][1]["result"]) == ("Late", "Z")
    free = next(each for each in tournament.pairings if each.black is None)
    assert told["players"][free.white - 1]["results"][free.round]["result"] == "U"


def test_a_round_that_is_being_played_is_in_the_report_without_a_result() -> None:
    tournament = paired(begun("Now", System.SWISS, 3, [("A", 2), ("B", 1)]))
    (first, second) = parse_trf(report(tournament))["players"]
    assert first["results"][1]["result"] == second["results"][1]["result"] == ""


def test_a_sheet_has_a_line_for_everybody_in_the_order_of_the_standings() -> None:
    head, first, *_ = sheet(played()).splitlines()
    assert head.startswith("place;number;name;rating;team;round 1;round 2;round 3;round 4;points;")
    assert first.split(";")[0] == "1"
    assert len(sheet(played()).splitlines()) == 11


@pytest.mark.parametrize("written", [report(played()), sheet(played())])
def test_the_players_of_one_tournament_come_out_of_its_files_for_the_next(written: str) -> None:
    assert sorted(players_in(written)) == sorted(Entry(each.name, each.rating) for each in played().players)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ada\nBo\n", [Entry("Ada"), Entry("Bo")]),
        ("Ada; 1850\n\nBo;\n", [Entry("Ada", 1850), Entry("Bo")]),
        ("Ada; 1850; Kings\nBo\n", [Entry("Ada", 1850, "Kings"), Entry("Bo")]),
        ("Rating,Name\n1700,Ada  L.\n", [Entry("Ada L.", 1700)]),
        ("Ada;99999999\nBo;١٢\n", [Entry("Ada"), Entry("Bo")]),
    ],
)
def test_a_list_of_players_is_read_as_people_write_it(text: str, found: list[Entry]) -> None:
    assert players_in(text) == found


@pytest.mark.parametrize("text", ["", "\n;\n", "001 x\n", "012 N\n001    x " + " " * 80, "A\n" * 401])
def test_what_is_no_list_of_players_is_refused(text: str) -> None:
    with pytest.raises(TournamentError):
        players_in(text)


def test_another_hall_goes_on_with_a_copy() -> None:
    tournament = played()
    told = json.loads(json.dumps(kept(tournament)))
    assert copied(told) == tournament


def test_what_was_under_way_begins_anew_at_the_tables_of_the_other_hall() -> None:
    tournament = paired(begun("Now", System.SWISS, 3, [("A", 2), ("B", 1)], ("t1",)))
    told = kept(tournament)
    told["pairings"][0] |= {"table": "t1", "game": 7, "after": 90}
    (open_,) = copied(told).pairings
    assert (open_.table, open_.game, open_.after) == (None, None, 0)


def broken(**changes: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(kept(played()))), **changes}


PLAYER = {"id": 1, "name": "A", "rating": 0, "since": 1, "gone": False}


@pytest.mark.parametrize(
    "told",
    [
        {},
        broken(players=[]),
        broken(players="AB"),
        broken(players=[PLAYER, PLAYER]),
        broken(players=[PLAYER | {"name": ["x"]}, PLAYER | {"id": 2}]),
        broken(players=[PLAYER | {"id": "x"}, PLAYER | {"id": 2}]),
        broken(rounds=10**9),
        broken(rounds=1),
        broken(system="dice"),
        broken(name=5),
        broken(game=[1]),
        broken(tables=[None]),
        broken(pairings=[{}]),
        broken(pairings=[broken()["pairings"][0] | {"white": 99}]),
        broken(pairings=[broken()["pairings"][0] | {"score": ["a", 1]}]),
        broken(pairings=broken()["pairings"] * 2),
    ],
)
def test_a_copy_that_does_not_hold_together_is_refused(told: dict[str, Any]) -> None:
    with pytest.raises(TournamentError, match="no tournament that a hall has written"):
        copied(told)


def test_a_name_is_one_line_wherever_it_comes_from() -> None:
    """So that it cannot be a line of its own in a report."""
    tournament = begun("Now", System.SWISS, 1, [("A\n001 9", 0), ("B", 0)]).entered("C\r\nD")
    assert [each.name for each in tournament.players] == ["A 001 9", "B", "C D"]
    assert Player(1, "A 001 9") == tournament.players[0]
