"""`himiki test`: fetches what the tests need, then runs them."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from companion import installing
from companion.installing import say

HOME: Final = Path(__file__).resolve().parents[1]

_QUICK: Final = "--quick"

_HELP: Final = """\
usage: himiki test [--quick] [pytest arguments]

Installs what the tests need and runs them, on all cores; paths are seen from the project's folder.

  himiki test                  everything but the slow tests
  himiki test --quick          what takes about two minutes on two cores: no long one, no browser
  himiki test -m slow          the slow tests, some of which need the network
  himiki test tests/rules -x   one folder, up to the first failure

Tests that judge by the clock come last and alone. One file or test, and a run with -n, -s, --pdb or
-p no:xdist, goes to pytest as it is asked for.
"""

TOLD: Final = "HIMIKI_TEST_COUNTS"
"""Names a file to which every run of pytest adds a line: how many tests passed, failed and so on, as JSON."""

_NOT_SLOW: Final = "not slow"
"""What pytest's settings in pyproject.toml leave out where nobody says which tests to run."""

_QUICKLY: Final = "not long and not browser"

_OUTCOMES: Final = ("failed", "error", "passed", "skipped", "xfailed", "xpassed")

_ONE_PROCESS: Final = frozenset(
    [
        "--dist",
        "-s",
        "--capture=no",
        "--pdb",
        "--trace",
        "-p=no:xdist",
        "-pno:xdist",
        "--collect-only",
        "--co",
        "--markers",
        "--fixtures",
        "--version",
        "--setup-plan",
        "--setup-only",
    ]
)
"""With these somebody wants pytest as it is, or a run that cannot be shared among processes."""

_SINGLE_THREADED: Final = {"OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}
"""Every core has a process of its own already."""

_INTERRUPTED, _NOTHING_TO_RUN = 2, 5
"""Exit statuses of pytest."""


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
_POSTGRES: Final = tuple(f"/usr/lib/postgresql/{version}/bin/postgres" for version in (17, 16, 15))
"""Debian keeps each version apart: bookworm has 15, trixie 17."""
PROGRAMS: Final = (
    _BROWSER,
    Program("voice", "espeak-ng", ("espeak-ng",)),
    Program("systemd", "systemd", ("systemd-analyze",)),
    # Debian keeps it where only root looks for programs.
    Program("broker", "mosquitto", ("mosquitto", "/usr/sbin/mosquitto")),
    Program("postgres", "postgresql", ("postgres", *_POSTGRES)),
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
        status = _run(list(argv), cores())
    except KeyboardInterrupt:
        return 130
    return {0: 0, 4: 2}.get(status, 1)


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0))


def _run(argv: list[str], processes: int) -> int:
    """pytest's exit status."""
    wanted, rest = _without_marks(argv)
    if _QUICK in rest:
        rest = [each for each in rest if each != _QUICK]
        wanted = f"({wanted or _NOT_SLOW}) and {_QUICKLY}"
    if processes < 2 or _is_for_one_process(rest):
        return _pytest([*(["-m", wanted] if wanted else []), *rest])
    wanted = wanted or _NOT_SLOW
    with tempfile.TemporaryDirectory() as folder:
        counts = Path(folder) / "counts"
        told = {**os.environ, TOLD: str(counts)}
        # Neighbours mostly stay together, for what they share is dear; who is done takes from the other.
        shared = ["-n", str(processes), "--dist", "worksteal", "-m", f"({wanted}) and not pace", *rest]
        first = _pytest(shared, {**told, **_SINGLE_THREADED})
        if first not in (0, 1, _NOTHING_TO_RUN) or (first == 1 and _stops_early(rest)):
            return first
        second = _pytest(["-p", "no:xdist", "-m", f"({wanted}) and pace", *rest], told)
        print(_together(counts), flush=True)
    statuses = {first, second}
    return next((each for each in (_INTERRUPTED, 3, 4, 1, 0) if each in statuses), _NOTHING_TO_RUN)


def _pytest(arguments: list[str], environment: dict[str, str] | None = None) -> int:
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, cwd=HOME, check=False, env=environment).returncode


def _without_marks(argv: list[str]) -> tuple[str | None, list[str]]:
    """The expression after the last `-m`, and what else was said."""
    wanted, rest = None, []
    arguments = iter(argv)
    for each in arguments:
        if each == "-m":
            wanted = next(arguments, "")
        elif each.startswith("-m") and not each.startswith("--"):
            wanted = each.removeprefix("-m").removeprefix("=")
        else:
            rest.append(each)
    return wanted, rest


def _is_for_one_process(arguments: list[str]) -> bool:
    said = {*arguments, *(f"{one}={other}" for one, other in pairwise(arguments))}
    if said & _ONE_PROCESS or any(each.startswith(("-n", "--numprocesses", "--dist=")) for each in arguments):
        return True
    paths = [each for each in arguments if not each.startswith("-") and (HOME / _file_of(each)).exists()]
    return len(paths) == 1 and (HOME / _file_of(paths[0])).is_file()


def _file_of(argument: str) -> str:
    return argument.partition("::")[0]


def _stops_early(arguments: list[str]) -> bool:
    return any(each in ("-x", "--exitfirst") or each.startswith("--maxfail") for each in arguments)


def _together(counts: Path) -> str:
    """The closing line of all runs, in pytest's words."""
    added: Counter[str] = Counter()
    try:
        for line in counts.read_text(encoding="utf-8").splitlines():
            added.update(json.loads(line))
    except FileNotFoundError:
        pass
    told = [f"{added[name]} {name}" for name in _OUTCOMES if added[name]]
    return f"together: {', '.join(told) or 'no tests ran'}"


def _fetch_libraries() -> None:
    if Path(sys.prefix) == HOME / ".venv":
        installing.add_extra(HOME, "test")
    elif any(importlib.util.find_spec(name) is None for name in ("pytest", "hypothesis", "xdist")):
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
