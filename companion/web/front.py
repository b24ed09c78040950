"""What a request may look like at all, before any of it is understood, and who of those that ask has a turn.

Live events never leave the loop; everything else is read whole, within a size and a time, and only then given
to a thread of the pages. Small requests and costly ones have threads of their own, and so have phones that
were let in and strangers: whatever strangers ask for, the family's phones wait for each other only.
"""

import asyncio
import ipaddress
import logging
import re
from collections.abc import Callable, Collection, Iterable
from contextlib import aclosing, suppress
from typing import Final
from urllib.parse import parse_qs

from a2wsgi import WSGIMiddleware
from flask import Flask

from companion.web.door.allowance import Allowance
from companion.web.door.clients import client_of
from companion.web.door.crowd import Crowd, Full
from companion.web.door.lanes import Busy, Lane
from companion.web.door.taking import (
    WRITE_SECONDS,
    Answer,
    Message,
    Receive,
    Scope,
    Send,
    as_long_as_read,
)
from companion.web.exchange.answers import Said, refused
from companion.web.exchange.live import Live, packed
from companion.words.sentences import sentence

EVENTS: Final = "/api/v1/events"
MOST_BODY: Final = 64 * 1024
"""Bytes of what is sent in a request."""
LARGER_BODIES: Final = {
    "/api/v1/import": 16 * 1024**2,
    "/api/v1/restore": 32 * 1024**2,
    "/api/v1/friend/code": 2 * 1024**2,
}
"""Of those who may change things: a game of any length, a whole table, a picture of a code."""
BODY_SECONDS: Final = 10.0
"""In which a body has to be there."""
LARGER_BODY_SECONDS: Final = 120.0
"""The same for a larger one."""
TURN_SECONDS: Final = 25.0
"""That a request waits for its turn: less than a page waits for any answer."""
LISTENERS_EACH: Final = 16
"""Pages of one client that listen: some tabs of some browsers."""
MOST_LISTENERS: Final = 600
"""Pages of all clients that listen."""
AT_ONCE_EACH: Final = 200
"""Requests that one stranger may make at once: a page with all its modules, words and pictures is fifty."""
A_SECOND_EACH: Final = 25.0
"""Requests of one stranger that may follow."""
STRANGERS_UNSENT: Final = 16 * 2**20
"""Bytes of answers that strangers have not taken yet; where there are more, nobody waits long for them."""
_HURRIED_SECONDS: Final = 1.0
"""That a stranger may take for a part of an answer, where strangers have taken too little already."""
_ENDING_SECONDS: Final = 3.0
"""In which connections are to end when the server goes down."""
LAST_SECONDS: Final = 2.0
"""In which what was asked is still answered when the server goes down: longer, nobody waits at a terminal."""

_HOME_NAMES: Final = (".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box", ".localhost")
"""Endings that no stranger can own, so that no page of theirs can come in under such a name."""
_HOST: Final = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?P<port>:\d{1,5})?")

_log = logging.getLogger(__name__)


class RefusedRequest(Exception):
    def __init__(self, status: int, why: str | Said) -> None:
        super().__init__(str(why))
        self.status = status
        self.body = refused(why)


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


class Lanes:
    """Of those who were let in, or of strangers: turns, and the threads that they are for."""

    def __init__(self, pages: Flask, *, small: Lane, costly: Lane, replays: Lane) -> None:
        self.small = small
        self.costly = costly
        self.replays = replays
        self._of = {
            lane: WSGIMiddleware(as_long_as_read(pages.wsgi_app), workers=lane.places)
            for lane in (small, costly)
        }

    def pages(self, lane: Lane) -> WSGIMiddleware:
        return self._of[lane]


