"""`himiki watch` with a level on one side: frames of a drawn table on which people do what it says."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.games.himiki.agreed import Game
from companion.games.himiki.choosing import answered
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.position_text import parse_position
from companion.games.himiki.rules.written.record import replay
from companion.games.himiki.rules.written.record_text import parse_record
from companion.games.himiki.seeing import drawn_profile
from tests.referee.table import Table
from vision.frames import Seconds
from vision.virtual.dataset import FilmedGame as DrawnGame
from vision.virtual.dataset import write_game
from vision.virtual.gallery import LOOKS

pytestmark = pytest.mark.long

START = "B2bMHK,B5wHKM,C2bHKM,C5wKMH,D2bKMH,D5wHKM w 0-0 --- -"


def with_answers(*persons: str) -> tuple[str, ...]:
    """What is done on the board: the person's moves, and after each what the level says to it."""
    here = Table(Game(Variant(), parse_position(START, Variant()), levels={"b": "pupil"}))
    done: list[str] = []
    for move in persons:
        here.play(move)
        done.append(move)
        while (asked := here.referee.asked) is not None:
            here.referee.decide(answered(asked), Seconds(here.eye.t))
            opponent = here.status.opponent
            if opponent is not None:
                here.play(opponent.move)
                done.append(opponent.move)
    return tuple(done)


def watched(
    folder: Path, capsys: pytest.CaptureFixture[str], moves: tuple[str, ...], *more: str
) -> tuple[int, list[dict[str, Any]], str]:
    profile = folder / "profile"
    drawn_profile(LOOKS["kitchen"], profile)
    frames = folder / "table" / "games" / "level"
    write_game(LOOKS["kitchen"], frames, DrawnGame("level", "duel", START, moves, (0, 0)), seed=4)
    capsys.readouterr()
    status = cli.main(["watch", str(frames), "--profile", str(profile), "--start", START, *more])
    out, err = capsys.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], err


def test_what_the_level_says_is_told_and_checked_in_the_frames(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = with_answers("C5>BC6", "D5>BD6")
    assert len(moves) >= 4
    record = tmp_path / "game.himiki.json"
    status, events, complaints = watched(
        tmp_path, capsys, moves, "--opponent", "pupil", "--record", str(record)
    )
    assert (status, complaints) == (0, "")
    told = [each for each in events if each["event"] == "opponent"]
    played = [each for each in events if each["event"] == "move"]
    assert [each["move"] for each in played if each["move"] != "stop"] == list(moves)
    assert [each["move"] for each in told] == [each["move"] for each in played if each["by"] == "b"]
    assert all((each["by"], each["level"]) == ("b", "pupil") for each in told)
    assert "violation" not in {each["event"] for each in events}
    kept = parse_record(record.read_text(encoding="utf-8"))
    assert kept.players == {"b": "himiki pupil"}
    assert replay(kept).fault is None


@pytest.mark.slow
def test_another_move_in_place_of_it_is_a_violation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, said, *_ = with_answers("C5>BC6")
    wrong = "D2>BE2" if said != "D2>BE2" else "B2>BA2"
    status, events, _ = watched(tmp_path, capsys, ("C5>BC6", wrong), "--opponent", "b=pupil")
    assert status == 0
    violation = next(each for each in events if each["event"] == "violation")
    assert violation["code"] == "level-otherwise"
    assert (violation["restore"][0]["from"], violation["restore"][0]["to"]) == (wrong[-2:], wrong[:2])
    assert [each["move"] for each in events if each["event"] == "move"] == ["C5>BC6"]


@pytest.mark.parametrize(
    ("options", "levels"),
    [
        (["--opponent", "master"], {"b": "master"}),
        (["--opponent", "master", "--human", "b"], {"w": "master"}),
        (["--opponent", "w=pupil", "--opponent", "b=adept"], {"w": "pupil", "b": "adept"}),
        (["--mode", "teams", "--opponent", "expert"], {"bl": "expert", "bd": "expert"}),
        (["--mode", "teams", "--opponent", "wd=pupil", "--opponent", "b=adept"], None),
    ],
)
def test_the_options_say_who_is_a_level(options: list[str], levels: dict[str, str] | None) -> None:
    from argparse import ArgumentParser

    from companion.games.himiki.options import add_arguments, game_asked

    parser = ArgumentParser()
    add_arguments(parser)
    game = game_asked(parser.parse_args(options))
    assert game is not None
    assert game.levels == (levels or {"wd": "pupil", "bl": "adept", "bd": "adept"})


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--opponent", "wizard"], "a level is one of apprentice"),
        (["--opponent", "x=master"], "levels are by b, w"),
        (["--opponent", "b=master", "--opponent", "b=pupil"], "b is master already"),
        (["--opponent", "master", "--chaos"], "without Chaos tiles"),
        (["--opponent", "master", "--mode", "mukyan"], "duels and teams"),
        (["--opponent", "master", "--challenge", "F01"], "--challenge does not go with --opponent"),
    ],
)
def test_what_a_level_cannot_play_is_refused_in_one_line(
    options: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["watch", str(tmp_path), *options]) == 2
    complained = capsys.readouterr().err
    assert complaint in complained
    assert complained.count("\n") == 1
