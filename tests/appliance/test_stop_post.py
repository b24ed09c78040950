"""What systemd runs when the service has ended, whatever ended it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.config.settings import Config
from companion.config.text import config_text
from hardware.wiring import PROPOSED, Bar, Wiring

UNIT = Path(__file__).parents[2] / "systemd" / "himiki.service"
INSTALLED = "/opt/himiki/current/.venv/bin/python"
NOBODY = {"EXIT_CODE": "killed", "EXIT_STATUS": "KILL", "SERVICE_RESULT": "signal"}


def stop_post() -> str:
    """The script of the unit's line, as the shell gets it from systemd."""
    (line,) = [each for each in UNIT.read_text(encoding="utf-8").splitlines() if "ExecStopPost=" in each]
    head, script, end = line.split("'")
    assert (head, end) == ("ExecStopPost=-/bin/sh -c ", "")
    assert script.count(INSTALLED) == 1
    return script.replace("$$", "$").replace(INSTALLED, sys.executable)


def ended(folder: Path, wiring: Wiring, **how: str) -> subprocess.CompletedProcess[str]:
    """On a machine without pins: whoever tries to reach one has to say so."""
    (folder / "himiki.toml").write_text(config_text(Config(panel=wiring)), encoding="utf-8")
    environment = {
        "HIMIKI_CONFIG": str(folder / "himiki.toml"),
        "GPIOZERO_PIN_FACTORY": "none-such",
        "PATH": os.environ["PATH"],
    }
    return subprocess.run(
        ["/bin/sh", "-c", stop_post()],
        cwd=folder,
        env=environment | how,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("status", ["0", "1"])
def test_after_a_companion_that_ended_by_itself_nothing_is_done_and_nothing_said(
    tmp_path: Path, status: str
) -> None:
    """It has darkened its panel, and its last words have to stay the last."""
    done = ended(tmp_path, PROPOSED, EXIT_CODE="exited", EXIT_STATUS=status)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    "how",
    [
        NOBODY,
        {"EXIT_CODE": "dumped", "EXIT_STATUS": "ABRT", "SERVICE_RESULT": "watchdog"},
        {"EXIT_CODE": "killed", "EXIT_STATUS": "TERM", "SERVICE_RESULT": "success"},
        {},
    ],
)
def test_after_one_that_was_killed_the_panel_is_reached_for(tmp_path: Path, how: dict[str, str]) -> None:
    done = ended(tmp_path, PROPOSED, **how)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "the panel may still be lit (there are no pins here" in done.stderr


def test_a_bar_is_reached_for_by_itself(tmp_path: Path) -> None:
    done = ended(tmp_path, Wiring(white_turn=23, bar=Bar("/dev/spidev0.9")), **NOBODY)
    told = done.stderr.splitlines()
    assert len(told) == 2
    assert "there are no pins here" in told[0]
    assert "/dev/spidev0.9" in told[1]


def test_where_nothing_is_wired_nothing_is_said(tmp_path: Path) -> None:
    done = ended(tmp_path, Wiring(), **NOBODY)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_configuration_that_was_broken_meanwhile_is_named(tmp_path: Path) -> None:
    (tmp_path / "himiki.toml").write_text("[panel]\nwhite_turn = 99\n", encoding="ascii")
    done = subprocess.run(
        [sys.executable, "-I", "-m", "companion.darkening"],
        env={"HIMIKI_CONFIG": str(tmp_path / "himiki.toml")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "white_turn cannot be on pin 99" in done.stderr


def test_it_loads_neither_pictures_nor_pages_nor_the_table() -> None:
    """A Zero 2 W has 512 MB, and may just have run out of them."""
    loaded = "import companion.darkening, hardware.wired, sys; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-I", "-c", loaded], capture_output=True, text=True, check=True)
    modules = set(told.stdout.split())
    assert "hardware.wired" in modules
    assert not {"numpy", "cv2", "flask", "sqlite3", "companion.table", "vision.frames"} & modules
