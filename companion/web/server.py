"""The server that stands in front of the pages: many slow phones, few threads."""

import asyncio
import logging
import resource
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import uvicorn

from companion.web.door.accepting import Accepting, Guest
from companion.web.door.crowd import Crowd
from companion.web.door.patience import Patient
from companion.web.front import Front
from companion.web.keys.certificate import Certificate, certificate

if TYPE_CHECKING:
    from companion.table import Table
    from companion.table.state.pin import Pin
    from companion.web.entrance.access import Access
    from companion.web.exchange.running import Extras
    from companion.web.share import Shares

_KEEP_ALIVE_SECONDS: Final = 20
"""That a connection stays open without a request."""
CONNECTIONS_EACH: Final = 32
"""Of one address: a browser has six, and one for each page that listens."""
MOST_CONNECTIONS: Final = 700
"""Five hundred phones that listen at a drawn table are 200 MB, of which they take 13 and the drawing 31."""
KEPT_CONNECTIONS: Final = 64
"""Of them, for addresses of phones that were let in."""
OTHER_FILES: Final = 160
"""That the rest of the program may have open at most: camera, store, pictures, searches, threads."""
_LARGEST_HEADERS: Final = 16 * 1024


def _most_connections() -> int:
    """As many as this process may have open without the table lacking files."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(2 * CONNECTIONS_EACH, min(MOST_CONNECTIONS, files - OTHER_FILES))


class Server:
    """Answers on a socket of its own until `stop`; `run` may be called in any thread."""

    def __init__(
        self,
        front: Front,
        host: str,
        port: int,
        certificate: Certificate | None = None,
        *,
        is_known: Callable[[str], bool] = lambda client: False,
        state: Callable[[], dict[str, Any]] = dict,
        post: Callable[[str, Mapping[str, Any]], str | None] = lambda path, body: "nothing is played here",
    ) -> None:
        """`is_known`: whether a phone that was let in has that address. `state` and `post` are the API for
        who does not come over HTTP: what stands now, and what is to be done, or why it cannot."""
        self.state, self.post = state, post
        self.socket = _listening(host, port)
        self.scheme = "http" if certificate is None else "https"
        self._front = front
        tls: dict[str, Any] = {}
        if certificate is not None:
            tls = {"ssl_certfile": certificate.certificate, "ssl_keyfile": certificate.key}
        most = _most_connections()
        self._server = _Uvicorn(
            uvicorn.Config(
                front,
                http=Patient,
                ws="none",
                loop="asyncio",
                lifespan="on",
                access_log=False,
                log_config=None,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=_KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=3,
                h11_max_incomplete_event_size=_LARGEST_HEADERS,
                **tls,
            ),
            self.socket,
            Crowd(most, CONNECTIONS_EACH, kept=min(KEPT_CONNECTIONS, most // 4), is_known=is_known),
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
        self._server.run(sockets=[])

    def stop(self) -> None:
        """Open pages are told that it is over; `run` returns within seconds."""
        self._server.should_exit = True
        self._front.stop()


def server_for(
    table: "Table",
    *,
    host: str,
    port: int,
    pin: "str | Pin",
    tls: bool = False,
    extras: "Extras | None" = None,
    access: "Access | None" = None,
) -> Server:
    """Pages and API of that table, on a socket that is bound; raises OSError where it cannot be. `access`
    where it is known already."""
    from companion.table.camera.memory import give_back
    from companion.web.app import create_app
    from companion.web.entrance.access import access_to
    from companion.web.exchange.live import Live, OfTable
    from companion.web.exchange.openapi import Document
    from companion.web.exchange.running import Extras
    from companion.web.orders import carry_out
    from companion.web.share import event_of, state_of

    give_back()
    extras = extras or Extras()
    names = own_names(extras.name)
    access = access or access_to(
        table.state_folder, pin, forgotten=lambda: table.notices.put_up("phones-forgotten")
    )
    app = create_app(table, access, extras)
    shares: Shares = app.extensions["himiki-shares"]
    live = Live(
        OfTable(
            table,
            lambda table: state_of(table, shares, extras),
            lambda table, event: event_of(table, shares, event),
        )
    )
    document: Document = app.extensions["himiki-document"]
    front = Front(
        app,
        live,
        names=names,
        is_costly=document.is_costly,
        known=access.phone_of,
        closing=lambda: [share.close() for share in shares.brought().values()],
    )
    made = _own_certificate(table, names) if tls else None
    return Server(
        front,
        host,
        port,
        made,
        is_known=access.is_familiar,
        state=lambda: state_of(table, shares, extras),
        post=partial(carry_out, app),
    )


def _own_certificate(table: "Table", names: list[str]) -> Certificate | None:
    """None where there can be none: pages that are not encrypted are better than none."""
    try:
        made = certificate(
            table.state_folder, [*names, *own_addresses()], lambda: table.notices.put_up("key-damaged")
        )
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(made.certificate, made.key)
    except (OSError, ValueError) as fault:
        table.notices.put_up("not-encrypted", why=str(fault))
        return None
    return made


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
    """It takes its connections from a door of ours."""

    ready: Callable[[], None]

    def __init__(self, config: uvicorn.Config, listening: socket.socket, crowd: "Crowd[Guest]") -> None:
        super().__init__(config)
        self._listening = listening
        self._crowd = crowd

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals belong to the program, which has more to put away than this server."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        tls: ssl.SSLContext | None = self.config.ssl
        accepting = Accepting(self._listening, self._made, self._crowd, tls=tls)
        accepting.start(asyncio.get_running_loop(), self.config.backlog)
        self.servers.append(accepting)  # type: ignore[arg-type]
        if self.started:
            self.ready()

    def _made(self, over: Callable[[], None]) -> asyncio.Protocol:
        made = Patient(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        made.over = over
        return made


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
