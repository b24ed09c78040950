"""Watching from afar: later than the arbiter sees it, as text that updates itself, over a stream."""

import random
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.broker.account import Account
from companion.broker.messages.happening import TableEvent
from companion.broker.places import Place
from companion.cli import main
from companion.hall.hall import Seat
from companion.hall.records import Records, written
from tests.broker.listening import until
from tests.broker.mosquitto import Mosquitto, broker_in
from tests.hall.running import PIN, RunningHall, hall_at
from tests.hall.simulated import START, SimulatedTable
from tests.patience import patient


class Clock:
    """The hall's, set by the test."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with broker_in(tmp_path / "broker") as found:
        yield found


@contextmanager
def table_at(broker: Mosquitto) -> Iterator[SimulatedTable]:
    table = SimulatedTable(Account("127.0.0.1", broker.port), Place("club", "t1"))
    table.start()
    assert table.wait_until_up(patient(20))
    try:
        yield table
    finally:
        table.stop()


def moves(hall: RunningHall, *, arbiter: bool) -> list[int]:
    client = hall.client()
    if arbiter:
        assert client.post("/api/v1/session", {"pin": PIN}).status == 200
    told = client.get("/api/v1/tables/t1/events")
    return [each["n"] for each in told.json] if told.status == 200 else []


def shown(hall: RunningHall, *, arbiter: bool) -> list[int]:
    client = hall.client()
    if arbiter:
        assert client.post("/api/v1/session", {"pin": PIN}).status == 200
    return [each["state"]["moves"] for each in client.get("/api/v1/tables").json if each["state"]]


@pytest.mark.long
@pytest.mark.broker
def test_spectators_see_later_and_the_arbiter_at_once(broker: Mosquitto, tmp_path: Path) -> None:
    clock = Clock()
    with hall_at(broker, tmp_path / "hall", wall=clock, delay=60.0) as hall, table_at(broker) as table:
        until(lambda: shown(hall, arbiter=True) == [0], "the table")
        assert shown(hall, arbiter=False) == []
        assert hall.client().get("/api/v1/tables/t1").status == 404
        clock.now += 61
        until(lambda: shown(hall, arbiter=False) == [0], "the table, for spectators")
        table.play(random.Random(1))
        table.tell_state()
        until(lambda: shown(hall, arbiter=True) == [1], "the move")
        until(lambda: moves(hall, arbiter=True) == [1], "the move's event")
        clock.now += 30
        assert (shown(hall, arbiter=False), moves(hall, arbiter=False)) == ([0], [])
        clock.now += 31
        until(lambda: shown(hall, arbiter=False) == [1], "the move, for spectators")
        assert moves(hall, arbiter=False) == [1]


@pytest.mark.long
@pytest.mark.broker
def test_what_is_live_is_as_late_for_everybody(broker: Mosquitto, tmp_path: Path) -> None:
    from http.client import HTTPConnection

    heard: list[bytes] = []

    def listen(port: int) -> None:
        connection = HTTPConnection("127.0.0.1", port, timeout=patient(30))
        connection.request("GET", "/api/v1/live")
        stream = connection.getresponse()
        while not heard:
            line = stream.readline()
            if line.startswith(b"data:"):
                heard.append(line)
        connection.close()

    with hall_at(broker, tmp_path / "hall", delay=2.0) as hall, table_at(broker) as table:
        until(lambda: shown(hall, arbiter=True), "the table")
        listening = threading.Thread(target=listen, args=(hall.server.port,))
        listening.start()
        table.play(random.Random(1))
        until(lambda: moves(hall, arbiter=True) == [1], "that the hall has it")
        assert heard == []
        listening.join(patient(30))
    assert b'"n":1' in heard[0]


@pytest.mark.long
@pytest.mark.broker
def test_a_folder_of_records_updates_itself_as_late_as_spectators_see(
    broker: Mosquitto, tmp_path: Path
) -> None:
    clock, folder = Clock(), tmp_path / "records"
    with hall_at(broker, tmp_path / "hall", wall=clock, delay=10.0) as hall, table_at(broker) as table:
        records = Records(hall.hall, folder)
        records.start()
        until(lambda: shown(hall, arbiter=True), "the table")
        table.say({"event": "ready", "mode": "duel", "edition": "second", "position": START})
        table.say(MOVE)
        until(lambda: moves(hall, arbiter=True) == [1, 2], "the events")
        clock.now += 5
        table.say({"event": "over", "winner": "w", "score": [5, 3]})
        until(lambda: moves(hall, arbiter=True) == [1, 2, 3], "the end")
        assert not (folder / "t1.txt").exists()
        clock.now += 6
        until((folder / "t1.txt").exists, "the record")
        until(lambda: "B5►BB4" in read(folder / "t1.txt"), "the move in it")
        assert "# w: Ada" in read(folder / "t1.txt")
        assert "# result" not in read(folder / "t1.txt")
        clock.now += 10
        until(lambda: "# result: w 5-3" in read(folder / "t1.txt"), "the result")
        assert read(folder / "t1-1.txt") == read(folder / "t1.txt")
        records.stop()


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


MOVE = {"event": "move", "move": "B5>BB4", "annotated": "B5►BB4", "by": "w", "score": [0, 0]}
READY = {"event": "ready", "mode": "duel", "edition": "second", "position": START}


def said(*told: Mapping[str, object]) -> list[TableEvent]:
    return [TableEvent(n, 1, each) for n, each in enumerate(told, start=1)]


def played(by: str, move: str) -> dict[str, object]:
    return {"event": "move", "by": by, "move": move, "annotated": move}


def replayed(text: str, folder: Path) -> int:
    (folder / "record.txt").write_text(text, encoding="utf-8")
    return main(["replay", "--check", str(folder / "record.txt")])


SHARED = {"w": "Ada", "b": "Bo\nCy"}


def test_a_record_is_one_that_replay_takes(tmp_path: Path) -> None:
    text = written("t1", SHARED, said(READY, played("w", "B5>BB4"), played("b", "B2>BB3")))
    assert "# b: Bo Cy" in text.splitlines()
    assert text.splitlines()[-2:] == ["B5>BB4", "B2>BB3"]
    assert replayed(text, tmp_path) == 0


def test_what_was_taken_back_is_not_in_it(tmp_path: Path) -> None:
    back = {"event": "corrected", "reason": "undo", "back": 1, "position": START}
    text = written("t1", {}, said(READY, played("w", "C5>CC4"), back, played("w", "B5>BB4")))
    assert text.splitlines()[-1] == "B5>BB4"
    assert "C5" not in text.splitlines()[-1]
    assert replayed(text, tmp_path) == 0


def test_after_a_board_that_people_let_stand_it_goes_on_from_there(tmp_path: Path) -> None:
    other = START.replace("B5wHMK", "B4wHMK").replace(" w ", " b ")
    stands = {"event": "corrected", "reason": "accept", "back": 0, "position": other}
    text = written("t1", {}, said(READY, stands, played("b", "B2>BB3")))
    assert f"# start: {other}" in text
    assert f"# earlier: {START}" in text
    assert replayed(text, tmp_path) == 0


@pytest.mark.parametrize("delay", ["-1", "x", "3601"])
def test_a_delay_is_a_number_of_seconds(delay: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["hall", "--delay", delay])
    assert "3600" in capsys.readouterr().err


def test_a_table_on_which_much_happens_fills_no_memory_and_shows_nothing_early() -> None:
    seat = Seat("t1")
    for second in range(5000):
        seat.version, seat.state = second + 1, {"moves": second}
        seat.remember(float(second), 1000.0)
        seen = seat.shown(float(second), 1000.0)
        assert seen is None or seen["state"]["moves"] <= second - 1000
    assert len(seat.past) <= 61
    assert seat.shown(5999.0, 1000.0) == seat.as_json()
