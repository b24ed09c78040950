"""A start takes in the game that is played: another one when somebody asks for it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.rooms import HOME

_SERVED = """
import argparse, json, sys
from pathlib import Path
from companion import games
from companion.commands import asking
from companion.store import Store
from companion.table import OwnClock, Table, waited_for
from companion.web.app import create_app
from companion.web.entrance.access import Access

folder, of, asked = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
asking.add_arguments(argparse.ArgumentParser())
with Store(folder / "games.sqlite") as store:
    clock, game = OwnClock(), games.play_of(of).usual()
    table = Table(waited_for("usb:93", clock), None, store, clock=clock, state_folder=folder, game=game)
    app = create_app(table, Access("271828", b"secret"))
    if asked:
        assert app.test_client().get(asked).status_code == 409
    table.stop()
print(json.dumps([name for name in games.GAMES if f"companion.games.{name}.rules" in sys.modules]))
print(json.dumps([name for name in sys.modules if name.startswith("calibration.")]))
print(json.dumps("companion.games.himiki.players.packed" in sys.modules))
"""


def taken_in(folder: Path, of: str, asked: str = "") -> tuple[list[str], list[str], bool]:
    command = [sys.executable, "-c", _SERVED, str(folder), of, asked]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    games, calibration, searches = map(json.loads, done.stdout.splitlines())
    return games, calibration, searches


@pytest.mark.long
def test_a_table_of_the_first_game_takes_in_no_other_no_calibration_and_no_search(tmp_path: Path) -> None:
    games, calibration, searches = taken_in(tmp_path, GAMES[0])
    assert games == [GAMES[0]]
    # Its refusals are among what every page can say.
    assert set(calibration) <= {"calibration.cubes", "calibration.refusals"}
    assert not searches


@pytest.mark.long
def test_another_game_is_taken_in_when_somebody_asks_for_it(tmp_path: Path) -> None:
    assert taken_in(tmp_path, GAMES[0], "/api/v1/rr/moves")[0] == [GAMES[0], "rr"]
