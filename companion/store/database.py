"""The file of games. One writer; readers of other threads never wait for it."""

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from companion import games
from companion.games.events import Event, EventError
from companion.games.kept import event_from, game_from, settings_of
from companion.games.play import Game, SettingsError
from companion.store import outbox
from companion.store.rescue import Damage, copy_readable, is_sound, readable_text, set_aside
from companion.store.schema import MIGRATIONS, migrate

_log = logging.getLogger(__name__)

_Told = TypeVar("_Told")

_PAGE: Final = 500
"""Events read at once while somebody catches up."""


def _time_in(told: object) -> float:
    """0 of an event that is damaged."""
    try:
        return float(json.loads(str(told))["t"])
    except (ValueError, TypeError, KeyError):
        return 0.0


class StoreError(OSError):
    """Something could not be kept or read; the text says what, and what to do."""

    damaged = False
    """The file itself is damaged: `repair` it, and try again."""
    full = False
    """There is no room for more."""


class NotKept(StoreError):
    """What was to be written is not there, and all else is as it was."""


def _refused(what: str, fault: sqlite3.Error, kind: type[StoreError] = StoreError) -> StoreError:
    error = kind(f"{what} ({fault})")
    error.damaged = isinstance(fault, sqlite3.DatabaseError) and not isinstance(
        fault, (sqlite3.OperationalError, sqlite3.IntegrityError, sqlite3.ProgrammingError)
    )
    error.full = getattr(fault, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL
    return error


@dataclass(frozen=True, slots=True)
class Stored:
    """An event with the number by which programs resume: increasing over all games."""

    id: int
    game: int
    name: str
    text: str
    """The event's JSON, as it was kept."""
    of: str
    """Whose event it is, among `companion.games.GAMES`."""

    @property
    def told(self) -> Event:
        return event_from(self.of, json.loads(self.text))


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in the list of games."""

    id: int
    settings: dict[str, Any]
    """As `settings_of` makes them."""
    started: float
    """Seconds since 1970, by the clock of that time."""
    ended: float | None
    moves: int
    """`move` events, those taken back among them."""
    last: dict[str, Any] | None
    """The last event that told a score, or what else the game came to: a move, a correction, its end."""
    position: str | None = None
    """The last one that was told."""


@dataclass(frozen=True, slots=True)
class GameInStore:
    id: int
    game: Any
    """What was agreed on: a value of the game that it is of."""
    started: float
    ended: float | None
    events: tuple[Event, ...]


class Store:
    """`append` returns once the events survive a power cut; until then nobody is to hear of them."""

    def __init__(
        self,
        path: Path,
        *,
        wall: Callable[[], float] = time.time,
        migrations: Sequence[str] = MIGRATIONS,
        for_broker: bool = False,
    ) -> None:
        """Opens or makes the file. One that is damaged is kept aside, see `damage`; raises `StoreError`
        where there can be none, and `StoreTooNew`. What is said is kept `for_broker` too, until one has
        it."""
        self.path = path
        self.damage: Damage | None = None
        """What was wrong with the file when it was opened, and what became of it."""
        self._wall = wall
        self._for_broker = for_broker
        self._migrations = migrations
        self._lock = threading.RLock()
        self._reading = threading.Lock()
        self._of: dict[int, str] = {}
        """Which game each number is of, as far as it was asked."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._writer = self._opened()
        self._reader = self._for_reading()

    def _opened(self) -> sqlite3.Connection:
        existed = self.path.exists()
        try:
            connection = self._connected()
        except sqlite3.OperationalError as fault:
            raise StoreError(f"{self.path} cannot be used ({fault}): is the folder writable?") from None
        except sqlite3.DatabaseError as fault:
            return self._rescued(str(fault))
        try:
            wrong = is_sound(connection) if existed else None
            if wrong is None:
                self._lift(connection)
                return connection
        except sqlite3.OperationalError as fault:
            connection.close()
            raise StoreError(f"{self.path} cannot be used ({fault}): is another program using it?") from None
        except sqlite3.DatabaseError as fault:
            wrong = str(fault)
        except BaseException:
            connection.close()
            raise
        connection.close()
        return self._rescued(wrong)

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=10, isolation_level=None, check_same_thread=False, cached_statements=32
        )
        connection.text_factory = readable_text
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            connection.close()
            raise
        return connection

    def _lift(self, connection: sqlite3.Connection) -> None:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if 0 < version < len(self._migrations):
            self._copy_before_lifting(connection, version)
        migrate(connection, self._migrations)

    def _copy_before_lifting(self, connection: sqlite3.Connection, version: int) -> None:
        kept = self.path.with_name(f"{self.path.stem}.version-{version}{self.path.suffix}")
        copy = sqlite3.connect(kept)
        try:
            connection.backup(copy)
        finally:
            copy.close()

    def _rescued(self, reason: str) -> sqlite3.Connection:
        stamp = datetime.fromtimestamp(self._wall(), UTC).strftime("%Y%m%d-%H%M%S")
        kept = set_aside(self.path, stamp)
        connection = self._connected()
        migrate(connection, self._migrations)
        self.damage = copy_readable(kept, connection, reason)
        _log.warning("%s", self.damage)
        return connection

    def repair(self, reason: str) -> Damage:
        """After damage that showed while the file was used: the same as when it shows at opening."""
        with self._lock:
            self.close()
            self._writer = self._rescued(reason)
            with self._reading:
                self._reader = self._for_reading()
            assert self.damage is not None
            return self.damage

    # Writing

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            writer = self._writer
            try:
                writer.execute("BEGIN IMMEDIATE")
                yield writer
                writer.execute("COMMIT")
            except sqlite3.Error as fault:
                with suppress(sqlite3.Error):  # a full disk has rolled it back already
                    writer.execute("ROLLBACK")
                raise _refused(f"{self.path.name} cannot be written", fault, NotKept) from fault
            except BaseException:
                if writer.in_transaction:
                    writer.execute("ROLLBACK")
                raise

    def begin(self, game: Game, events: Sequence[Event] = ()) -> int:
        """A new game, which may have begun elsewhere; returns its number. Games that were going on have
        ended."""
        settings = json.dumps(settings_of(game), ensure_ascii=False)
        with self._writing() as writer:
            now = self._wall()
            writer.execute("UPDATE games SET ended = ? WHERE ended IS NULL", (now,))
            cursor = writer.execute("INSERT INTO games (settings, started) VALUES (?, ?)", (settings, now))
            number = cursor.lastrowid
            assert number is not None
            self._insert(number, events, now)
            self._of[number] = game.of
            return number

    def append(self, game: int, events: Iterable[Event]) -> tuple[Stored, ...]:
        """All of them or none."""
        told = [event.as_json() for event in events]
        if not told:
            return ()
        stored = []
        of = self.of(game)
        with self._writing() as writer:
            (number,) = writer.execute(
                "SELECT coalesce(max(number), 0) FROM events WHERE game = ?", (game,)
            ).fetchone()
            for count, each in enumerate(told, start=1):
                text = json.dumps(each, ensure_ascii=False)
                cursor = writer.execute(
                    "INSERT INTO events (game, number, told, wall) VALUES (?, ?, ?, ?)",
                    (game, number + count, text, self._wall()),
                )
                assert cursor.lastrowid is not None
                stored.append(Stored(cursor.lastrowid, game, each["event"], text, of))
            if self._for_broker:
                outbox.put(writer, game, told)
        return tuple(stored)

    def bring(
        self,
        game: Game,
        events: Sequence[Event],
        started: float | None = None,
        ended: float | None = None,
    ) -> int:
        """A finished game from elsewhere; the one that is going on goes on."""
        (number,) = self.bring_all([(game, events, started, ended)])
        return number

    def bring_all(
        self, brought: Iterable[tuple[Game, Sequence[Event], float | None, float | None]]
    ) -> tuple[int, ...]:
        """Several of them, all or none: their numbers."""
        numbers = []
        with self._writing() as writer:
            now = self._wall()
            for game, events, started, ended in brought:
                settings = json.dumps(settings_of(game), ensure_ascii=False)
                began, over = now if started is None else started, now if ended is None else ended
                cursor = writer.execute(
                    "INSERT INTO games (settings, started, ended) VALUES (?, ?, ?)", (settings, began, over)
                )
                assert cursor.lastrowid is not None
                self._insert(cursor.lastrowid, events, now)
                self._of[cursor.lastrowid] = game.of
                numbers.append(cursor.lastrowid)
        return tuple(numbers)

    def _insert(self, game: int, events: Sequence[Event], wall: float) -> None:
        """The first events of a new game; called while writing."""
        self._writer.executemany(
            "INSERT INTO events (game, number, told, wall) VALUES (?, ?, ?, ?)",
            [
                (game, count, json.dumps(event.as_json(), ensure_ascii=False), wall)
                for count, event in enumerate(events, start=1)
            ],
        )

    def delete(self, game: int) -> bool:
        """Whether there was one."""
        with self._writing() as writer:
            return writer.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount > 0

    def keep_analysis(self, game: int, record: str, told: str) -> None:
        """`record` says of which record of the game; nothing where the game is gone by now."""
        with self._writing() as writer:
            writer.execute(
                "INSERT OR REPLACE INTO analyses SELECT id, ?, ? FROM games WHERE id = ?",
                (record, told, game),
            )

    def broker_had(self, n: int) -> None:
        """The broker has all events up to that number of the outbox."""
        with self._writing() as writer:
            outbox.note_had(writer, n)

    def rename(self, game: int, players: Mapping[str, str]) -> bool:
        """Names by turn code; whether there is such a game. Raises `SettingsError`."""
        with self._writing() as writer:
            row = writer.execute("SELECT settings FROM games WHERE id = ?", (game,)).fetchone()
            if row is None:
                return False
            settings = json.loads(row[0]) | {"players": dict(players)}
            game_from(settings)
            text = json.dumps(settings, ensure_ascii=False)
            writer.execute("UPDATE games SET settings = ? WHERE id = ?", (text, game))
            return True

    # Reading

    def _for_reading(self) -> sqlite3.Connection:
        """A second connection: it sees what is durable, and never waits for a power-safe write."""
        reader = sqlite3.connect(self.path, timeout=10, isolation_level=None, check_same_thread=False)
        reader.text_factory = readable_text
        reader.execute("PRAGMA query_only = ON")
        return reader

    def _asked(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        try:
            with self._reading:
                return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as fault:
            raise _refused(f"{self.path.name} cannot be read", fault) from fault

    def games(self) -> tuple[Summary, ...]:
        """The newest first; one whose settings cannot be read any more is left out and logged."""
        found = []
        for number, settings, started, ended, moves, last, placed in self._asked(
            """SELECT id, settings, started, ended,
                (SELECT count(*) FROM events WHERE game = games.id AND told LIKE '%"event": "move"%'),
                (SELECT told FROM events WHERE game = games.id AND (told LIKE '%"score": [%'
                    OR told LIKE '%"event": "move"%' OR told LIKE '%"event": "over"%'
                    OR told LIKE '%"event": "corrected"%')
                    ORDER BY number DESC LIMIT 1),
                (SELECT told FROM events WHERE game = games.id AND told LIKE '%"position": "%'
                    ORDER BY number DESC LIMIT 1)
            FROM games ORDER BY id DESC"""
        ):
            try:
                told = json.loads(settings)
                shown = None if last is None else json.loads(last)
                position = None if placed is None else json.loads(placed).get("position")
                game_from(told)
                times = float(started), None if ended is None else float(ended)
            except (ValueError, TypeError, AttributeError, SettingsError) as fault:
                _log.warning("game %s cannot be listed: %s", number, fault)
                continue
            shown = shown if isinstance(shown, dict) else None
            found.append(Summary(number, told, *times, moves, shown, position))
        return tuple(found)

    def load(self, game: int) -> GameInStore | None:
        """None where there is none; `StoreError` where its events cannot be read."""
        rows = self._asked("SELECT settings, started, ended FROM games WHERE id = ?", (game,))
        if not rows:
            return None
        settings, started, ended = rows[0]
        told = self._asked("SELECT number, told FROM events WHERE game = ? ORDER BY number", (game,))
        if [number for number, _ in told] != list(range(1, len(told) + 1)):
            raise StoreError(f"game {game} has a hole in its events")
        try:
            agreed = game_from(json.loads(settings))
            events = tuple(event_from(agreed.of, json.loads(text)) for _, text in told)
            return GameInStore(game, agreed, started, ended, events)
        except (ValueError, TypeError, EventError, SettingsError) as fault:
            raise StoreError(f"game {game} cannot be read: {fault}") from None

    def of(self, game: int) -> str:
        """Which game that number is of; raises `StoreError` where it is of none that is known here."""
        if game not in self._of:
            rows = self._asked("SELECT settings FROM games WHERE id = ?", (game,))
            try:
                self._of[game] = games.named_in(json.loads(rows[0][0]) if rows else None)
            except (ValueError, TypeError) as fault:
                raise StoreError(f"game {game} cannot be read: {fault}") from None
        return self._of[game]

    def numbers(self) -> frozenset[int]:
        """Of all games that are kept, also those that cannot be read."""
        return frozenset(number for (number,) in self._asked("SELECT id FROM games"))

    def game_of(self, event: int) -> int | None:
        """In which game the event with that number was said."""
        rows = self._asked("SELECT game FROM events WHERE id = ?", (event,))
        return rows[0][0] if rows else None

    def with_event(self, name: str) -> frozenset[int]:
        """Games in which an event of that name was said."""
        rows = self._asked("SELECT DISTINCT game FROM events WHERE told LIKE ?", (f'%"event": "{name}"%',))
        return frozenset(number for (number,) in rows)

    def beginnings(self) -> dict[int, str]:
        """The first event of every game, as it was told: one that goes on from another has the other's."""
        return dict(self._asked("SELECT game, told FROM events WHERE number = 1"))

    def version(self) -> tuple[int, int]:
        """Another one whenever anything was written: for what is worked out of all games."""
        ((version,),) = self._asked("PRAGMA data_version")
        return id(self._reader), version

    def analysis(self, game: int, record: str) -> str | None:
        """As it was kept, where it was of that record."""
        rows = self._asked("SELECT told FROM analyses WHERE game = ? AND record = ?", (game, record))
        return rows[0][0] if rows else None

    def going_on(self) -> int | None:
        """The game that had not ended when the program stopped, however it stopped."""
        rows = self._asked("SELECT id FROM games WHERE ended IS NULL ORDER BY id DESC LIMIT 1")
        return rows[0][0] if rows else None

    def going_on_of(self) -> str | None:
        """Which game that is; None where there is none, or where it cannot be read."""
        number = self.going_on()
        try:
            return None if number is None else self.of(number)
        except StoreError:
            return None

    def newest(self) -> int:
        """The highest number that an event has, 0 without any."""
        rows = self._asked("SELECT coalesce(max(id), 0) FROM events")
        return int(rows[0][0])

    def latest_time(self) -> float:
        """The greatest `t` of the newest events, from which a table's own time goes on."""
        rows = self._asked("SELECT told FROM events ORDER BY id DESC LIMIT 20")
        return max((_time_in(told) for (told,) in rows), default=0.0)

    def between(self, after: int, upto: int) -> Iterator[Stored]:
        """Events with numbers above the one and not above the other, in order, read a page at a time; one
        that cannot be read any more is left out and logged."""
        while after < upto:
            rows = self._asked(
                "SELECT id, game, told FROM events WHERE id > ? AND id <= ? ORDER BY id LIMIT ?",
                (after, upto, _PAGE),
            )
            for number, game, text in rows:
                after = number
                try:
                    each = Stored(number, game, str(json.loads(text)["event"]), text, self.of(game))
                    each.told  # noqa: B018 -- whether its game can still read it
                except (ValueError, TypeError, KeyError, EventError, StoreError) as fault:
                    _log.warning("event %s cannot be read: %s", number, fault)
                    continue
                yield each
            if len(rows) < _PAGE:
                return

    def outgoing(self, after: int, most: int = _PAGE) -> list[outbox.Outgoing]:
        """What was put into the outbox after that number, in order."""
        return self._out(lambda reader: outbox.waiting(reader, after, most))

    def outbox_newest(self) -> int:
        return self._out(outbox.newest)

    def outbox_had(self) -> int:
        """Up to which number the broker is known to have all."""
        return self._out(outbox.had)

    def _out(self, ask: Callable[[sqlite3.Connection], _Told]) -> _Told:
        try:
            with self._reading:
                return ask(self._reader)
        except sqlite3.Error as fault:
            raise _refused(f"{self.path.name} cannot be read", fault) from fault

    # Closing

    def close(self) -> None:
        with self._lock, self._reading:
            self._reader.close()
            self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
