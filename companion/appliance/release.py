"""A release: what belongs to it, what it is called, and how it gets to its place."""

import filecmp
import hashlib
import os
import re
import shutil
import stat
import tomllib
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path
from typing import Final

from companion.appliance.steps import Run
from companion.installing import is_set_up

NOT_RELEASED: Final = shutil.ignore_patterns(
    ".git", ".ci", ".venv*", "__pycache__", "*.egg-info", "tests", ".*_cache", "node_modules", ".coverage"
)


_VERSION: Final = re.compile(r"(?P<numbers>\d+(\.\d+)*)(?P<rest>.*)")
_BEFORE_IT: Final = ("a", "b", "rc", ".dev")
"""What a version has behind its numbers that comes before the release of these numbers."""


def version_of(folder: Path) -> str:
    told: str = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return told


def is_older(version: str, other: str) -> bool:
    return _rank(version) < _rank(other)


def _rank(version: str) -> tuple[list[int], bool, list[tuple[str, int]]]:
    """Raises ValueError of what is no version."""
    found = _VERSION.fullmatch(version)
    if found is None:
        raise ValueError(f"{version!r} is no version")
    numbers = [int(each) for each in found["numbers"].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    rest = [(word, int(number or 0)) for word, number in re.findall(r"([a-z]+)(\d*)", found["rest"])]
    return numbers, not found["rest"].startswith(_BEFORE_IT), rest


def release_name(folder: Path) -> str:
    """Its version and a mark of its content: another content is another release."""
    version = version_of(folder)
    mark = hashlib.sha256()
    for name in sorted(release_files(folder)):
        mark.update(f"{name}\0".encode())
        mark.update((folder / name).read_bytes())
    return f"{version}-{mark.hexdigest()[:8]}"


def release_files(folder: Path) -> set[Path]:
    """What of a folder belongs to the program, by its place in it."""
    found = set()
    for place, folders, files in os.walk(folder):
        left_out = NOT_RELEASED(place, [*folders, *files])
        folders[:] = [name for name in folders if name not in left_out]
        here = Path(place).relative_to(folder)
        found |= {here / name for name in files if name not in left_out}
    return found


def same_release(one: Path, other: Path) -> bool:
    """Whether the program in both folders is the same, file by file."""
    files = release_files(one)
    return files == release_files(other) and all(
        filecmp.cmp(one / name, other / name, shallow=False) for name in files
    )


@dataclass(frozen=True, slots=True)
class CopyRelease:
    """A folder of the program as another, without what only its makers need."""

    source: Path
    target: Path

    def shown(self) -> str:
        return f"cp -r {self.source} {self.target}"

    def do(self) -> bool:
        if self.target.exists():
            if same_release(self.source, self.target):
                return False
            shutil.rmtree(self.target)
        unfinished = self.target.with_name(f".{self.target.name}.new")
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.copytree(self.source, unfinished, ignore=NOT_RELEASED, symlinks=True)
        _let_all_read(unfinished)
        unfinished.replace(self.target)
        return True


def _let_all_read(release: Path) -> None:
    """Whoever unpacked it may have kept it to themselves, or let everybody write; the service only reads, and
    nobody but root changes what root starts."""
    for place, _, files in os.walk(release):
        Path(place).chmod(0o755)
        for file in (Path(place, name) for name in files):
            if not file.is_symlink():
                file.chmod(0o755 if file.stat().st_mode & stat.S_IXUSR else 0o644)


def set_up(release: Path) -> Run:
    """Its environment, with every library: the first start of it sees to that."""
    return Run((str(release / "himiki"), "config", "path"), needed=lambda: not is_set_up(release))


def compiled(release: Path) -> Run:
    """Done once as root, for the service may not write there. A table that is being played at goes first."""
    # What is in its environment was compiled by pip.
    compiling = ("python3", "-m", "compileall", "-q", "-j", "0", "-x", r"/\.venv/", str(release))
    return Run(("nice", "-n", "10", *compiling), needed=lambda: not _is_compiled(release), may_fail=True)


def _is_compiled(release: Path) -> bool:
    sources = (release / name for name in release_files(release) if name.suffix == ".py")
    return all(Path(cache_from_source(str(source))).exists() for source in sources)
