"""A ZIP for a bug report: what was seen, said and set, without anything secret."""

import contextlib
import json
import sqlite3
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from companion.appliance.layout import RUNTIME
from companion.config.settings import Config
from companion.config.text import config_text
from companion.doctor.findings import Finding
from companion.table.folder import StateFolder
from companion.table.lastframes import DECISIONS, FOLDER, frames_folder
from vision.sources.recorded import TIMES

PROFILE: Final = "profile"
EVENTS: Final = "events.jsonl"
GAME: Final = "game.json"

_EVENTS: Final = 3000
"""The last ones that are packed."""


class BundleError(OSError):
    """It could not be written; the text says why."""


def write_bundle(path: Path, folder: StateFolder, config: Config, found: Iterable[Finding]) -> None:
    """`himiki watch` replays it: see `companion.doctor.replaying`."""
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
            bundle.writestr("doctor.txt", "\n".join(map(str, found)) + "\n")
            bundle.writestr("himiki.toml", config_text(config))
            for name, lines in _told(folder.games):
                bundle.writestr(name, "\n".join(lines) + "\n")
            for file in sorted(_profile(folder).glob("*")):
                if file.is_file():
                    bundle.write(file, f"{PROFILE}/{file.name}")
            _pack_frames(bundle, _frames(folder))
    except OSError as error:
        raise BundleError(f"{path} cannot be written ({error.strerror}): name another file") from None


def _profile(folder: StateFolder) -> Path:
    """The one in use, or that of the drawn table."""
    own = folder.profile
    return own if own.is_dir() else folder.path / "virtual-profile"


def _frames(folder: StateFolder) -> Path:
    running = frames_folder(RUNTIME, {})
    return running if running.is_dir() else frames_folder(folder.path, {})


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
    with contextlib.suppress(FileNotFoundError):
        bundle.write(frames / DECISIONS, f"{FOLDER}/{DECISIONS}")


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
