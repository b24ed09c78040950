"""Games before a camera of the kernel, refereed by `himiki watch usb:N`; it is pulled out in mid-game."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hardware.far_end.films import Film, load
from tests.hardware.far_end.screen import Screen

_FILMS = Path(os.environ.get("HIMIKI_FILMS", ".films"))
_PACE = 4.0
"""How much slower than filmed: the machine looks at one picture a second, not at three."""

_PATIENCE = 150.0
_UNWANTED = {"violation", "uncertain", "board_lost"}

Events = list[dict[str, Any]]


class Watched:
    """`himiki watch` in a process of its own, and what it has said so far."""

    def __init__(self, number: int, film: Film) -> None:
        self.camera = f"usb:{number}"
        self.said: Events = []
        self._news = threading.Condition()
        command = [sys.executable, "-m", "companion.cli", "watch", self.camera]
        self._process = subprocess.Popen(
            [*command, "--profile", str(film.profile), "--start", film.start],
            stdout=subprocess.PIPE,
            text=True,
        )
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._news:
                self.said.append(json.loads(line))
                self._news.notify_all()

    def until(self, true: Callable[[Events], bool]) -> bool:
        with self._news:
            return self._news.wait_for(lambda: true(self.said), _PATIENCE)

    def until_said(self, name: str, since: int = 0) -> bool:
        return self.until(lambda said: any(event["event"] == name for event in said[since:]))

    def until_moves(self, count: int) -> bool:
        return self.until(lambda said: len(moves_in(said)) >= count)

    def end(self) -> Events:
        """Its last line is said when it is asked to stop."""
        self._process.send_signal(signal.SIGINT)
        assert self._process.wait(_PATIENCE) == 0
        self._reading.join(_PATIENCE)
        return self.said

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def moves_in(said: Events) -> list[str]:
    moves = [event["move"] for event in said if event["event"] == "move"]
    return [move for move in moves if move not in ("stop", "pass")]


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    screen = Screen()
    yield screen
    screen.close()


@pytest.fixture
def watched(request: pytest.FixtureRequest, screen: Screen) -> Iterator[tuple[Film, Watched]]:
    film = load(_FILMS / str(request.param))
    screen.show(film.frames[0])
    watched = Watched(screen.number, film)
    try:
        assert watched.until_said("turn")
        yield film, watched
    finally:
        watched.kill()


@pytest.mark.parametrize("watched", ["oak"], indirect=True)
def test_a_game_before_a_camera_is_told_move_by_move(screen: Screen, watched: tuple[Film, Watched]) -> None:
    """Path-traced pictures of a hand that plays without a break: nobody waits for the referee."""
    film, watching = watched
    screen.play(film, 0, len(film.frames), _PACE)
    assert watching.until_moves(len(film.moves))
    said = watching.end()
    assert moves_in(said) == film.moves
    assert not _UNWANTED & {event["event"] for event in said}
    assert (said[-1]["event"], said[-1]["score"], said[-1]["moves"]) == ("end", [2, 3], len(film.moves))


@pytest.mark.parametrize("watched", ["drawn"], indirect=True)
@pytest.mark.parametrize("away", ["no signal", "unplugged", "driver reloaded"])
def test_a_camera_that_goes_away_in_mid_game(
    screen: Screen, watched: tuple[Film, Watched], away: str
) -> None:
    """While it is away a move is made; what was not seen is worked out when it is back."""
    film, watching = watched
    ends = [end for end, _ in film.chapters]
    screen.play(film, 0, ends[0], _PACE)
    before = list(film.chapters[0][1])
    assert watching.until_moves(len(before))
    here = len(watching.said)
    if away == "no signal":
        screen.silence()
    else:
        screen.unplug()
    if away == "no signal":
        # Noise moves everywhere, as something in front of the board does: nothing is said.
        time.sleep(20)
        assert watching.said[here:] == []
    else:
        assert watching.until_said("board_lost", here)
        lost = next(event for event in watching.said[here:] if event["event"] == "board_lost")
        assert watching.camera in lost["reason"]
    if away == "unplugged":
        time.sleep(3)
        screen.plug_in()
    elif away == "driver reloaded":
        screen.reload()
    screen.play(film, ends[1] - 4, ends[1], _PACE)
    if away != "no signal":
        assert watching.until_said("board_found", here)
    meanwhile = [*before, *film.chapters[1][1]]
    assert watching.until_moves(len(meanwhile))
    screen.play(film, ends[1], ends[2], _PACE)
    after = [*meanwhile, *film.chapters[2][1]]
    assert watching.until_moves(len(after))
    said = watching.end()
    assert moves_in(said) == after
    assert not {"violation", "uncertain"} & {event["event"] for event in said}
    assert (said[-1]["score"], said[-1]["moves"]) == ([2, 1], len(after))
