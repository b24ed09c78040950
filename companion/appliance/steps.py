"""What is done to a machine, one plain step after another: to be shown first, and done twice without harm."""

import filecmp
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

_NAME: Final = re.compile(r"^(?:#[ \t]*)?name[ \t]*=[ \t]*(\"[^\"\n]*\"|'[^'\n]*')", re.MULTILINE)
_TABLE: Final = re.compile(r"^\[table\][^\n]*", re.MULTILINE)
_SECTION: Final = re.compile(r"^\[", re.MULTILINE)
_NO_QUESTIONS: Final = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}


class StepError(Exception):
    """A step that failed: what was tried, and what was said."""


class Action(Protocol):
    def shown(self) -> str:
        """The same as a line of shell, for those who want to know first."""

    def do(self) -> bool:
        """Whether anything had to be changed."""


@dataclass(frozen=True, slots=True)
class Run:
    command: tuple[str, ...]
    needed: Callable[[], bool] = lambda: True
    may_fail: bool = False

    def shown(self) -> str:
        return " ".join(self.command) + (" || true" if self.may_fail else "")

    def do(self) -> bool:
        if not self.needed():
            return False
        answer = subprocess.run(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
            env={**os.environ, **_NO_QUESTIONS},
        )
        if answer.returncode and not self.may_fail:
            last = answer.stdout.strip().splitlines()[-3:]
            raise StepError(f"`{' '.join(self.command)}` failed: {' / '.join(last) or 'no reason given'}")
        return answer.returncode == 0


@dataclass(frozen=True, slots=True)
class Write:
    path: Path
    text: str
    keep: bool = False
    """Leave what is there: it may have been edited."""

    def shown(self) -> str:
        return f"write {self.path}" + (" (unless it is there)" if self.keep else "")

    def do(self) -> bool:
        if self.path.exists() and (self.keep or self.path.read_text(encoding="utf-8") == self.text):
            return False
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_name(f".{self.path.name}.new")
        new.write_text(self.text, encoding="utf-8")
        new.chmod(0o644)
        new.replace(self.path)
        return True


@dataclass(frozen=True, slots=True)
class NameTable:
    """The table's name in its configuration; whatever else people wrote there stays as it is."""

    path: Path
    name: str

    def shown(self) -> str:
        return f'name = "{self.name}" under [table] in {self.path}'

    def do(self) -> bool:
        text = self.path.read_text(encoding="utf-8")
        here = f'name = "{self.name}"'
        table = _TABLE.search(text)
        if table is None:
            told = "\n\n".join(part for part in (text.rstrip(), f"[table]\n{here}\n") if part)
        else:
            after = _SECTION.search(text, table.end())
            end = len(text) if after is None else after.start()
            section, count = _NAME.subn(here, text[table.end() : end], count=1)
            told = text[: table.end()] + ("" if count else f"\n{here}") + section + text[end:]
        return Write(self.path, told).do()


@dataclass(frozen=True, slots=True)
class Link:
    path: Path
    target: Path

    def shown(self) -> str:
        return f"ln -sfn {self.target} {self.path}"

    def do(self) -> bool:
        if self.path.is_symlink() and self.path.readlink() == self.target:
            return False
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_name(f".{self.path.name}.new")
        new.unlink(missing_ok=True)
        new.symlink_to(self.target)
        new.replace(self.path)
        return True


NOT_RELEASED: Final = shutil.ignore_patterns(
    ".git", ".ci", ".venv*", "__pycache__", "*.egg-info", "tests", ".*_cache", "node_modules", ".coverage"
)


@dataclass(frozen=True, slots=True)
class CopyRelease:
    """A folder of the program as another, without what only its makers need."""

    source: Path
    target: Path

    def shown(self) -> str:
        return f"cp -r {self.source} {self.target}"

    def do(self) -> bool:
        if self.target.exists() and same_release(self.source, self.target):
            return False
        if self.target.exists():
            shutil.rmtree(self.target)
        unfinished = self.target.with_name(f".{self.target.name}.new")
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.copytree(self.source, unfinished, ignore=NOT_RELEASED, symlinks=True)
        unfinished.replace(self.target)
        return True


def same_release(one: Path, other: Path) -> bool:
    """Whether the program in both folders is the same, file by file."""
    files = release_files(one)
    return files == release_files(other) and all(
        filecmp.cmp(one / name, other / name, shallow=False) for name in files
    )


def release_files(folder: Path) -> set[Path]:
    """What of a folder belongs to the program, by its place in it."""
    found = set()
    for place, folders, files in os.walk(folder):
        left_out = NOT_RELEASED(place, [*folders, *files])
        folders[:] = [name for name in folders if name not in left_out]
        here = Path(place).relative_to(folder)
        found |= {here / name for name in files if name not in left_out and name != ".venv.lock"}
    return found


@dataclass(frozen=True, slots=True)
class Remove:
    path: Path

    def shown(self) -> str:
        return f"rm -rf {self.path}"

    def do(self) -> bool:
        if self.path.is_symlink() or self.path.is_file():
            self.path.unlink()
        elif self.path.is_dir():
            shutil.rmtree(self.path)
        else:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Step:
    title: str
    actions: tuple[Action, ...]


def carry_out(steps: Iterable[Step], say: Callable[[str], None], *, only_show: bool = False) -> None:
    """Does them in order; raises `StepError` at the first that fails."""
    for number, step in enumerate(steps, 1):
        if only_show:
            say(f"{number}. {step.title}")
            for action in step.actions:
                say(f"     {action.shown()}")
            continue
        changed = False
        for action in step.actions:
            try:
                changed = action.do() or changed
            except OSError as error:
                raise StepError(f"{action.shown()}: {error.strerror} ({error.filename})") from None
        say(f"{number}. {step.title}: {'done' if changed else 'as it was'}")
