"""An answer on its way: as fast as its reader takes it, and no longer than there is a reader."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from typing import Any, Final

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]

WRITE_SECONDS: Final = 20.0
"""That a reader may stop reading for."""
_SLOWEST: Final = 16 * 1024
"""Bytes a second: a reader that takes them more slowly for long keeps others waiting."""
_PIECE: Final = 32 * 1024
_GONE: Final = "gone"


class Gone:
    """Whether nobody waits for an answer any more. From any thread; hundreds of pages listen, so it is no
    `threading.Event`, with its lock and its queue."""

    __slots__ = ("_set",)

    def __init__(self) -> None:
        self._set = False

    def set(self) -> None:
        self._set = True

    def is_set(self) -> bool:
        return self._set


class Answer:
    """Of one request."""

    def __init__(self, scope: Scope, send: Send, *, ends: bool = True) -> None:
        """`ends`: a reader has to keep up some pace with it; one without an end is as slow as what
        happens."""
        self._ends = ends
        self.gone = Gone()
        self.begun = False
        """A thread is at it, and comes to its own end."""
        self.started = False
        """Some of it is on its way."""
        self._state: dict[str, Any] = scope.setdefault("state", {})
        self._state[_GONE] = self.gone
        self._send = send
        self._waited = 0.0
        self._sent = 0

    async def send(self, message: Message, patience: float = WRITE_SECONDS) -> None:
        """In pieces; what nobody waits for goes nowhere."""
        body = message.get("body", b"")
        if len(body) <= _PIECE:
            await self._piece(message, patience)
            return
        view = memoryview(body)
        for start in range(0, len(body), _PIECE):
            more = message.get("more_body", False) or start + _PIECE < len(body)
            await self._piece(
                {**message, "body": bytes(view[start : start + _PIECE]), "more_body": more}, patience
            )

    async def _piece(self, message: Message, patience: float) -> None:
        if self.gone.is_set():
            return
        loop = asyncio.get_running_loop()
        before = loop.time()
        self.started = True
        try:
            async with asyncio.timeout(patience):
                await self._send(message)
        except TimeoutError:
            self.give_up()
        self._waited += loop.time() - before
        self._sent += len(message.get("body", b""))
        if self._ends and self._waited > patience + self._sent / _SLOWEST:
            self.give_up()

    def give_up(self) -> None:
        self.gone.set()
        let_go: Callable[[], None] = self._state.get("let_go", lambda: None)
        let_go()

    async def until_gone(self, receive: Receive) -> None:
        """Returns when the other side has closed."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self.gone.set()


Chunks = Iterable[bytes]


def as_long_as_read(pages: Callable[..., Chunks]) -> Callable[..., Chunks]:
    """The pages as a WSGI application that stops where nobody takes its answer any more."""

    def answered(environ: dict[str, Any], start: Callable[..., Any]) -> Iterator[bytes]:
        gone = is_gone(environ)
        chunks = pages(environ, start)
        try:
            for chunk in chunks:
                yield chunk
                if gone():
                    return
        finally:
            getattr(chunks, "close", lambda: None)()

    return answered


def is_gone(environ: dict[str, Any]) -> Callable[[], bool]:
    """Whether nobody waits any more for what is asked for there."""
    scope: Scope = environ.get("asgi.scope", {})
    gone: Gone | None = scope.get("state", {}).get(_GONE)
    return (lambda: False) if gone is None else gone.is_set
