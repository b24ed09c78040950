"""The door of the server: what a request may look like at all, before any of it is understood.

Live events never leave the loop; everything else is read whole, within a size and a time, and only then
given to the pages' own threads. So a client that sends or reads slowly costs one waiting task.
"""

import asyncio
import ipaddress
import logging
import re
from collections.abc import Awaitable, Callable, Collection, Iterable, MutableMapping
from typing import Any, Final
from urllib.parse import parse_qs

from a2wsgi import WSGIMiddleware
from flask import Flask

from companion.web.live import Live, packed

Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

EVENTS: Final = "/api/v1/events"
MOST_BODY: Final = 64 * 1024
BODY_SECONDS: Final = 10.0
WRITE_SECONDS: Final = 20.0
MOST_LISTENERS: Final = 256

_HOME_NAMES: Final = (".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box", ".localhost")
"""Endings that no stranger can own, so that no page of theirs can come in under such a name."""
_HOST: Final = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?P<port>:\d{1,5})?")

_log = logging.getLogger(__name__)


class Refused(Exception):
    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


def host_allowed(host: str, names: Collection[str] = ()) -> bool:
    """Whether a Host header is ours: an address, a name of the home network, or one of `names`."""
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    name = found["name"].lower().rstrip(".")
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return "." not in name or name.endswith(_HOME_NAMES) or name in names
    return True


class Front:
    """The ASGI application that the server runs."""

    def __init__(
        self,
        pages: Flask,
        live: Live,
        *,
        names: Iterable[str] = (),
        workers: int = 6,
        closing: Callable[[], object] = lambda: None,
    ) -> None:
        """Calls `closing` when the server goes down."""
        self._pages = WSGIMiddleware(pages.wsgi_app, workers=workers)  # type: ignore[arg-type]
        self._live = live
        self._names = frozenset(name.lower() for name in names)
        self._closing = closing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            try:
                await self._http(scope, receive, send)
            except Refused as refused:
                await _answer(send, refused.status, str(refused))

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._live.start(asyncio.get_running_loop())
                await send({"type": "lifespan.startup.complete"})
            else:
                self._live.stop()
                await asyncio.to_thread(self._closing)
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = scope["headers"]
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        if len(hosts) != 1 or not host_allowed(hosts[0], self._names):
            raise Refused(421, "this table is not known under that name: use its address")
        if scope["path"] == EVENTS and scope["method"] in ("GET", "HEAD"):
            await self._events(scope, receive, send)
            return
        body = await _whole_body(headers, receive)
        rest = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def again() -> MutableMapping[str, Any]:
            return next(rest, None) or await receive()

        answer: list[MutableMapping[str, Any]] = []

        async def keep(message: MutableMapping[str, Any]) -> None:
            answer.append(message)

        # The pages' threads never wait for a client: what they answer is sent when they are done with it.
        await self._pages(scope, again, keep)  # type: ignore[arg-type]
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                for message in answer:
                    await send(message)
        except TimeoutError:
            _log.info("a client did not take its answer and was let go")

    async def _events(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._live.listening >= MOST_LISTENERS:
            raise Refused(503, "too many pages listen already: close some")
        after = _last_event(scope)
        with_state = parse_qs(scope["query_string"].decode("latin-1")).get("state") == ["1"]
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b""})
            return
        gone = asyncio.ensure_future(_disconnected(receive))
        writing = asyncio.ensure_future(self._write(after, with_state, send))
        try:
            await asyncio.wait((gone, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (gone, writing):
                task.cancel()
            await asyncio.gather(gone, writing, return_exceptions=True)

    async def _write(self, after: int | None, with_state: bool, send: Send) -> None:
        stream = self._live.stream(after=after, with_state=with_state)
        try:
            async for chunk in stream:
                async with asyncio.timeout(WRITE_SECONDS):
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            _log.info("a page stopped reading and was let go")


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _last_event(scope: Scope) -> int | None:
    for name, value in scope["headers"]:
        if name == b"last-event-id" and value.isdigit() and len(value) < 16:
            return int(value)
    return None


async def _whole_body(headers: Iterable[tuple[bytes, bytes]], receive: Receive) -> bytes:
    told = next((value for name, value in headers if name == b"content-length"), b"0")
    if not told.isdigit() or len(told) > 12 or int(told) > MOST_BODY:
        raise Refused(413, f"a request body has at most {MOST_BODY} bytes")
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise Refused(408, "the request ended before its body was whole")
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > MOST_BODY:
                    raise Refused(413, f"a request body has at most {MOST_BODY} bytes")
                if not message.get("more_body"):
                    return b"".join(parts)
    except TimeoutError:
        raise Refused(408, "the request body came too slowly") from None


async def _answer(send: Send, status: int, text: str) -> None:
    body = packed({"error": text})
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
