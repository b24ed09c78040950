"""Who may change anything: those who know the table's PIN, from the table's own pages.

Watching is open on the home network. A change is never a GET; it needs the cookie that the PIN gives, and
must not come from a page of another origin.
"""

import hashlib
import hmac
import ipaddress
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from flask import Flask, Request, Response, current_app, g, request
from itsdangerous import BadSignature, URLSafeTimedSerializer

from companion.web.answers import Refusal

COOKIE: Final = "himiki"
_COOKIE_SECONDS: Final = 180 * 24 * 3600
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_OPEN: Final = ("session.enter", "session_by_code.show", "session_by_code.seen")
"""The only changes that need no cookie: they are how one gets it."""


@dataclass(slots=True)
class _Guesses:
    wrong: int = 0
    wait_until: float = 0.0


@dataclass(slots=True)
class Throttle:
    """Slows wrong PINs down: each address by itself, and all strangers together."""

    clock: Callable[[], float] = time.monotonic
    free: int = 4
    longest: float = 300.0
    _by_address: dict[str, _Guesses] = field(default_factory=dict)
    _recent: list[float] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    _A_MINUTE: Final = 60.0
    _MOST_A_MINUTE: Final = 30
    _MOST_ADDRESSES: Final = 1000

    def seconds_to_wait(self, address: str) -> float:
        """0 where a guess may be made now."""
        now = self.clock()
        with self._lock:
            self._recent = [at for at in self._recent if now - at < self._A_MINUTE]
            guesses = self._by_address.get(address)
            own = guesses.wait_until - now if guesses else 0.0
            all_ = self._recent[0] + self._A_MINUTE - now if len(self._recent) >= self._MOST_A_MINUTE else 0.0
            # Who never guessed wrong is not made to wait for strangers' guesses.
            return max(0.0, own, all_ if guesses else 0.0)

    def wrong(self, address: str) -> None:
        now = self.clock()
        with self._lock:
            if len(self._by_address) >= self._MOST_ADDRESSES:
                self._by_address.clear()
            guesses = self._by_address.setdefault(address, _Guesses())
            guesses.wrong += 1
            self._recent.append(now)
            over = guesses.wrong - self.free
            if over >= 0:
                guesses.wait_until = now + min(self.longest, 2.0**over)

    def right(self, address: str) -> None:
        with self._lock:
            self._by_address.pop(address, None)


@dataclass(frozen=True, slots=True)
class Access:
    pin: str
    secret: bytes
    throttle: Throttle = field(default_factory=Throttle)

    def cookie_value(self) -> str:
        return self._signer("phone").dumps(self._pin_mark)

    def knows(self, cookie: str | None) -> bool:
        return cookie is not None and self._read("phone", cookie, _COOKIE_SECONDS) == self._pin_mark

    def is_pin(self, guess: str) -> bool:
        return hmac.compare_digest(guess.encode(), self.pin.encode())

    @property
    def watch_key(self) -> str:
        """For streaming software: lets its page show the camera's picture, and change nothing."""
        return hmac.new(self.secret, f"watch {self.pin}".encode(), hashlib.sha256).hexdigest()[:24]

    def is_watch_key(self, key: str) -> bool:
        return hmac.compare_digest(key.encode(), self.watch_key.encode())

    @property
    def _pin_mark(self) -> str:
        """A new PIN turns all cookies out."""
        return hmac.new(self.secret, f"pin {self.pin}".encode(), hashlib.sha256).hexdigest()[:16]

    def _signer(self, salt: str) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.secret, salt=salt)

    def _read(self, salt: str, text: str, seconds: int) -> str | None:
        try:
            read = self._signer(salt).loads(text, max_age=seconds)
        except BadSignature:
            return None
        return read if isinstance(read, str) else None


def access() -> Access:
    found: Access = current_app.extensions["himiki-access"]
    return found


def guard(app: Flask, access: Access) -> None:
    app.extensions["himiki-access"] = access
    app.before_request(_check)


def may_change() -> bool:
    return bool(g.get("may_change"))


def _check() -> None:
    g.may_change = access().knows(request.cookies.get(COOKIE))
    if request.method in _SAFE:
        return
    if not _same_origin(request):
        raise Refusal(403, "changes are made from the table's own pages only")
    if not g.may_change and request.endpoint not in _OPEN:
        raise Refusal(401, "this needs the table's PIN: POST it to /api/v1/session first")


def require_pin() -> None:
    """For what may be looked at only by those who may change things, such as the camera's picture."""
    if not may_change():
        raise Refusal(401, "this needs the table's PIN: POST it to /api/v1/session first")


def _same_origin(asked: Request) -> bool:
    origin = asked.headers.get("Origin")
    if origin is not None:
        return origin.lower() == f"{asked.scheme}://{asked.host}".lower()
    return asked.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")


def let_in(answer: Response) -> Response:
    answer.set_cookie(
        COOKIE,
        access().cookie_value(),
        max_age=_COOKIE_SECONDS,
        httponly=True,
        samesite="Strict",
        secure=request.scheme == "https",
    )
    return answer


def let_out(answer: Response) -> Response:
    answer.delete_cookie(COOKIE, httponly=True, samesite="Strict")
    return answer


def try_pin(guess: str) -> None:
    """Raises `Refusal` for a wrong guess, and for one that comes too soon after others."""
    address = _household(request.remote_addr or "")
    throttle = access().throttle
    wait = throttle.seconds_to_wait(address)
    if wait > 0:
        seconds = math.ceil(wait)
        raise Refusal(
            429, f"too many wrong PINs: wait {seconds} seconds", headers={"Retry-After": str(seconds)}
        )
    if not access().is_pin(guess):
        throttle.wrong(address)
        raise Refusal(401, "that is not the table's PIN: it is printed where the table was started")
    throttle.right(address)


def _household(address: str) -> str:
    """One device has a whole network of IPv6 addresses: they count as one."""
    try:
        read = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(read, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((read, 64), strict=False))
    return address
