"""How the API answers, and what it says when it does not."""

import gzip
import hashlib
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, runtime_checkable

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from companion.games.decisions import Refused
from companion.store import NotKept, StoreError
from companion.web.exchange.live import packed
from companion.words.sentences import sentence

_SHRINKS: Final = ("application/json", "image/svg+xml", "application/manifest+json", "text/javascript")
_WORTH_IT: Final = 600

_log = logging.getLogger(__name__)

POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


@runtime_checkable
class Said(Protocol):
    """A sentence as code and values: its words are found in the reader's language."""

    @property
    def code(self) -> str: ...

    @property
    def values(self) -> Mapping[str, object]: ...


class Refusal(Exception):
    """A request that is not granted. What a page can bring about is refused with a sentence, for its words in
    the reader's language are found by the code; what only programs can, in plain text."""

    def __init__(self, status: int, why: str | Said, *, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(str(why))
        self.status = status
        self.headers = dict(headers or {})
        self.body = refused(why)


def refused(why: object) -> dict[str, Any]:
    """As the API tells it."""
    told: dict[str, Any] = {"error": str(why)}
    if isinstance(why, Said) and why.code:
        told |= {"code": why.code, "values": {name: _plain(value) for name, value in why.values.items()}}
    return told


def _plain(value: object) -> object:
    if isinstance(value, Said):
        return {"code": value.code, "values": {name: _plain(each) for name, each in value.values.items()}}
    return value if isinstance(value, (str, int, float)) else str(value)


def answer(told: Any, status: int = 200) -> Response:
    return Response(packed(told), status, mimetype="application/json")


def unchanged(told: Response) -> Response:
    """Asked again, it is sent only where it has changed."""
    told.headers["Cache-Control"] = "no-cache"
    told.add_etag()
    told.make_conditional(request)
    return told


def install(app: Flask) -> None:
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(NotKept, _not_kept)
    app.register_error_handler(StoreError, _damaged)
    app.register_error_handler(Refused, _conflict)
    app.register_error_handler(Exception, _broken)
    app.after_request(_dressed)


def _refused(refusal: Refusal) -> Response:
    told = answer(refusal.body, refusal.status)
    told.headers.update(refusal.headers)
    return told


def _http(fault: HTTPException) -> Response:
    if fault.code is None or fault.code < 400:
        return Response(fault.get_body(), fault.code or 500, headers=dict(fault.get_headers()))
    if fault.code == 404 and _by_browser():
        lost: Callable[[], Response] = current_app.extensions["himiki-lost"]
        return lost()
    told = answer({"error": f"{fault.name}: {request.method} {request.path}"}, fault.code)
    if allowed := dict(fault.get_headers()).get("Allow"):
        told.headers["Allow"] = allowed
    return told


def _by_browser() -> bool:
    """Whether a person looks for a page, not a program for a file."""
    asks = request.accept_mimetypes
    file = request.path.startswith(("/api", "/static/", "/messages/"))
    return request.method in ("GET", "HEAD") and "text/html" in asks.values() and not file


def _conflict(fault: Refused) -> Response:
    """It makes no sense now, and nothing was changed."""
    why = getattr(fault, "why", None)
    return answer({**refused(why), "error": str(fault)}, 409)


def _damaged(fault: StoreError) -> Response:
    _log.warning("%s %s was refused: %s", request.method, request.path, fault)
    return answer(refused(sentence("game-damaged")), 409)


def _not_kept(fault: NotKept) -> Response:
    _log.warning("%s %s was refused: %s", request.method, request.path, fault)
    return answer(refused(sentence("cannot-be-kept")), 507)


def _broken(fault: Exception) -> Response:
    _log.exception("%s %s failed", request.method, request.path, exc_info=fault)
    return answer(refused(sentence("went-wrong")), 500)


def _dressed(told: Response) -> Response:
    """What every answer carries: defences, and less weight where the client allows it."""
    headers = told.headers
    # The server says when, in every answer.
    del headers["Date"]
    _packed_small(told)
    headers.setdefault("Content-Security-Policy", POLICY)
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)"
    headers.setdefault("Cache-Control", "no-store")
    return told


def _packed_small(told: Response) -> None:
    kind = told.mimetype or ""
    if not (kind.startswith("text/") or kind in _SHRINKS) or told.is_streamed:
        return
    told.vary.add("Accept-Encoding")
    whole = told.get_data()
    if told.status_code != 200 or len(whole) < _WORTH_IT or not request.accept_encodings.quality("gzip"):
        return
    told.set_data(_shrunk.of(whole))
    told.headers["Content-Encoding"] = "gzip"


class Shrunk:
    """What was made smaller lately: files of the pages mostly. Threads may share it."""

    def __init__(self, room: int) -> None:
        """Keeps so many bytes."""
        self._room = room
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        return sum(map(len, self._kept.values()))

    def of(self, content: bytes) -> bytes:
        mark = hashlib.blake2b(content, digest_size=16).digest()
        with self._lock:
            if mark in self._kept:
                self._kept.move_to_end(mark)
                return self._kept[mark]
        made = gzip.compress(content, 6, mtime=0)
        with self._lock:
            self._kept[mark] = made
            while self.size > self._room:
                self._kept.popitem(last=False)
        return made


_ROOM: Final = 2 * 2**20
"""All files of the pages take a quarter of it."""
_shrunk: Final = Shrunk(_ROOM)
