"""Records of games and matches, and `himiki replay` of them (FORMATS-RR F4)."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.games.rr.rules.board import Player
from companion.games.rr.rules.match import Match, Outcome
from companion.games.rr.rules.variant import GAMES as GAMES_NAMED
from companion.games.rr.rules.variant import Game
from companion.games.rr.rules.written.notation import annotated, bare
from companion.games.rr.rules.written.record import (
    Entry,
    MatchRecord,
    Record,
    Start,
    first_of,
    match_faults,
    neutral_of,
    replay,
    result_of,
)
from companion.games.rr.rules.written.record_text import match_json, parse, record_json, record_plain
from companion.games.rule_errors import RulesError
from tests.rr.games import GAMES, random_game


def recorded(game: str = "", seed: int = 0) -> Record:
    steps = list(random_game(game, seed))
    over = steps[-1].ending
    assert over is not None
    entries = tuple(Entry(bare(step.move), step.before.turn, float(n)) for n, step in enumerate(steps))
    return Record(
        steps[0].before, entries, {"r": "Ada", "b": "Bo"}, GAMES_NAMED[game or "basic"], result_of(over)
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_record_reads_back_in_both_forms(game: str) -> None:
    record = recorded(game)
    assert parse(record_json(record)) == record
    assert replay(record).fault is None
    plain = parse(record_plain(record))
    assert isinstance(plain, Record)
    assert replay(plain).steps == replay(record).steps
    assert (plain.result, plain.players, plain.game) == (record.result, record.players, record.game)


def test_annotated_moves_are_read_in_a_record_too() -> None:
    record = recorded()
    told = tuple(Entry(annotated(step)) for step in replay(record).steps)
    assert replay(replace(record, entries=told)).fault is None


def test_what_is_wrong_is_said_with_its_place() -> None:
    record = recorded()
    assert replay(replace(record, entries=record.entries[:-1])).fault is not None
    late = replay(replace(record, entries=(record.entries[0], Entry("ki@b2", Player.REGALITY))))
    assert len(late.steps) == 1
    assert late.fault is not None
    assert record.result is not None
    wrong = replace(record.result, winner=record.result.winner.other)
    assert "does not fit" in (replay(replace(record, result=wrong)).fault or "")


@pytest.mark.parametrize(
    "spoil",
    [
        {"mode": "chess"},
        {"variant": "other"},
        {"start": 3},
        {"moves": [3]},
        {"moves": [{"move": "ki@b2", "by": "w"}]},
        {"players": {"w": "Ada"}},
        {"result": {"winner": "r"}},
        {"start": "- r ci/- - - draft"},
    ],
)
def test_other_json_is_no_record(spoil: dict[str, object]) -> None:
    table = json.loads(record_json(recorded())) | spoil
    with pytest.raises(RulesError):
        parse(json.dumps(table))


def a_match() -> MatchRecord:
    """Two games won by one player, the second with other neutral tiles and begun by who said so."""
    games: list[Record] = []
    starts: list[Start] = []
    match, seed = Match(), 0
    while not match.over:
        record = recorded("", seed)
        seed += 1
        assert record.result is not None
        start = Start(first_of(record.start), match.decides)
        longer = MatchRecord(Match(), (*games, record), (*starts, start))
        if not list(match_faults(longer)) and record.result.winner is Player.REGALITY:
            games, starts = list(longer.games), list(longer.starts)
            match = match.after(Outcome(record.result.winner, record.result.points, neutral_of(record)))
    return MatchRecord(Match(), tuple(games), tuple(starts))


def test_a_match_reads_back_and_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """R9.1, R9.2."""
    record = a_match()
    assert parse(match_json(record)) == record
    assert list(match_faults(record)) == []
    (tmp_path / "match.json").write_text(match_json(record), encoding="utf-8")
    assert main(["replay", "--check", str(tmp_path / "match.json")]) == 0
    assert capsys.readouterr().out.startswith("right: 2 games, ")
    again = MatchRecord(Match(), (*record.games, record.games[0]), (*record.starts, record.starts[0]))
    assert any("R9.1" in fault for _, fault in match_faults(again))
    other = replace(record.starts[1], by=Player.REGALITY)
    assert any(
        "R9.2" in fault for _, fault in match_faults(replace(record, starts=(record.starts[0], other)))
    )


def test_replay_shows_a_game_and_finds_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = recorded("draft")
    assert record.game is Game.DRAFT
    for name, text in (("game.json", record_json(record)), ("game.txt", record_plain(record))):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert main(["replay", str(tmp_path / name)]) == 0
        assert "has won" in capsys.readouterr().out
        assert main(["replay", "--check", str(tmp_path / name)]) == 0
        assert capsys.readouterr().out == f"right: {len(record.entries)} entries\n"
    broken = replace(record, entries=record.entries[1:])
    (tmp_path / "broken.json").write_text(record_json(broken), encoding="utf-8")
    assert main(["replay", "--check", str(tmp_path / "broken.json")]) == 1
    assert capsys.readouterr().err.startswith("himiki: move 1: ")
    (tmp_path / "other.json").write_text('{"format":"himiki-record/1","mode":"rr"}', encoding="utf-8")
    assert main(["replay", "--check", str(tmp_path / "other.json")]) == 2
