"""`himiki serve` and `himiki pin` as processes of their own: started, used, refused, stopped."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from tests.patience import patient, until

pytestmark = pytest.mark.long

HOME = Path(__file__).parents[1]
START = "B2bMHK,B5wHKM,C2bHKM,C5wKMH,D2bKMH,D5wHKM w 0-0 --- -"


@contextmanager
def serving(
    state: Path, *arguments: str, camera: tuple[str, ...] = ("--camera", "sim")
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process and where it answers."""
    with subprocess.Popen(
        [
            *(sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", "0"),
            *(*camera, "--state", str(state), *arguments),
        ],
        cwd=HOME,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HOME), "HIMIKI_CONFIG": str(state / "none.toml")},
    ) as process:
        try:
            assert process.stdout is not None
            word, _, address = process.stdout.readline().strip().partition(" ")
            assert word == "ready", process.stderr.read() if process.stderr else ""
            yield process, address
        finally:
            if process.poll() is None:
                process.kill()


def asked(address: str, path: str, body: object = None, cookie: str = "") -> tuple[Any, str]:
    """The answer's JSON and the cookie that came with it."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    request = urllib.request.Request(address + path, data=data, headers=headers)
    with urllib.request.urlopen(request, timeout=patient(20)) as answer:
        return json.loads(answer.read()), answer.headers.get("Set-Cookie", "").split(";")[0]


def events(address: str, after: int = 0) -> Iterator[dict[str, Any]]:
    request = urllib.request.Request(f"{address}/api/v1/events", headers={"Last-Event-ID": str(after)})
    with urllib.request.urlopen(request, timeout=patient(60)) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                yield json.loads(line.removeprefix(b"data: "))


def test_a_table_is_served_played_on_and_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(tmp_path, "--mode", "duel", "--start", START) as (process, address):
        assert asked(address, "/api/v1/state")[0]["mode"] == "duel"
        assert cli.main(["pin", "--state", str(tmp_path)]) == 0
        pin = capsys.readouterr().out.strip()
        _, cookie = asked(address, "/api/v1/session", {"pin": pin})
        asked(address, "/api/v1/sim/moves", {"move": "C5>BC6"}, cookie)
        told = next(event for event in events(address) if event["event"] == "move")
        assert (told["move"], told["by"]) == ("C5>BC6", "w")

        assert cli.main(["serve", "--port", "0", "--camera", "sim", "--state", str(tmp_path)]) == 2
        refused = capsys.readouterr().err
        assert refused.count("\n") == 1
        assert f"process {process.pid}" in refused

        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=patient(20)) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    with serving(tmp_path) as (_, address):
        state, _ = asked(address, "/api/v1/state")
        assert (state["moves"], state["turn"]) == (1, "b")


def test_the_pin_stands_in_the_log_once_and_a_new_one_turns_phones_out_while_the_table_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs = []
    for _ in range(2):
        with serving(tmp_path) as (process, address):
            pin = (tmp_path / "pin").read_text(encoding="ascii").strip()
            _, cookie = asked(address, "/api/v1/session", {"pin": pin})
            assert asked(address, "/api/v1/session", cookie=cookie)[0] == {"may_change": True}
            assert cli.main(["pin", "--new", "--state", str(tmp_path)]) == 0
            another = capsys.readouterr().out.strip()
            assert until(
                lambda address=address, cookie=cookie: (  # type: ignore[misc]
                    asked(address, "/api/v1/session", cookie=cookie)[0] == {"may_change": False}
                )
            )
            assert asked(address, "/api/v1/session", {"pin": another})[0] == {"may_change": True}
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=patient(20))
            assert process.stderr is not None
            logs.append(process.stderr.read())
    assert ["PIN" in log for log in logs] == [True, False]


def test_a_table_is_given_another_name_on_its_page(tmp_path: Path) -> None:
    config = tmp_path / "none.toml"
    config.write_text('# Ours.\n[table]\nlanguage = "de"\n', encoding="utf-8")
    with serving(tmp_path) as (_, address):
        _, cookie = asked(address, "/api/v1/session", {"pin": (tmp_path / "pin").read_text().strip()})
        before, _ = asked(address, "/api/v1/settings")
        assert (before["name"], before["can_rename"]) == ("himiki", True)
        assert asked(address, "/api/v1/settings/name", {"name": "club-3"}, cookie)[0] == {"name": "club-3"}
        assert asked(address, "/api/v1/settings")[0]["name"] == "club-3"
        with pytest.raises(urllib.error.HTTPError, match="400"):
            asked(address, "/api/v1/settings/name", {"name": "-"}, cookie)
        health, _ = asked(address, "/api/v1/health")
        assert health["disk_free"] > 0
        assert {"temperature", "under_voltage", "version", "source", "camera_rate"} <= set(health)
    told = config.read_text(encoding="utf-8")
    assert told.startswith("# Ours.\n[table]\n")
    assert 'name = "club-3"' in told
    assert 'language = "de"' in told
    with serving(tmp_path) as (_, address):
        assert asked(address, "/api/v1/settings")[0]["name"] == "club-3"


def test_a_drawn_table_that_was_asked_for_is_not_called_a_missing_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "himiki.toml"
    config.write_text('[camera]\nsource = "sim"\n', encoding="ascii")
    monkeypatch.setenv("HIMIKI_CONFIG", str(config))
    somebody_elses = ["--host", "203.0.113.1", "--port", "0"]
    assert cli.main(["serve", "--state", str(tmp_path / "state"), *somebody_elses]) == 2
    said = capsys.readouterr().err
    assert "camera: sim, the drawn table that was asked for" in said
    assert "no camera" not in said


@pytest.mark.few(1)
@pytest.mark.parametrize("source", ["usb:93", "auto"])
def test_a_table_in_use_waits_for_its_camera_and_draws_none_instead(tmp_path: Path, source: str) -> None:
    """The game that was going on is not continued on a board that nobody plays at."""
    (tmp_path / "none.toml").write_text(f'[camera]\nsource = "{source}"\n', encoding="ascii")
    with serving(tmp_path, "--start", START) as (process, _):
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=patient(20)) == 0
    (tmp_path / "virtual-profile").rename(tmp_path / "profile")
    with serving(tmp_path, camera=()) as (process, address):
        state, _ = asked(address, "/api/v1/state")
        assert (state["board"], state["position"]) == (False, START)
        lost = next(event for event in events(address) if event["event"] == "board_lost")
        assert any(cure in lost["reason"] for cure in ("plug it in", "check its cable", "apt install"))
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=patient(20)) == 0
        assert process.stderr is not None
        assert "waiting for the camera of this table" in process.stderr.read()


def test_a_first_start_without_a_camera_is_given_its_time_by_systemd(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a small Pi learning the drawn table takes nearly as long as the unit grants for all of it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(patient(20))
        monkeypatch.setenv("NOTIFY_SOCKET", systemd.getsockname())
        with serving(tmp_path / "state"):
            first, second = (systemd.recv(1000).decode() for _ in range(2))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "again"))
        systemd.settimeout(patient(20))
        monkeypatch.setenv("NOTIFY_SOCKET", systemd.getsockname())
        with serving(tmp_path / "state"):
            once_more = systemd.recv(1000).decode()
    assert first.startswith("EXTEND_TIMEOUT_USEC=")
    assert second.startswith("READY=1")
    assert once_more.startswith("READY=1"), "what is learnt already takes no time"


def test_a_pin_is_made_once_and_is_for_its_owner_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pins = []
    for _ in range(2):
        assert cli.main(["pin", "--state", str(tmp_path)]) == 0
        pins.append(capsys.readouterr().out)
    assert pins[0] == pins[1]
    assert pins[0].strip().isdigit()
    assert len(pins[0].strip()) == 6
    assert (tmp_path / "pin").stat().st_mode & 0o777 == 0o600


def test_a_pin_is_told_with_the_table_that_it_is_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["pin", "--state", str(tmp_path)]) == 0
    assert str(tmp_path) in capsys.readouterr().err
    assert cli.main(["pin", "--state", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert told.err == f"himiki pin: of the table that is kept in {tmp_path}\n"
    assert told.out.strip().isdigit()


@pytest.mark.few(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_table_with_pages_open_stops_at_once_and_without_a_word(
    tmp_path: Path, number: signal.Signals
) -> None:
    with serving(tmp_path) as (process, address):
        with urllib.request.urlopen(f"{address}/api/v1/events?state=1", timeout=patient(60)) as stream:
            assert stream.readline()
            process.send_signal(number)
            while stream.readline():
                pass
        assert process.wait(timeout=patient(20)) == 0
        assert process.stderr is not None
        said = process.stderr.read()
    # A page that is not let go holds the server for three seconds, and is cancelled with a traceback then.
    assert "Traceback" not in said
    assert "ERROR" not in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--camera", "nowhere"], "nowhere does not exist"),
        (["--camera", "sim", "--start", "B5w"], "not a position"),
        (["--camera", "sim", "--mode", "duel", "--human", "b"], "--human goes with --mode mukyan"),
        (["--camera", "sim", "--human", "b"], "--human goes with --mode mukyan"),
        (["--camera", "sim", "--record", "game.doc"], ".himiki.json or .txt"),
        (["--camera", "sim", "--record", "nowhere/game.json"], "there is no folder nowhere"),
        (["--camera", str(HOME / "tests/data/attention/oak"), "--autoplay"], "--camera sim"),
    ],
)
def test_wrong_usage_is_told_in_one_line(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["serve", "--state", str(tmp_path), *arguments]) == 2
    complaints = capsys.readouterr().err
    assert words in complaints.splitlines()[-1]


def test_a_state_folder_that_cannot_be_made_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert cli.main(["serve", "--camera", "sim", "--state", str(tmp_path / "file" / "state")]) == 2
    assert "--state" in capsys.readouterr().err
