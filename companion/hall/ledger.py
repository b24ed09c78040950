"""What a hall has heard, in its database."""

import json
import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.broker.messages.availability import Availability
from companion.broker.messages.happening import TableEvent
from companion.hall.database import Database, Values

_LATEST: Final = 1e12
"""Seconds since 1970: later than whatever is heard."""
_ADD_EVENT: Final = (
    "INSERT INTO hall_events (id, place, n, game, told, revises, wall) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_PUT_TABLE: Final = (
    "INSERT INTO hall_tables (name, availability, state, n) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (name) DO UPDATE SET availability = excluded.availability,"
    " state = excluded.state, n = excluded.n"
)


@dataclass(frozen=True, slots=True)
class Kept:
    """An event with the hall's own number, by which its pages go on."""

    id: int
    table: str
    event: TableEvent

    def as_json(self) -> dict[str, Any]:
        """As programs are told it."""
        return {"table": self.table, **told_of(self.event)}


def told_of(event: TableEvent) -> dict[str, Any]:
    revises = {} if event.revises is None else {"revises": event.revises}
    return {"n": event.n, "game": event.game, **revises, **event.told}


@dataclass(frozen=True, slots=True)
class Known:
    """A table as it was last heard of."""

    name: str
    availability: Availability
    state: Mapping[str, Any] | None
    n: int
    """Up to which number its events are here."""


class Ledger:
    """`keep` is for one thread; everything else for any."""

    def __init__(self, database: Database, wall: Callable[[], float] = time.time) -> None:
        self._database, self._wall = database, wall
        ((newest,),) = database.rows("SELECT coalesce(max(id), 0) FROM hall_events")
        self._newest = int(newest)

    @property
    def newest(self) -> int:
        return self._newest

    def tables(self) -> list[Known]:
        rows = self._database.rows("SELECT name, availability, state, n FROM hall_tables ORDER BY name")
        return [
            Known(name, Availability(availability), None if state is None else json.loads(state), n)
            for name, availability, state, n in rows
        ]

    def keep(
        self,
        events: Iterable[tuple[str, TableEvent]],
        tables: Iterable[Known],
    ) -> list[Kept]:
        """All durable when it returns; `tables` are those of which something else is known now. Raises
        `DatabaseError`, and has kept nothing then."""
        now = self._wall()
        kept = [Kept(id_, table, event) for id_, (table, event) in enumerate(events, self._newest + 1)]
        with self._database.writing() as writer:
            if kept:
                writer.run_all(_ADD_EVENT, [_event_row(each, now) for each in kept])
            if rows := [_table_row(each) for each in tables]:
                writer.run_all(_PUT_TABLE, rows)
        self._newest += len(kept)
        return kept

    def events(self, table: str, after: int, most: int, until: float = math.inf) -> list[TableEvent]:
        """Of one table, in order; `until` is when they were heard, seconds since 1970."""
        rows = self._database.rows(
            "SELECT n, game, told, revises FROM hall_events WHERE place = ? AND n > ? AND wall <= ?"
            " ORDER BY n LIMIT ?",
            (table, after, _moment(until), most),
        )
        return [TableEvent(n, game, json.loads(told), revises) for n, game, told, revises in rows]

    def of_game(self, table: str, game: int, until: float = math.inf) -> list[TableEvent]:
        """Of one game, in order."""
        rows = self._database.rows(
            "SELECT n, told, revises FROM hall_events WHERE place = ? AND game = ? AND wall <= ? ORDER BY n",
            (table, game, _moment(until)),
        )
        return [TableEvent(n, game, json.loads(told), revises) for n, told, revises in rows]

    def newest_of(self, until: float) -> int:
        """The hall's number of the last one that was heard by then."""
        ((newest,),) = self._database.rows(
            "SELECT coalesce(max(id), 0) FROM hall_events WHERE wall <= ?", (_moment(until),)
        )
        return int(newest)

    def since(self, id_: int, most: int, until: float = math.inf) -> list[Kept]:
        """Of all tables, by the hall's numbers."""
        rows = self._database.rows(
            "SELECT id, place, n, game, told, revises FROM hall_events WHERE id > ? AND wall <= ?"
            " ORDER BY id LIMIT ?",
            (id_, _moment(until), most),
        )
        return [
            Kept(number, place, TableEvent(n, game, json.loads(told), revises))
            for number, place, n, game, told, revises in rows
        ]

    def note_act(self, table: str, told: Mapping[str, Any]) -> None:
        """What an arbiter did at a table."""
        ((newest,),) = self._database.rows("SELECT coalesce(max(id), 0) FROM hall_acts")
        with self._database.writing() as writer:
            writer.run(
                "INSERT INTO hall_acts (id, place, wall, told) VALUES (?, ?, ?, ?)",
                (newest + 1, table, self._wall(), _text(told)),
            )

    def acts(self, table: str) -> list[dict[str, Any]]:
        rows = self._database.rows("SELECT wall, told FROM hall_acts WHERE place = ? ORDER BY id", (table,))
        return [{"at": wall, **json.loads(told)} for wall, told in rows]


def _moment(until: float) -> float:
    """As every database can compare it."""
    return min(until, _LATEST)


def _event_row(each: Kept, wall: float) -> Values:
    event = each.event
    return each.id, each.table, event.n, event.game, _text(event.told), event.revises, wall


def _table_row(each: Known) -> Values:
    return each.name, each.availability.value, None if each.state is None else _text(each.state), each.n


def _text(told: Mapping[str, Any]) -> str:
    return json.dumps(dict(told), ensure_ascii=False, separators=(",", ":"))
