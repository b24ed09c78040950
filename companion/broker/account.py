"""With what somebody comes to a broker."""

import base64
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self
from urllib.parse import urlsplit

_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


class BadAccount(ValueError):
    """An address, or a file that goes with it, which cannot be used; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Account:
    host: str
    port: int
    tls: bool = False
    user: str | None = None
    password: str | None = None
    ca_file: Path | None = None
    """Who vouches for the broker, where that is nobody whom the system knows."""
    certificate: str = ""
    """The broker's own as base64, where it came with an invitation; then no other one is believed."""

    @classmethod
    def at(
        cls, url: str, *, user: str = "", password_file: Path | None = None, ca_file: Path | None = None
    ) -> Self:
        """Raises `BadAccount`."""
        parts = urlsplit(url)
        if parts.scheme not in _PORTS or not parts.hostname or parts.path not in ("", "/"):
            raise BadAccount(f"a broker is mqtt://HOST:1883 or mqtts://HOST:8883, not '{url[:100]}'")
        if parts.password is not None:
            raise BadAccount("a password belongs in a file, which password_file names, not into the address")
        try:
            port = parts.port
        except ValueError:
            raise BadAccount(f"the port in '{url[:100]}' is no number from 1 to 65535") from None
        if ca_file is not None and not ca_file.is_file():
            raise BadAccount(f"there is no file {ca_file}: ca_file names the broker's certificate")
        return cls(
            parts.hostname,
            port or _PORTS[parts.scheme],
            parts.scheme == "mqtts",
            user or parts.username or None,
            None if password_file is None else _secret(password_file),
            ca_file,
        )

    def secured(self) -> ssl.SSLContext:
        """How its TLS is checked; raises `BadAccount`."""
        try:
            if self.certificate:
                return ssl.create_default_context(cadata=base64.b64decode(self.certificate, validate=True))
            return ssl.create_default_context(cafile=None if self.ca_file is None else str(self.ca_file))
        except (ssl.SSLError, ValueError, OSError) as fault:
            raise BadAccount(f"the broker's certificate cannot be read ({fault})") from None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def _secret(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "it is no text"
        raise BadAccount(f"the password in {path} cannot be read ({why})") from None
