"""What is done to a machine, one plain step after another: to be shown first, and done twice without harm."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from vision.files import replace_file

_NO_QUESTIONS: Final = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}


class StepError(Exception):
    """A step that failed: what was tried, and what was said."""


def _carried_out(command: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd="/",  # Another user may not look into the folder of the one who installs.
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        env={**os.environ, **_NO_QUESTIONS},
    )


class InstallAction(Protocol):
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
        answer = _carried_out(self.command)
        if answer.returncode and not self.may_fail:
            last = answer.stdout.strip().splitlines()[-3:]
            raise StepError(f"`{' '.join(self.command)}` failed: {' / '.join(last) or 'no reason given'}")
        return answer.returncode == 0


@dataclass(frozen=True, slots=True)
class AfterChanges:
    """Done where anything before it was changed, or where it is needed by itself."""

    run: Run
    needed: Callable[[], bool] = lambda: False

    def shown(self) -> str:
        return self.run.shown()

    def do(self) -> bool:
        return self.run.do()


@dataclass(frozen=True, slots=True)
class Inspection:
    """Changes nothing: what it says is for whoever installs, and ends nothing where it is bad news."""

    command: tuple[str, ...]

    def shown(self) -> str:
        return " ".join(self.command)

    def do(self) -> bool:
        return False

    def told(self) -> tuple[str, ...]:
        return tuple(_carried_out(self.command).stdout.splitlines()) or (f"`{self.shown()}` told nothing",)


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
        replace_file(self.path, self.text)
        self.path.chmod(0o644)
        return True


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
class InstallStep:
    title: str
    actions: tuple[InstallAction, ...]


def carry_out(steps: Iterable[InstallStep], say: Callable[[str], None], *, only_show: bool = False) -> None:
    """Does them in order; raises `StepError` at the first that fails."""
    ever_changed = False
    for number, step in enumerate(steps, 1):
        if only_show:
            say(f"{number}. {step.title}")
            for action in step.actions:
                say(f"     {action.shown()}")
            continue
        # Some take minutes: what is under way is said before.
        say(f"   {step.title} ...")
        changed = False
        for action in step.actions:
            if isinstance(action, Inspection):
                for line in action.told():
                    say(f"     {line}")
            if isinstance(action, AfterChanges) and not (changed or ever_changed or action.needed()):
                continue
            try:
                changed = action.do() or changed
            except OSError as error:
                raise StepError(f"{action.shown()}: {error.strerror} ({error.filename})") from None
        ever_changed = ever_changed or changed
        say(f"{number}. {step.title}: {'done' if changed else 'as it was'}")
