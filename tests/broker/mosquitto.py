"""A Mosquitto of the tests' own, on this machine alone, that can be killed and started again."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from companion.testing import PROGRAMS
from tests.patience import patient

PROGRAM = next(program for program in PROGRAMS if program.mark == "broker").path()


@dataclass
class Mosquitto:
    folder: Path
    port: int
    config: str = "allow_anonymous true\n"
    _process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        assert PROGRAM is not None, "mosquitto is not installed"
        place = self.folder / "mosquitto.conf"
        place.write_text(f"listener {self.port} 127.0.0.1\n{self.config}", encoding="utf-8")
        self._process = subprocess.Popen(
            [PROGRAM, "-c", place], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_for_port(self.port)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def wait_for_port(port: int) -> None:
    """Until something answers there."""
    end = time.monotonic() + patient(20)
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert time.monotonic() < end, "it did not start"
            time.sleep(0.02)
        else:
            return


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def broker_in(folder: Path, config: str = "allow_anonymous true\n") -> Iterator[Mosquitto]:
    """Its port stays the same when it is started again."""
    folder.mkdir(parents=True, exist_ok=True)
    broker = Mosquitto(folder, free_port(), config)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()
