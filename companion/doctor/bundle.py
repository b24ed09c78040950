"""A ZIP for a bug report: what was seen, said and set, without anything secret."""

import json
import os
import sqlite3
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from companion.appliance.layout import RUNTIME, STATE
from companion.config.settings import Config
from companion.config.text import config_text
from companion.doctor.findings import Finding
from companion.table.lastframes import DECISIONS, FOLDER, READINGS, frames_folder
from companion.table.state.folder import StateFolder
from companion.table.state.owner import as_owner, read_plainly
from vision.files import replacing_file
from vision.sources.recorded import TIMES

PROFILE: Final = "profile"
EVENTS: Final = "events.jsonl"
GAME: Final = "game.json"

_VALUES: Final = "profile.json"
_OF_A_PROFILE: Final = (".json", ".png", ".txt")
_EVENTS: Final = 3000
"""The last ones that are packed."""
_LARGEST: Final = 32 * 1024**2
"""Bytes of one file: a picture of the largest camera has less."""


class BundleError(OSError):
    """It could not be written; the text says why."""


def write_bundle(path: Path, folder: StateFolder, config: Config, found: Iterable[Finding]) -> None:
    """`himiki watch` replays it: see `companion.doctor.replaying`."""
    try:
        # The file belongs to whoever asked for it; what goes in is read with the rights of the one who keeps
        # it, who may have made links to what others must not see.
        with (
            replacing_file(path) as file,
            as_owner(folder.path),
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle,
        ):
            _pack(bundle, folder, config, found)
    except OSError as error:
        raise BundleError(f"{path} cannot be written ({error.strerror}): name another file") from None


def _pack(bundle: zipfile.ZipFile, folder: StateFolder, config: Config, found: Iterable[Finding]) -> None:
    bundle.writestr("doctor.txt", "\n".join(map(str, found)) + "\n")
    bundle.writestr("himiki.toml", config_text(config))
    for name, lines in _told(folder.games):
        bundle.writestr(name, "\n".join(lines) + "\n")
    for file in sorted(_profile(folder, config).glob("*")):
        # Whatever else lies in a folder that somebody named is theirs.
        if file.suffix in _OF_A_PROFILE:
            _pack_file(bundle, file, f"{PROFILE}/{file.name}")
    _pack_frames(bundle, kept_frames(folder))


def _pack_file(bundle: zipfile.ZipFile, path: Path, name: str) -> bool:
    """Whether it was a plain file that may be read."""
    try:
        with read_plainly(path) as file:
            bundle.writestr(name, file.read(_LARGEST))
    except OSError:
        return False
    return True


def _profile(folder: StateFolder, config: Config) -> Path:
    """The one in use, or that of the drawn table."""
    own = Path(config.camera.profile) if config.camera.profile else folder.profile
    return own if os.path.isfile(own / _VALUES) else folder.virtual_profile  # noqa: PTH113 -- one not to be seen is none


def kept_frames(folder: StateFolder) -> Path:
    """Where a running table, or the last one that ran, left them."""
    if folder.path == STATE and os.access(in_memory := frames_folder(RUNTIME, {}), os.R_OK | os.X_OK):
        return in_memory
    return frames_folder(folder.path, {})


def _pack_frames(bundle: zipfile.ZipFile, frames: Path) -> None:
    """A running table goes on writing there: what its list names is packed as far as it is still there."""
    try:
        with read_plainly(frames / TIMES) as times:
            head, *rows = times.read(_LARGEST).decode().splitlines()
    except (OSError, ValueError):
        return
    packed = [head]
    for row in rows:
        name = Path(row.split(",")[0]).name
        if _pack_file(bundle, frames / name, f"{FOLDER}/{name}"):
            packed.append(row)
    bundle.writestr(f"{FOLDER}/{TIMES}", "\n".join(packed) + "\n")
    for name in (DECISIONS, READINGS):
        _pack_file(bundle, frames / name, f"{FOLDER}/{name}")


def _told(games: Path) -> Iterator[tuple[str, list[str]]]:
    """The last events with their game, oldest first, and that game. Names of players stay at home."""
    if not games.exists():
        return
    try:
        with closing(sqlite3.connect(f"file:{games}?mode=ro", uri=True)) as connection:
            rows = connection.execute(
                "SELECT game, told FROM events ORDER BY id DESC LIMIT ?", (_EVENTS,)
            ).fetchall()
            kept = connection.execute("SELECT id, settings FROM games ORDER BY id DESC LIMIT 1").fetchone()
    except sqlite3.Error as error:
        yield EVENTS, [json.dumps({"fault": str(error)})]
        return
    if kept is not None:
        settings = {**json.loads(kept[1]), "players": {}}
        yield GAME, [json.dumps({"game": kept[0], "settings": settings}, ensure_ascii=False)]
    events: list[dict[str, Any]] = [{"game": game, **json.loads(told)} for game, told in reversed(rows)]
    yield EVENTS, [json.dumps(event, ensure_ascii=False) for event in events]
