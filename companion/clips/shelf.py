"""The folder of clips: which game has which, and how much room all of them have.

`GAME/FROM-UNTIL.clip`, times in milliseconds of the table's own time, which never goes back; `.kept.clip` are
those that somebody keeps. No list stands beside them: what is there is what there is.
"""

import contextlib
import logging
import re
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from companion.clips.clip_file import Clip, ClipDamaged, clip_bytes, forget_read, moments_in, read_clip
from companion.clips.moments import Moment, any_has
from companion.clips.shots import milliseconds
from vision.files import replace_file

_log = logging.getLogger(__name__)

_Found = TypeVar("_Found")

_NAME: Final = re.compile(r"(\d{1,15})-(\d{1,15})(\.kept)?\.clip")
_MODE: Final = 0o600


@dataclass(frozen=True, slots=True)
class Shelved:
    """A clip by its name alone."""

    path: Path
    game: int
    since: int
    until: int
    kept: bool
    size: int


class Shelf:
    """May be used from any thread."""

    def __init__(self, folder: Path, room: int) -> None:
        """`room` in bytes, for all of them."""
        self.folder = folder
        self._room = room
        self._lock = threading.Lock()

    def of(self, game: int) -> list[Shelved]:
        """In the order of their times."""
        return sorted(self._in(self.folder / str(game)), key=lambda each: each.since)

    def all(self) -> list[Shelved]:
        """The oldest first."""
        found = [each for folder in self._games() for each in self._in(folder)]
        return sorted(found, key=lambda each: each.since)

    @property
    def size(self) -> int:
        return sum(each.size for each in self.all())

    def _games(self) -> list[Path]:
        try:
            return [path for path in self.folder.iterdir() if path.name.isdecimal()]
        except OSError:
            return []

    def _in(self, folder: Path) -> Iterator[Shelved]:
        with contextlib.suppress(OSError):
            for path in folder.iterdir():
                found = _NAME.fullmatch(path.name)
                if found is not None:
                    with contextlib.suppress(OSError):
                        since, until = int(found[1]), int(found[2])
                        size = path.stat().st_size
                        yield Shelved(path, int(folder.name), since, until, found[3] is not None, size)

    def read(self, clips: Iterable[Shelved]) -> list[Clip]:
        """Those that can be; one that cannot is none."""
        return [clip for each in clips if (clip := _tried(each, read_clip)) is not None]

    def moments(self, clip: Shelved) -> tuple[Moment, ...]:
        """Of one that cannot be read, none."""
        return _tried(clip, moments_in) or ()

    def put(self, game: int, since: float, until: float, content: bytes, *, keep: bool = False) -> None:
        """On the disk when it returns, or not there at all; raises OSError."""
        folder = self.folder / str(game)
        with self._lock:
            folder.mkdir(parents=True, exist_ok=True, mode=0o750)
            name = _name(milliseconds(since), milliseconds(until), kept=keep)
            replace_file(folder / name, content, mode=_MODE)
            self._fit(self._room, spared=folder / name)

    def _fit(self, room: int, *, spared: Path | None = None) -> int:
        """The oldest go first, and of those that somebody keeps none before all others; how many went."""
        clips = self.all()
        size = sum(each.size for each in clips)
        gone = 0
        for each in sorted(clips, key=lambda clip: (clip.kept, clip.since)):
            if size <= room:
                break
            if each.path != spared:
                self._remove(each)
                size -= each.size
                gone += 1
        return gone

    def make_room(self, much: int) -> bool:
        """So many bytes of what nobody keeps; whether there was anything."""
        with self._lock:
            found = [each for each in self.all() if not each.kept]
            freed = 0
            for each in found:
                if freed >= much:
                    break
                self._remove(each)
                freed += each.size
            return bool(found)

    def keep(self, clips: Iterable[Shelved], *, yes: bool) -> None:
        with self._lock:
            for each in clips:
                name = _name(each.since, each.until, kept=yes)
                with contextlib.suppress(FileNotFoundError):
                    each.path.rename(each.path.with_name(name))

    def delete(self, clip: Shelved, ms: int) -> None:
        """That moment of it. Raises OSError."""
        with self._lock:
            whole = _tried(clip, read_clip)
            rest = [] if whole is None else [each for each in whole.moments if each.ms != ms]
            left = [] if whole is None else [each for each in whole.with_pictures() if any_has(rest, each)]
            if left:
                content = clip_bytes(rest, left)
                name = _name(left[0].ms, left[-1].ms, kept=clip.kept)
                replace_file(clip.path.with_name(name), content, mode=_MODE)
                if name == clip.path.name:
                    forget_read()
                    return
            self._remove(clip)

    def _remove(self, clip: Shelved) -> None:
        clip.path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            clip.path.parent.rmdir()  # while nothing else lies in it

    def forget(self, game: int) -> None:
        with self._lock:
            shutil.rmtree(self.folder / str(game), ignore_errors=True)

    def sweep(self, games: Iterable[int]) -> None:
        """Only those games are there: nothing stays of others, nor what a power cut left half written."""
        there = {str(game) for game in games}
        with self._lock:
            for folder in self._games():
                if folder.name not in there:
                    shutil.rmtree(folder, ignore_errors=True)
                for left in folder.glob("*.new"):
                    left.unlink(missing_ok=True)

    def clear(self) -> None:
        self.sweep(())


def _name(since: int, until: int, *, kept: bool) -> str:
    return f"{since}-{until}{'.kept' if kept else ''}.clip"


def _tried(clip: Shelved, read: Callable[[Path], _Found]) -> _Found | None:
    try:
        return read(clip.path)
    except (OSError, ClipDamaged) as fault:
        _log.warning("a clip of game %s is left out: %s", clip.game, fault)
        return None
