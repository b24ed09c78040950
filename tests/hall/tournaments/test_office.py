"""A tournament over tables of a club: games begin and results come back by themselves."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from caissify_pairings.fpc import check_trf

from companion.broker.account import Account
from companion.broker.messages.asking import Command, What
from companion.broker.places import Place
from tests.broker.listening import until
from tests.broker.mosquitto import Mosquitto, broker_in
from tests.hall.running import PIN, hall_at
from tests.hall.simulated import SimulatedTable
from tests.patience import patient
from tests.web.tables import Client

pytestmark = [pytest.mark.long, pytest.mark.broker]


class PlayingTable(SimulatedTable):
    """Plays what it is asked to at once: whose name comes first in the alphabet wins 5-2."""

    games = 0
    given_up = 0
    """Games that are begun anew in the middle, each time."""

    def _carry_out(self, command: Command) -> None:
        super()._carry_out(command)
        if command.what is What.NEW_GAME and self.refuses is None:
            self.games += 1
            players = command.body["players"]
            winner = min(players, key=lambda side: str(players[side]))
            score = [5, 2] if winner == "w" else [2, 5]
            self.say({"event": "ready", "mode": "duel"}, game=self.games)
            for _ in range(self.given_up):
                self.games += 1
                self.say({"event": "ready", "mode": "duel"}, game=self.games)
            self.say({"event": "over", "winner": winner, "score": score, "reason": "points"}, game=self.games)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with broker_in(tmp_path / "broker") as found:
        yield found


@pytest.fixture
def tables(broker: Mosquitto) -> Iterator[list[PlayingTable]]:
    with ExitStack() as closing:
        made = [PlayingTable(Account("127.0.0.1", broker.port), Place("club", name)) for name in ("t1", "t2")]
        for each in made:
            each.start()
            closing.callback(each.stop)
            assert each.wait_until_up(patient(20))
        yield made


def arbiter_of(client: Client) -> Client:
    assert client.post("/api/v1/session", {"pin": PIN}).status == 200
    return client


def begin(client: Client, **more: Any) -> int:
    told = {
        "name": "Friday",
        "system": "swiss",
        "rounds": 3,
        "tables": ["t1", "t2"],
        "game": {"mode": "duel"},
    }
    made = client.post("/api/v1/tournaments", told | {"players": list("ABCDEFGH")} | more)
    assert made.status == 201, made.body
    return int(made.json["id"])


def over(client: Client, number: int) -> dict[str, Any]:
    told: dict[str, Any] = client.get(f"/api/v1/tournaments/{number}").json
    while not told["over"]:
        assert client.post(f"/api/v1/tournaments/{number}/next").status == 200
        until(
            lambda: None not in client.get(f"/api/v1/tournaments/{number}").json["results"][-1],
            "the results of the round",
        )
        told = client.get(f"/api/v1/tournaments/{number}").json
    return told


def test_a_swiss_is_played_to_its_end_over_fewer_tables_than_pairings(
    broker: Mosquitto, tables: list[PlayingTable], tmp_path: Path
) -> None:
    with hall_at(broker, tmp_path / "hall") as hall:
        client = arbiter_of(hall.client())
        told = over(client, begin(client))
    assert len(told["pairings"]) == 12
    assert told["standings"][0]["name"] == "A"
    assert told["standings"][0]["points"] == 3.0
    assert told["standings"][0]["difference"] == 9
    assert told["standings"][-1]["name"] == "H"
    assert {each["table"] for each in told["pairings"]} == {"t1", "t2"}
    asked = [dict(each.body) for table in tables for each in table.ordered]
    assert all(each["mode"] == "duel" and set(each["players"]) == {"w", "b"} for each in asked)


def test_a_game_that_is_begun_anew_at_its_table_is_the_one_that_counts(
    broker: Mosquitto, tables: list[PlayingTable], tmp_path: Path
) -> None:
    """As when a cube fell off: it stays the table of that pairing until there is a result."""
    for each in tables:
        each.given_up = 2
    with hall_at(broker, tmp_path / "hall") as hall:
        client = arbiter_of(hall.client())
        told = over(client, begin(client, players=list("ABCD"), rounds=1))
    assert [each["game"] for each in told["pairings"]] == [3, 3]
    assert all(each["score"] for each in told["pairings"])


def test_a_tournament_goes_on_where_it_was_when_the_hall_died(
    broker: Mosquitto, tables: list[PlayingTable], tmp_path: Path
) -> None:
    with hall_at(broker, tmp_path / "hall") as hall:
        client = arbiter_of(hall.client())
        number = begin(client, system="knockout", players=list("ABCD"))
        assert client.post(f"/api/v1/tournaments/{number}/next").status == 200
    with hall_at(broker, tmp_path / "hall") as hall:
        client = arbiter_of(hall.client())
        until(
            lambda: None not in client.get(f"/api/v1/tournaments/{number}").json["results"][0],
            "the results of the first round",
        )
        told = over(client, number)
    assert [each["name"] for each in told["standings"][:2]] == ["A", "B"]


def test_the_arbiter_has_the_last_word(broker: Mosquitto, tables: list[PlayingTable], tmp_path: Path) -> None:
    with hall_at(broker, tmp_path / "hall") as hall:
        client = arbiter_of(hall.client())
        number = begin(client, system="roundrobin", players=[{"name": "A", "rating": 9}, "B"], rounds=1)
        told = over(client, number)
        (pairing,) = told["pairings"]
        address = f"/api/v1/tournaments/{number}/rounds/1/boards/1"
        wins = "0-1" if pairing["black_name"] == "B" else "1-0"
        changed = client.post(address, {"result": wins}).json
        assert changed["standings"][0]["name"] == "B"
        assert client.post(address, {"result": "5-2"}).status == 400
        assert client.post(f"/api/v1/tournaments/{number}/next").status == 409
        assert client.post("/api/v1/tournaments/99/next").status == 404
        assert hall.client().post(address, {"result": wins}).status == 401


def test_a_table_that_refuses_leaves_the_pairing_to_another(
    broker: Mosquitto, tables: list[PlayingTable], tmp_path: Path
) -> None:
    tables[0].refuses = "commands = false"
    with hall_at(broker, tmp_path / "hall") as hall:
        client = arbiter_of(hall.client())
        number = begin(client, players=["A", "B"], rounds=1, tables=["t2", "t1", "t9"])
        over(client, number)
    assert tables[1].games == 1


def test_twenty_four_players_over_six_tables_are_paired_and_counted_as_the_librarys_checker_would(
    broker: Mosquitto, tmp_path: Path
) -> None:
    """Seven rounds, and the arbiter corrects a result of the last; who is where is worked out once more."""
    names = [f"t{number}" for number in range(1, 7)]
    players = [{"name": f"{chr(65 + each)}{each}", "rating": 2000 - 10 * each} for each in range(24)]
    with ExitStack() as closing:
        for name in names:
            table = PlayingTable(Account("127.0.0.1", broker.port), Place("club", name))
            table.start()
            closing.callback(table.stop)
            assert table.wait_until_up(patient(20))
        hall = closing.enter_context(hall_at(broker, tmp_path / "hall"))
        client = arbiter_of(hall.client())
        number = begin(client, rounds=7, players=players, tables=names)
        told = over(client, number)
        last = next(each for each in told["pairings"] if each["round"] == 7 and each["result"] == "1-0")
        address = f"/api/v1/tournaments/{number}/rounds/7/boards/{last['board']}"
        told = client.post(address, {"result": "0-1"}).json
        written = client.get(f"/api/v1/tournaments/{number}/files/trf")
    assert {each["table"] for each in told["pairings"]} == set(names)
    report = check_trf(written.body.decode())["summary"]
    assert (report["rounds_checked"], report["total_discrepancies"]) == (7, 0)
    won = {each["id"]: 0.0 for each in told["players"]}
    met: dict[int, list[int]] = {each: [] for each in won}
    for each in told["pairings"]:
        won[each["white"] if each["result"] == "1-0" else each["black"]] += 1
        met[each["white"]].append(each["black"])
        met[each["black"]].append(each["white"])
    for line in told["standings"]:
        assert line["points"] == won[line["player"]]
        assert line["buchholz"] == sum(sorted(won[other] for other in met[line["player"]])[1:])
    ranked = [line["points"] for line in told["standings"]]
    assert ranked == sorted(ranked, reverse=True)
    assert len(set(met[told["standings"][0]["player"]])) == 7
