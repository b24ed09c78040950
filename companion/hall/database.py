"""Where a hall keeps what it hears: a file of SQLite's, or a PostgreSQL that somebody else keeps well.

Both are given the same statements and the same tables. One thread writes; readers have a connection of their
own.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol

MIGRATIONS: Final = (
    (
        "CREATE TABLE hall_tables ("
        " name TEXT PRIMARY KEY, availability TEXT NOT NULL, state TEXT, n BIGINT NOT NULL)",
        "CREATE TABLE hall_events ("
        " id BIGINT PRIMARY KEY, place TEXT NOT NULL, n BIGINT NOT NULL, game BIGINT NOT NULL,"
        " told TEXT NOT NULL, revises BIGINT, wall DOUBLE PRECISION NOT NULL, UNIQUE (place, n))",
        "CREATE TABLE hall_acts ("
        " id BIGINT PRIMARY KEY, place TEXT NOT NULL, wall DOUBLE PRECISION NOT NULL, told TEXT NOT NULL)",
    ),
)
"""The statements at index n make version n + 1 from version n. Numbers are given by the hall, which alone
writes: so nothing here is one database's own way to count."""

Values = Sequence[str | int | float | None]


class DatabaseError(OSError):
    """Something could not be kept or read; the text says what, and what to do."""


class Database(Protocol):
    """Statements have `?` for values, whatever is behind it."""

    @contextmanager
    def writing(self) -> Iterator["Writer"]:
        """All of it is durable afterwards, or nothing; raises `DatabaseError`."""

    def rows(self, query: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """What is durable; raises `DatabaseError`."""

    def close(self) -> None: ...


class Writer(Protocol):
    def run(self, statement: str, values: Values = ()) -> None: ...

    def run_all(self, statement: str, values: Sequence[Values]) -> None: ...


def opened(place: str) -> Database:
    """`place` is a file's path or `postgresql://…`; raises `DatabaseError`."""
    found: Database
    if place.startswith(("postgresql://", "postgres://")):
        from companion.hall.postgres import Postgres

        found = Postgres(place)
    else:
        found = Sqlite(Path(place))
    _lift(found, place)
    return found


def _lift(database: Database, place: str) -> None:
    with database.writing() as writer:
        writer.run("CREATE TABLE IF NOT EXISTS hall_version (version BIGINT NOT NULL)")
    ((version,),) = database.rows("SELECT coalesce(max(version), 0) FROM hall_version")
    if version > len(MIGRATIONS):
        raise DatabaseError(f"{place} was written by a newer version of this program: update it")
    for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
        with database.writing() as writer:
            for each in statements:
                writer.run(each)
            writer.run("INSERT INTO hall_version (version) VALUES (?)", (number,))


class Sqlite:
    def __init__(self, path: Path) -> None:
        """Raises `DatabaseError`."""
        self._path = path
        self._lock = threading.Lock()
        self._reading = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer, self._reader = self._connected(), self._connected()
        except (sqlite3.Error, OSError) as fault:
            raise DatabaseError(f"{path} cannot be used ({fault}): name another file with --store") from None

    def _connected(self) -> sqlite3.Connection:
        made = sqlite3.connect(self._path, timeout=10, isolation_level=None, check_same_thread=False)
        made.execute("PRAGMA journal_mode = WAL")
        made.execute("PRAGMA synchronous = FULL")
        return made

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        with self._lock:
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                yield _SqliteWriter(self._writer)
                self._writer.execute("COMMIT")
            except sqlite3.Error as fault:
                self._give_up()
                raise DatabaseError(f"{self._path.name} cannot be written ({fault})") from fault
            except BaseException:
                self._give_up()
                raise

    def _give_up(self) -> None:
        with suppress(sqlite3.Error):  # a full disk has rolled it back already
            self._writer.execute("ROLLBACK")

    def rows(self, query: str, values: Values = ()) -> list[tuple[Any, ...]]:
        try:
            with self._reading:
                return self._reader.execute(query, tuple(values)).fetchall()
        except sqlite3.Error as fault:
            raise DatabaseError(f"{self._path.name} cannot be read ({fault})") from fault

    def close(self) -> None:
        with self._lock, self._reading:
            self._writer.close()
            self._reader.close()


class _SqliteWriter:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, statement: str, values: Values = ()) -> None:
        self._connection.execute(statement, tuple(values))

    def run_all(self, statement: str, values: Sequence[Values]) -> None:
        self._connection.executemany(statement, [tuple(each) for each in values])
