"""What a broker is still to have: events under the table's own numbers, kept until it has them.

A table numbers what it tells a broker by itself: by one, without a hole, whatever becomes of its games
(docs/broker.md). So the numbers are not those of the events in the store, which has holes where games are
brought from elsewhere or deleted.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

KEPT: Final = 20_000
"""Events that are kept after the broker had them, for who has a hole: some two hundred games, 10 MB."""

_ENTRIES: Final = ("placed", "move", "corrected")
"""Events by which a game's record grows: `back` of a correction counts them."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """An event on its way, with its number at this table."""

    n: int
    game: int
    told: Mapping[str, Any]
    revises: int | None
    """The first event that it takes the place of, with whatever came after that."""


def put(writer: sqlite3.Connection, game: int, told: Sequence[Mapping[str, Any]]) -> None:
    """Called while writing, with what is kept in the same breath."""
    for each in told:
        writer.execute(
            "INSERT INTO outbox (game, told, revises) VALUES (?, ?, ?)",
            (game, json.dumps(each, ensure_ascii=False), _revised(writer, game, each)),
        )


def _revised(writer: sqlite3.Connection, game: int, told: Mapping[str, Any]) -> int | None:
    """Of what people changed, the first entry that stands no more; None where nothing was taken back."""
    back = told.get("back")
    if told["event"] != "corrected" or not isinstance(back, int) or back < 1:
        return None
    standing: list[int] = []
    names = ", ".join("?" * len(_ENTRIES))
    rows = writer.execute(
        "SELECT id, coalesce(json_extract(told, '$.back'), 0) FROM outbox"
        f" WHERE game = ? AND json_extract(told, '$.event') IN ({names}) ORDER BY id",
        (game, *_ENTRIES),
    )
    for n, taken_back in rows:
        del standing[len(standing) - min(taken_back, len(standing)) :]
        standing.append(n)
    return standing[-min(back, len(standing))] if standing else None


def waiting(reader: sqlite3.Connection, after: int, most: int) -> list[Outgoing]:
    """Those with numbers above, in order."""
    rows = reader.execute(
        "SELECT id, game, told, revises FROM outbox WHERE id > ? ORDER BY id LIMIT ?", (after, most)
    )
    return [Outgoing(n, game, json.loads(told), revises) for n, game, told, revises in rows]


def newest(reader: sqlite3.Connection) -> int:
    """The number of the last event that was put there, 0 before any."""
    row = reader.execute("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").fetchone()
    return 0 if row is None else int(row[0])


def had(reader: sqlite3.Connection) -> int:
    """Up to which number the broker is known to have all."""
    ((n,),) = reader.execute("SELECT coalesce(max(id), 0) FROM outbox_had")
    return int(n)


def note_had(writer: sqlite3.Connection, n: int) -> None:
    """Called while writing."""
    writer.execute("DELETE FROM outbox_had")
    writer.execute("INSERT INTO outbox_had (id) VALUES (?)", (n,))
    writer.execute("DELETE FROM outbox WHERE id <= ?", (n - KEPT,))
