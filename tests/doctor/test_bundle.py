"""What `himiki doctor --bundle` packs of a running table is played again by `himiki watch`."""

import json
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.games.himiki.referee.decisions import Undo
from companion.games.himiki.referee.events import Move
from companion.store import settings_of
from companion.table.state.folder import StateFolder
from tests import learning
from tests.patience import patient
from tests.table.helpers import GAME, START, Rig, Ticking, rig
from vision.cubes.profile import Profile
from vision.frames import Seconds
from vision.virtual.gallery import LOOKS

pytestmark = pytest.mark.long

Events = list[dict[str, Any]]

SECRET = "correct-horse-battery"


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    return learning.played_on(LOOKS["kitchen"], tmp_path_factory.mktemp("profile"))


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory, profile: Profile) -> tuple[Path, Events]:
    """Packed in mid-game, after a restart; with what the table said since then."""
    home = tmp_path_factory.mktemp("home")
    state = home / "state"
    state.mkdir()
    for name in ("session-secret", "tls-key.pem", "tls-certificate.pem", "mqtt-password", "paired.json"):
        (state / name).write_text(f"{SECRET}\n", encoding="ascii")
    profile.save(state / "profile")
    ticking = Ticking()
    before = rig(state, profile, ticking=ticking)
    before.table.start()
    before.until_name("ready")
    played(before, "B5>BB4")
    played(before, "B2>BB3")
    before.end()
    again = rig(state, profile, ticking=ticking)
    ticking.wait(2)
    known = again.table.events.newest()
    again.table.start()
    try:
        assert again.table.wait_for_sight(patient(60))
        played(again, "D5>BD4")
        again.table.drawn.do("D2>TA1")
        again.until_name("violation")
        again.table.drawn.do("A1>TD2")
        again.until_name("restored")
        played(again, "D2>BE2")
        again.table.decide(Undo())
        again.table.drawn.do("E2>BD2")
        put_back(again)
        played(again, "D2>BD3")
        again.until_name("turn")
        said = [event.as_json() for number, event in again.heard if number > known]
        with StateFolder(state) as folder:
            folder.lock()
            folder.pin()
            packed = home / "report.zip"
            with pytest.MonkeyPatch.context() as environment:
                environment.setenv("HIMIKI_CONFIG", str(home / "himiki.toml"))
                assert main(["doctor", "--state", str(state), "--bundle", str(packed)]) in (0, 1)
    finally:
        again.end()
    return packed, said


def put_back(rig: Rig) -> None:
    """Nobody says that the board agrees again after an undo: the lights go out."""
    end = time.monotonic() + patient(60)
    while rig.table.status().to_restore:
        assert time.monotonic() < end
        time.sleep(0.05)


def played(rig: Rig, move: str) -> None:
    rig.table.drawn.do(move)
    rig.until(lambda event: event.name == "move", rounds=120)


def watched(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, Events, str]:
    capsys.readouterr()
    status = main(["watch", *map(str, arguments)])
    out, err = capsys.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], err


def without_time(events: Events) -> Events:
    return [{key: value for key, value in event.items() if key != "t"} for event in events]


