"""A phone shows a code, the table's camera sees it: whoever can hold a phone over the board may play."""

import secrets
import threading
import time
from collections.abc import Callable
from typing import Final

from flask import Blueprint, Response, current_app

from companion.web import play
from companion.web.access import let_in
from companion.web.answers import Refusal, answer
from companion.web.bodies import body
from companion.web.codes import svg
from vision.codes import texts_in
from vision.frames import Image

blueprint = Blueprint("session_by_code", __name__)

_WORD: Final = "himiki-pair:"
_SECONDS: Final = 120.0
_MOST: Final = 20
_LOOK_EVERY: Final = 0.7


class Tickets:
    """Codes that phones show at the moment. May be shared by threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until: dict[str, float] = {}
        self._seen: set[str] = set()
        self._looked = -_LOOK_EVERY
        self._lock = threading.Lock()

    def make(self) -> str:
        with self._lock:
            self._forget_old()
            if len(self._until) >= _MOST:
                raise Refusal(429, "too many phones are being paired: wait two minutes")
            ticket = secrets.token_urlsafe(12)
            self._until[ticket] = self._clock() + _SECONDS
            return ticket

    def take(self, ticket: str, look: Callable[[], Image | None]) -> bool:
        """Whether the camera has seen it; a ticket that was taken is used up. Raises `Refusal`."""
        with self._lock:
            self._forget_old()
            if ticket not in self._until:
                raise Refusal(404, "this code is too old: show a new one")
            # Looking for codes costs something, so all phones together look once in a while.
            if self._clock() - self._looked >= _LOOK_EVERY:
                self._looked = self._clock()
                image = look()
                if image is not None:
                    self._seen.update(text.removeprefix(_WORD) for text in texts_in(image))
            if ticket not in self._seen:
                return False
            self._seen.discard(ticket)
            del self._until[ticket]
            return True

    def _forget_old(self) -> None:
        now = self._clock()
        self._until = {ticket: until for ticket, until in self._until.items() if until > now}
        self._seen &= self._until.keys()


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
        frame = play.table().frame()
        return None if frame is None else frame.image

    if not tickets().take(body("Pairing")["ticket"], look):
        return answer({"may_change": False})
    return let_in(answer({"may_change": True}))
