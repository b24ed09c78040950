"""A bundle played again: the game as it stood at its first frame, the frames after it, what was decided.

Nothing in a bundle is trusted: it comes from somebody else's machine.
"""

import json
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from companion.doctor.bundle import EVENTS, GAME, PROFILE
from companion.games import play_of
from companion.games.events import Event
from companion.games.kept import event_from, game_from
from companion.games.play import Referee
from companion.table.lastframes import DECISIONS, FOLDER
from vision.sources.recorded import TIMES

_MOST: Final = 400 * 1024**2
"""Bytes that a bundle may unpack to; the last frames of a table are a tenth of it."""

_PLACES: Final = (".", FOLDER, PROFILE)
_LEAD: Final = 2.0
"""Seconds before the first event of its game from which on a frame belongs to it."""


class ReplayError(ValueError):
    """This bundle cannot be played again; the text says why."""


@dataclass(frozen=True, slots=True)
class SavedTable:
    frames: Path
    profile: Path | None
    decisions: Path | None
    referee: Referee
    until: float
    """The time of the last thing that is known of it."""


def is_bundle(source: str) -> bool:
    """A ZIP, or the folder that it was unpacked into."""
    path = Path(source)
    return (path / GAME).is_file() or (path.suffix.lower() == ".zip" and path.is_file())


@contextmanager
def replay(source: str) -> Iterator[SavedTable]:
    """Raises `ReplayError`."""
    with tempfile.TemporaryDirectory(prefix="himiki-replay-") as own:
        folder = Path(source)
        if folder.is_file():
            _unpack(folder, Path(own))
            folder = Path(own)
        yield _read(folder, source, Path(own) / "own")


def _unpack(archive: Path, into: Path) -> None:
    """Only what a bundle has, and only where it has it."""
    try:
        with zipfile.ZipFile(archive) as bundle:
            if sum(each.file_size for each in bundle.infolist()) > _MOST:
                raise ReplayError(f"{archive} is larger than any bundle: it is left alone")
            for each in bundle.infolist():
                name = PurePosixPath(each.filename)
                if str(name.parent) in _PLACES and name.name not in ("", "..") and not each.is_dir():
                    target = into / name.parent / name.name
                    target.parent.mkdir(exist_ok=True)
                    target.write_bytes(bundle.read(each))
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError) as error:
        raise ReplayError(f"{archive} cannot be unpacked: {error}") from None


def _read(folder: Path, name: str, own: Path) -> SavedTable:
    frames, profile, decisions = folder / FOLDER, folder / PROFILE, folder / FOLDER / DECISIONS
    if not (frames / TIMES).is_file():
        raise ReplayError(f"{name} has no frames: the table had not seen anything yet")
    try:
        told = json.loads((folder / GAME).read_text(encoding="utf-8"))
        game, number = game_from(told["settings"]), told["game"]
        events = list(_events(folder / EVENTS, number, game.of))
        begin, end = _own_frames(frames, own, events)
        referee = play_of(game.of).resumed(game, [event for event in events if event.t < begin])
    except FileNotFoundError:
        raise ReplayError(f"{name} has no {GAME}: give its folder {FOLDER} instead") from None
    except (OSError, RecursionError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ReplayError(f"{name} does not fit together: {error}") from None
    return SavedTable(
        own,
        profile if profile.is_dir() else None,
        decisions if decisions.is_file() else None,
        referee,
        max([end, *(event.t for event in events[-1:])]),
    )


def _events(path: Path, game: object, of: str) -> Iterator[Event]:
    for line in path.read_text(encoding="utf-8").splitlines():
        told: dict[str, Any] = json.loads(line)
        if told.pop("game", None) == game:
            yield event_from(of, told)


def _own_frames(frames: Path, own: Path, events: list[Event]) -> tuple[float, float]:
    """Lists those of the last game, and says when they begin and end."""
    head, *rows = (frames / TIMES).read_text(encoding="utf-8").splitlines()
    kept, seen = [head], []
    for row in rows:
        name, seconds = row.split(",")
        if PurePosixPath(name).name != name:
            raise ValueError(f"{TIMES} names a picture elsewhere")
        if not events or float(seconds) >= events[0].t - _LEAD:
            kept.append(f"{(frames / name).resolve()},{seconds}")
            seen.append(float(seconds))
    if not seen:
        raise ValueError("none of its frames is of its last game")
    own.mkdir()
    (own / TIMES).write_text("\n".join(kept) + "\n", encoding="utf-8")
    return seen[0], seen[-1]
