"""What this table keeps: its games and its profile."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from companion import games
from companion.config.place import there
from companion.doctor.access import INTO_STATE, in_a_home
from companion.doctor.findings import Finding, ill, note, well
from companion.store.rescue import is_sound
from companion.table.state.folder import StateFolder

_OLD: Final = 180.0
"""Days after which a profile is worth another look."""


def database(folder: StateFolder) -> Finding:
    path = folder.games
    if not path.exists():
        return well("games", "none are kept yet")
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            fault = is_sound(connection)
            count = 0 if fault else connection.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.Error as error:
        fault, count = str(error), 0
    games = "1 game" if count == 1 else f"{count} games"
    if fault:
        return ill(
            "games",
            f"the file of games is damaged ({fault})",
            "start the companion: it keeps the file aside and brings over what can be read",
        )
    damaged = sorted(path.parent.glob(f"{path.stem}.damaged-*"))
    if damaged:
        return note(
            "games", f"{games}; a damaged file is kept aside: {damaged[-1].name}", "keep or delete it"
        )
    return well("games", f"{games}, the file is sound")


def profile(path: Path, *, installed: bool = False) -> Finding:
    if installed and in_a_home(path):
        return ill(
            "profile",
            f"{path} lies in a home, where the companion's service sees nothing",
            f"{INTO_STATE}: profile under [camera]",
        )
    if not there(path):
        return note(
            "profile", "the table is not calibrated", "open the page's Camera: it takes three minutes"
        )
    try:
        found = games.seeing_of(games.usual()).profile_for(path, None)
    except ValueError as error:
        return ill("profile", str(error), "calibrate again on the page's Camera")
    days = (time.time() - (path / "profile.json").stat().st_mtime) / 86400
    seen = f"{found.size[0]}x{found.size[1]}, {max(0, round(days))} days old"
    if days > _OLD:
        return note("profile", seen, "if the board is read wrongly, calibrate again on the page's Camera")
    return well("profile", seen)
