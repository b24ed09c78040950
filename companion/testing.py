"""`himiki test`: fetches what the tests need, then runs them."""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion import installing
from companion.installing import say

HOME: Final = Path(__file__).resolve().parents[1]

_HELP: Final = """\
usage: himiki test [pytest arguments]

Installs what the tests need and runs them; paths are seen from the project's folder.

  himiki test                  everything but the slow tests
  himiki test -m slow          the slow tests, some of which need the network
  himiki test tests/rules -x   one folder, up to the first failure
"""


@dataclass(frozen=True, slots=True)
class Program:
    """Something that some tests need and no Python package brings."""

    mark: str
    """Of the tests that need it."""
    package: str
    """Of Debian."""
    names: tuple[str, ...]

    def path(self) -> str | None:
        return next((found for name in self.names if (found := shutil.which(name))), None)


_BROWSER: Final = Program(
    "browser", "chromium", ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
)
PROGRAMS: Final = (
    _BROWSER,
    Program("voice", "espeak-ng", ("espeak-ng",)),
    Program("systemd", "systemd", ("systemd-analyze",)),
)


def chromium() -> str | None:
    """The browser of the browser tests, where this machine has one."""
    return _BROWSER.path()


def missing() -> list[Program]:
    return [program for program in PROGRAMS if program.path() is None]


def test_command(argv: Sequence[str]) -> int:
    if "--help" in argv or "-h" in argv:
        print(_HELP, end="")
        return 0
    if not (HOME / "tests").is_dir():
        say("the tests are part of the source, not of an installed package: run ./himiki test in a checkout")
        return 2
    try:
        _fetch_libraries()
    except (installing.InstallError, OSError) as error:
        say(str(error))
        return 1
    # Only for a run of everything: somebody who asks for one test does not ask for a browser.
    if not argv and (lacking := missing()) and (reason := _fetch(lacking)):
        say(f"THE TESTS THAT NEED {_named(missing())} WILL BE LEFT OUT: {reason}")
    sys.stdout.flush()
    try:
        status = subprocess.run([sys.executable, "-m", "pytest", *argv], cwd=HOME, check=False).returncode
    except KeyboardInterrupt:
        return 130
    return {0: 0, 4: 2}.get(status, 1)


def _fetch_libraries() -> None:
    if Path(sys.prefix) == HOME / ".venv":
        installing.add_extra(HOME, "test")
    elif importlib.util.find_spec("pytest") is None or importlib.util.find_spec("hypothesis") is None:
        raise installing.InstallError(
            "this Python is not the project's own and lacks what the tests need. "
            "Use ./himiki test, or install it with: pip install -e '.[test]'"
        )


def _fetch(programs: Sequence[Program]) -> str | None:
    """Why one is still missing, or nothing where all are there now."""
    if shutil.which("apt-get") is None:
        return "there is no apt to install that with"
    packages = [program.package for program in programs]
    prefix: list[str] = []
    if os.geteuid() != 0:
        if not _may_sudo():
            return f"there is no right to install it; sudo apt install {' '.join(packages)} does"
        prefix = ["sudo", "-n"]
    say(f"installing {', '.join(packages)} for the tests")
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        command = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet", *arguments]
        answer = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if answer.returncode != 0:
            said = answer.stderr.strip().splitlines()
            return f"apt-get {arguments[0]} failed: {said[-1] if said else 'no reason given'}"
    return "apt installed it, but not under a name that is known here" if missing() else None


def _named(programs: Sequence[Program]) -> str:
    return " AND ".join(program.package for program in programs)


def _may_sudo() -> bool:
    if shutil.which("sudo") is None:
        return False
    return subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0
