"""Both databases of a hall, real ones: a file, and a PostgreSQL of the tests' own."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.testing import PROGRAMS
from tests.broker.mosquitto import free_port, wait_for_port
from tests.patience import patient

_POSTGRES = next(program for program in PROGRAMS if program.mark == "postgres")
_USER = "postgres"
"""PostgreSQL does not run as root."""


@contextmanager
def postgres_in(folder: Path) -> Iterator[str]:
    """Its address."""
    server = _POSTGRES.path()
    assert server is not None, "PostgreSQL is not installed"
    tools, data, port = Path(server).resolve().parent, folder / "postgres", free_port()
    data.mkdir(parents=True)
    as_user: list[str] = []
    if os.geteuid() == 0:
        as_user = ["setpriv", "--reuid", _USER, "--regid", _USER, "--clear-groups"]
        shutil.chown(data, _USER, _USER)
        _let_through(folder)

    made = [*as_user, str(tools / "initdb"), "-D", str(data), "-U", "himiki", "-A", "trust", "-N"]
    subprocess.run(made, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=data)
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": data,
        "max_connections": 20,
    }
    told = [each for name, value in settings.items() for each in ("-c", f"{name}={value}")]
    running = subprocess.Popen(
        [*as_user, str(server), "-D", str(data), *told],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=data,
    )
    try:
        address = f"postgresql://himiki@127.0.0.1:{port}/postgres"
        wait_for_port(port)
        _wait_until_up(address)
        yield address
    finally:
        running.send_signal(signal.SIGQUIT)
        running.wait()


def _wait_until_up(address: str) -> None:
    """It answers before it has started, that it has not."""
    import psycopg

    end = time.monotonic() + patient(20)
    while True:
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            assert time.monotonic() < end, "PostgreSQL did not start"
            time.sleep(0.05)
        else:
            return


def _let_through(folder: Path) -> None:
    """On the way to it, where the tests' folder is root's own."""
    for each in (folder, *folder.parents):
        mode = each.stat().st_mode
        if not mode & 0o001:
            each.chmod(mode | 0o011)
