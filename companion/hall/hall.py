"""A running hall: hears every table of a club, keeps what it hears, and tells whoever watches."""

import logging
import queue
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.broker.account import Account
from companion.broker.link import Link
from companion.broker.messages import MessageError
from companion.broker.messages.announcing import Announcement
from companion.broker.messages.asking import ARBITER, Answer, Command, What
from companion.broker.messages.availability import Availability
from companion.broker.messages.happening import TableEvent
from companion.broker.messages.standing import State
from companion.broker.places import HALL, Place, hall_of, of_all_tables
from companion.broker.seldom import Seldom
from companion.hall.alarms import Alarm, Watch
from companion.hall.database import DatabaseError
from companion.hall.ledger import Kept, Known, Ledger
from companion.hall.order import Order

_log = logging.getLogger(__name__)

_LISTENS_TO: Final = (Availability, State, TableEvent, Answer)
_MOST_WAITING: Final = 20_000
"""Messages that were heard and not yet kept; what comes beyond that is asked for again."""
_TOGETHER: Final = 500
"""Messages that are kept at once: a write that has to be synced costs the same for one and for all."""
_TIDY_EVERY: Final = 0.25
"""Seconds between two looks for holes and alarms."""
_ANSWER_SECONDS: Final = 10.0
"""That a table has to answer an order."""
_MOST_PAST: Final = 60
"""States of a table that wait to be shown to spectators, some kilobytes each: beyond that they see fewer."""
_AGAIN_SECONDS: Final = 1.0
"""Before a database that did not keep something is tried again."""


class NoAnswer(Exception):
    """A table that is not there, or says nothing; the text says which."""


@dataclass(slots=True)
class Seat:
    """What is known of one table."""

    name: str
    availability: Availability = Availability.OFFLINE
    state: Mapping[str, Any] | None = None
    order: Order = field(default_factory=Order)
    watch: Watch = field(default_factory=Watch.begun)
    alarm: Alarm | None = None
    version: int = 0
    """Of all changes in the hall, the last one that was this table's."""
    game: int = 0
    """Which one its state is of."""
    past: deque[tuple[float, dict[str, Any]]] = field(default_factory=deque)
    """As it stood, and when, where spectators see later than the arbiter: the first is what they see."""

    def known(self) -> Known:
        return Known(self.name, self.availability, self.state, self.order.last)

    def as_json(self) -> dict[str, Any]:
        return {
            "table": self.name,
            "availability": self.availability.value,
            "n": self.order.last,
            "state": None if self.state is None else dict(self.state),
            "alarm": None if self.alarm is None else self.alarm.as_json(),
            "version": self.version,
        }

    def remember(self, now: float, delay: float) -> None:
        if not self.past or self.past[-1][1]["version"] < self.version:
            self.past.append((now, self.as_json()))
        while len(self.past) > 1 and self.past[1][0] <= now - delay:
            self.past.popleft()
        if len(self.past) > _MOST_PAST:
            *between, last = self.past
            self.past = deque([*between[::2], last])

    def shown(self, now: float, delay: float) -> dict[str, Any] | None:
        """So long ago; None where nothing was known of it then."""
        old = [told for since, told in self.past if since <= now - delay]
        return old[-1] if old else None


