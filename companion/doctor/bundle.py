"""A ZIP for a bug report: what was seen, said and set, without anything secret."""

import contextlib
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
from companion.table.folder import StateFolder
from companion.table.lastframes import DECISIONS, FOLDER, READINGS, frames_folder
from vision.sources.recorded import TIMES

PROFILE: Final = "profile"
EVENTS: Final = "events.jsonl"
GAME: Final = "game.json"

_VALUES: Final = "profile.json"
_OF_A_PROFILE: Final = (".json", ".png", ".txt")
_EVENTS: Final = 3000
"""The last ones that are packed."""


class BundleError(OSError):
    """It could not be written; the text says why."""


def write_bundle(path: Path, folder: StateFolder, config: Config, found: Iterable[Finding]) -> None:
    """`himiki watch` replays it: see `companion.doctor.replaying`."""
    unfinished = path.with_name(f".{path.name}.new")
    try:
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as bundle:
            bundle.writestr("doctor.txt", "\n".join(map(str, found)) + "\n")
            bundle.writestr("himiki.toml", config_text(config))
            for name, lines in _told(folder.games):
                bundle.writestr(name, "\n".join(lines) + "\n")
            for file in sorted(_profile(folder, config).glob("*")):
                # Whatever else lies in a folder that somebody named is theirs.
                if file.is_file() and file.suffix in _OF_A_PROFILE:
                    bundle.write(file, f"{PROFILE}/{file.name}")
            _pack_frames(bundle, kept_frames(folder))
        unfinished.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise BundleError(f"{path} cannot be written ({error.strerror}): name another file") from None


def _profile(folder: StateFolder, config: Config) -> Path:
    """The one in use, or that of the drawn table."""
    own = Path(config.camera.profile) if config.camera.profile else folder.profile
    return own if (own / _VALUES).is_file() else folder.virtual_profile


def kept_frames(folder: StateFolder) -> Path:
    """Where a running table, or the last one that ran, left them."""
    if folder.path == STATE and os.access(in_memory := frames_folder(RUNTIME, {}), os.R_OK | os.X_OK):
        return in_memory
    return frames_folder(folder.path, {})


def _pack_frames(bundle: zipfile.ZipFile, frames: Path) -> None:
    """A running table goes on writing there: what its list names is packed as far as it is still there."""
    try:
        head, *rows = (frames / TIMES).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, ValueError):
        return
    packed = [head]
    for row in rows:
        name = row.split(",")[0]
        with contextlib.suppress(FileNotFoundError):
            bundle.write(frames / name, f"{FOLDER}/{name}")
            packed.append(row)
    bundle.writestr(f"{FOLDER}/{TIMES}", "\n".join(packed) + "\n")
    for name in (DECISIONS, READINGS):
        with contextlib.suppress(FileNotFoundError):
            bundle.write(frames / name, f"{FOLDER}/{name}")


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
