"""Live events: what the table says, handed on to every page that listens.

One thread takes from the table and wakes the server's loop once for each thing said; the loop writes the
same bytes to all. A page that stops reading fills its own queue only, and is then let go: when it comes
back it asks for what it missed, with `Last-Event-ID`.
"""

import asyncio
import json
import logging
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from companion.table import Table

HEARTBEAT_SECONDS: Final = 15.0
_MOST_WAITING: Final = 500
"""Of one listener; who is further behind is let go."""
_MOST_KEPT: Final = 2000
"""Messages that a page which comes back can still ask for."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Message:
    """`number` None: it is no part of the game's story and is not sent again."""

    number: int | None
    name: str
    data: bytes

    @property
    def text(self) -> bytes:
        head = b"" if self.number is None else b"id: %d\n" % self.number
        return b"%sevent: %s\ndata: %s\n\n" % (head, self.name.encode(), self.data)


def packed(told: Any) -> bytes:
    """JSON on one line."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


class Source(Protocol):
    """What the table has said and will say, as JSON values with their numbers, in order."""

    def take(self, timeout: float) -> Iterable[tuple[int, dict[str, Any]]]:
        """Waits for at least one event, or the time."""

    def since(self, number: int) -> Iterable[tuple[int, dict[str, Any]]]:
        """The events after that one."""

    def state(self) -> dict[str, Any]: ...

    def newest(self) -> int: ...


def state_of(table: "Table") -> dict[str, Any]:
    """What stands now, and what the game was agreed to be."""
    game = table.game()
    variant = game.variant
    hint = table.hint()
    return {
        **table.status().as_json(),
        "hint": None if hint is None else hint.as_json(),
        "game": table.game_id,
        "human": variant.human.letter if variant.muk_yan is not None else None,
        "chaos": variant.chaos,
    }


class OfTable:
    """The events of one running table."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._subscription = table.subscribe()

    def take(self, timeout: float) -> list[tuple[int, dict[str, Any]]]:
        told = self._subscription.take(timeout)
        if self._subscription.closed:
            # Let go for being too far behind: what was missed is in the store.
            self._subscription = self._table.subscribe()
        return [(number, event.as_json()) for number, event in told]

    def since(self, number: int) -> list[tuple[int, dict[str, Any]]]:
        first = max(number, self.newest() - _MOST_KEPT)
        return [(each, event.as_json()) for each, event in self._table.events_since(first)]

    def state(self) -> dict[str, Any]:
        return state_of(self._table)

    def newest(self) -> int:
        return self._table.newest_number()

    def close(self) -> None:
        self._subscription.close()


class Listener:
    """One page that listens."""

    def __init__(self, *, with_state: bool) -> None:
        self.with_state = with_state
        self.waiting: deque[bytes] = deque()
        self.state: bytes | None = None
        """The newest state not yet sent: an older one that waits is worth nothing."""
        self.lost = False
        self.awake = asyncio.Event()

    def give(self, messages: list[Message], state: Message | None) -> None:
        self.waiting.extend(message.text for message in messages)
        if state is not None and self.with_state:
            self.state = state.text
        if len(self.waiting) > _MOST_WAITING:
            self.lost = True
        if self.waiting or self.state or self.lost:
            self.awake.set()

    def taken(self) -> bytes:
        chunk = b"".join(self.waiting) + (self.state or b"")
        self.waiting.clear()
        self.state = None
        self.awake.clear()
        return chunk


class Live:
    """Hands what the source says on to the listeners, on the loop that the server runs on."""

    def __init__(self, source: Source, *, look_every: float = 0.25) -> None:
        self._source = source
        self._look_every = look_every
        """Seconds after which the state is compared when nothing was said: a hand came, a clock ran."""
        self._listeners: set[Listener] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._last_state = b""
        self._newest = 0

    @property
    def listening(self) -> int:
        return len(self._listeners)

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._newest = self._source.newest()
        self._thread = threading.Thread(target=self._run, name="live events", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        for listener in tuple(self._listeners):
            listener.lost = True
            listener.awake.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                said = list(self._source.take(self._look_every))
                messages = [Message(number, told["event"], packed(told)) for number, told in said]
                state = packed(self._source.state())
            except Exception:  # noqa: BLE001
                _log.exception("the table's events cannot be read; trying again")
                self._stop.wait(1.0)
                continue
            if messages or state != self._last_state:
                self._last_state = state
                assert self._loop is not None
                try:
                    self._loop.call_soon_threadsafe(self._spread, messages, Message(None, "state", state))
                except RuntimeError:  # the loop has closed: the server is going down
                    return

    def _spread(self, messages: list[Message], state: Message) -> None:
        for message in messages:
            assert message.number is not None
            self._newest = max(self._newest, message.number)
        for listener in self._listeners:
            listener.give(messages, state)

    async def stream(self, *, after: int | None, with_state: bool) -> AsyncIterator[bytes]:
        """Server-sent events: first what was missed after that number, then what comes."""
        listener = Listener(with_state=with_state)
        # Registered before looking back, so that nothing falls between; `known` drops what comes twice.
        known = self._newest
        self._listeners.add(listener)
        try:
            yield b"retry: 1500\n\n"
            if after is not None and after < known:
                for number, told in self._source.since(after):
                    if number <= known:
                        yield Message(number, told["event"], packed(told)).text
            if with_state:
                yield Message(None, "state", packed(self._source.state())).text
            while not listener.lost:
                try:
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        await listener.awake.wait()
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                if chunk := listener.taken():
                    yield chunk
        finally:
            self._listeners.discard(listener)