class Hall:
    """Everything but `start` and `stop` may be called from any thread."""

    def __init__(
        self,
        account: Account,
        club: str,
        ledger: Ledger,
        wall: Callable[[], float] = time.time,
        *,
        delay: float = 0.0,
    ) -> None:
        """`delay`, in seconds, is how much later than the arbiter others see what happens."""
        self.club, self._ledger, self._wall, self.delay = club, ledger, wall, delay
        self._lock = threading.Lock()
        self._version = 0
        self._seats = {
            each.name: Seat(each.name, each.availability, each.state, Order(each.n))
            for each in ledger.tables()
        }
        self._heard: queue.Queue[tuple[str, bytes] | None] = queue.Queue(_MOST_WAITING)
        self._unkept: tuple[list[tuple[str, TableEvent]], dict[str, Known]] = ([], {})
        """Put in order already, while the database could not keep it."""
        self._listeners: list[Callable[[list[Kept]], None]] = []
        self._answers: dict[str, queue.SimpleQueue[Answer]] = {}
        self._stop = threading.Event()
        self._complaints = Seldom(_log)
        self._link = Link(
            account,
            hall_of(club),
            listens_to=[of_all_tables(club, kind.part) for kind in _LISTENS_TO],
            heard=self._put,
        )
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)

    # What others ask

    @property
    def up(self) -> bool:
        """Whether the broker is there."""
        return self._link.up

    @property
    def refused(self) -> str | None:
        return self._link.refused

    @property
    def version(self) -> int:
        return self._version

    @property
    def ledger(self) -> Ledger:
        return self._ledger

    @property
    def until(self) -> float:
        """What was heard later is not for spectators yet."""
        return self._wall() - self.delay

    def tables(self, after: int = 0, *, late: bool = False) -> list[dict[str, Any]]:
        """Of which something is new since that version, by their names; `late` is as spectators see it."""
        with self._lock:
            seats = sorted(self._seats.values(), key=lambda each: each.name)
            told = [self._told(each, late=late) for each in seats]
        return [each for each in told if each is not None and (not after or each["version"] > after)]

    def table(self, name: str, *, late: bool = False) -> dict[str, Any] | None:
        with self._lock:
            seat = self._seats.get(name)
            return None if seat is None else self._told(seat, late=late)

    def _told(self, seat: Seat, *, late: bool) -> dict[str, Any] | None:
        """Called with the lock held."""
        return seat.shown(self._wall(), self.delay) if late and self.delay else seat.as_json()

    def players(self, name: str, game: int) -> Mapping[str, Any]:
        """Of that game, as far as the table has told."""
        with self._lock:
            seat = self._seats.get(name)
            state = None if seat is None or seat.game != game else seat.state
        found = {} if state is None else state.get("players")
        return found if isinstance(found, Mapping) else {}

    def listen(self, heard: Callable[[list[Kept]], None]) -> None:
        """`heard` is told what is kept, in a thread of the hall's, and must not wait."""
        self._listeners.append(heard)

    def order(self, table: str, what: What, body: Mapping[str, Any]) -> str | None:
        """None where it is done, or why it is not; raises `NoAnswer`."""
        with self._lock:
            seat = self._seats.get(table)
        if seat is None or seat.availability is not Availability.ONLINE:
            raise NoAnswer(f"the table {table} is not there")
        command = Command(secrets.token_hex(8), what, body, ARBITER)
        waiting = self._answers[command.id] = queue.SimpleQueue()
        try:
            if self._send(table, command) is None:
                raise NoAnswer("the broker is not there")
            answer: Answer = waiting.get(timeout=_ANSWER_SECONDS)
        except queue.Empty:
            raise NoAnswer(f"the table {table} does not answer") from None
        finally:
            del self._answers[command.id]
        self._ledger.note_act(table, {"command": what.value, **body, "error": answer.error})
        return answer.error

    def announce(self, text: str, tables: tuple[str, ...] = ()) -> None:
        """Raises `NoAnswer`."""
        said = Announcement(text, tables)
        if self._link.publish(hall_of(self.club).topic(said.part), said.payload(), retained=False) is None:
            raise NoAnswer("the broker is not there")

    # Running

    def start(self) -> None:
        self._thread.start()
        self._link.start()

    def stop(self) -> None:
        """What was heard until now is kept."""
        self._link.stop()
        self._stop.set()
        self._thread.join(timeout=10)

    def _put(self, topic: str, payload: bytes) -> None:
        try:
            self._heard.put_nowait((topic, payload))
        except queue.Full:
            self._complaints.warning("more is heard than can be kept: it is asked for again")

    def _send(self, table: str, command: Command) -> int | None:
        topic = Place(self.club, table).topic(command.part)
        return self._link.publish(topic, command.payload(), retained=command.retained)

    def _run(self) -> None:
        tidied = 0.0
        while not self._stop.is_set() or not self._heard.empty():
            try:
                if len(self._unkept[0]) < _MOST_WAITING:
                    self._take()
                if time.monotonic() - tidied > _TIDY_EVERY:
                    tidied = time.monotonic()
                    self._tidy(tidied)
                self._keep()
            except DatabaseError as fault:
                _log.warning("%s", fault)
                if self._stop.wait(_AGAIN_SECONDS):
                    return
            except Exception:  # noqa: BLE001 -- one message must not end the hall
                self._complaints.exception("something that was heard could not be dealt with")

    def _take(self) -> None:
        """What has come, or nothing after a while."""
        try:
            heard: tuple[str, bytes] | None = self._heard.get(timeout=_TIDY_EVERY)
        except queue.Empty:
            return
        for _ in range(_TOGETHER):
            if heard is not None:
                self._understand(*heard)
            try:
                heard = self._heard.get_nowait()
            except queue.Empty:
                return
        if heard is not None:
            self._understand(*heard)

    def _understand(self, topic: str, payload: bytes) -> None:
        found = Place.of_topic(topic)
        if found is None or found[0].table == HALL:
            return
        place, part = found
        try:
            match part:
                case Availability.part:
                    self._changed(place.table, availability=Availability.read(payload))
                case State.part:
                    told = State.read(payload)
                    self._changed(place.table, state=told.told, n=told.n, game=told.game)
                case TableEvent.part:
                    self._happened(place.table, TableEvent.read(payload))
                case Answer.part:
                    answer = Answer.read(payload)
                    if (waiting := self._answers.get(answer.id)) is not None:
                        waiting.put(answer)
        except MessageError as fault:
            self._complaints.info("what %s says on %s is not understood: %s", place.table, part, fault)

    def _seat(self, name: str) -> Seat:
        """Called with the lock held."""
        seat = self._seats.setdefault(name, Seat(name))
        self._version += 1
        seat.version = self._version
        return seat

    def _changed(
        self,
        name: str,
        *,
        availability: Availability | None = None,
        state: Mapping[str, Any] | None = None,
        n: int = 0,
        game: int = 0,
    ) -> None:
        with self._lock:
            seat = self._seat(name)
            seat.game = seat.game if state is None else game
            seat.availability = availability or seat.availability
            seat.state = seat.state if state is None else state
            seat.order.expect(n)
            self._remember(seat)
        self._unkept[1][name] = seat.known()

    def _happened(self, name: str, event: TableEvent) -> None:
        with self._lock:
            seat = self._seat(name)
            following = seat.order.hear(event)
            self._remember(seat)
        self._follow(seat, following)

    def _remember(self, seat: Seat) -> None:
        """Called with the lock held."""
        if self.delay:
            seat.remember(self._wall(), self.delay)

    def _follow(self, seat: Seat, events: list[TableEvent]) -> None:
        if events:
            self._unkept[0].extend((seat.name, each) for each in events)
            self._unkept[1][seat.name] = seat.known()

    def _tidy(self, now: float) -> None:
        with self._lock:
            seats = tuple(self._seats.values())
        for seat in seats:
            if seat.availability is Availability.ONLINE:
                after = seat.order.wanted(now)
                if after is not None:
                    self._send(seat.name, Command(secrets.token_hex(8), What.RESEND, {"after": after}))
                self._follow(seat, seat.order.give_up(now))
            seat.watch.look(seat.availability, seat.state, self._wall())
            alarm = seat.watch.alarm(self._wall())
            if alarm != seat.alarm:
                with self._lock:
                    self._seat(seat.name).alarm = alarm
                    self._remember(seat)

    def _keep(self) -> None:
        events, tables = self._unkept
        if not events and not tables:
            return
        kept = self._ledger.keep(events, tables.values())
        self._unkept = ([], {})
        if kept:
            for heard in self._listeners:
                heard(kept)
