"""A hall's PostgreSQL, through psycopg 3."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg

from companion.hall.database import DatabaseError, Values, Writer

_Found = TypeVar("_Found")


class Postgres:
    """A connection that was lost is made again by whoever needs it next."""

    def __init__(self, address: str) -> None:
        """Raises `DatabaseError`."""
        self._address = address
        self._lock = threading.Lock()
        self._reading = threading.Lock()
        self._writer = self._connected()
        self._reader = self._connected()

    def _connected(self) -> "psycopg.Connection[tuple[Any, ...]]":
        try:
            return psycopg.connect(self._address, autocommit=True, connect_timeout=10)
        except psycopg.Error as fault:
            # What psycopg says names host and user, and never the password.
            raise DatabaseError(f"PostgreSQL cannot be reached: {_one_line(fault)}") from None

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        with self._lock:
            if self._writer.closed:
                self._writer = self._connected()
            try:
                with self._writer.transaction():
                    yield _PostgresWriter(self._writer)
            except psycopg.Error as fault:
                self._let_go(self._writer)
                raise DatabaseError(f"PostgreSQL did not keep it: {_one_line(fault)}") from fault

    def rows(self, query: str, values: Values = ()) -> list[tuple[Any, ...]]:
        with self._reading:
            return self._twice(lambda: self._reader.execute(_spelt(query), tuple(values)).fetchall())

    def _twice(self, ask: Callable[[], _Found]) -> _Found:
        """A server that was started anew has forgotten its connections."""
        if self._reader.closed:
            self._reader = self._connected()
        try:
            return ask()
        except psycopg.OperationalError:
            self._let_go(self._reader)
            self._reader = self._connected()
        except psycopg.Error as fault:
            raise DatabaseError(f"PostgreSQL cannot be read: {_one_line(fault)}") from fault
        try:
            return ask()
        except psycopg.Error as fault:
            raise DatabaseError(f"PostgreSQL cannot be read: {_one_line(fault)}") from fault

    def _let_go(self, connection: "psycopg.Connection[tuple[Any, ...]]") -> None:
        if connection.broken:
            with suppress(psycopg.Error):
                connection.close()

    def close(self) -> None:
        with self._lock, self._reading:
            self._writer.close()
            self._reader.close()


class _PostgresWriter:
    def __init__(self, connection: "psycopg.Connection[tuple[Any, ...]]") -> None:
        self._connection = connection

    def run(self, statement: str, values: Values = ()) -> None:
        self._connection.execute(_spelt(statement), tuple(values))

    def run_all(self, statement: str, values: Sequence[Values]) -> None:
        with self._connection.cursor() as cursor:
            cursor.executemany(_spelt(statement), [tuple(each) for each in values])


def _spelt(statement: str) -> str:
    """Values in PostgreSQL's way; no statement of ours has a `?` or a `%` in a text."""
    return statement.replace("?", "%s")


def _one_line(fault: psycopg.Error) -> str:
    return " ".join(str(fault).split())[:300]
