"""Live events: what the table says, handed on to every page that listens.

One thread takes from the table and wakes the server's loop once for each thing said; the loop writes the
same bytes to all, and asks neither table nor store for anything itself. A page that stops reading fills its
own queue only, and is then let go: when it comes back it asks for what it missed, with `Last-Event-ID`. That
is written out of memory; what was said before this program began is read once, piece by piece, beside the
loop.
"""

import asyncio
import json
import logging
import threading
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

if TYPE_CHECKING:
    from companion.table import Table

HEARTBEAT_SECONDS: Final = 15.0
"""Between two signs of life on a stream that is silent otherwise."""
_MOST_WAITING: Final = 500
"""Events of one listener; who is further behind is let go."""
_MOST_KEPT: Final = 2000
"""Messages that a page which comes back can still ask for."""
_ALIKE: Final = 10
"""Messages that wait for a listener which keeps up: so many at most wait for hundreds of them alike."""
_A_ROUND: Final = 25
"""Listeners that are written to before others have their turn: some milliseconds, of a tenth of a second for
five hundred."""
_PIECE: Final = 100
"""Messages read from the store, or written to a page that comes back, before others have their turn."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LiveMessage:
    number: int | None
    """None: it is no part of the game's story and is not sent again."""
    text: bytes
    """As all listeners are sent it: the same bytes to hundreds."""

    @classmethod
    def of(cls, number: int | None, name: str, data: bytes) -> Self:
        head = b"" if number is None else b"id: %d\n" % number
        return cls(number, b"%sevent: %s\ndata: %s\n\n" % (head, name.encode(), data))


@lru_cache(maxsize=4)
def _joined(pieces: tuple[bytes, ...]) -> bytes:
    """Made once for all listeners that wait for the same."""
    return b"".join(pieces)


def packed(told: Any) -> bytes:
    """JSON on one line."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


class LiveSource(Protocol):
    """What the table has said and will say, as JSON values with their numbers, in order."""

    def take(self, timeout: float) -> Iterable[tuple[int, dict[str, Any]]]:
        """Waits for at least one event, or the time."""

    def since(self, number: int, most: int) -> Iterable[tuple[int, dict[str, Any]]]:
        """The first events after that one."""

    def state(self) -> dict[str, Any]: ...

    def newest(self) -> int: ...


class OfTable:
    """The events of one running table."""

    def __init__(
        self,
        table: "Table",
        state: Callable[["Table"], dict[str, Any]],
        told: Callable[["Table", Any], dict[str, Any]],
    ) -> None:
        self._table = table
        self._state = state
        self._told = told
        self._subscription = table.events.subscribe()

    def take(self, timeout: float) -> list[tuple[int, dict[str, Any]]]:
        told = self._subscription.take(timeout)
        if self._subscription.closed:
            # Let go for being too far behind: what was missed is in the store.
            self._subscription = self._table.events.subscribe()
        return [(number, self._told(self._table, event)) for number, event in told]

    def since(self, number: int, most: int) -> list[tuple[int, dict[str, Any]]]:
        said = islice(self._table.events.since(number), most)
        return [(each, self._told(self._table, event)) for each, event in said]

    def state(self) -> dict[str, Any]:
        return self._state(self._table)

    def newest(self) -> int:
        return self._table.events.newest()

    def close(self) -> None:
        self._subscription.close()


class Listener:
    """One page that listens."""

    def __init__(self, *, with_state: bool) -> None:
        self.with_state = with_state
        self.waiting: list[bytes] = []
        self.state: bytes | None = None
        """The newest state not yet sent: an older one that waits is worth nothing."""
        self.lost = False
        self.awake = asyncio.Event()

    def give(self, messages: list[LiveMessage], state: LiveMessage | None) -> None:
        """For whoever wakes it next."""
        self.waiting.extend(message.text for message in messages)
        if state is not None and self.with_state:
            self.state = state.text
        if len(self.waiting) > _MOST_WAITING:
            self.lost = True

    def wake(self) -> None:
        if self.waiting or self.state or self.lost:
            self.awake.set()

    def taken(self) -> bytes:
        pieces = (*self.waiting, *filter(None, (self.state,)))
        chunk = _joined(pieces) if len(pieces) < _ALIKE else b"".join(pieces)
        self.waiting.clear()
        self.state = None
        self.awake.clear()
        return chunk


class Story:
    """The newest messages with a number, without a hole between them. For one thread."""

    def __init__(self, most: int = _MOST_KEPT) -> None:
        self._most = most
        self._messages: deque[LiveMessage] = deque(maxlen=most)
        self._before = 0
        """All that was said after this number is here."""

    def begin(self, newest: int) -> None:
        self._before = newest

    def add(self, messages: Iterable[LiveMessage]) -> None:
        for message in messages:
            if len(self._messages) == self._most:
                self._before = self._messages[0].number or self._before
            self._messages.append(message)

    def begin_earlier(self, earlier: Sequence[LiveMessage], before: int) -> None:
        """With what was said between that number and the first message here."""
        whole = [*earlier, *self._messages][-self._most :]
        if len(earlier) + len(self._messages) > self._most and whole:
            before = (whole[0].number or 1) - 1
        self._messages = deque(whole, maxlen=self._most)
        self._before = before

    def lacks(self, after: int) -> bool:
        """Whether older ones are asked for, and might be had."""
        return after < self._before and len(self._messages) < self._most

    @property
    def before(self) -> int:
        return self._before

    def after(self, number: int) -> list[LiveMessage]:
        found = []
        for message in reversed(self._messages):
            if message.number is None or message.number <= number:
                break
            found.append(message)
        return found[::-1]


Turn = Callable[[], AbstractAsyncContextManager[object]]
"""Waits for one's turn to be written what was missed."""


