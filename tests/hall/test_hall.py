"""A hall on a real Mosquitto: every event of every table once and in order, whatever dies meanwhile."""

import json
import random
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.client import HTTPConnection
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.broker.account import Account
from companion.broker.places import Place
from companion.hall.ledger import told_of
from tests.broker.listening import ear_at, until
from tests.broker.mosquitto import Mosquitto, broker_in
from tests.hall.running import PIN, RunningHall, hall_at
from tests.hall.simulated import SimulatedTable
from tests.patience import patient

pytestmark = [pytest.mark.long, pytest.mark.broker]


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with broker_in(tmp_path / "broker") as found:
        yield found


@contextmanager
def tables_at(broker: Mosquitto, *names: str) -> Iterator[list[SimulatedTable]]:
    with ExitStack() as closing:
        made = [SimulatedTable(Account("127.0.0.1", broker.port), Place("club", name)) for name in names]
        for each in made:
            each.start()
            closing.callback(each.stop)
        for each in made:
            assert each.wait_until_up(patient(20))
        yield made


def events(hall: RunningHall, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while True:
        page = hall.client().get(f"/api/v1/tables/{table}/events?after={found[-1]['n'] if found else 0}")
        if page.status != 200 or not page.json:
            return found
        found += page.json


def has_all(hall: RunningHall, table: SimulatedTable) -> bool:
    return events(hall, table.place.table) == expected(table)


def there(hall: RunningHall) -> list[str]:
    return [each["availability"] for each in hall.client().get("/api/v1/tables").json]


def expected(table: SimulatedTable) -> list[dict[str, Any]]:
    return [told_of(each) for each in table.said]


def test_what_every_table_says_is_there_once_and_in_order(
    broker: Mosquitto, tmp_path: Path, place: str
) -> None:
    dice = random.Random(3)
    with hall_at(broker, tmp_path / "hall", place) as hall, tables_at(broker, "t1", "t2", "t3") as tables:
        for _ in range(60):
            dice.choice(tables).play(dice, lost=dice.random() < 0.2)
        for each in tables:
            each.tell_state()
            until(partial(has_all, hall, each), "every event")


@pytest.mark.parametrize(
    ("part", "payload"),
    [
        ("events", rb'{"v":1,"n":1,"game":1,"event":"move","by":"\ud800"}'),
        ("events", b'{"v":1,"n":9223372036854775808,"game":1,"event":"move"}'),
        ("state", rb'{"v":1,"n":0,"game":1,"mode":"\ud800"}'),
        ("events", b"[" * 200_000),
    ],
)
def test_what_one_table_says_wrongly_stops_no_other(
    broker: Mosquitto, tmp_path: Path, part: str, payload: bytes
) -> None:
    with hall_at(broker, tmp_path / "hall") as hall, tables_at(broker, "t1", "t2") as (wrong, well):
        with ear_at(broker) as somebody:
            somebody.say(wrong.place.topic(part), payload)
        well.play(random.Random(1))
        until(partial(has_all, hall, well), "what the other one said")
        assert len(hall.client().get("/api/v1/tables").json) == 2


def test_a_broker_and_a_hall_that_die_in_turns_lose_nothing(broker: Mosquitto, tmp_path: Path) -> None:
    dice = random.Random(5)
    with tables_at(broker, "t1", "t2") as tables:
        for _ in range(3):
            with hall_at(broker, tmp_path / "hall") as hall:
                for _ in range(10):
                    dice.choice(tables).play(dice)
                broker.kill()
                for _ in range(5):
                    dice.choice(tables).play(dice, lost=True)
                broker.start()
                until(partial(getattr, hall.hall, "up"), "the hall's coming back")
            for _ in range(5):
                dice.choice(tables).play(dice)
        with hall_at(broker, tmp_path / "hall") as hall:
            for each in tables:
                until(partial(each.wait_until_up, 1), "the table's coming back")
                each.tell_state()
                until(partial(has_all, hall, each), "every event")


def test_the_tables_are_told_as_they_stand(broker: Mosquitto, tmp_path: Path) -> None:
    with hall_at(broker, tmp_path / "hall") as hall, tables_at(broker, "t2", "t1") as tables:
        until(lambda: len(hall.client().get("/api/v1/tables").json) == 2, "both tables")
        tables[1].play(random.Random(1))
        tables[1].tell_state()
        until(lambda: hall.client().get("/api/v1/tables").json[0]["n"] == 1, "the move")
        first, second = hall.client().get("/api/v1/tables").json
        assert (first["table"], second["table"]) == ("t1", "t2")
        assert first["availability"] == "online"
        assert first["state"]["moves"] == 1
        assert first["alarm"] is None
        since = max(first["version"], second["version"])
        assert hall.client().get(f"/api/v1/tables?after={since}").json == []
    with hall_at(broker, tmp_path / "hall") as hall:
        until(lambda: there(hall) == ["stopped", "stopped"], "that both were switched off")


def test_what_happens_is_live_and_goes_on_after_the_last_that_was_heard(
    broker: Mosquitto, tmp_path: Path
) -> None:
    heard: list[str] = []

    def listen(port: int, after: str | None, most: int) -> None:
        connection = HTTPConnection("127.0.0.1", port, timeout=patient(30))
        connection.request("GET", "/api/v1/live", headers={} if after is None else {"Last-Event-ID": after})
        stream = connection.getresponse()
        while len([line for line in heard if line.startswith("data:")]) < most:
            heard.append(stream.readline().decode().strip())
        connection.close()

    with hall_at(broker, tmp_path / "hall") as hall, tables_at(broker, "t1") as (table,):
        table.play(random.Random(1))
        until(lambda: events(hall, "t1"), "the first move")
        listening = threading.Thread(target=listen, args=(hall.server.port, "0", 3))
        listening.start()
        table.play(random.Random(2))
        table.say({"event": "corrected", "back": 1, "position": "x", "score": [0, 0]}, revises=2)
        listening.join(patient(30))
    told = [json.loads(line.removeprefix("data: ")) for line in heard if line.startswith("data:")]
    assert [(each["table"], each["n"], each["event"]) for each in told] == [
        ("t1", 1, "move"),
        ("t1", 2, "move"),
        ("t1", 3, "corrected"),
    ]
    assert told[2]["revises"] == 2
    assert [line for line in heard if line.startswith("id:")] == ["id: 1", "id: 2", "id: 3"]


def test_only_who_knows_the_pin_gives_orders_and_every_order_is_written_down(
    broker: Mosquitto, tmp_path: Path
) -> None:
    undo = {"command": "decision", "decision": "undo"}
    with hall_at(broker, tmp_path / "hall") as hall, tables_at(broker, "t1") as (table,):
        until(lambda: hall.client().get("/api/v1/tables").json, "the table")
        arbiter = hall.client()
        assert arbiter.post("/api/v1/tables/t1/orders", undo).status == 401
        assert arbiter.get("/api/v1/tables/t1/acts").status == 401
        assert arbiter.post("/api/v1/session", {"pin": "000000"}).status == 401
        assert arbiter.post("/api/v1/session", {"pin": PIN}).status == 200
        assert arbiter.post("/api/v1/tables/t1/orders", undo).status == 200
        (order,) = table.ordered
        assert (order.what.value, dict(order.body)) == ("decision", {"decision": "undo"})
        table.refuses = "there is nothing to take back"
        refused = arbiter.post("/api/v1/tables/t1/orders", undo)
        assert (refused.status, refused.json["error"]) == (409, "there is nothing to take back")
        assert [each["error"] for each in arbiter.get("/api/v1/tables/t1/acts").json] == [None, table.refuses]
        assert arbiter.post("/api/v1/tables/t9/orders", undo).status == 404
        assert arbiter.post("/api/v1/tables/t1/orders", {"command": "explode"}).status == 400


RUBBISH = [
    *(b"", b"\xff", b"[]", b"{}", b'{"v":1}', b"9" * 300_000, b"[" * 50_000),
    *(b'{"v":1,"n":"x","game":1,"event":"move"}', b'{"v":1,"n":-1,"game":1,"event":"move"}'),
    b'{"v":1,"n":1e300,"game":1,"event":"x"}',
]


def test_rubbish_on_any_topic_stops_nothing(broker: Mosquitto, tmp_path: Path) -> None:
    with (
        hall_at(broker, tmp_path / "hall") as hall,
        tables_at(broker, "t1") as (table,),
        ear_at(broker) as ear,
    ):
        for payload, part in product(RUBBISH, ("availability", "state", "events", "answers", "other")):
            ear.say(f"himiki/club/t1/{part}", payload)
            ear.say(f"himiki/club/T%/{part}", payload)
        table.play(random.Random(1))
        until(lambda: len(events(hall, "t1")) == 1, "the move after it")


def test_a_table_that_dies_calls_the_arbiter(broker: Mosquitto, tmp_path: Path) -> None:
    with hall_at(broker, tmp_path / "hall") as hall, ear_at(broker) as ear:
        ear.say("himiki/club/t1/availability", "offline", retained=True)
        until(lambda: hall.client().get("/api/v1/tables").json, "the table")
        until(lambda: hall.client().get("/api/v1/tables").json[0]["alarm"], "the alarm")
        assert hall.client().get("/api/v1/tables").json[0]["alarm"]["kind"] == "offline"
