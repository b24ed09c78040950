"""HTTP as uvicorn speaks it, with an end to its patience: for heads that trickle in, for answers unread."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS: Final = 8.0
UNREAD_SECONDS: Final = 20.0
"""For the last of an answer, which the system has not got rid of."""


class Patient(H11Protocol):
    """The whole head of a request has to be here in time, and its answer has to be taken in time."""

    over: Callable[[], None] = staticmethod(lambda: None)
    _head: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        # What answers may end a connection whose reader has stopped reading.
        self.app_state = {**self.app_state, "let_go": self._let_go}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        request = self.cycle
        super().data_received(data)
        if self.cycle is not request:
            self._head_is_here()
        elif self._head is None and getattr(request, "response_complete", True):
            self._wait_for_head()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._unread is not None:
            self._unread.cancel()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self._end_unread)

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_here()
        if self._unread is not None:
            self._unread.cancel()
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
