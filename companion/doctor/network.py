"""How phones reach the table: its port, its name and its address."""

import errno
import ipaddress
import socket
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from companion.config.settings import WebSettings
from companion.doctor.findings import Finding, ill, note, well

_PATIENCE: Final = 2.0
"""Seconds that the own port is given to answer."""
_FOR_ALL: Final = 1024
"""The ports from here up need no right of root, of which the service has none."""

_ANYWHERE: Final = "192.0.2.1"
"""An address that is nobody's (RFC 5737): only the way there is looked up, nothing is sent."""

_CURES: Final = {
    errno.EADDRINUSE: "stop the program that has it (`ss -ltnp` names it), or set another port under [web]",
    errno.EACCES: f"set a port from {_FOR_ALL} up under [web]",
    errno.EADDRNOTAVAIL: "set host under [web] to 0.0.0.0, or to an address that `ip address` shows",
}


def findings(name: str, web: WebSettings, *, running: bool, installed: bool = False) -> Iterator[Finding]:
    """`running`: the companion holds the port itself."""
    if installed and 0 < web.port < _FOR_ALL:
        what = f"the companion's service has no right to port {web.port}"
        yield ill("port", what, _CURES[errno.EACCES])
    else:
        yield _answering(web) if running else _free(web)
    yield reached(name, web)


def as_started(web: WebSettings, process: int | None, processes: Path = Path("/proc")) -> WebSettings:
    """As the running companion was told on its command line."""
    try:
        words = (processes / str(process) / "cmdline").read_bytes().decode().split("\0")
    except (OSError, UnicodeDecodeError):
        return web
    given = dict(pairwise(word for each in words for word in each.split("=", 1)))
    port = given.get("--port", "")
    started = replace(web, port=int(port)) if port.isdecimal() and 0 < int(port) <= 65535 else web
    return replace(started, host=given.get("--host", web.host), tls=web.tls or "--tls" in words)


def _free(web: WebSettings) -> Finding:
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            web.host, web.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(place)
    except OSError as error:
        what = f"port {web.port} of {web.host} cannot be used ({error.strerror})"
        return ill("port", what, _CURES.get(error.errno or 0, "set host and port under [web]"))
    return well("port", f"{web.port} is free for the page")


def _answering(web: WebSettings) -> Finding:
    host = "127.0.0.1" if web.host in ("0.0.0.0", "") else "::1" if web.host == "::" else web.host
    try:
        socket.create_connection((host, web.port), _PATIENCE).close()
    except OSError as error:
        return ill(
            "port",
            f"the companion runs, and nothing answers on port {web.port} ({error.strerror or error})",
            "it may have been started with another --port; its log says: journalctl --unit himiki",
        )
    return well("port", f"the page answers on {web.port}")


def reached(name: str, web: WebSettings) -> Finding:
    """By phones."""
    scheme = "https" if web.tls else "http"
    if _is_loopback(web.host):
        return note(
            "network",
            f"{scheme}://{web.host}:{web.port}: this machine only",
            'for phones set host = "0.0.0.0" under [web]',
        )
    address = own_address() if web.host in ("0.0.0.0", "::", "") else web.host
    if address is None:
        return note("network", "this machine is in no network", "join the one that the phones are in")
    host = socket.gethostname()
    seen = f"{scheme}://{address}:{web.port}"
    if host != name:
        return note(
            "network",
            f"phones find it as {seen}; this machine is called {host}, the table {name}",
            f"`himiki install --name {name}` on a Raspberry Pi makes that {scheme}://{name}.local:{web.port}",
        )
    return well("network", f"phones find it as {scheme}://{name}.local:{web.port} or {seen}")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def own_address() -> str | None:
    """The one by which others in the network see this machine."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((_ANYWHERE, 9))
            address = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if _is_loopback(address) else address
