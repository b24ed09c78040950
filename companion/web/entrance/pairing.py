"""A phone shows a code, the table's camera sees it: whoever can hold a phone over the board may play."""

import base64
import hashlib
import hmac
import secrets
import struct
import threading
import time
from collections.abc import Callable
from typing import Final

from flask import Blueprint, Response, current_app

from companion.web.entrance.access import let_in
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.bodies import body
from companion.web.exchange.codes import svg
from companion.web.exchange.running import table
from companion.words.sentences import sentence
from vision.codes import texts_in
from vision.frames import Image

blueprint = Blueprint("session_by_code", __name__)

_WORD: Final = "himiki-pair:"
"""With which the text of a code begins."""

_SECONDS: Final = 120.0
"""That a code holds."""

_LOOK_EVERY: Final = 0.7
"""Seconds between two pictures in which codes are looked for."""

_MARK: Final = 8
"""Bytes that only this table can make: the code has to stay small, for a camera far above it."""


class Tickets:
    """Codes that phones show. Any number of them may be asked for, since none is remembered before the camera
    has seen it. May be shared by threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._secret = secrets.token_bytes(16)
        self._seen: dict[str, float] = {}
        """Until when they are good."""
        self._used: dict[str, float] = {}
        self._looked = -_LOOK_EVERY
        self._lock = threading.Lock()
        self._looking = threading.Lock()

    def make(self) -> str:
        told = struct.pack(">I", int(self._clock() + _SECONDS)) + secrets.token_bytes(4)
        return base64.urlsafe_b64encode(told + self._mark(told)).decode().rstrip("=")

    def take(self, ticket: str, look: Callable[[], Image | None]) -> bool:
        """Whether the camera has seen it; a ticket that was taken is used up. Raises `Refusal`."""
        self._look_now_and_then(look)
        with self._lock:
            now = self._clock()
            self._seen = {each: until for each, until in self._seen.items() if until > now}
            self._used = {each: until for each, until in self._used.items() if until > now}
            until = self._until(ticket)
            if until is None or until <= now or ticket in self._used:
                raise Refusal(404, sentence("code-too-old"))
            if ticket not in self._seen:
                return False
            self._used[ticket] = self._seen.pop(ticket)
            return True

    def _look_now_and_then(self, look: Callable[[], Image | None]) -> None:
        """Looking for codes costs something: all phones together look once in a while, and nobody waits for
        it."""
        if self._clock() - self._looked < _LOOK_EVERY or not self._looking.acquire(blocking=False):
            return
        try:
            self._looked = self._clock()
            image = look()
            if image is None:
                return
            found = {text.removeprefix(_WORD) for text in texts_in(image)}
            good = {each: until for each in found if (until := self._until(each)) is not None}
            with self._lock:
                self._seen |= good
        finally:
            self._looking.release()

    def _until(self, ticket: str) -> float | None:
        """None of one that this table did not make."""
        try:
            told = base64.urlsafe_b64decode(ticket + "=" * (-len(ticket) % 4))
        except ValueError:
            return None
        told, mark = told[:-_MARK], told[-_MARK:]
        if len(told) != 8 or not hmac.compare_digest(mark, self._mark(told)):
            return None
        (until,) = struct.unpack(">I", told[:4])
        return float(until)

    def _mark(self, told: bytes) -> bytes:
        return hmac.new(self._secret, told, hashlib.sha256).digest()[:_MARK]


def code_of(ticket: str) -> str:
    return _WORD + ticket


def tickets() -> Tickets:
    found: Tickets = current_app.extensions["himiki-tickets"]
    return found


@blueprint.post("/api/v1/session/code")
def show() -> Response:
    ticket = tickets().make()
    return answer({"ticket": ticket, "qr": svg(code_of(ticket))})


@blueprint.post("/api/v1/session/seen")
def seen() -> Response:
    def look() -> Image | None:
        frame = table().view.frame()
        return None if frame is None else frame.image

    if not tickets().take(body("Pairing")["ticket"], look):
        return answer({"may_change": False})
    return let_in(answer({"may_change": True}))
