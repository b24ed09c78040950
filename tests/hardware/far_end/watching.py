"""`himiki watch` as somebody else sees it who started it."""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.hardware.far_end.films import Film

PATIENCE = 300.0

Events = list[dict[str, Any]]


class Watched:
    """`himiki watch` in a process of its own, and what it has said so far."""

    def __init__(self, camera: str, film: Film) -> None:
        self.camera = camera
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
            return self._news.wait_for(lambda: true(self.said), PATIENCE)

    def until_said(self, name: str, since: int = 0) -> bool:
        return self.until(lambda said: any(event["event"] == name for event in said[since:]))

    def next_said(self, name: str, since: int) -> dict[str, Any]:
        assert self.until_said(name, since), self.said
        return next(event for event in self.said[since:] if event["event"] == name)

    def until_moves(self, count: int) -> bool:
        return self.until(lambda said: len(moves_in(said)) >= count)

    def end(self, status: int = 0) -> Events:
        """Its last line is said when it is asked to stop."""
        self._process.send_signal(signal.SIGINT)
        assert self._process.wait(PATIENCE) == status
        self._reading.join(PATIENCE)
        return self.said

    @property
    def pictures(self) -> bool:
        """Whether it has a camera of the kernel open."""
        fds = Path(f"/proc/{self._process.pid}/fd").iterdir()
        return any(str(fd.readlink()).startswith("/dev/video") for fd in fds)

    def ended_by_itself(self) -> int:
        """How, as soon as it has."""
        return self._process.wait(PATIENCE)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def moves_in(said: Events) -> list[str]:
    moves = [event["move"] for event in said if event["event"] == "move"]
    return [move for move in moves if move not in ("stop", "pass")]
