"""`himiki puzzles --daily` and `himiki advise`: today's challenge, and what the master would do."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.cli import main
from companion.games.himiki.mindlock.scroll import challenges, daily
from companion.games.himiki.referee.events import Over
from companion.store import Store, game_from
from companion.table import StateFolder

WINS = "B2bHMK,B4wHMK,E1bHMK,E6wHMK w 4-4 --- -"


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(arguments)
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else 1
    out, err = capsys.readouterr()
    return status, out, err


def solved(store: Store, day: datetime, winner: str | None = "w") -> None:
    name = daily(day.date(), challenges()).name
    start = "B5wHMK w 0-0 --- -"
    game = game_from({"mode": "mindlock", "challenge": name, "start": start})
    store.bring(game, [Over(t=1.0, winner=winner, score=(0, 0), reason="solved")], day.timestamp())


def test_the_challenge_of_a_day_is_the_same_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = answered(capsys, "puzzles", "--daily", "2026-11-22")
    assert (status, err) == (0, "")
    assert out.startswith("Sunday 2026-11-22  E")
    assert answered(capsys, "puzzles", "--daily", "2026-11-22")[1] == out


def test_todays_comes_with_the_days_in_a_row(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    now = datetime.now(UTC).astimezone()
    with Store(StateFolder(tmp_path).games) as store:
        for days in (0, 1, 3):
            solved(store, now - timedelta(days))
        solved(store, now - timedelta(2), winner=None)
        status, out, _ = answered(capsys, "puzzles", "--daily", "--state", str(tmp_path))
    assert status == 0
    assert out.splitlines()[1] == "solved, 2 days in a row (best 2)"


def test_a_table_that_has_kept_nothing_gets_no_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, out, _ = answered(capsys, "puzzles", "--daily", "--state", str(tmp_path))
    assert (status, out.splitlines()[1]) == (0, "not solved yet, 0 days in a row (best 0)")
    assert list(tmp_path.iterdir()) == []


def test_the_master_names_the_winning_move_and_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = answered(capsys, "advise", WINS)
    assert (status, err) == (0, "")
    assert out == "B4►BB3*  It makes the winning point.\n"
    told = json.loads(answered(capsys, "advise", WINS, "--json", "--level", "pupil")[1])
    assert (told["move"], told["why"]["code"]) == ("B4>BB3", "why-wins")


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["puzzles", "--daily", "tomorrow"], 2),
        (["advise", "nonsense"], 2),
        (["advise", WINS, "--level", "god"], 2),
        (["advise", WINS, "--mode", "mindlock"], 2),
        (["advise", WINS.replace("4-4", "5-4")], 1),
        (["advise", WINS.replace("B4wHMK", "B4wH??")], 2),
        (["advise", "- w 0-0 --- setup"], 1),
    ],
)
def test_what_cannot_be_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], wanted: int
) -> None:
    status, out, err = answered(capsys, *arguments)
    assert (status, out, err.count("\n")) == (wanted, "", 1)
