"""A hall's own file, with SQLite."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.hall.database import DatabaseError, Values, Writer


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
