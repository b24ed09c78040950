"""A running table, told to a broker: availability, what stands, and every event once it is kept."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.broker import home as home_of
from companion.broker.account import Account
from companion.broker.commands import Commands
from companion.broker.link import Link
from companion.broker.messages import MessageError
from companion.broker.messages.announcing import Announcement
from companion.broker.messages.asking import Command
from companion.broker.messages.happening import TableEvent
from companion.broker.messages.picture import Picture
from companion.broker.messages.standing import State
from companion.broker.places import Place, hall_of
from companion.broker.seldom import Seldom
from companion.store import StoreError
from companion.table import Table

_log = logging.getLogger(__name__)

_ON_ITS_WAY: Final = 100
"""Events at most that the broker has not said to have: more wait in the store, and cost no memory."""
_LOOK_EVERY: Final = 0.5
"""Seconds after which it is looked whether the state is another one where nothing was said."""
_STATE_EVERY: Final = 0.1
"""Seconds at least between two states: a move is four events at once."""
_PICTURE_EVERY: Final = 2.0
"""Seconds at least between two pictures: a hand that moves changes the state several times a second."""
_SAID_SECONDS: Final = 180.0
"""That a sentence of the hall's stands on the table's page."""
_FOR_ROOM: Final = 0.005
"""Seconds between two looks whether the broker has some of what is on its way."""
_NOTE_EVERY: Final = 1.0
"""Seconds at least between two notes of what the broker has: each is a write that a card has to sync. What
was not noted when the power goes is sent once more."""


class Publishing:
    """Never holds the table up: what the broker does not have yet stays in the outbox."""

    def __init__(
        self,
        table: Table,
        account: Account,
        place: Place,
        state: Callable[[], Mapping[str, Any]],
        commands: Commands,
        home: bytes = home_of.GONE,
        picture: Callable[[], bytes | None] | None = None,
    ) -> None:
        """`state` is what `GET /api/v1/state` answers; `home` is how a house that automates itself knows this
        table, see `home.device`; `picture` is what its camera sees, as JPEG: None where nobody may see it."""
        self._table, self._place, self._state_now = table, place, state
        self._home = home
        self._complaints = Seldom(_log)
        self._picture_now = picture
        self._pictured = b""
        """The state of which a picture was sent."""
        self._pictured_at = 0.0
        self._commands = commands
        self._lock = threading.Lock()
        self._anew = False
        """A connection was made: everything retained is told once more, and what it may have missed."""
        self._again_after: int | None = None
        """Somebody has a hole after that number."""
        self._sent = self._had = self._noted = table.store.outbox_had()
        self._arrived: deque[int] = deque()
        """Messages that the broker has, by its numbers, as it says so."""
        self._on_its_way: dict[int, int] = {}
        """Numbers of events, by the broker's of their messages."""
        self._had_early: set[int] = set()
        """Numbers that the broker has, after one that it does not have yet."""
        self._state: bytes = b""
        self._told_state = self._noted_at = 0.0
        self._from_hall = hall_of(place.club).topic(Announcement.part)
        self._said_until: float | None = None
        """What the hall said is on the page until then."""
        self._stop = threading.Event()
        self._link = Link(
            account,
            place,
            listens_to=[place.topic(Command.part), home_of.STATUS, self._from_hall],
            # An order that the broker keeps would be carried out anew after every connection.
            kept_too=False,
            heard=self._heard,
            connected=self._connected,
            had=self._broker_has,
        )
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)

    @property
    def up(self) -> bool:
        return self._link.up

    @property
    def waiting(self) -> int:
        """Events that the broker does not have yet."""
        return self._table.store.outbox_newest() - self._had

    def start(self) -> None:
        self._commands.start(self._answer, self._resend)
        self._link.start()
        self._thread.start()

    def stop(self) -> None:
        """What was said before goes out still, if the broker is there; else it waits for the next start."""
        self._stop.set()
        self._thread.join(timeout=5)
        self._table.notices.take_down("hall-says")
        self._commands.stop()
        self._link.stop()
        self._note(self._had)

    # Called by the link's thread

    def _connected(self) -> None:
        with self._lock:
            self._anew = True

    def _broker_has(self, mid: int) -> None:
        # No lock here: the client holds one of its own, which publishing waits for.
        self._arrived.append(mid)

    def _heard(self, topic: str, payload: bytes) -> None:
        if topic == self._from_hall:
            self._announced(payload)
        elif topic != home_of.STATUS:
            self._commands.put(payload)
        elif payload == home_of.ONLINE:
            self._connected()

    def _announced(self, payload: bytes) -> None:
        try:
            said = Announcement.read(payload)
        except MessageError as fault:
            self._complaints.info("what the hall says is not understood: %s", fault)
            return
        if not said.tables or self._place.table in said.tables:
            self._table.notices.put_up("hall-says", text=" ".join(said.text.split()))
            self._said_until = time.monotonic() + _SAID_SECONDS

    # Called by whoever carries commands out

    def _answer(self, payload: bytes, part: str) -> None:
        self._link.publish(self._place.topic(part), payload, retained=False)

    def _resend(self, after: int) -> None:
        with self._lock:
            self._again_after = after if self._again_after is None else min(after, self._again_after)

    # In a thread of its own

    def _run(self) -> None:
        listening = self._table.events.subscribe()
        try:
            while not self._stop.is_set():
                listening.take(_LOOK_EVERY)
                if listening.closed and not self._stop.is_set():
                    listening = self._table.events.subscribe()
                self._tell()
            self._tell()
        finally:
            listening.close()

    def _tell(self) -> None:
        if self._said_until is not None and time.monotonic() > self._said_until:
            self._said_until = None
            self._table.notices.take_down("hall-says")
        try:
            if self._link.up:
                self._begin_anew()
                self._tell_events()
                self._tell_state()
                self._tell_picture()
            self._take_arrived()
            self._note_now_and_then()
        except StoreError as fault:
            # The table says what is wrong with its store; here it is tried again.
            _log.info("%s", fault)
        except Exception:  # noqa: BLE001 -- whatever it is, the game and the next events go on
            _log.exception("the broker could not be told")

    def _begin_anew(self) -> None:
        with self._lock:
            if self._anew:
                self._anew, self._state = False, b""
                self._on_its_way.clear()
                self._had_early.clear()
                self._sent = self._had
                self._link.publish(home_of.found_at(self._place), self._home, retained=True)
            if self._again_after is not None:
                self._sent, self._again_after = min(self._sent, self._again_after), None

    def _tell_events(self) -> None:
        while self._link.up:
            self._take_arrived()
            room = _ON_ITS_WAY - len(self._on_its_way)
            outgoing = self._table.store.outgoing(self._sent, room) if room else []
            for each in outgoing:
                message = TableEvent(each.n, each.game, each.told, each.revises)
                mid = self._link.publish(
                    self._place.topic(message.part), message.payload(), retained=message.retained
                )
                if mid is None:
                    return
                self._on_its_way[mid] = self._sent = each.n
            if (room and not outgoing) or self._stop.wait(0 if outgoing else _FOR_ROOM):
                return

    def _take_arrived(self) -> None:
        while self._arrived:
            n = self._on_its_way.pop(self._arrived.popleft(), 0)
            if n > self._had:
                self._had_early.add(n)
        while self._had + 1 in self._had_early:
            self._had += 1
            self._had_early.discard(self._had)

    def _tell_state(self) -> None:
        if time.monotonic() - self._told_state < _STATE_EVERY:
            return
        n = self._table.store.outbox_newest()
        game, told = self._table.game_id, self._state_now()
        if (n, game) != (self._table.store.outbox_newest(), self._table.game_id):
            return  # Something was said meanwhile: it is looked at next time.
        message = State(n, game, told)
        payload = message.payload()
        if payload == self._state:
            return
        topic = self._place.topic(message.part)
        if self._link.publish(topic, payload, retained=message.retained) is not None:
            self._state, self._told_state = payload, time.monotonic()

    def _tell_picture(self) -> None:
        """Of each state, but not of each that comes shortly after another."""
        now = time.monotonic()
        if self._picture_now is None or self._pictured is self._state:
            return
        if now - self._pictured_at < _PICTURE_EVERY:
            return
        seen = self._picture_now()
        if seen is None:
            return
        topic = self._place.topic(Picture.part)
        if self._link.publish(topic, Picture(seen).payload(), retained=Picture.retained) is not None:
            self._pictured, self._pictured_at = self._state, now

    def _note_now_and_then(self) -> None:
        if time.monotonic() - self._noted_at > _NOTE_EVERY:
            self._note(self._had)

    def _note(self, n: int) -> None:
        if n == self._noted:
            return
        try:
            self._table.store.broker_had(n)
        except StoreError as fault:
            _log.info("%s", fault)
        self._noted, self._noted_at = n, time.monotonic()
