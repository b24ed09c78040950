"""Looking into a file of games that a running table may be writing: nothing of it is changed or made."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.store import StoreError


def solved_challenges(path: Path) -> list[tuple[str, float]]:
    """Names, and when each game began (seconds since 1970); nothing where there is no file yet."""
    if not path.exists():
        return []
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as connection:
            rows = connection.execute(
                """SELECT settings, started,
                    (SELECT told FROM events WHERE game = games.id AND told LIKE '%"score": [%'
                        ORDER BY number DESC LIMIT 1)
                FROM games WHERE settings LIKE '%"mode": "mindlock"%' ORDER BY id"""
            ).fetchall()
    except sqlite3.Error as fault:
        raise StoreError(f"{path} cannot be read ({fault})") from None
    found = []
    for settings, started, last in rows:
        try:
            name, told = json.loads(settings).get("challenge"), json.loads(last or "{}")
        except ValueError:
            continue  # the table itself says in its log that this game is damaged
        if name and told.get("event") == "over" and told.get("winner") == "w":
            found.append((str(name), float(started)))
    return found