class Front:
    """The ASGI application that the server runs."""

    def __init__(
        self,
        pages: Flask,
        live: Live,
        *,
        names: Iterable[str] = (),
        is_costly: Callable[[str, str], bool] = lambda method, path: False,
        known: Callable[[Scope], str | None] = lambda scope: None,
        closing: Callable[[], object] = lambda: None,
        events: str = EVENTS,
    ) -> None:
        """`is_costly` asks of a method and a path, `known` which phone that was let in asks. Calls `closing`
        when the server goes down."""
        self._live = live
        self._names = frozenset(name.lower() for name in names)
        self._is_costly = is_costly
        self._known = known
        self._closing = closing
        self._events_at = events
        # A phone of the family asks for a page with all its connections, and reads pictures while an analysis
        # is shown.
        self._family = Lanes(
            pages,
            small=Lane(4, each=32, most=256),
            costly=Lane(3, each=8, most=32),
            replays=Lane(8, each=8, most=128),
        )
        self._strangers = Lanes(
            pages,
            small=Lane(3, each=32, most=256),
            costly=Lane(1, each=3, most=16),
            replays=Lane(2, each=4, most=MOST_LISTENERS),
        )
        self._listening: Crowd[object] = Crowd(MOST_LISTENERS, LISTENERS_EACH)
        self._allowance = Allowance(at_once=AT_ONCE_EACH, a_second=A_SECOND_EACH)
        self._pages: dict[object, Answer] = {}
        self._working: dict[asyncio.Task[None], Answer] = {}
        self._unsent = 0
        self._loop: asyncio.AbstractEventLoop | None = None

    def stop(self) -> None:
        """Pages that listen are let go at once, what else is asked soon. From any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # it has closed: nobody is left
                self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        assert self._loop is not None
        self._live.stop()
        self._loop.call_later(LAST_SECONDS, self._let_all_go)

    def _let_all_go(self) -> None:
        """A thread that waits for a reader would wait for ever without the loop; who waits for a thread is
        told."""
        for working, answer in tuple(self._working.items()):
            if answer.started:
                answer.give_up()
            else:
                working.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            try:
                await self._http(scope, receive, send)
            except RefusedRequest as no:
                await _answer(send, no)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._loop = asyncio.get_running_loop()
                self._live.start(self._loop)
                await send({"type": "lifespan.startup.complete"})
            else:
                self._live.stop()
                await self._give_up()
                await asyncio.to_thread(self._closing)
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _give_up(self) -> None:
        """A thread that waits for a reader would wait for ever without the loop."""
        for answer in self._working.values():
            answer.give_up()
        if self._working:
            await asyncio.wait(list(self._working), timeout=_ENDING_SECONDS)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = scope["headers"]
        hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
        if len(hosts) != 1 or not host_allowed(hosts[0], self._names):
            raise RefusedRequest(421, "this table is not known under that name: use its address")
        if {b"content-length", b"transfer-encoding"} <= {name for name, _ in headers}:
            # Where a proxy believes the one and a server the other, one request hides in another.
            raise RefusedRequest(400, "a request tells its length in one way only")
        phone = self._known(scope)
        client = client_of((scope.get("client") or ("",))[0]) if phone is None else phone
        lanes = self._strangers if phone is None else self._family
        if phone is None:
            await self._paced(client)
        if scope["path"] == self._events_at and scope["method"] in ("GET", "HEAD"):
            if any(
                name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
                for name, value in headers
            ):
                raise RefusedRequest(413, "a page that listens has nothing to tell")
            await self._events(scope, receive, send, client, lanes)
            return
        body = await _whole_body(headers, receive, _most_body(scope, let_in=phone is not None))
        scope["headers"] = _with_length(headers, len(body))
        answer = Answer(scope, send)
        leaving = asyncio.ensure_future(answer.until_gone(receive))
        working = asyncio.ensure_future(self._answered(scope, body, answer, client, lanes))
        self._working[working] = answer
        working.add_done_callback(self._working.pop)
        try:
            await asyncio.wait((leaving, working), return_when=asyncio.FIRST_COMPLETED)
            if not working.done() and not answer.begun:
                working.cancel()  # It waited for its turn.
            with suppress(asyncio.CancelledError):
                await working
            if working.cancelled() and not answer.gone.is_set():
                raise RefusedRequest(503, "this table is being stopped")
            await _let_go(answer, leaving)
        finally:
            leaving.cancel()

    async def _paced(self, client: str) -> None:
        """Strangers who ask for more than any page does wait, and keep nobody else waiting."""
        delay = self._allowance.delay(client, asyncio.get_running_loop().time())
        if delay > TURN_SECONDS:
            self._allowance.give_back(client)
            raise RefusedRequest(429, sentence("asked-too-much"))
        await asyncio.sleep(delay)

    async def _answered(self, scope: Scope, body: bytes, answer: Answer, client: str, lanes: Lanes) -> None:
        costly = self._is_costly(scope["method"], scope["path"])
        lane = lanes.costly if costly else lanes.small
        rest = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def again() -> Message:
            return next(rest, None) or {"type": "http.disconnect"}

        told: list[Message] = []

        async def keep(message: Message) -> None:
            told.append(message)

        try:
            async with asyncio.timeout(TURN_SECONDS) as turn, lane.place(client):
                turn.reschedule(None)
                answer.begun = True
                # What is costly is long, or made piece by piece: it goes out as it is taken. Threads for
                # small requests never wait for a client: what they answer is sent when they are done with it.
                await lanes.pages(lane)(scope, again, answer.send if costly else keep)  # type: ignore[arg-type]
        except Busy as fault:
            if fault.own:
                raise RefusedRequest(429, sentence("asked-too-much")) from None
            raise RefusedRequest(503, sentence("table-busy")) from None
        except TimeoutError:
            raise RefusedRequest(503, sentence("table-busy")) from None
        size = sum(len(message.get("body", b"")) for message in told)
        self._unsent += size
        try:
            for message in told:
                hurried = lanes is self._strangers and self._unsent > STRANGERS_UNSENT
                await answer.send(message, _HURRIED_SECONDS if hurried else WRITE_SECONDS)
        finally:
            self._unsent -= size

    async def _events(self, scope: Scope, receive: Receive, send: Send, client: str, lanes: Lanes) -> None:
        page = object()
        try:
            leaving = self._listening.enter(client, page)
        except Full:
            raise RefusedRequest(503, sentence("too-many-pages")) from None
        answer = Answer(scope, send, ends=False)
        self._pages[page] = answer
        if leaving is not None:
            self._pages[leaving].give_up()
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
            (b"x-content-type-options", b"nosniff"),
        ]
        start = {"type": "http.response.start", "status": 200, "headers": headers}
        gone = asyncio.ensure_future(answer.until_gone(receive))
        writing = asyncio.ensure_future(self._write(scope, start, answer, client, lanes))
        try:
            await asyncio.wait((gone, writing), return_when=asyncio.FIRST_COMPLETED)
            await _let_go(answer, gone)
        finally:
            self._listening.leave(client, page)
            del self._pages[page]
            for task in (gone, writing):
                task.cancel()
            await asyncio.gather(gone, writing, return_exceptions=True)

    async def _write(self, scope: Scope, start: Message, answer: Answer, client: str, lanes: Lanes) -> None:
        await answer.send(start)
        if scope["method"] == "HEAD":
            await answer.send({"type": "http.response.body", "body": b""})
            return
        with_state = parse_qs(scope["query_string"].decode("latin-1")).get("state") == ["1"]
        stream = self._live.stream(
            after=_last_event(scope), with_state=with_state, turn=lambda: lanes.replays.place(client)
        )
        # A page whose stream ends asks again in a moment: that is how it waits for its turn to look back.
        with suppress(Busy):
            async with aclosing(stream):
                async for chunk in stream:
                    await answer.send({"type": "http.response.body", "body": chunk, "more_body": True})
                    if answer.gone.is_set():
                        return
        await answer.send({"type": "http.response.body", "body": b"", "more_body": False})


async def _let_go(answer: Answer, leaving: "asyncio.Future[None]") -> None:
    """Until the server knows it too: it takes an answer without an end for a mistake of ours."""
    if answer.gone.is_set() and not leaving.done():
        await asyncio.wait((leaving,), timeout=_ENDING_SECONDS)


def _last_event(scope: Scope) -> int | None:
    for name, value in scope["headers"]:
        if name == b"last-event-id" and value.isdigit() and len(value) < 16:
            return int(value)
    return None


def _most_body(scope: Scope, *, let_in: bool) -> int:
    larger = let_in and scope["method"] == "POST"
    return LARGER_BODIES.get(scope["path"], MOST_BODY) if larger else MOST_BODY


def _with_length(headers: Iterable[tuple[bytes, bytes]], length: int) -> list[tuple[bytes, bytes]]:
    """Pages read no body whose length is not told; of one that came in chunks it is known by now."""
    kept = list(headers)
    if all(name != b"transfer-encoding" for name, _ in kept):
        return kept
    kept = [each for each in kept if each[0] != b"transfer-encoding"]
    return [*kept, (b"content-length", str(length).encode())]


async def _whole_body(headers: Iterable[tuple[bytes, bytes]], receive: Receive, most: int) -> bytes:
    told = next((value for name, value in headers if name == b"content-length"), b"0")
    if not told.isdigit() or len(told) > 12 or int(told) > most:
        raise RefusedRequest(413, f"a request body has at most {most} bytes")
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_SECONDS if most == MOST_BODY else LARGER_BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise RefusedRequest(408, "the request ended before its body was whole")
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > most:
                    raise RefusedRequest(413, f"a request body has at most {most} bytes")
                if not message.get("more_body"):
                    return b"".join(parts)
    except TimeoutError:
        raise RefusedRequest(408, "the request body came too slowly") from None


async def _answer(send: Send, no: RefusedRequest) -> None:
    body = packed(no.body)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    if no.status in (429, 503):
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": no.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