@pytest.mark.few(1)
@pytest.mark.parametrize("how", ["packed", "unpacked"])
def test_a_bundle_played_again_says_what_the_table_said(
    how: str, bundle: tuple[Path, Events], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The moves, the violation and the undo of that stretch, from the position in which it began."""
    source, said = bundle
    if how == "unpacked":
        with zipfile.ZipFile(source) as packed:
            packed.extractall(tmp_path / "unpacked")
        source = tmp_path / "unpacked"
    status, events, complaints = watched(capsys, source)
    assert (status, complaints) == (0, "")
    assert events.pop()["event"] == "end"
    assert without_time(events) == without_time(said)
    assert {"move", "violation", "restored", "corrected"} <= {event["event"] for event in events}
    assert all(abs(one["t"] - other["t"]) < 1 for one, other in zip(events, said, strict=True))


def test_no_secret_is_in_a_bundle(bundle: tuple[Path, Events]) -> None:
    """Neither PIN nor key, whatever its file is called; and no name of a player."""
    pin = (bundle[0].parent / "state/pin").read_text(encoding="ascii").strip()
    with zipfile.ZipFile(bundle[0]) as packed:
        told = {name: packed.read(name) for name in packed.namelist()}
    text = b"".join(content for name, content in told.items() if not name.endswith((".jpg", ".png")))
    for secret in (pin, SECRET, "Ada", "Bo"):
        assert f'"{secret}"'.encode() not in text
        assert f"{secret}\n".encode() not in text
    places = {str(Path(name).parent) for name in told}
    assert places == {".", "profile", "frames"}
    assert {name for name in told if "/" not in name} == {
        "doctor.txt",
        "himiki.toml",
        "events.jsonl",
        "game.json",
    }


def test_a_bundle_says_what_was_read_from_its_frames(bundle: tuple[Path, Events]) -> None:
    """As it was read then: whoever reads them again with another version sees what that changes."""
    with zipfile.ZipFile(bundle[0]) as packed:
        lines = packed.read("frames/readings.jsonl").decode().splitlines()
        names = set(packed.namelist())
        times = packed.read("frames/times.csv").decode()
    readings = [json.loads(line) for line in lines]
    assert len(readings) > 5
    assert all(f"frames/{each['image']}" in names for each in readings)
    assert all(f"{each['image']},{each['t']:.3f}" in times for each in readings)
    assert any("B4w" in each["position"] for each in readings)
    assert {"board", "clear", "corners", "cubes", "moving"} <= set(readings[0])


@pytest.mark.parametrize(
    ("inside", "words"),
    [
        ({}, "no frames"),
        ({"frames/times.csv": "file,seconds\na.jpg,1.0\n"}, "no game.json"),
        ({"frames/times.csv": "file,seconds\na.jpg,1.0\n", "game.json": "{}"}, "does not fit together"),
        (
            {
                "frames/times.csv": "file,seconds\n../../elsewhere.jpg,1.0\n",
                "game.json": '{"game": 1, "settings": {}}',
                "events.jsonl": "",
            },
            "a picture elsewhere",
        ),
    ],
)
def test_a_bundle_that_cannot_be_played_says_why(
    inside: dict[str, str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with zipfile.ZipFile(tmp_path / "report.zip", "w") as packed:
        for name, text in inside.items():
            packed.writestr(name, text)
    status, events, complaints = watched(capsys, tmp_path / "report.zip")
    assert (status, events) == (2, [])
    assert words in complaints
    assert complaints.count("\n") == 1


def test_a_file_that_is_no_zip_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "report.zip").write_text("nothing", encoding="ascii")
    status, _, complaints = watched(capsys, tmp_path / "report.zip")
    assert status == 2
    assert "cannot be unpacked" in complaints


def test_a_bundle_that_is_damaged_inside_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "report.zip"
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("game.json", "himiki " * 1000)
    data = bytearray(place.read_bytes())
    data[40:60] = bytes(20)
    place.write_bytes(data)
    status, _, complaints = watched(capsys, place)
    assert status == 2
    assert "cannot be unpacked" in complaints


def test_events_that_are_no_game_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A move, where nobody ever began."""
    move = Move(
        t=Seconds(4.0),
        move="B5>BB4",
        annotated="",
        by="w",
        points=0,
        influence=(),
        score=(0, 0),
        position=START,
    )
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "times.csv").write_text("file,seconds\na.jpg,5.0\n", encoding="ascii")
    told = {"game": 1, "settings": settings_of(GAME)}
    (tmp_path / "game.json").write_text(json.dumps(told), encoding="utf-8")
    (tmp_path / "events.jsonl").write_text(json.dumps({"game": 1, **move.as_json()}) + "\n", encoding="utf-8")
    status, events, complaints = watched(capsys, tmp_path)
    assert (status, events) == (2, [])
    assert "does not fit together" in complaints


def test_a_bundle_writes_nothing_outside_of_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "in"))
    (tmp_path / "in").mkdir()
    with zipfile.ZipFile(tmp_path / "report.zip", "w") as packed:
        for name in ("../escaped", "frames/../../escaped", "/escaped", "elsewhere/escaped"):
            packed.writestr(name, "x")
    assert watched(capsys, tmp_path / "report.zip")[0] == 2
    assert list(tmp_path.rglob("*escaped*")) == []


def test_a_bundle_brings_its_own_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.json").write_text("{}", encoding="ascii")
    status, _, complaints = watched(capsys, tmp_path, "--mode", "teams")
    assert status == 2
    assert "its own game" in complaints
