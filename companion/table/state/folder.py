"""The state folder: everything that a table keeps, for one running program at a time."""

import fcntl
import os
import secrets
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

_PIN_DIGITS: Final = 6


class FolderError(OSError):
    """A state folder that cannot be used; the text says what to do."""


class StateFolder:
    """Made where it is missing. `lock` it before anything in it is changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o750)
        except OSError as fault:
            raise FolderError(
                f"{path} cannot be the state folder ({fault.strerror}); name another with --state"
            ) from None
        self._held: IO[str] | None = None

    @property
    def games(self) -> Path:
        return self.path / "games.sqlite"

    @property
    def profile(self) -> Path:
        """What the calibration of this table learnt."""
        return self.path / "profile"

    @property
    def virtual_profile(self) -> Path:
        """What was learnt of the virtual table."""
        return self.path / "virtual-profile"

    @property
    def drawn(self) -> Path:
        """What lies on the virtual table."""
        return self.path / "virtual-table.json"

    def lock(self) -> None:
        """Until `close`, or until this process ends, however it ends."""
        try:
            held = (self.path / "lock").open("a+", encoding="utf-8")
        except OSError as fault:
            raise FolderError(
                f"{self.path} cannot be written ({fault.strerror}); name another with --state"
            ) from None
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            held.seek(0)
            other = held.read(20).strip()
            held.close()
            whose = f" (process {other})" if other.isdigit() else ""
            raise FolderError(
                f"another himiki{whose} is running with {self.path}: stop it, or name another with --state"
            ) from None
        held.truncate(0)
        held.write(f"{os.getpid()}\n")
        held.flush()
        self._held = held

    def in_use(self) -> bool:
        """Whether a companion runs with this folder. Changes nothing."""
        try:
            with (self.path / "lock").open(encoding="utf-8") as held:
                fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except OSError:
            return True
        return False

    def holder(self) -> int | None:
        """The process that locked it last."""
        try:
            text = (self.path / "lock").read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return None
        return int(text) if text.isdecimal() else None

    def pin(self) -> str:
        """Six digits, made once; only the owner of the folder may read them."""
        path = self.path / "pin"
        try:
            text = path.read_text(encoding="ascii").strip()
            if len(text) == _PIN_DIGITS and text.isdigit():
                return text
        except (FileNotFoundError, UnicodeDecodeError):
            pass
        except OSError as fault:
            raise FolderError(f"{path} cannot be read ({fault.strerror}): run it as its owner") from None
        pin = "".join(secrets.choice("0123456789") for _ in range(_PIN_DIGITS))
        replace_file(path, pin + "\n", mode=0o600)
        return pin

    def close(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def replace_file(path: Path, text: str, mode: int = 0o640) -> None:
    """The old text or the new one is there after a power cut, never half of one."""
    fresh = path.with_name(path.name + ".new")
    try:
        number = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if os.geteuid() == 0:
            # What an administrator writes into the service's folder stays the service's own.
            owner = path.parent.stat()
            os.chown(fresh, owner.st_uid, owner.st_gid)
        fresh.replace(path)
    except OSError as fault:
        raise FolderError(f"{path} cannot be written ({fault.strerror})") from None
