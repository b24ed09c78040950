"""Phones that were let in: each by itself, ended on the table's side, and shown to those who may end them."""

import json
import threading
from pathlib import Path

import pytest

from companion import cli
from companion.table.state.pin import Pin
from companion.web.door.devices import MOST, SECONDS, Devices, name_of
from companion.web.entrance.access import Access, access_to
from tests.patience import until
from tests.web.tables import PIN, Running, running
from vision.cubes.profile import Profile

UNDO = {"decision": "undo"}


def test_after_logging_out_the_cookie_that_somebody_kept_is_worth_nothing(table: Running) -> None:
    player = table.player()
    kept = player.cookie
    assert player.send("DELETE", "/api/v1/session").status == 200
    thief = table.client()
    thief.cookie = kept
    assert thief.get("/api/v1/session").json == {"may_change": False}
    assert thief.post("/api/v1/decisions", UNDO).status == 401


def test_who_was_let_in_is_listed_named_and_forgotten(table: Running) -> None:
    own, other = table.player(), table.player()
    listed = own.get("/api/v1/devices").json["devices"]
    assert [each["own"] for each in listed].count(True) == 1
    assert len(listed) == 2
    theirs = next(each["id"] for each in listed if not each["own"])
    assert own.post(f"/api/v1/devices/{theirs}/name", {"name": " Ada's phone "}).json["name"] == "Ada's phone"
    assert "Ada's phone" in [each["name"] for each in other.get("/api/v1/devices").json["devices"]]
    assert other.get("/api/v1/session").json == {"may_change": True}
    assert own.post(f"/api/v1/devices/{theirs}/forget").status == 200
    assert other.get("/api/v1/session").json == {"may_change": False}
    assert own.get("/api/v1/session").json == {"may_change": True}
    assert own.post(f"/api/v1/devices/{theirs}/forget").status == 404
    assert table.client().get("/api/v1/devices").status == 401


def test_a_phone_that_gives_the_pin_again_stays_one_phone(table: Running) -> None:
    player = table.player()
    player.enter()
    assert len(player.get("/api/v1/devices").json["devices"]) == 1


def test_phones_stay_let_in_when_the_table_starts_again(tmp_path: Path, profile: Profile) -> None:
    with running(tmp_path, profile) as table:
        cookie = table.player().cookie
    with running(tmp_path, profile) as table:
        player = table.client()
        player.cookie = cookie
        assert player.get("/api/v1/session").json == {"may_change": True}


def test_a_damaged_list_of_phones_lets_nobody_in_and_keeps_nothing_from_starting(
    tmp_path: Path, profile: Profile
) -> None:
    with running(tmp_path, profile) as table:
        cookie = table.player().cookie
    (tmp_path / "state/devices.json").write_bytes(b'{"format": "himiki-dev')
    with running(tmp_path, profile) as table:
        player = table.client()
        player.cookie = cookie
        assert player.get("/api/v1/session").json == {"may_change": False}
        assert player.enter().get("/api/v1/session").json == {"may_change": True}


def test_a_new_pin_ends_all_of_them_while_the_table_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    state = tmp_path / "state"
    state.mkdir()
    (state / "pin").write_text(f"{PIN}\n", encoding="ascii")
    pin = Pin(PIN, state / "pin", clock=lambda: now[0])
    devices = Devices(state / "devices.json")
    devices.of_pin(pin.text)
    device = devices.let_in("", None)
    assert cli.main(["pin", "--new", "--state", str(state)]) == 0
    told = capsys.readouterr().out.strip()
    assert told != PIN
    now[0] = 2.0
    assert pin.text == told
    assert devices.of_pin(pin.text)
    found = devices.get(device.id)
    assert found is not None
    assert not found.let_in
    assert devices.those_let_in() == []


def test_who_was_let_in_before_a_new_pin_guesses_by_itself(table: Running) -> None:
    """Strangers are none of its business, nor is it one of them."""
    player = table.player()
    access = table.access
    access.devices.of_pin("another mark")
    access.look()
    for _ in range(4):
        assert player.post("/api/v1/session", {"pin": "000000"}).status == 401
    assert player.post("/api/v1/session", {"pin": "000000"}).status == 429
    assert table.player().get("/api/v1/session").json == {"may_change": True}


