"""`himiki serve` as systemd starts it: camera, pins and watchdog through the kernel's own drivers."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from hardware.wiring import PROPOSED
from tests.appliance.test_stop_post import stop_post
from tests.hardware.far_end.films import FILMS, Film, load
from tests.hardware.far_end.pins import finger, shown, until, wire
from tests.hardware.far_end.screen import Screen
from tests.hardware.test_whole_games import ALL, lit

_PACE = 4.0
_PATIENCE = 300.0
_WATCHDOG = 90
"""Seconds: fed every thirty, if a picture was looked at in the last forty-five. One look takes five here."""

_LIT = ALL | {"buzzer": PROPOSED.buzzer or 0}
_RUNS = 10
"""Of what is over in a moment, until each of its moments was seen: this machine is slow to look."""

_AFTER_TWO = "- w 0-1 --b -"
_TAKEN_BACK = "- b 0-0 --- -"
"""After the first chapter of the film, and after one of its two moves was taken back."""


class Service:
    """The program in a process of its own, and what it tells systemd."""

    def __init__(self, folder: Path, film: Film) -> None:
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        (folder / "notify").unlink(missing_ok=True)
        self._listening.bind(str(folder / "notify"))
        self._listening.settimeout(_PATIENCE)
        self._errors = (folder / "errors.txt").open("a", encoding="utf-8")
        environment = {
            "HIMIKI_CONFIG": str(folder / "himiki.toml"),
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": str(_WATCHDOG * 1_000_000),
        }
        command = ["serve", "--host", "127.0.0.1", "--port", "0", "--state", str(folder / "state")]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "companion.cli", *command, "--mode", "duel", "--start", film.start],
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
        )

    def tells(self, text: str) -> None:
        """Waits until systemd is told that next; anything else but feeding is wrong."""
        while (told := self._listening.recv(4096).decode().split("\n")[0]) == "WATCHDOG=1" != text:
            pass
        assert told == text

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self.tells("STOPPING=1")
        assert self._process.wait(_PATIENCE) == 0

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        self.kill()
        self._listening.close()
        self._errors.close()


@contextlib.contextmanager
def service(folder: Path, film: Film) -> Iterator[Service]:
    running = Service(folder, film)
    try:
        yield running
    finally:
        running.close()
        print((folder / "errors.txt").read_text(encoding="utf-8"))


@pytest.fixture
def screen() -> Iterator[Screen]:
    screen = Screen()
    yield screen
    screen.close()


def configured(folder: Path, camera: str, profile: Path) -> None:
    wired = {each.name: getattr(PROPOSED, each.name) for each in fields(PROPOSED)}
    pins = [
        f"{name} = {list(pin) if isinstance(pin, tuple) else pin}"
        for name, pin in wired.items()
        if isinstance(pin, int | tuple) and not isinstance(pin, bool)
    ]
    lines = ["[camera]", f'source = "{camera}"', f'profile = "{profile.absolute()}"', "[panel]", *pins]
    (folder / "himiki.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def lights_say(position: str) -> bool:
    return until(lambda: shown() == lit(position), _PATIENCE)


def test_the_service_from_its_start_to_its_end_and_again(screen: Screen, tmp_path: Path) -> None:
    """It is ready, is fed for by its camera, follows a game on its lights, and goes on after a restart."""
    film = load(FILMS / "drawn")
    end, moves = film.chapters[0]
    assert len(moves) == 2
    screen.show(film.frames[0])
    configured(tmp_path, f"usb:{screen.number}", film.profile)
    assert PROPOSED.undo is not None
    finger(PROPOSED.undo, down=False)

    with service(tmp_path, film) as running:
        running.tells("READY=1")
        assert lights_say("- " + film.start.split(maxsplit=1)[1])
        screen.play(film, 0, end, _PACE)
        assert lights_say(_AFTER_TWO)
        for _ in range(3):
            running.tells("WATCHDOG=1")
        running.stop()
    assert not any(shown().values())

    with service(tmp_path, film) as running:
        running.tells("READY=1")
        assert lights_say(_AFTER_TWO)
        finger(PROPOSED.undo, down=True)
        time.sleep(0.5)
        finger(PROPOSED.undo, down=False)
        assert lights_say(_TAKEN_BACK)
        running.stop()
    assert not any(shown().values())


@pytest.fixture
def kept_lit() -> Iterator[Callable[[], None]]:
    """On many a Pi a pin that nobody holds stays as it was; here its pull decides, so all are pulled up."""

    def pull(*, down: bool) -> None:
        for number in _LIT.values():
            finger(number, down=down)

    yield lambda: pull(down=False)
    pull(down=True)


def put_out(folder: Path, still_lit: set[str]) -> set[str]:
    """What of these is not seen dark while that runs which systemd starts after a killed service."""
    # Its own environment knows the project; here PYTHONPATH does.
    script = stop_post().replace(" -I ", " ")
    environment = {"HIMIKI_CONFIG": str(folder / "himiki.toml"), "EXIT_CODE": "killed"}
    with subprocess.Popen(["/bin/sh", "-c", script], env={**os.environ, **environment}, cwd=folder) as after:
        while after.poll() is None:
            still_lit = {name for name in still_lit if wire(_LIT[name])}
    assert after.returncode == 0
    return still_lit


def test_what_runs_after_a_killed_service_puts_out_every_light(
    screen: Screen, tmp_path: Path, kept_lit: Callable[[], None]
) -> None:
    film = load(FILMS / "drawn")
    screen.show(film.frames[0])
    configured(tmp_path, f"usb:{screen.number}", film.profile)
    with service(tmp_path, film) as running:
        running.tells("READY=1")
        assert lights_say("- " + film.start.split(maxsplit=1)[1])
        running.kill()
        kept_lit()
        assert all(wire(number) for number in _LIT.values())
        still_lit = set(_LIT)
        for _ in range(_RUNS):
            # The fewer are looked at, the shorter a moment may be.
            still_lit = put_out(tmp_path, still_lit) if still_lit else still_lit
        assert not still_lit