class Live:
    """Hands what the source says on to the listeners, on the loop that the server runs on."""

    def __init__(self, source: LiveSource, *, look_every: float = 0.25) -> None:
        self._source = source
        self._look_every = look_every
        """Seconds after which the state is compared when nothing was said: a hand came, a clock ran."""
        self._listeners: set[Listener] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._reader = ThreadPoolExecutor(1, "looking back")
        self._last_state = b""
        self._newest = 0
        self._story = Story()
        self._reading = asyncio.Lock()
        self._stating = asyncio.Lock()
        self._stated = b""
        self._stated_at = 0.0
        """By the loop's clock: when the newest state that pages are told at first was begun to be made."""

    @property
    def listening(self) -> int:
        return len(self._listeners)

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._newest = self._source.newest()
        self._story.begin(self._newest)
        self._thread = threading.Thread(target=self._run, name="live events", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Every page that listens is let go. On the loop only."""
        self._stop.set()
        self._reader.shutdown(wait=False, cancel_futures=True)
        for listener in tuple(self._listeners):
            listener.lost = True
            listener.awake.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                said = list(self._source.take(self._look_every))
                messages = [LiveMessage.of(number, told["event"], packed(told)) for number, told in said]
                state = packed(self._source.state())
            except Exception:  # noqa: BLE001
                _log.exception("the table's events cannot be read; trying again")
                self._stop.wait(1.0)
                continue
            if messages or state != self._last_state:
                self._last_state = state
                assert self._loop is not None
                try:
                    told = LiveMessage.of(None, "state", state)
                    self._loop.call_soon_threadsafe(self._spread, messages, told)
                except RuntimeError:  # the loop has closed: the server is going down
                    return

    def _spread(self, messages: list[LiveMessage], state: LiveMessage) -> None:
        # What was let go for being too far behind was read from the store again, and may come twice.
        fresh = [message for message in messages if (message.number or 0) > self._newest]
        for message in fresh:
            assert message.number is not None
            self._newest = message.number
        self._story.add(fresh)
        for listener in self._listeners:
            listener.give(fresh, state)
        self._wake(tuple(self._listeners))

    def _wake(self, listeners: Sequence[Listener]) -> None:
        """Some in each round of the loop: between two rounds others are answered, who did not listen."""
        for listener in listeners[:_A_ROUND]:
            listener.wake()
        if len(listeners) > _A_ROUND:
            assert self._loop is not None
            self._loop.call_soon(self._wake, listeners[_A_ROUND:])

    async def stream(
        self, *, after: int | None, with_state: bool, turn: Turn = nullcontext
    ) -> AsyncGenerator[bytes, None]:
        """Server-sent events: first what was missed after that number, then what comes."""
        listener = Listener(with_state=with_state)
        listener.lost = self._stop.is_set()
        # Registered before looking back, so that nothing falls between; `known` drops what comes twice.
        known = self._newest
        self._listeners.add(listener)
        try:
            yield b"retry: 1500\n\n"
            if after is not None and after < known:
                async with turn():
                    async for piece in self._missed(after, known):
                        yield piece
            if with_state:
                yield await self._current()
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

    async def _missed(self, after: int, upto: int) -> AsyncGenerator[bytes, None]:
        if self._story.lacks(after):
            async with self._reading:
                if self._story.lacks(after):
                    await self._read_earlier()
        missed = [message for message in self._story.after(after) if (message.number or 0) <= upto]
        for start in range(0, len(missed), _PIECE):
            yield b"".join(message.text for message in missed[start : start + _PIECE])
            await asyncio.sleep(0)

    async def _read_earlier(self) -> None:
        """All that may be asked for, once: whoever asks for it again costs nothing."""
        assert self._loop is not None
        end = self._story.before
        first = at = max(0, end - _MOST_KEPT)
        earlier: list[LiveMessage] = []
        while at < end:
            piece = await self._loop.run_in_executor(self._reader, self._since, at)
            earlier += (message for message in piece if (message.number or 0) <= end)
            if not piece or len(piece) < _PIECE:
                break
            at = piece[-1].number or end
        self._story.begin_earlier(earlier, first)

    def _since(self, number: int) -> list[LiveMessage]:
        said = self._source.since(number, _PIECE)
        return [LiveMessage.of(each, told["event"], packed(told)) for each, told in said]

    async def _current(self) -> bytes:
        """The state as it stands now, made once for all who ask at the same time."""
        assert self._loop is not None
        asked = self._loop.time()
        async with self._stating:
            if self._stated_at <= asked:
                self._stated_at = self._loop.time()
                state = await self._loop.run_in_executor(self._reader, lambda: packed(self._source.state()))
                self._stated = LiveMessage.of(None, "state", state).text
            return self._stated
