"""A ZIP for a bug report: what was seen, said and set, without anything secret."""

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
from companion.table.lastframes import FOLDER, frames_folder

_EVENTS: Final = 3000
"""The last ones that are packed."""


class BundleError(OSError):
    """It could not be written; the text says why."""


def write_bundle(path: Path, folder: StateFolder, config: Config, found: Iterable[Finding]) -> None:
    """`frames/` in it can be given to `himiki watch`, with `profile/` beside it."""
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
            bundle.writestr("doctor.txt", "\n".join(map(str, found)) + "\n")
            bundle.writestr("himiki.toml", config_text(config))
            bundle.writestr("events.jsonl", "\n".join(_events(folder.games)) + "\n")
            for name, place in _folders(folder):
                for file in sorted(place.glob("*")):
                    if file.is_file():
                        bundle.write(file, f"{name}/{file.name}")
    except OSError as error:
        raise BundleError(f"{path} cannot be written ({error.strerror}): name another file") from None


def _folders(folder: StateFolder) -> Iterator[tuple[str, Path]]:
    """The profile in use (or that of the drawn table), and the last frames, wherever they are."""
    own = folder.profile
    yield "profile", own if own.is_dir() else folder.path / "virtual-profile"
    running = frames_folder(RUNTIME, {})
    yield FOLDER, running if running.is_dir() else frames_folder(folder.path, {})


def _events(games: Path) -> Iterator[str]:
    """The last events with their game, oldest first. Names of players stay at home."""
    if not games.exists():
        return
    try:
        with closing(sqlite3.connect(f"file:{games}?mode=ro", uri=True)) as connection:
            rows = connection.execute(
                "SELECT game, told FROM events ORDER BY id DESC LIMIT ?", (_EVENTS,)
            ).fetchall()
    except sqlite3.Error as error:
        yield json.dumps({"fault": str(error)})
        return
    for game, told in reversed(rows):
        event: dict[str, Any] = {"game": game, **json.loads(told)}
        yield json.dumps(event, ensure_ascii=False)
