"""How the file is laid out, version by version (`PRAGMA user_version`)."""

import sqlite3
from collections.abc import Sequence
from typing import Final

FIRST: Final = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    settings TEXT NOT NULL,
    started REAL NOT NULL,
    ended REAL
);
CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    told TEXT NOT NULL,
    wall REAL NOT NULL,
    UNIQUE (game, number)
);
"""
"""`AUTOINCREMENT`, so that a number is never given twice, not even after the newest game was deleted:
programs resume by it. `number` counts the events of one game from 1: a hole in it is damage. Order is
that of the numbers; `wall`, `started` and `ended` are for people, and may jump as clocks do."""

ANALYSES: Final = """
CREATE TABLE analyses (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    record TEXT NOT NULL,
    told TEXT NOT NULL
);
"""
"""What took minutes to find out; `record` is a mark of the record that it was found of. It can be found out
again, so it is not rescued from a damaged file."""

OUTBOX: Final = """
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL,
    told TEXT NOT NULL,
    revises INTEGER
);
CREATE INDEX outbox_games ON outbox (game, id);
CREATE TABLE outbox_had (id INTEGER NOT NULL);
"""
"""What is told to a broker, where there is one; its own numbers, which outlive the games."""

MIGRATIONS: Final = (FIRST, ANALYSES, OUTBOX)
"""The script at index n makes version n + 1 from version n."""


class StoreTooNew(Exception):
    """A file of a later program. It is left alone."""

    def __init__(self, version: int, newest: int) -> None:
        self.version, self.newest = version, newest
        super().__init__(
            f"the games were kept by a newer version of this program (file version {version}, "
            f"this one reads {newest}): update it"
        )


def migrate(connection: sqlite3.Connection, migrations: Sequence[str] = MIGRATIONS) -> int:
    """Lifts the file to the newest version, one version at a time, each wholly or not at all.

    Returns the version that it had.
    """
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found > len(migrations):
        raise StoreTooNew(found, len(migrations))
    for version in range(found, len(migrations)):
        connection.executescript(
            f"BEGIN EXCLUSIVE;\n{migrations[version]}\nPRAGMA user_version = {version + 1};\nCOMMIT;"
        )
    return int(found)
