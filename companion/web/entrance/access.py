"""Who may change anything: those who know the table's PIN, from the table's own pages.

Watching is open on the home network. A change is never a GET; it needs the cookie that the PIN gives, and
must not come from a page of another origin.
"""

import hashlib
import hmac
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any, Final

from flask import Flask, Request, Response, current_app, g, request
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.http import parse_cookie

from companion.table.state.pin import Pin
from companion.web.door.clients import client_of
from companion.web.door.devices import SECONDS, Device, Devices, name_of
from companion.web.door.guesses import Guesses
from companion.web.exchange.answers import Refusal
from companion.web.keys.secret import kept_secret
from companion.words.sentences import sentence

BY_ORDER: Final = "himiki.by-order"
"""In a request that the program made itself: no header of a client's gets such a name."""
COOKIE: Final = "himiki"
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_OPEN: Final = ("session.enter", "session_by_code.show", "session_by_code.seen")
"""The only changes that need no cookie: they are how one gets it."""
_MOST_FAMILIAR: Final = 256


class Access:
    """Who may change anything. May be asked from any thread."""

    def __init__(
        self,
        pin: str | Pin,
        secret: bytes,
        guesses: Guesses | None = None,
        devices: Devices | None = None,
    ) -> None:
        self._pin = Pin(pin) if isinstance(pin, str) else pin
        self.secret = secret
        self.guesses = guesses or Guesses()
        self.devices = devices or Devices(None)
        self._familiar: OrderedDict[str, None] = OrderedDict()
        self._lengthening = threading.Lock()
        """So that a longer PIN is not taken for another one."""
        self.look()

    @property
    def pin(self) -> str:
        return self._pin.text

    def look(self) -> None:
        """Whether there is a new PIN: then nobody is let in any more, and everybody may guess anew."""
        with self._lengthening:
            if self.devices.of_pin(self._pin_mark):
                self.guesses.begin_anew()

    def lengthen(self) -> None:
        """Strangers guess: whoever was let in stays so."""
        with self._lengthening:
            self._pin.lengthen()
            self.devices.stay_with(self._pin_mark)

    @property
    def long(self) -> bool:
        return self._pin.long

    # Cookies

    def cookie_value(self, device: Device) -> str:
        return self._signer.dumps(device.id)

    def device(self, cookie: str | None) -> Device | None:
        """Which one that is, let in or not any more; None of strangers."""
        if not cookie:
            return None
        try:
            read = self._signer.loads(cookie, max_age=SECONDS)
        except BadSignature:
            return None
        return self.devices.get(read) if isinstance(read, str) else None

    def phone_of(self, scope: MutableMapping[str, Any]) -> str | None:
        """Which phone that was let in asks there; for the server's loop.

        A browser sends one header of cookies: of hundreds, which would each be looked at before anybody knows
        whose turn it is, the first counts.
        """
        told = next((value for name, value in scope["headers"] if name == b"cookie"), None)
        if told is None:
            return None
        device = self.device(parse_cookie(told.decode("latin-1")).get(COOKIE))
        if device is None or not device.let_in:
            return None
        client = client_of((scope.get("client") or ("",))[0])
        self._familiar[client] = None
        self._familiar.move_to_end(client)
        if len(self._familiar) > _MOST_FAMILIAR:
            self._familiar.popitem(last=False)
        return device.id

    def is_familiar(self, client: str) -> bool:
        """Whether a phone that was let in came from there; for the server's loop."""
        return client in self._familiar

    def is_pin(self, guess: str) -> bool:
        return hmac.compare_digest(guess.encode(), self.pin.encode())

    @property
    def watch_key(self) -> str:
        """For streaming software: lets its page show the camera's picture, and change nothing."""
        return self._marked("watch")[:24]

    def is_watch_key(self, key: str) -> bool:
        return hmac.compare_digest(key.encode(), self.watch_key.encode())

    @property
    def _pin_mark(self) -> str:
        return self._marked("pin")[:16]

    def _marked(self, word: str) -> str:
        return hmac.new(self.secret, f"{word} {self.pin}".encode(), hashlib.sha256).hexdigest()

    @property
    def _signer(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.secret, salt="device")


def access_to(
    folder: Path,
    pin: str | Pin,
    clock: Callable[[], float] = time.monotonic,
    *,
    forgotten: Callable[[], object] = lambda: None,
) -> Access:
    """To the table with that state folder; calls `forgotten` where phones that were known are known no
    more."""
    secret = kept_secret(folder, forgotten)
    return Access(pin, secret, Guesses(clock), Devices(folder / "devices.json", forgotten=forgotten))


def access() -> Access:
    found: Access = current_app.extensions["himiki-access"]
    return found


def guard(app: Flask, access: Access) -> None:
    app.extensions["himiki-access"] = access
    app.before_request(_check)


def may_change() -> bool:
    return bool(g.get("may_change"))


def this_device() -> Device | None:
    """Where the request at hand comes from one that was let in."""
    found: Device | None = g.get("device")
    return found


def _check() -> None:
    if request.environ.get(BY_ORDER):
        g.was = g.device = None
        g.may_change = True
        return
    own = access()
    own.look()
    known = own.device(request.cookies.get(COOKIE))
    g.was = known
    g.device = known if known is not None and known.let_in else None
    g.may_change = g.device is not None
    if known is not None and known.let_in:
        own.devices.notice(known.id)
    if request.method in _SAFE:
        return
    if not _same_origin(request):
        raise Refusal(403, sentence("other-origin"))
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
    was: Device | None = g.get("was")
    name = name_of(request.headers.get("User-Agent", ""))
    device = access().devices.let_in(name, None if was is None else was.id)
    answer.set_cookie(
        COOKIE,
        access().cookie_value(device),
        max_age=SECONDS,
        httponly=True,
        samesite="Strict",
        secure=request.scheme == "https",
    )
    return answer


def let_out(answer: Response) -> Response:
    """Here too: a cookie that somebody kept is worth nothing any more."""
    device = this_device()
    if device is not None:
        access().devices.forget(device.id)
    answer.delete_cookie(COOKIE, httponly=True, samesite="Strict")
    return answer


def try_pin(guess: str) -> None:
    """Raises `Refusal` for a wrong guess, and for one that comes too soon after others."""
    was: Device | None = g.get("was")
    who = client_of(request.remote_addr) if was is None else was.id
    guesses = access().guesses
    wait = guesses.seconds_to_wait(who)
    if wait > 0:
        seconds = math.ceil(wait)
        raise Refusal(
            429, f"too many wrong PINs: wait {seconds} seconds", headers={"Retry-After": str(seconds)}
        )
    if access().is_pin(guess):
        guesses.right(who)
        return
    if guesses.wrong(who, stranger=was is None) and not access().long:
        access().lengthen()
    raise Refusal(
        401, "that is not the table's PIN: `himiki pin` prints it, and every phone that was let in shows it"
    )
