"""The server that stands in front of the pages: many slow phones, few threads."""

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.web.front import Front

if TYPE_CHECKING:
    from companion.table import Table
    from companion.web.access import Throttle
    from companion.web.app import Extras

HEADER_SECONDS: Final = 8.0
_KEEP_ALIVE_SECONDS: Final = 20
_MOST_CONNECTIONS: Final = 600
_LARGEST_HEADERS: Final = 16 * 1024


@dataclass(frozen=True, slots=True)
class Certificate:
    """Of this device, for `--tls`."""

    certificate: Path
    key: Path


class _Patient(H11Protocol):
    """Patient up to a point: the whole head of a request has to be here in time, however it trickles in."""

    _head: asyncio.TimerHandle | None = None

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

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_here()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._head = self.loop.call_later(HEADER_SECONDS, self.transport.close)

    def _head_is_here(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None


class Server:
    """Answers on a socket of its own until `stop`; `run` may be called in any thread."""

    def __init__(self, front: Front, host: str, port: int, certificate: Certificate | None = None) -> None:
        self.socket = _listening(host, port)
        self.scheme = "http" if certificate is None else "https"
        tls: dict[str, Any] = {}
        if certificate is not None:
            tls = {"ssl_certfile": certificate.certificate, "ssl_keyfile": certificate.key}
        self._server = _Uvicorn(
            uvicorn.Config(
                front,
                http=_Patient,
                ws="none",
                loop="asyncio",
                lifespan="on",
                access_log=False,
                log_config=None,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=_KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=3,
                limit_concurrency=_MOST_CONNECTIONS,
                h11_max_incomplete_event_size=_LARGEST_HEADERS,
                **tls,
            )
        )
        # It warns of every malformed request of any stranger, which is nobody's mistake here.
        logging.getLogger("uvicorn").setLevel(logging.ERROR)

    @property
    def port(self) -> int:
        port: int = self.socket.getsockname()[1]
        return port

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Blocks; calls `ready` once when requests are answered."""
        self._server.ready = ready
        self._server.run(sockets=[self.socket])

    def stop(self) -> None:
        """Open pages are told that it is over; `run` returns within seconds."""
        self._server.should_exit = True


def server_for(
    table: "Table",
    *,
    host: str,
    port: int,
    pin: str,
    tls: bool = False,
    extras: "Extras | None" = None,
    throttle: "Throttle | None" = None,
) -> Server:
    """Pages and API of that table, on a socket that is bound; raises OSError where it cannot be."""
    from companion.table.memory import give_back
    from companion.web.access import Access, Throttle
    from companion.web.app import Extras, create_app
    from companion.web.certificate import certificate
    from companion.web.live import Live, OfTable
    from companion.web.secret import kept_secret
    from companion.web.studies import Studies

    give_back()
    extras = extras or Extras()
    names = own_names(extras.name)
    access = Access(pin, kept_secret(table.state_folder), throttle or Throttle())
    app = create_app(table, access, extras)
    studies: Studies = app.extensions["himiki-studies"]
    front = Front(app, Live(OfTable(table)), names=names, closing=studies.close)
    made = certificate(table.state_folder, [*names, *own_addresses()]) if tls else None
    return Server(front, host, port, made)


def serve(
    table: "Table",
    *,
    host: str,
    port: int,
    pin: str,
    tls: bool = False,
    extras: "Extras | None" = None,
    ready: Callable[[Server], None] = lambda _: None,
) -> None:
    """Blocks until `Server.stop`; `ready` is given the server once it answers."""
    server = server_for(table, host=host, port=port, pin=pin, tls=tls, extras=extras)
    server.run(lambda: ready(server))


def own_names(name: str) -> list[str]:
    """Under which this machine may be asked for, besides its addresses."""
    host = socket.gethostname().lower()
    return list(dict.fromkeys([f"{name}.local", name, host, f"{host}.local", "localhost"]))


def own_addresses() -> list[str]:
    """Of this machine in the home network, the likeliest first. Nothing is sent to find them."""
    found = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((far, 9))
                found.append(str(probe.getsockname()[0]))
            except OSError:
                continue
    return [*found, "127.0.0.1"]


class _Uvicorn(uvicorn.Server):
    ready: Callable[[], None]

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals belong to the program, which has more to put away than this server."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def _listening(host: str, port: int) -> socket.socket:
    """Raises OSError where the address cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((host, port))
    except BaseException:
        opened.close()
        raise
    return opened
