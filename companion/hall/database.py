"""Where a hall keeps what it hears: a file of SQLite's, or a PostgreSQL that somebody else keeps well.

Both are given the same statements and the same tables. One thread writes; readers have a connection of their
own.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
    ("CREATE TABLE hall_tournaments (id BIGINT PRIMARY KEY, told TEXT NOT NULL)",),
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
