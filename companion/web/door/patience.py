"""HTTP as uvicorn speaks it, with an end to its patience: for heads that trickle in, for answers unread, and
for bodies that nobody waits for."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS: Final = 8.0
"""For a request's header to be there."""
UNREAD_SECONDS: Final = 20.0
"""For the last of an answer, which the system has not got rid of."""
LINGER_SECONDS: Final = 1.0
"""For whoever was answered and still talks: closed at once, the answer would be lost on its way."""
FREE_CHUNKS: Final = 64
"""Of a body in chunks, whatever their size."""
SMALLEST_CHUNK: Final = 512
"""Bytes, on average, beyond those that are free: programs that send chunks send kilobytes."""
_READ_AT_ONCE: Final = 32 * 1024
"""Bytes of one connection, before others have their turn: reading what strangers send is work too."""


class _OfSomeSize(h11.Connection):
    """Heads have bounds where all of one comes at once too, which h11 lets pass; bodies come in chunks of
    some size. Those are read one by one, and a stranger may send sixty thousand of a byte each: seconds in
    which nobody else has a turn."""

    _chunks = 0
    _bytes = 0

    def __init__(self, most: int) -> None:
        super().__init__(h11.SERVER, most)
        self._most = most

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._chunks = self._bytes = 0
            if sum(len(name) + len(value) for name, value in event.headers) > self._most:
                raise h11.RemoteProtocolError("a head too long")
        elif isinstance(event, h11.Data):
            self._chunks += event.chunk_end
            self._bytes += len(event.data)
            if self._chunks > FREE_CHUNKS + self._bytes // SMALLEST_CHUNK:
                raise h11.RemoteProtocolError("a body in crumbs")
        return event


class Patient(H11Protocol):
    """The whole head of a request has to be here in time, and its answer has to be taken in time."""

    over: Callable[[], None] = staticmethod(lambda: None)
    _head: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _talking: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.conn = _OfSomeSize(self.config.h11_max_incomplete_event_size or _READ_AT_ONCE)
        # What answers may end a connection whose reader has stopped reading.
        self.app_state = {**self.app_state, "let_go": self._let_go}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if hasattr(transport, "max_size"):
            transport.max_size = _READ_AT_ONCE
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        request = self.cycle
        super().data_received(data)
        if self.cycle is not request:
            self._head_is_here()
        elif self._head is None and getattr(request, "response_complete", True):
            self._wait_for_head()

    def send_400_response(self, msg: str) -> None:
        """To what is no request, or stops being one while it is answered: nobody waits for that now."""
        request = self.cycle
        if not getattr(request, "response_complete", True):
            request.disconnected = True
            request.message_event.set()
            if request.response_started:
                self._let_go()
                return
        super().send_400_response(msg)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._unread is not None:
            self._unread.cancel()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self._end_unread)
        if self._talking is None and self.conn.their_state is h11.SEND_BODY:
            self._talking = self.loop.call_later(LINGER_SECONDS, self._let_go)

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_here()
        for waiting in (self._unread, self._talking):
            if waiting is not None:
                waiting.cancel()
        super().connection_lost(exc)
        self.over()

    def _wait_for_head(self) -> None:
        self._head = self.loop.call_later(HEADER_SECONDS, self._let_go)

    def _head_is_here(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _end_unread(self) -> None:
        # Another request may be under way on this connection by now.
        if self.cycle.response_complete and (
            self.transport.is_closing() or self.transport.get_write_buffer_size()
        ):
            self._let_go()

    def _let_go(self) -> None:
        """At once: closing would wait until whatever is left was taken."""
        self.transport.abort()
