"""A whole table as one file: its games, who played them, what it learnt, its settings; nothing secret.

A ZIP of `himiki-backup.json`, `games.jsonl` (a game a line), `himiki.toml`, and a folder `profile` for each
game that was learnt. Players are in the games: results and ratings are worked out of them.
"""

import io
import json
import logging
import shutil
import time
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final

from companion import games
from companion.store import Store
from companion.store.rows import GameRow, UnreadableRow, kept_rows
from companion.table.state.folder import StateFolder
from companion.table.state.owner import read_plainly
from companion.table.state.version import program_version
from vision.files import replace_file, replacing_file

_log = logging.getLogger(__name__)

FORMAT: Final = "himiki-backup/1"
ABOUT: Final = "himiki-backup.json"
GAMES: Final = "games.jsonl"
SETTINGS: Final = "himiki.toml"
_OF_A_PROFILE: Final = (".json", ".png", ".txt")

_LONGEST_GAME: Final = 16 * 1024**2
"""Bytes of one game: an evening's longest has a fiftieth of that."""
_LARGEST_FILE: Final = 32 * 1024**2
"""Bytes of a file of a profile: the largest camera's picture has less."""
_MOST_FILES: Final = 200
"""Files of a backup at most."""
_MOST_UNPACKED: Final = 256 * 1024**2
"""Bytes of all of it: a thousand evenings and three learnt tables have half of that. A ZIP of a megabyte may
hold a gigabyte, which would fill a card."""
_MOST_UNREADABLE: Final = 1000
"""Games: where there are more, it is no damage but no back-up."""
_MOST_TOLD: Final = 10
"""Of them, one by one in the log."""
_AT_ONCE: Final = 20
"""Games that are kept with one commit: a table that is played at waits no longer than for that."""


class NoBackup(ValueError):
    """What should be a back-up is none; the text says why."""


@dataclass(frozen=True, slots=True)
class Restored:
    games: int
    """That came."""
    here: int
    """That were here already."""
    unreadable: int
    profiles: tuple[str, ...]
    """Games whose table had not been learnt here, and is known now."""
    settings: str | None
    """As TOML, where there are any: it is for the caller to bring them to their place."""


def write_backup(path: Path, folder: StateFolder, settings: str, name: str) -> int:
    """The number of games in it; raises an OSError, and leaves what was there."""
    with replacing_file(path, mode=0o600) as file:
        return pack(file, folder, settings, name)


def pack(file: IO[bytes], folder: StateFolder, settings: str, name: str) -> int:
    count = 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        with out.open(GAMES, "w", force_zip64=True) as told:
            for row in kept_rows(folder.games, _left_out):
                if row.events:
                    told.write(json.dumps(row.as_json(), ensure_ascii=False).encode() + b"\n")
                    count += 1
        about = {
            "format": FORMAT,
            "table": name,
            "made": datetime.fromtimestamp(time.time(), UTC).isoformat(timespec="seconds"),
            "version": program_version(),
            "games": count,
        }
        out.writestr(ABOUT, json.dumps(about, indent=1) + "\n")
        out.writestr(SETTINGS, settings)
        for of in games.GAMES:
            for path in sorted(folder.shelf(of).profile.glob("*")):
                if path.suffix in _OF_A_PROFILE:
                    _pack_file(out, path, f"profile/{of}/{path.name}")
    return count


def _left_out(number: int, fault: UnreadableRow) -> None:
    _log.warning("game %s is left out of the back-up: %s", number, fault)


def _pack_file(out: zipfile.ZipFile, path: Path, name: str) -> None:
    try:
        with read_plainly(path) as file:
            out.writestr(name, file.read(_LARGEST_FILE))
    except OSError as fault:
        _log.warning("%s is left out of the back-up: %s", path, fault)


def restore(file: IO[bytes], folder: StateFolder, store: Store) -> Restored:
    """What is not here yet is added, nothing that is here is changed. Raises `NoBackup`."""
    try:
        with zipfile.ZipFile(file) as packed:
            _expect(packed)
            came, here, unreadable = _bring_games(packed, store)
            profiles = tuple(of for of in games.GAMES if _bring_profile(packed, of, folder))
            settings = _member(packed, SETTINGS).decode() if SETTINGS in packed.namelist() else None
            return Restored(came, here, unreadable, profiles, settings)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as fault:
        raise NoBackup(str(fault) or type(fault).__name__) from None
    except UnicodeDecodeError as fault:
        raise NoBackup(str(fault)) from None


