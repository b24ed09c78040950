"""A table on a real Mosquitto: nothing that it said is lost, whatever becomes of the broker."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.broker.account import Account
from companion.broker.commands import Commands
from companion.broker.home import ONLINE, STATUS, found_at
from companion.broker.messages.picture import Picture
from companion.broker.places import Place
from companion.broker.publishing import Publishing
from companion.commands.broker import begun_by_a_press, carried_out
from tests.broker.listening import Ear, ear_at, until
from tests.broker.mosquitto import Mosquitto, broker_in
from tests.web.tables import START, Client, Running, drawn_profile_once, running

pytestmark = [pytest.mark.long, pytest.mark.broker]

PLACE = Place("club", "t1")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with broker_in(tmp_path / "broker") as found:
        yield found


@pytest.fixture
def ear(broker: Mosquitto) -> Iterator[Ear]:
    with ear_at(broker) as found:
        yield found


@contextmanager
def published(
    table: Running,
    broker: Mosquitto,
    *,
    commands: bool = False,
    home: bytes = b"",
    picture: Callable[[], bytes | None] | None = None,
) -> Iterator[Publishing]:
    account = Account("127.0.0.1", broker.port)
    obeyed = Commands(partial(carried_out, table.table, table.server.post) if commands else None)
    publishing = Publishing(table.table, account, PLACE, table.server.state, obeyed, home, picture)
    publishing.start()
    try:
        yield publishing
    finally:
        publishing.stop()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, drawn_profile_once(tmp_path), for_broker=True) as found:
        yield found


def events(ear: Ear) -> list[dict[str, Any]]:
    return [json.loads(payload) for payload in ear.on(PLACE.topic("events"))]


def names(ear: Ear) -> list[str]:
    return [each["event"] for each in events(ear)]


def pairs(ear: Ear) -> list[tuple[int, str]]:
    return [(each["game"], each["event"]) for each in events(ear)]


def state(ear: Ear) -> dict[str, Any]:
    told = ear.on(PLACE.topic("state"))
    return json.loads(told[-1]) if told else {}


def played(table: Running) -> Client:
    player = table.player()
    player.begin()
    player.played("B5>BB4")
    return player


def test_what_is_said_at_the_table_comes_in_its_order_without_a_hole(
    table: Running, broker: Mosquitto, ear: Ear
) -> None:
    with published(table, broker):
        played(table)
        until(lambda: "move" in names(ear), "the move")
    told = events(ear)
    assert [each["n"] for each in told] == list(range(1, len(told) + 1))
    move = next(each for each in told if each["event"] == "move")
    assert (move["v"], move["move"], move["by"]) == (1, "B5>BB4", "w")
    assert move["game"] == table.table.game_id


def test_the_state_is_kept_by_the_broker_and_is_what_the_page_is_told(
    table: Running, broker: Mosquitto, ear: Ear
) -> None:
    with published(table, broker):
        player = played(table)
        until(lambda: state(ear).get("moves") == 1, "the state after the move")
        until(lambda: state(ear)["n"] == events(ear)[-1]["n"], "the number of the last event")
        own = {name: value for name, value in state(ear).items() if name not in ("v", "n")}
        assert own == player.state()
        with ear_at(broker) as later:
            until(lambda: state(later), "the kept state")
            kept = [retained for topic, _, retained in later.heard if topic == PLACE.topic("state")]
            assert kept[0]


def test_a_table_that_stops_says_so_and_one_that_dies_is_told_by_the_broker(
    table: Running, broker: Mosquitto, ear: Ear
) -> None:
    topic = PLACE.topic("availability")
    with published(table, broker):
        until(lambda: ear.on(topic), "online")
    until(lambda: ear.on(topic) == [b"online", b"stopped"], "the farewell")
    with published(table, broker) as dying:
        until(lambda: len(ear.on(topic)) == 3, "online again")
        pulled = dying._link._client.socket()  # noqa: SLF001 -- as somebody pulls the cable
        assert pulled is not None
        pulled.close()
        until(lambda: b"offline" in ear.on(topic), "the last will")
        until(lambda: ear.on(topic)[-1] == b"online", "the table's coming back")


@pytest.mark.parametrize("of", ["himiki", "rr"])
def test_the_game_that_a_press_asks_for_is_one_that_the_table_begins(tmp_path: Path, of: str) -> None:
    with running(tmp_path, None, of=None if of == "himiki" else of) as table:
        asked = begun_by_a_press(table.table)
        assert table.player().post("/api/v1/games", asked).status == 200
        assert "seed" not in asked


def test_a_house_is_told_of_the_table_whenever_it_begins_anew(table: Running, broker: Mosquitto) -> None:
    with ear_at(broker, "homeassistant/device/#") as house:
        with published(table, broker, home=b'{"device":"as it is"}'):
            until(lambda: house.on(found_at(PLACE)), "the table's description")
            house.say(STATUS, ONLINE)
            until(lambda: len(house.on(found_at(PLACE))) == 2, "the description once more")
        assert set(house.on(found_at(PLACE))) == {b'{"device":"as it is"}'}


def test_a_broker_that_is_away_loses_nothing_and_the_table_does_not_wait(
    table: Running, broker: Mosquitto, tmp_path: Path
) -> None:
    with published(table, broker) as publishing:
        player = played(table)
        until(lambda: publishing.waiting == 0, "the broker's having all")
        broker.kill()
        player.played("B2>BA2")
        assert player.decide("undo").status == 200
        until(lambda: publishing.waiting > 0, "what waits for the broker")
        missed = publishing.waiting
        broker.start()
        with ear_at(broker) as ear:
            until(lambda: len(events(ear)) >= missed, "what was missed")
            numbers = [each["n"] for each in events(ear)]
            assert sorted(set(numbers)) == list(range(numbers[0], numbers[-1] + 1))
            until(lambda: publishing.waiting == 0, "the broker's having all")


def test_what_the_broker_never_had_goes_out_after_the_next_start(tmp_path: Path) -> None:
    profile = drawn_profile_once(tmp_path)
    with broker_in(tmp_path / "broker") as broker:
        with running(tmp_path, profile, for_broker=True) as table:
            played(table)
            said = table.table.store.outbox_newest()
        with ear_at(broker) as ear, running(tmp_path, profile, for_broker=True) as table:
            with published(table, broker):
                until(lambda: len(events(ear)) >= said, "the events of before")
            assert [each["n"] for each in events(ear)][:said] == list(range(1, said + 1))


def test_a_correction_revises_the_first_event_that_stands_no_more(
    table: Running, broker: Mosquitto, ear: Ear
) -> None:
    with published(table, broker):
        player = played(table)
        assert player.decide("undo").status == 200
        until(lambda: "corrected" in names(ear), "the correction")
    told = {each["event"]: each for each in events(ear)}
    assert told["corrected"]["revises"] == told["move"]["n"]
    assert all("revises" not in each for each in events(ear) if each["event"] != "corrected")


def test_whoever_has_a_hole_is_sent_the_same_again(table: Running, broker: Mosquitto, ear: Ear) -> None:
    with published(table, broker):
        played(table)
        until(lambda: names(ear)[-2:] == ["move", "turn"], "the move")
        before = ear.on(PLACE.topic("events"))
        ear.say(PLACE.topic("commands"), json.dumps({"v": 1, "id": "1", "command": "resend", "after": 1}))
        until(lambda: ear.on(PLACE.topic("answers")), "the answer")
        until(lambda: len(ear.on(PLACE.topic("events"))) >= 2 * len(before) - 1, "the events once more")
    assert json.loads(ear.on(PLACE.topic("answers"))[0]) == {"v": 1, "id": "1", "ok": True}
    assert ear.on(PLACE.topic("events"))[len(before) :] == before[1:]


def asked(ear: Ear, number: int, **body: Any) -> Any:
    """The answer to that command, counted from 1."""
    ear.say(PLACE.topic("commands"), json.dumps({"v": 1, "id": str(number), **body}))
    until(lambda: len(ear.on(PLACE.topic("answers"))) == number, "the answer")
    return json.loads(ear.on(PLACE.topic("answers"))[-1])


def test_a_hall_that_may_begins_a_game_and_decides(table: Running, broker: Mosquitto, ear: Ear) -> None:
    with published(table, broker, commands=True):
        until(lambda: ear.on(PLACE.topic("state")), "the table")
        begun = asked(ear, 1, command="new_game", mode="duel", players={"w": "Ada", "b": "Bo"})
        assert begun == {"v": 1, "id": "1", "ok": True}
        assert table.client().state()["players"]["w"] == "Ada"
        refused = asked(ear, 2, command="decision", decision="answer", option="yes")
        assert refused["ok"] is False
        assert refused["error"]
        assert "mode" in asked(ear, 3, command="new_game", mode="bridge")["error"]


def test_what_an_arbiter_decides_from_afar_is_noted_at_the_table(
    table: Running, broker: Mosquitto, ear: Ear
) -> None:
    with published(table, broker, commands=True):
        until(lambda: ear.on(PLACE.topic("state")), "the table")
        table.client().enter().lay(START)
        asked(ear, 1, command="new_game", mode="duel", start=f"{START} w 0-0 --- -")
        until(lambda: (table.table.game_id, "ready") in pairs(ear), "the game")
        resigned = asked(ear, 2, command="decision", decision="resign", side="w", asked_by="arbiter")
        assert resigned == {"v": 1, "id": "2", "ok": True}
        until(lambda: "arbiter" in names(ear), "that it is noted")
        assert asked(ear, 3, command="decision", decision="undo")["ok"]
        assert not asked(ear, 4, command="decision", decision="answer", option="x", asked_by="arbiter")["ok"]
    assert [each["decision"] for each in events(ear) if each["event"] == "arbiter"] == ["resign"]
    kept = table.table.store.load(table.table.game_id)
    assert kept is not None
    assert [each.name for each in kept.events].count("arbiter") == 1


def test_a_house_that_may_sees_what_the_camera_sees_and_no_broker_keeps_it(
    table: Running, broker: Mosquitto, ear: Ear
) -> None:
    with published(table, broker):
        played(table)
        until(lambda: "move" in names(ear), "the move")
    assert ear.on(PLACE.topic("picture")) == []
    with published(table, broker, picture=table.table.view.picture):
        until(lambda: ear.on(PLACE.topic("picture")), "the picture")
    seen = Picture.read(ear.on(PLACE.topic("picture"))[0])
    assert cv2.imdecode(np.frombuffer(seen.jpeg, np.uint8), cv2.IMREAD_COLOR) is not None
    with ear_at(broker) as later:
        until(lambda: later.on(PLACE.topic("state")), "what the broker keeps")
        assert later.on(PLACE.topic("picture")) == []


def test_what_the_hall_says_to_this_table_is_on_its_page(table: Running, broker: Mosquitto, ear: Ear) -> None:
    def shown() -> list[Any]:
        return [each.values["text"] for each in table.table.notices.standing() if each.code == "hall-says"]

    with published(table, broker):
        until(lambda: ear.on(PLACE.topic("state")), "the table")
        for payload in ("x", '{"v":1}', '{"v":1,"text":"To others","tables":["t2"]}'):
            ear.say("himiki/club/hall/announcements", payload)
        ear.say("himiki/club/hall/announcements", '{"v":1,"text":"Round\\n3","tables":["t1"]}')
        until(shown, "the sentence")
        assert shown() == ["Round 3"]
        ear.say("himiki/club/hall/announcements", '{"v":1,"text":"Tea is ready"}')
        until(lambda: shown() == ["Tea is ready"], "the next one")
    assert shown() == []


def test_an_order_that_comes_twice_is_carried_out_once_and_a_kept_one_never(
    table: Running, broker: Mosquitto, ear: Ear
) -> None:
    begin = json.dumps({"v": 1, "id": "1", "command": "new_game", "mode": "duel"})
    ear.say(PLACE.topic("commands"), begin.replace('"1"', '"kept"'), retained=True)
    before = table.table.game_id
    with published(table, broker, commands=True):
        until(lambda: ear.on(PLACE.topic("state")), "the table")
        for _ in range(3):
            ear.say(PLACE.topic("commands"), begin)
        until(lambda: len(ear.on(PLACE.topic("answers"))) == 3, "three answers")
    assert [json.loads(each)["id"] for each in ear.on(PLACE.topic("answers"))] == ["1", "1", "1"]
    assert table.table.game_id == before + 1


def test_a_table_that_takes_no_orders_says_so(table: Running, broker: Mosquitto, ear: Ear) -> None:
    with published(table, broker):
        until(lambda: ear.on(PLACE.topic("state")), "the table")
        ear.say(
            PLACE.topic("commands"),
            json.dumps({"v": 1, "id": "1", "command": "decision", "decision": "undo"}),
        )
        until(lambda: ear.on(PLACE.topic("answers")), "the answer")
    told = json.loads(ear.on(PLACE.topic("answers"))[0])
    assert told["ok"] is False
    assert "commands = false" in told["error"]


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b'{"v":2}',
        b'{"v":1,"id":7}',
        b"x" * 200_000,
        b"[" * 200_000,
        rb'{"v":1,"id":"\ud800","command":"resend","after":0}',
        rb'{"v":1,"id":"2","command":"new_game","mode":"\ud800"}',
        b'{"v":1,"id":"2","command":"resend","after":' + b"9" * 4000 + b"}",
    ],
)
def test_rubbish_on_its_topic_stops_nothing(
    table: Running, broker: Mosquitto, ear: Ear, payload: bytes
) -> None:
    with published(table, broker, commands=True):
        until(lambda: ear.on(PLACE.topic("state")), "the table")
        ear.say(PLACE.topic("commands"), payload)
        ear.say(PLACE.topic("commands"), json.dumps({"v": 1, "id": "1", "command": "resend", "after": 0}))
        until(lambda: b'"id":"1"' in b"".join(ear.on(PLACE.topic("answers"))), "the answer to the next one")


def test_who_floods_its_topic_fills_no_log(
    table: Running, broker: Mosquitto, ear: Ear, caplog: pytest.LogCaptureFixture
) -> None:
    with published(table, broker, commands=True):
        until(lambda: ear.on(PLACE.topic("state")), "the table")
        for number in range(60):
            ear.say(PLACE.topic("commands"), b"x" * 1_000_001 if number % 20 == 0 else b"x")
            ear.say(PLACE.topic("commands"), json.dumps({"v": 1, "id": f"{number}", "command": "decision"}))
        until(lambda: b'"id":"59"' in b"".join(ear.on(PLACE.topic("answers"))), "the last answer")
    told = [each.getMessage() for each in caplog.records if each.levelname != "DEBUG"]
    assert len([each for each in told if "not read" in each]) == 1
    assert len(told) <= 6


def test_an_order_is_judged_as_a_request_of_a_page_is(table: Running) -> None:
    assert table.server.post("/api/v1/games", {"mode": "duel", "start": f"{START} w 0-0 --- -"}) is None
    assert "not begun" in str(table.server.post("/api/v1/decisions", {"decision": "answer", "option": "x"}))
    assert "bridge" in str(table.server.post("/api/v1/games", {"mode": "bridge"}))
