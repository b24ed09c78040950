"""`himiki serve --opponent`: a level answers what is played on the drawn table, also after a restart."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from tests.patience import patient
from tests.test_serve import START, asked, events, serving

pytestmark = pytest.mark.long


def first(told: Iterator[dict[str, Any]], name: str) -> dict[str, Any]:
    return next(event for event in told if event["event"] == name)


def test_a_level_answers_and_a_restart_goes_on_with_what_it_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--start", START, "--opponent", "b=apprentice", "--seed", "3")
    with serving(tmp_path, *options) as (process, address):
        assert cli.main(["pin", "--state", str(tmp_path)]) == 0
        pin = capsys.readouterr().out.strip()
        _, cookie = asked(address, "/api/v1/session", {"pin": pin})
        assert asked(address, "/api/v1/state")[0]["levels"] == {"b": "apprentice"}
        asked(address, "/api/v1/sim/moves", {"move": "C5>BC6"}, cookie)
        told = first(events(address), "opponent")
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=patient(20)) == 0

    with serving(tmp_path, *options) as (_, address):
        assert asked(address, "/api/v1/state")[0]["opponent"] == told
        _, cookie = asked(address, "/api/v1/session", {"pin": pin})
        asked(address, "/api/v1/sim/moves", {"move": told["move"]}, cookie)
        moves = (event for event in events(address) if event["event"] == "move" and event["by"] == "b")
        assert (carried := next(moves))["move"] == told["move"]
        assert carried["level"] == "apprentice"


@pytest.mark.slow
def test_other_options_begin_another_game(tmp_path: Path) -> None:
    with serving(tmp_path, "--start", START, "--opponent", "master") as (_, address):
        number = asked(address, "/api/v1/state")[0]["game"]
    with serving(tmp_path, "--start", START, "--opponent", "pupil") as (_, address):
        state = asked(address, "/api/v1/state")[0]
        assert state["game"] != number
        assert state["levels"] == {"b": "pupil"}


def test_a_level_that_there_is_not_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["serve", "--camera", "sim", "--state", str(tmp_path), "--opponent", "wizard"]) == 2
    complained = capsys.readouterr().err.splitlines()
    assert "not 'wizard'" in complained[-1]