def _expect(packed: zipfile.ZipFile) -> None:
    names = packed.namelist()
    if len(names) > _MOST_FILES or len(set(names)) < len(names):
        raise NoBackup("there are too many files in it")
    if sum(each.file_size for each in packed.infolist()) > _MOST_UNPACKED:
        raise NoBackup("it would unpack to more than any back-up has")
    if ABOUT not in names or GAMES not in names:
        raise NoBackup(f"{ABOUT} is missing")
    try:
        told = json.loads(_member(packed, ABOUT))
        of = told["format"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise NoBackup(f"{ABOUT} cannot be read") from None
    if of != FORMAT:
        raise NoBackup(f"it is of the format {str(of)[:40]}, and this program reads {FORMAT}")


def _member(packed: zipfile.ZipFile, name: str) -> bytes:
    """However much it says that it has."""
    with packed.open(name) as inside:
        content = inside.read(_LARGEST_FILE + 1)
    if len(content) > _LARGEST_FILE:
        raise NoBackup(f"{name} is too large")
    return content


def _bring_games(packed: zipfile.ZipFile, store: Store) -> tuple[int, int, int]:
    known = {_mark(each.started, each.settings) for each in store.games()}
    came = here = unreadable = 0
    with packed.open(GAMES) as lines:
        rows = _rows(lines)
        while some := list(islice(rows, _AT_ONCE)):
            fresh = []
            for row in some:
                if row is None:
                    unreadable += 1
                elif (mark := _mark(row.started, row.settings)) in known:
                    here += 1
                else:
                    known.add(mark)
                    fresh.append(row)
            store.bring_all((*row.read(), row.started, row.ended) for row in fresh)
            came += len(fresh)
    return came, here, unreadable


def _mark(started: float, settings: dict[str, Any]) -> str:
    return json.dumps([started, settings], sort_keys=True)


def _rows(lines: IO[bytes]) -> Iterator[GameRow | None]:
    """None for one that cannot be read."""
    unreadable = 0
    while line := lines.readline(_LONGEST_GAME + 1):
        if len(line) > _LONGEST_GAME:
            raise NoBackup("a game in it is too long")
        try:
            yield GameRow.from_json(json.loads(line))
        except (ValueError, RecursionError) as fault:
            unreadable += 1
            if unreadable > _MOST_UNREADABLE:
                raise NoBackup("hardly a game in it can be read") from None
            if unreadable <= _MOST_TOLD:
                _log.warning("a game of the back-up cannot be read: %s", fault)
            yield None


def _bring_profile(packed: zipfile.ZipFile, of: str, folder: StateFolder) -> bool:
    """Whether this table knew none of that game, and knows it now."""
    place = folder.shelf(of).profile
    inside = [PurePosixPath(name) for name in packed.namelist() if name.startswith(f"profile/{of}/")]
    if place.exists() or not inside:
        return False
    unfinished = place.with_name(f".{place.name}.new")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    try:
        for name in inside:
            if len(name.parts) == 3 and name.suffix in _OF_A_PROFILE:
                replace_file(unfinished / name.name, _member(packed, str(name)))
        games.seeing_of(of).profile_for(unfinished, None)
        unfinished.replace(place)
    except ValueError as fault:
        _log.warning("what the back-up knows of %s cannot be used: %s", of, fault)
        return False
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return True


class NoFolder(OSError):
    """That for daily back-ups is not there."""


KEPT: Final = 7
"""Daily back-ups, the newest of which stay."""
_DAY: Final = 24 * 3600.0


def daily(
    place: Path, write: Callable[[Path], object], name: str, *, now: Callable[[], float] = time.time
) -> Path | None:
    """Today's, where the last one is a day old; the oldest of more than `KEPT` go. Raises an OSError."""
    if not place.is_dir():
        raise NoFolder(f"{place} is not there")
    before = _daily_ones(place, name)
    moment = now()
    # A clock that was put back must not keep the next one from being made.
    if before and 0 <= moment - before[-1].stat().st_mtime < _DAY:
        return None
    stamp = datetime.fromtimestamp(moment, UTC).strftime("%Y%m%d-%H%M%S")
    made = place / f"{name}-{stamp}.himiki.zip"
    write(made)
    for old in [each for each in _daily_ones(place, name) if each != made][: -(KEPT - 1)]:
        old.unlink(missing_ok=True)
    return made


def _daily_ones(place: Path, name: str) -> list[Path]:
    found: Iterable[Path] = place.glob(f"{name}-*.himiki.zip")
    return sorted((each for each in found if each.is_file()), key=lambda each: each.stat().st_mtime)


def in_memory(folder: StateFolder, settings: str, name: str) -> io.BytesIO:
    """For a phone that asks for it."""
    file = io.BytesIO()
    pack(file, folder, settings, name)
    file.seek(0)
    return file
