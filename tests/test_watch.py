"""`himiki watch` over recorded games: rendered frames of three tables, and the profiles learnt from them."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.cubes.faces import learn
from companion import cli
from companion.games.himiki.rules.written.record import replay
from companion.games.himiki.rules.written.record_text import parse_record
from vision.pictures import load_picture

DATA = Path(__file__).parent / "data"

OAK = "B2bKMH,B5wKMH,C2bKMH,C5wKMH,D2bMHK,D5wKMH w 0-0 --- -"
OAK_MOVES = (
    *("B5>BB4", "B2>BB3", "R-C2>BC3", "R-C3>BC4", "B4>BB5"),
    *("R-B5>PB5+C5>PC5+D5>PD5", "D2>BE2", "D5>BD4", "C4>BB4", "D4>BD5"),
)
GAMES = {
    "oak": ("duel", OAK_MOVES, [2, 3]),
    "lamp": (
        "teams",
        ("D6>PD6+E5>PE5", "A5>BA4", "A2>PA2", "D1>BC1", "D6>BC6", "R-E5>BE6", "A4>BA3", "R-A3>BB3"),
        [0, 1],
    ),
    "studio": (
        "duel",
        ("C5>BC6", "D2>BE2", "D5>BD6", "E2>BE3", "B5>PB5+D6>PD6", "E3>BE4", "C6>BB6", "R-B6>BA6"),
        [1, 0],
    ),
}

Watch = Callable[..., tuple[int, list[dict[str, Any]], str]]


@pytest.fixture(scope="session")
def profiles(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    home = tmp_path_factory.mktemp("profiles")

    def profile(table: str) -> Path:
        folder, pictures = home / table, DATA / "tables" / table
        if not folder.exists():
            truth = [json.loads(line) for line in (pictures / "truth.jsonl").read_text().splitlines()]
            corners = next(each["corners"] for each in truth if each["image"] == "empty.jpg")
            faces = [load_picture(pictures / f"faces_{name}.jpg") for name in ("fire", "water", "wood")]
            learn(load_picture(pictures / "empty.jpg"), faces, np.array(corners, float)).save(folder)
        return folder

    return profile


@pytest.fixture
def watch(capsys: pytest.CaptureFixture[str]) -> Watch:
    """Runs the command; its status, the events that it printed, and what it complained of."""

    def run(*arguments: str | Path) -> tuple[int, list[dict[str, Any]], str]:
        capsys.readouterr()
        status = cli.main(["watch", *map(str, arguments)])
        out, err = capsys.readouterr()
        return status, [json.loads(line) for line in out.splitlines()], err

    return run


def moves_in(events: list[dict[str, Any]]) -> list[str]:
    moves = [event["move"] for event in events if event["event"] == "move"]
    return [move for move in moves if move not in ("stop", "pass")]


@pytest.mark.few(1)
@pytest.mark.parametrize("table", GAMES)
@pytest.mark.long
def test_a_recorded_game_is_told_move_by_move(
    table: str, watch: Watch, profiles: Callable[[str], Path]
) -> None:
    mode, moves, score = GAMES[table]
    frames = DATA / "attention" / table
    status, events, complaints = watch(frames, "--profile", profiles(table), "--mode", mode)
    assert (status, complaints) == (0, "")
    assert moves_in(events) == list(moves)
    assert events[-1]["event"] == "end"
    assert (events[-1]["score"], events[-1]["moves"]) == (score, len(moves))
    assert set(events[-1]) == {"event", "score", "moves", "position"}
    assert not {"violation", "uncertain", "board_lost"} & {event["event"] for event in events}
    times = [event["t"] for event in events[:-1]]
    assert times == sorted(times)


def test_with_a_start_position_every_face_is_known(
    watch: Watch, profiles: Callable[[str], Path], tmp_path: Path
) -> None:
    record = tmp_path / "game.himiki.json"
    status, events, _ = watch(
        DATA / "attention/oak", "--profile", profiles("oak"), "--start", OAK, "--record", record
    )
    assert status == 0
    assert "?" not in events[-1]["position"]
    kept = parse_record(record.read_text(encoding="utf-8"))
    played = replay(kept)
    assert played.fault is None
    assert played.end(kept.start).score == (2, 3)


def test_a_record_is_written_as_text_too(
    watch: Watch, profiles: Callable[[str], Path], tmp_path: Path
) -> None:
    record = tmp_path / "game.txt"
    watch(DATA / "attention/oak", "--profile", profiles("oak"), "--start", OAK, "--record", record)
    text = record.read_text(encoding="utf-8")
    assert "B5►BB4" in text
    assert replay(parse_record(text)).fault is None


def test_decisions_from_a_file_come_at_their_time(
    watch: Watch, profiles: Callable[[str], Path], tmp_path: Path
) -> None:
    decisions = tmp_path / "decisions.jsonl"
    decisions.write_text('{"t": 1e6, "decision": "resign", "side": "w"}\n\n{"t": 3.2, "decision": "undo"}\n')
    status, events, _ = watch(
        DATA / "attention/oak", "--profile", profiles("oak"), "--start", OAK, "--decisions", decisions
    )
    assert status == 0
    corrected = next(event for event in events if event["event"] == "corrected")
    assert (corrected["reason"], corrected["t"]) == ("undo", 3.2)
    assert events[-2]["event"] == "over"
    assert events[-2]["winner"] == "b"


def test_decisions_come_from_standard_input_as_well(
    watch: Watch, profiles: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = '{"t": 3.2, "decision": "undo"}\nnothing\n{"t": 3.3, "decision": "unclaim", "side": "w"}\n'
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    status, events, complaints = watch(
        DATA / "attention/oak", "--profile", profiles("oak"), "--start", OAK, "--decisions", "-"
    )
    assert status == 0
    assert any(event["event"] == "corrected" for event in events)
    assert "line 2 of the decisions is no JSON" in complaints
    assert "at 3.3 s" in complaints


def test_free_play_tells_positions_and_nothing_else(watch: Watch, profiles: Callable[[str], Path]) -> None:
    status, events, _ = watch(DATA / "attention/oak", "--profile", profiles("oak"), "--mode", "free")
    assert status == 0
    assert {event["event"] for event in events} <= {"ready", "position", "end"}
    assert len([event for event in events if event["event"] == "position"]) >= len(OAK_MOVES)


@pytest.mark.long
def test_another_table_than_the_one_learnt_is_no_board(watch: Watch, profiles: Callable[[str], Path]) -> None:
    status, events, complaints = watch(DATA / "attention/lamp", "--profile", profiles("oak"))
    assert status == 1
    assert events[-1] == {"event": "end", "score": [0, 0], "moves": 0, "position": None}
    assert "no board" in complaints


def test_a_frame_that_cannot_be_read_is_a_dropped_frame(
    watch: Watch, profiles: Callable[[str], Path], tmp_path: Path
) -> None:
    for path in (DATA / "attention/oak").iterdir():
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / "f0009.jpg").unlink()
    status, events, complaints = watch(tmp_path, "--profile", profiles("oak"), "--start", OAK)
    assert status == 0
    assert "f0009.jpg" in complaints
    assert moves_in(events) == list(OAK_MOVES)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "nowhere does not exist"),
        (["FRAMES", "--profile", "nowhere"], "himiki calibrate"),
        (["FRAMES", "--start", "B5w"], "not a position"),
        (["FRAMES", "--mode", "mindlock"], "--challenge"),
        (["FRAMES", "--challenge", "Z99"], "Z99"),
        (["FRAMES", "--challenge", "F01", "--chaos"], "does not go with --chaos"),
        (["FRAMES", "--mode", "mukyan", "--chaos"], "not for mukyan"),
        (["FRAMES", "--record", "game.doc"], ".himiki.json or .txt"),
        (["FRAMES", "--record", "nowhere/game.txt"], "there is no folder nowhere"),
        (["FRAMES", "--decisions", "nowhere"], "nowhere cannot be read"),
    ],
)
def test_wrong_usage_is_told_in_one_line(arguments: list[str], words: str, watch: Watch) -> None:
    given = [str(DATA / "attention/oak") if each == "FRAMES" else each for each in arguments]
    status, events, complaints = watch(*given)
    assert (status, events) == (2, [])
    assert words in complaints
    assert complaints.count("\n") == 1


def test_a_decision_that_cannot_be_read_stops_it_before_it_begins(watch: Watch, tmp_path: Path) -> None:
    decisions = tmp_path / "decisions.jsonl"
    decisions.write_text('{"t": 1, "decision": "undo"}\n{"decision": "undo"}\n')
    status, events, complaints = watch(DATA / "attention/oak", "--decisions", decisions)
    assert (status, events) == (2, [])
    assert "line 2" in complaints