def test_a_pin_that_strangers_guess_at_gets_longer_and_nobody_is_turned_out(
    tmp_path: Path, profile: Profile, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path, profile) as table:
        player = table.player()
        table.access.lengthen()
        assert player.get("/api/v1/session").json == {"may_change": True}
        longer = player.get("/api/v1/access").json["pin"]
        assert longer.startswith(PIN)
        assert len(longer) == 12
        assert table.client().post("/api/v1/session", {"pin": PIN}).status == 401
        assert table.client().post("/api/v1/session", {"pin": longer}).status == 200
    assert longer in caplog.text


def test_who_asks_while_the_pin_gets_longer_turns_nobody_out(tmp_path: Path) -> None:
    for number in range(20):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        access = access_to(folder, PIN)
        device = access.devices.let_in("", None)
        over = threading.Event()

        def look(access: Access = access, over: threading.Event = over) -> None:
            while not over.is_set():
                access.look()

        asking = threading.Thread(target=look)
        asking.start()
        access.lengthen()
        over.set()
        asking.join()
        found = access.devices.get(device.id)
        assert found is not None
        assert found.let_in


def test_no_more_are_remembered_than_a_club_has_and_none_for_longer_than_half_a_year(tmp_path: Path) -> None:
    now = [1_000_000.0]
    devices = Devices(tmp_path / "devices.json", wall=lambda: now[0])
    devices.of_pin("mark")
    for _ in range(MOST + 5):
        now[0] += 1
        devices.let_in("", None)
    assert len(devices.those_let_in()) == MOST
    later = Devices(tmp_path / "devices.json", wall=lambda: now[0] + SECONDS)
    assert later.those_let_in() == []


def test_the_list_is_written_for_nobody_else_and_hardly_ever(tmp_path: Path) -> None:
    now = [1_000_000.0]
    path = tmp_path / "devices.json"
    devices = Devices(path, wall=lambda: now[0])
    devices.of_pin("mark")
    device = devices.let_in("iPhone", None)
    assert path.stat().st_mode & 0o777 == 0o600
    before = path.stat().st_mtime_ns
    for _ in range(100):
        now[0] += 5
        devices.notice(device.id)
    assert path.stat().st_mtime_ns == before
    now[0] += 600
    devices.notice(device.id)
    assert json.loads(path.read_text(encoding="utf-8"))["devices"][0]["seen"] == now[0]


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Safari/604.1",
            "iPhone · Safari",
        ),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/124.0 Mobile Safari/537.36", "Android · Chrome"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0", "Linux · Firefox"),
        ("Python-urllib/3.11", "Python-urllib"),
        ("", ""),
        ("<script>\x00/1", ""),
    ],
)
def test_a_device_is_called_what_people_call_it(agent: str, name: str) -> None:
    assert name_of(agent) == name


def test_a_table_hears_of_a_new_pin_by_itself(tmp_path: Path) -> None:
    kept = tmp_path / "pin"
    kept.write_text("111111\n", encoding="ascii")
    pin = Pin("111111", kept)
    kept.write_text("2222222\n", encoding="ascii")  # Of no form: the one before it holds.
    assert pin.text == "111111"
    kept.unlink()
    kept.write_text("333333\n", encoding="ascii")
    assert until(lambda: pin.text == "333333")


def test_of_many_headers_of_cookies_the_first_counts() -> None:
    """Each is looked at before anybody knows whose turn it is, and a stranger may send hundreds."""
    let_in = Access(PIN, b"secret" * 8)
    phone = let_in.devices.let_in("a" * 16, None)
    own = (b"cookie", f"himiki={let_in.cookie_value(phone)}".encode())
    other = (b"cookie", b"himiki=guessed")
    assert let_in.phone_of({"headers": [own, other], "client": ("192.168.1.2", 1)}) == phone.id
    assert let_in.phone_of({"headers": [other, own], "client": ("192.168.1.2", 1)}) is None
