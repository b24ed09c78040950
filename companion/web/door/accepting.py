"""Connections as they come: counted before anything is spent on them, and let go where they get nowhere."""

import asyncio
import errno
import gc
import logging
import socket
import ssl
from asyncio import sslproto
from collections.abc import Callable
from typing import Final

from companion.web.door.allowance import Allowance
from companion.web.door.clients import client_of
from companion.web.door.crowd import Crowd, Full

HANDSHAKE_SECONDS: Final = 6.0
"""For TLS: a slow phone in a bad Wi-Fi needs one or two of them."""
HANDSHAKES: Final = 160
"""Under way at a time: each takes memory before anything is known of who is there."""
HANDSHAKES_EACH: Final = 12
"""Of one address: a browser begins six."""
TLS_BUFFER: Final = 32 * 1024
"""Bytes that each connection reads into, where the loop would take 256 KB: two records of TLS."""
_TLS_ENDED: Final = 32
"""Connections: ten megabytes."""
_AT_ONCE: Final = 64
"""Accepted before anybody else on the loop has a turn: a burst of thousands is no reason to keep pages
waiting."""
AT_ONCE_EACH: Final = 120
"""New connections of one stranger in a moment: a browser opens six for a page."""
A_SECOND_EACH: Final = 25.0
"""New connections of one stranger a second, for longer: a program that keeps none opens one for each
request."""
_RETRY: Final = 0.25
"""Seconds after which it is tried again, where this process may open no more files."""
_COMPLAIN_EVERY: Final = 10.0
_EXHAUSTED: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

_log = logging.getLogger(__name__)


class Guest:
    """One connection, from the moment in which it is accepted."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection: socket.socket | None = connection
        """Ours until the loop has taken it over."""
        self.transport: asyncio.BaseTransport | None = None
        self.entering: asyncio.Task[None] | None = None

    def let_go(self) -> None:
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()
        elif self.entering is not None:
            self.entering.cancel()


class Accepting:
    """Of one listening socket. For the server it is one of its servers, which it closes."""

    def __init__(
        self,
        listening: socket.socket,
        made: Callable[[Callable[[], None]], asyncio.Protocol],
        crowd: "Crowd[Guest]",
        *,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """`made` makes what talks on a connection; it calls what it is given when that is over."""
        self._listening = listening
        self._made = made
        self._crowd = crowd
        self._tls = tls
        self._ended = 0
        self._greeting: Crowd[Guest] = Crowd(
            HANDSHAKES, HANDSHAKES_EACH, kept=HANDSHAKES // 5, is_known=crowd.is_known
        )
        if tls is not None:
            sslproto.SSLProtocol.max_size = TLS_BUFFER
        self._allowance = Allowance(at_once=AT_ONCE_EACH, a_second=A_SECOND_EACH)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._complained = -_COMPLAIN_EVERY
        self._again: asyncio.TimerHandle | None = None

    def start(self, loop: asyncio.AbstractEventLoop, backlog: int) -> None:
        self._loop = loop
        self._listening.setblocking(False)
        self._listening.listen(backlog)
        loop.add_reader(self._listening.fileno(), self._accept)

    def close(self) -> None:
        if self._loop is None:
            return
        if self._again is not None:
            self._again.cancel()
        self._loop.remove_reader(self._listening.fileno())
        self._listening.close()
        self._loop = None

    async def wait_closed(self) -> None:
        """There is nothing to wait for."""

    def _accept(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                connection, address = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as fault:
                if fault.errno not in _EXHAUSTED:
                    raise
                self._exhausted(fault)
                return
            self._enter(connection, client_of(address[0]))

    def _exhausted(self, fault: OSError) -> None:
        """The socket stays readable, so looking at it again at once would be all that this process does."""
        assert self._loop is not None
        if self._loop.time() - self._complained > _COMPLAIN_EVERY:
            self._complained = self._loop.time()
            _log.warning("no connection can be accepted (%s): one is let go", fault.strerror)
        greediest = self._crowd.greediest()
        if greediest is not None:
            self._crowd.oldest_of(greediest).let_go()
        self._loop.remove_reader(self._listening.fileno())
        self._again = self._loop.call_later(
            _RETRY, self._loop.add_reader, self._listening.fileno(), self._accept
        )

    def _enter(self, connection: socket.socket, client: str) -> None:
        assert self._loop is not None
        guest = Guest(connection)
        try:
            if not self._crowd.is_known(client) and self._allowance.delay(client, self._loop.time()) > 0:
                self._allowance.give_back(client)
                raise Full
            leaving = [self._crowd.enter(client, guest)]
        except Full:
            connection.close()
            return
        if self._tls is not None:
            try:
                leaving.append(self._greeting.enter(client, guest))
            except Full:
                self._crowd.leave(client, guest)
                connection.close()
                return
        for other in leaving:
            if other is not None:
                other.let_go()
        connection.setblocking(False)
        guest.entering = self._loop.create_task(self._welcomed(guest, client))
        guest.entering.add_done_callback(lambda entering: self._entered(entering, guest, client))

    async def _welcomed(self, guest: Guest, client: str) -> None:
        assert self._loop is not None
        assert guest.connection is not None
        connection, guest.connection = guest.connection, None
        guest.transport, _ = await self._loop.connect_accepted_socket(
            lambda: self._made(lambda: self._over(guest, client)),
            connection,
            ssl=self._tls,
            ssl_handshake_timeout=None if self._tls is None else HANDSHAKE_SECONDS,
        )

    def _over(self, guest: Guest, client: str) -> None:
        self._crowd.leave(client, guest)
        guest.transport = guest.entering = None
        if self._tls is None:
            return
        self._ended += 1
        if self._ended % _TLS_ENDED == 0:
            # The loop's parts of such a connection hold each other; in a burst they would be many before
            # anybody looks.
            gc.collect()

    def _entered(self, entering: "asyncio.Task[None]", guest: Guest, client: str) -> None:
        self._greeting.leave(client, guest)
        guest.entering = None
        fault = None if entering.cancelled() else entering.exception()
        if not entering.cancelled() and fault is None:
            return
        self._over(guest, client)
        if guest.connection is not None:
            guest.connection.close()
        if fault is not None and not isinstance(fault, OSError):
            _log.error("a connection could not be made", exc_info=fault)
