"""What a damaged file still gives: row by row, past the pages that cannot be read."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_SIDE_FILES: Final = ("-wal", "-shm")
_MOST: Final = 2_000_000
"""Row numbers looked at, where the damage hides how many there are."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A file that was damaged: where it is kept, and what came over."""

    kept: Path
    reason: str
    games: int
    events: int
    lost_events: int
    """Rows that could be counted but not read, or that stand after a hole in their game."""

    def __str__(self) -> str:
        lost = f", {self.lost_events} events did not" if self.lost_events else ""
        return (
            f"the file of games was damaged ({self.reason}); it is kept as {self.kept.name}, "
            f"{self.games} games with {self.events} events came over{lost}"
        )


def is_sound(connection: sqlite3.Connection) -> str | None:
    """None, or what is wrong."""
    try:
        told = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if told == "ok" and connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            told = "events without their game"
    except sqlite3.DatabaseError as fault:
        return str(fault)
    return None if told == "ok" else " ".join(str(told).split())


def set_aside(path: Path, stamp: str) -> Path:
    """Renames the file and what belongs to it to a name that nothing else has."""
    count = 0
    while True:
        suffix = f"-{count}" if count else ""
        kept = path.with_name(f"{path.stem}.damaged-{stamp}{suffix}{path.suffix}")
        if not kept.exists():
            break
        count += 1
    for side in ("", *_SIDE_FILES):
        part = path.with_name(path.name + side)
        if part.exists():
            part.rename(kept.with_name(kept.name + side))
    return kept


def copy_readable(damaged: Path, into: sqlite3.Connection, reason: str) -> Damage:
    """Copies what can be read from the file set aside, which itself is not touched."""
    # Reading through the write-ahead log may write to it: that is done to a copy.
    scratch = damaged.with_name(damaged.name + ".copy")
    parts = [(damaged.with_name(damaged.name + s), scratch.with_name(scratch.name + s)) for s in ("", "-wal")]
    for one, other in parts:
        if one.exists():
            shutil.copyfile(one, other)
    try:
        return _copied(damaged, scratch, into, reason)
    finally:
        for side in ("", *_SIDE_FILES):
            scratch.with_name(scratch.name + side).unlink(missing_ok=True)


def _copied(damaged: Path, scratch: Path, into: sqlite3.Connection, reason: str) -> Damage:
    games = events = seen = 0
    next_number: dict[int, int] = {}
    with closing(sqlite3.connect(scratch, isolation_level=None)) as source:
        into.execute("BEGIN IMMEDIATE")
        source.text_factory = readable_text
        for game in rows_of(source, "games", "id, settings, started, ended"):
            if isinstance(game[1], str) and isinstance(game[2], float):
                into.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?)", game)
                next_number[game[0]] = 1
                games += 1
        for event in rows_of(source, "events", "id, game, number, told, wall"):
            seen += 1
            if next_number.get(event[1]) == event[2] and isinstance(event[3], str):
                into.execute("INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?, ?)", event)
                next_number[event[1]] += 1
                events += 1
        highest = _highest(source, "events")
        _never_again(into, "events", highest)
        _never_again(into, "games", _highest(source, "games"))
        for outgoing in rows_of(source, "outbox", "id, game, told, revises"):
            if isinstance(outgoing[2], str):
                into.execute("INSERT OR IGNORE INTO outbox VALUES (?, ?, ?, ?)", outgoing)
        # What a broker had already it is sent once more: it knows by the number.
        _never_again(into, "outbox", _highest(source, "outbox"))
        into.execute("COMMIT")
    return Damage(damaged, reason, games, events, max(seen, 0) - events)


def readable_text(stored: bytes) -> str:
    """Where a bit has turned, a letter is lost and not the row."""
    return stored.decode(errors="replace")


def rows_of(source: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple[Any, ...]]:
    """In order; from where reading on fails, the rows are asked for one by one."""
    last = 0
    try:
        for row in source.execute(f"SELECT {columns} FROM {table} WHERE id > 0 ORDER BY id"):
            last = row[0]
            yield row
        return
    except sqlite3.DatabaseError:
        pass
    for number in range(last + 1, _highest(source, table) + 1):
        try:
            found = source.execute(f"SELECT {columns} FROM {table} WHERE id = ?", (number,)).fetchone()
        except sqlite3.DatabaseError:
            continue
        if found is not None:
            yield found


def _highest(source: sqlite3.Connection, table: str) -> int:
    for query in (
        "SELECT seq FROM sqlite_sequence WHERE name = '{}'",
        "SELECT id FROM {} ORDER BY id DESC LIMIT 1",
    ):
        try:
            row = source.execute(query.format(table)).fetchone()
        except sqlite3.DatabaseError:
            continue
        if row is not None and isinstance(row[0], int):
            return min(row[0], _MOST)
    return 0


def _never_again(into: sqlite3.Connection, table: str, highest: int) -> None:
    """Numbers go on after the highest that was ever given."""
    into.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
    into.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, highest))
