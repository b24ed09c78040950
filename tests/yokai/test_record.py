"""Records, and `himiki replay` of them (FORMATS-YOKAI F4)."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.games.rule_errors import RulesError
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.written.notation import annotated, bare
from companion.games.yokai.rules.written.position_text import parse_position
from companion.games.yokai.rules.written.record import Entry, Record, by_of, replay, result_text
from companion.games.yokai.rules.written.record_text import parse, record_json, record_plain
from tests.yokai.games import random_game
from tests.yokai.tables import table


def recorded(seed: int = 0, *, open_game: bool = True) -> Record:
    steps = list(random_game(seed, open_game))
    entries = tuple(Entry(annotated(each), by_of(each)[0], float(at)) for at, each in enumerate(steps))
    result = result_text(score(steps[-1].after))
    return Record(steps[0].before, entries, {"a": "Ada", "b": "Bo"}, "b", {}, result)


def tables(record: Record) -> dict[str, object]:
    table: dict[str, object] = json.loads(record_json(record))
    return table


@pytest.mark.parametrize("open_game", [True, False])
def test_a_record_reads_back_in_both_forms(open_game: bool) -> None:
    record = recorded(open_game=open_game)
    assert record.result is not None
    read = parse(record_json(record))
    assert (read.start, read.entries, read.players) == (record.start, record.entries, record.players)
    assert (read.near, read.result) == ("b", record.result)
    assert replay(read).fault is None
    plain = parse(record_plain(record))
    assert replay(plain).steps == replay(record).steps
    assert (plain.result, plain.players, plain.near) == (record.result, record.players, "b")


def test_plain_text_has_a_turn_on_each_line() -> None:
    record = recorded(open_game=False)
    lines = [line for line in record_plain(record).splitlines() if line and not line.startswith("#")]
    assert lines[0].split(" ")[0].startswith("reveal.")
    assert all(line.startswith("draw.") for line in lines[1:])
    assert all(line.count("draw.") == 1 for line in lines[1:])


def test_bare_moves_are_read_in_a_record_too() -> None:
    record = recorded()
    told = tuple(Entry(bare(step.move)) for step in replay(record).steps)
    assert replay(replace(record, entries=told)).fault is None


def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = recorded()
    file = tmp_path / "game.yokai.json"
    file.write_text(record_json(record), encoding="utf-8")
    assert main(["replay", "--check", str(file)]) == 0
    assert capsys.readouterr().out == f"right: {len(record.entries)} entries\n"
    wrong = [*record.entries]
    wrong[5] = Entry("pass")
    file.write_text(record_plain(record) + "end\n", encoding="utf-8")
    assert main(["replay", "--check", str(file)]) == 1
    assert f"move {len(record.entries) + 1}: " in capsys.readouterr().err
    file.write_text(record_json(replace(record, entries=tuple(wrong))), encoding="utf-8")
    assert main(["replay", "--check", str(file)]) == 1
    assert "move 6: " in capsys.readouterr().err


def test_a_replay_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(record_plain(recorded(open_game=False)), encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "[F?]+4" in shown
    assert "has won" in shown


@pytest.mark.parametrize(
    ("result", "said"),
    [("a 0-0", "the result does not fit"), ("draw 3-3", "the result does not fit")],
)
def test_a_result_that_was_not_played_is_named(result: str, said: str) -> None:
    assert said in str(replay(replace(recorded(), result=result)).fault)


def test_a_result_before_the_end_is_named() -> None:
    start = parse_position(table())
    assert "the game goes on" in str(replay(Record(start, (), result="a 3-0")).fault)


def test_who_is_said_to_have_played_has_to_be_on_turn() -> None:
    start = parse_position(table())
    assert replay(Record(start, (Entry("FW>F", "a"),))).fault is None
    assert "the move is by a" in str(replay(Record(start, (Entry("FW>F", "b"),))).fault)
    assert "the move is by a" in str(replay(Record(start, (Entry("FW>F", "chance"),))).fault)


def test_a_house_that_reads_a_rule_otherwise_is_followed() -> None:
    start = parse_position(table("F:3:FE.FE:FA", "A:3:-:WA.WA"))
    told = (Entry("FWd►F!(FA►A)+bA3+aF3"),)
    assert replay(Record(start, told, rulings={"first_count": "goal"})).fault is None
    assert replay(Record(start, told)).fault is not None
    assert replay(Record(start, told, rulings={"first_count": "goal", "count_on": "card"})).fault is None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "yokai-record/2"),
        ("start", "F:5"),
        ("start", None),
        ("moves", "FW>F"),
        ("moves", ["FW>F"]),
        ("moves", [{"move": "pass", "by": "c"}]),
        ("moves", [{"move": "pass", "t": "1"}]),
        ("players", {"c": "Cy"}),
        ("near", "c"),
        ("cards", "others.json"),
        ("rulings", ["count_on"]),
        ("result", "c 3-4"),
        ("result", 3),
    ],
)
def test_what_is_no_record_is_refused(key: str, value: object) -> None:
    with pytest.raises(RulesError):
        parse(json.dumps(tables(recorded()) | {key: value}))
    with pytest.raises(RulesError):
        parse("nothing")
