"""The way between two tables: signed messages of both, each taken once; whether the other one is there."""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Final

from companion.broker.link import Link
from companion.broker.messages import MessageError
from companion.broker.messages.availability import Availability
from companion.broker.messages.friendly import Hello, Played, read
from companion.friend.invitation import other
from companion.friend.kept import AT_ONCE, Keeping
from companion.friend.signing import Unsigned, checked, signed

LONGEST: Final = 100_000
"""Bytes of a message; two thousand moves have fewer."""
_REMEMBERED: Final = 200
"""Messages of the friend's whose copies are known as such."""
_SENT_AGAIN: Final = 5.0
"""Seconds in which a message that came twice turns out to have been sent again after a lost connection: the
broker owes each of them at least once. The friend's next greeting counts her connections."""
_NOTED_EVERY: Final = 20.0
"""Seconds between two notes of a greeting's number: a copy of one within them does no harm."""

Message = Played | Hello


class NotHers(Exception):
    """A message that is not the friend's, or not a new one; `code` is a sentence's."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Channel:
    """For one thread, but for what the link calls."""

    def __init__(
        self,
        keeping: Keeping,
        wake: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
        link: Callable[..., Link] = Link,
    ) -> None:
        self._keeping, self._wake, self._clock = keeping, wake, clock
        invitation, self.side = keeping.kept.invitation, keeping.kept.side
        self._secret = invitation.secret
        mine, hers = invitation.place_of(self.side), invitation.place_of(other(self.side))
        self._out = mine.topic(Hello.part)
        self._availability = hers.topic(Availability.part)
        self._arrived: SimpleQueue[tuple[str, bytes]] = SimpleQueue()
        self._heard, self._noted_at = keeping.kept.heard, -_NOTED_EVERY
        self._next, self._reserved = keeping.kept.said + 1, keeping.kept.said
        self._known: OrderedDict[bytes, None] = OrderedDict()
        self._copies: list[float] = []
        """When messages came once more, of which it is open why."""
        self.joined = 0
        self._her_joined = 0
        self.said_gone = False
        """The broker, or she herself, has said that her table is not there."""
        self.link = link(
            invitation.account(),
            mine,
            listens_to=[hers.topic(Hello.part), self._availability],
            heard=self._put,
            connected=self._connected,
            longest=LONGEST,
        )

    # Called by the link's thread

    def _put(self, topic: str, payload: bytes) -> None:
        self._arrived.put((topic, payload))
        self._wake()

    def _connected(self) -> None:
        self.joined += 1
        self._wake()

    # Out

    @property
    def up(self) -> bool:
        return self.link.up

    def say(self, message: Message) -> bool:
        """With a number of its own; False where the broker is not there."""
        if self._next > self._reserved:
            self._reserved = self._next + AT_ONCE
            self._keeping.put(said=self._reserved)
        payload = signed(replace(message, n=self._next).payload(), self._secret)
        self._next += 1
        return self.link.publish(self._out, payload, retained=message.retained) is not None

    # In

    def take(self) -> Message | None:
        """The next one that is the friend's own; None where there is none. Raises `NotHers`."""
        now = self._clock()
        if self._copies and now - self._copies[0] > _SENT_AGAIN:
            self._copies.pop(0)
            raise NotHers("friend-copied")
        while True:
            try:
                topic, payload = self._arrived.get_nowait()
            except Empty:
                return None
            if topic == self._availability:
                self.said_gone = payload != Availability.ONLINE.payload()
                continue
            taken = self._taken(payload, now)
            if taken is not None:
                return taken

    def _taken(self, payload: bytes, now: float) -> Message | None:
        if len(payload) > LONGEST:
            raise NotHers("friend-unreadable")
        try:
            message = read(checked(payload, self._secret))
        except Unsigned:
            raise NotHers("friend-forged") from None
        except MessageError:
            raise NotHers("friend-unreadable") from None
        if message.by[:1] != other(self.side):
            raise NotHers("friend-copied")  # One of this table's own, turned round.
        mark = hashlib.sha256(payload).digest()
        if message.n <= self._heard:
            if mark not in self._known:
                raise NotHers("friend-copied")
            self._copies.append(now)
            return None
        self._note(message, mark, now)
        return message

    def _note(self, message: Message, mark: bytes, now: float) -> None:
        self._heard = message.n
        self._known[mark] = None
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        if isinstance(message, Hello):
            self.said_gone = False
            if message.joined != self._her_joined:
                self._her_joined = message.joined
                self._copies.clear()
        if isinstance(message, Played) or now - self._noted_at > _NOTED_EVERY:
            self._noted_at = now
            self._keeping.put(heard=self._heard)

    def start(self) -> None:
        self.link.start()

    def stop(self) -> None:
        self.link.stop()
        self._keeping.put(heard=self._heard, said=self._next)
