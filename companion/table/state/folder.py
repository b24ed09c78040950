"""The state folder: everything that a table keeps, for one running program at a time."""

import contextlib
import fcntl
import os
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from companion import games
from companion.table.state.owner import read_plainly
from companion.table.state.pin import SHORT, digits, keep_pin, read_pin


class FolderError(OSError):
    """A state folder that cannot be used; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is kept for one game, besides those that were played."""

    path: Path

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
    def clips(self) -> Path:
        """Pictures of what was seen when something was said, a folder for each game."""
        return self.path / "clips"

    @property
    def club(self) -> Path:
        """The invitation of a club that this table belongs to."""
        return self.path / "club"

    @property
    def friend(self) -> Path:
        """With whom this table plays one game, and what was said between both."""
        return self.path / "friend"

    def shelf(self, of: str) -> "Shelf":
        """The first game's is the folder itself."""
        return Shelf(self.path if of == games.usual() else self.path / of)

    @property
    def profile(self) -> Path:
        return self.shelf(games.usual()).profile

    @property
    def virtual_profile(self) -> Path:
        return self.shelf(games.usual()).virtual_profile

    @property
    def drawn(self) -> Path:
        return self.shelf(games.usual()).drawn

    def lock(self) -> None:
        """Until `close`, or until this process ends, however it ends."""
        try:
            number = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o640)
            held = os.fdopen(number, "r+", encoding="utf-8")
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
        # Who holds it is told where there is room to; that it is held needs none.
        with contextlib.suppress(OSError):
            os.ftruncate(number, 0)
            os.pwrite(number, f"{os.getpid()}\n".encode(), 0)
        self._held = held

    def in_use(self) -> bool:
        """Whether a companion runs with this folder. Changes nothing."""
        try:
            with read_plainly(self.path / "lock") as held:
                fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except OSError:
            return True
        return False

    def holder(self) -> int | None:
        """The process that locked it last."""
        try:
            with read_plainly(self.path / "lock") as held:
                text = held.read(20).decode("ascii").strip()
        except (OSError, UnicodeDecodeError):
            return None
        return int(text) if text.isdecimal() else None

    @property
    def pin_file(self) -> Path:
        return self.path / "pin"

    def pin(self) -> str:
        """As it is kept; made where there is none."""
        return self.kept_pin() or self.new_pin()

    def kept_pin(self) -> str | None:
        """None where there is none yet."""
        try:
            return read_pin(self.pin_file)
        except OSError as fault:
            raise FolderError(
                f"{self.pin_file} cannot be read ({fault.strerror}): run it as its owner"
            ) from None

    def new_pin(self) -> str:
        """Another one: all phones need it again."""
        pin = digits(SHORT)
        try:
            keep_pin(self.pin_file, pin)
        except OSError as fault:
            raise FolderError(f"{self.pin_file} cannot be written ({fault.strerror})") from None
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
