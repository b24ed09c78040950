"""The libraries of a release, each in one version and with the hashes of its wheels: `lock/python-3.11.txt`
…, and what a club's hall has besides: `lock/club-3.11.txt` …

`python -m companion.appliance.locking` finds them anew and asks the package index; `--look` only says what
would change, and ends with 1 if anything would. What stands in the files is names, versions and hashes: from
where they come is each machine's own setting.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final

from companion.installing import LEAST_GLIBC, LOCKED_EXTRA, LOCKS, needs_of, of_extra
from vision.files import replace_file

HOME: Final = Path(__file__).resolve().parents[2]
"""The program's own folder."""

GLIBC: Final = {"3.11": 36, "3.13": 41}
"""Of each Raspberry Pi OS, bookworm and trixie, by its Python: a wheel may ask for that much or less."""
MACHINES: Final = ("aarch64", "x86_64")
"""A Pi's comes first: what it finds holds for the other."""

_FIRST_GLIBC: Final = 17
_MARK: Final = re.compile(r'^lock = "[0-9a-f]*"$', re.MULTILINE)
_HEAD: Final = """\
# What this release runs on with Python {python}; made by `python -m companion.appliance.locking`.
"""


class LockError(Exception):
    """They could not be found; the text says why."""


@dataclass(frozen=True, slots=True)
class Pin:
    name: str
    version: str
    hashes: frozenset[str]

    def __str__(self) -> str:
        hashes = "".join(f" \\\n    --hash=sha256:{each}" for each in sorted(self.hashes))
        return f"{self.name}=={self.version}{hashes}\n"


def platforms(machine: str, glibc: int) -> list[str]:
    numbered = [f"manylinux_2_{each}_{machine}" for each in range(_FIRST_GLIBC, glibc + 1)]
    return [*reversed(numbered), f"manylinux2014_{machine}"]


def found(python: str, needs: Iterable[str]) -> list[Pin]:
    """Raises `LockError`."""
    pins: dict[str, Pin] = {}
    for machine, glibc in product(MACHINES, (GLIBC[python], LEAST_GLIBC)):
        held = [f"{pin.name}=={pin.version}" for pin in pins.values()]
        for name, version, digest in _resolved(python, platforms(machine, glibc), needs, held):
            before = pins.get(name, Pin(name, version, frozenset()))
            if before.version != version:
                raise LockError(f"{name} is {before.version} for one machine and {version} for another")
            pins[name] = Pin(name, version, before.hashes | {digest})
    return [pins[name] for name in sorted(pins)]


def _resolved(
    python: str, platforms: Iterable[str], needs: Iterable[str], held: Iterable[str]
) -> Iterator[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory() as place:
        constraints = Path(place, "held")
        constraints.write_text("\n".join(held), encoding="ascii")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        command += ["--report", "-", "--target", place, "--constraint", str(constraints)]
        command += ["--implementation", "cp", "--python-version", python, "--only-binary", ":all:"]
        command += [f"--platform={each}" for each in platforms]
        answer = subprocess.run([*command, *needs], capture_output=True, text=True, check=False)
    if answer.returncode:
        raise LockError(answer.stderr.strip().splitlines()[-1] if answer.stderr.strip() else "pip failed")
    report: Mapping[str, Any] = json.loads(answer.stdout)
    for each in report["install"]:
        about = each["metadata"]
        name = re.sub(r"[-_.]+", "-", str(about["name"])).lower()
        yield name, str(about["version"]), str(each["download_info"]["archive_info"]["hashes"]["sha256"])


def texts_of(python: str, needs: Iterable[str], extra: Iterable[str]) -> dict[str, str]:
    """By the names of the files; what both have stands in the first alone. Raises `LockError`."""
    own = found(python, needs)
    both = found(python, (*needs, *extra))
    if moved := {str(each) for each in own} - {str(each) for each in both}:
        raise LockError(f"with the extra {LOCKED_EXTRA} these are others: {', '.join(sorted(moved))}")
    known = {each.name for each in own}
    return {
        f"python-{python}": text_of(python, own),
        f"{LOCKED_EXTRA}-{python}": text_of(python, (each for each in both if each.name not in known)),
    }


def text_of(python: str, pins: Iterable[Pin]) -> str:
    return _HEAD.format(python=python) + "".join(map(str, pins))


def mark_of(texts: Mapping[str, str]) -> str:
    """Stands in pyproject.toml, by which the launcher sees that something is to be installed anew."""
    return hashlib.sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()[:16]


def kept_texts(home: Path = HOME) -> dict[str, str]:
    names = [f"{kind}-{python}" for kind in ("python", LOCKED_EXTRA) for python in GLIBC]
    return {name: (home / LOCKS / f"{name}.txt").read_text(encoding="ascii") for name in names}


def with_mark(pyproject: str, mark: str) -> str:
    marked, count = _MARK.subn(f'lock = "{mark}"', pyproject)
    if count != 1:
        raise LockError('pyproject.toml has no line `lock = "…"` under [tool.himiki]')
    return marked


def _changes(before: str, after: str) -> Iterator[str]:
    old, new = (dict(re.findall(r"^(\S+)==(\S+)", text, re.MULTILINE)) for text in (before, after))
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield f"{name} {old.get(name, '-')} -> {new.get(name, '-')}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m companion.appliance.locking", description=__doc__)
    parser.add_argument("--look", action="store_true", help="change nothing")
    options = parser.parse_args()
    pyproject = HOME / "pyproject.toml"
    project = pyproject.read_text(encoding="utf-8")
    try:
        texts: dict[str, str] = {}
        for python in GLIBC:
            texts |= texts_of(python, needs_of(project), of_extra(project, LOCKED_EXTRA))
        try:
            before = kept_texts()
        except FileNotFoundError:
            before = dict.fromkeys(texts, "")
        for name, text in texts.items():
            for change in _changes(before[name], text):
                print(f"{name}: {change}")
        if options.look:
            return int(texts != before)
        (HOME / LOCKS).mkdir(exist_ok=True)
        for name, text in texts.items():
            replace_file(HOME / LOCKS / f"{name}.txt", text)
        replace_file(pyproject, with_mark(pyproject.read_text(encoding="utf-8"), mark_of(texts)))
    except LockError as fault:
        print(f"the libraries cannot be looked for: {fault}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
