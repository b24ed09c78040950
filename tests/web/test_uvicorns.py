"""The server's protocol class overrides private parts of uvicorn: it works on the oldest and the newest."""

import itertools
import socket
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.web.door.patience import HEADER_SECONDS
from tests.patience import patient
from tests.web.tables import Running

HOME = Path(__file__).parents[2]

TESTS = (
    f"{Path(__file__).relative_to(HOME)}::test_a_head_that_trickles_in_is_let_go",
    "tests/web/test_front.py::test_a_body_in_crumbs_is_refused_before_it_is_whole",
    "tests/web/test_live_events.py::test_who_comes_back_gets_what_was_missed_and_nothing_twice",
)
"""Those that would see it: heads that trickle in, bodies in crumbs, and streams that stay open."""


@pytest.mark.pace
@pytest.mark.long
def test_a_head_that_trickles_in_is_let_go(table: Running) -> None:
    with socket.create_connection(("127.0.0.1", table.port)) as slow:
        slow.settimeout(0.5)
        slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        began = time.monotonic()
        for letter in itertools.cycle(b"x-more: and more\r\n"):
            if time.monotonic() - began > HEADER_SECONDS + patient(10):
                pytest.fail("whoever sends a head for ever is listened to for ever")
            try:
                slow.sendall(bytes([letter]))
                if slow.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        assert time.monotonic() - began > HEADER_SECONDS / 2
    assert table.client().get("/api/v1/state").status == 200


def uvicorn() -> Requirement:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    needs = map(Requirement, project["project"]["dependencies"])
    return next(need for need in needs if need.name == "uvicorn")


def test_what_is_overridden_has_an_upper_bound() -> None:
    assert {each.operator for each in uvicorn().specifier} == {">=", "<"}


@pytest.mark.slow
@pytest.mark.parametrize("which", ["oldest", "newest"])
def test_the_server_works_with(tmp_path: Path, which: str) -> None:
    oldest = next(each.version for each in uvicorn().specifier if each.operator == ">=")
    wanted = f"uvicorn=={oldest}" if which == "oldest" else str(uvicorn())
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(tmp_path), wanted]
    subprocess.run(pip, check=True)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import uvicorn, pytest; "
    code += "print(uvicorn.__version__, uvicorn.__file__); sys.exit(pytest.main(sys.argv[1:]))"
    ran = subprocess.run(
        [sys.executable, "-c", code, "-q", "-p", "no:cacheprovider", *TESTS],
        cwd=HOME,
        capture_output=True,
        text=True,
        check=False,
    )
    assert str(tmp_path) in ran.stdout.splitlines()[0]
    assert ran.returncode == 0, ran.stdout[-3000:]
