"""How the API answers, and what it says when it does not."""

import gzip
import logging
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from companion.referee.decisions import DecisionError
from companion.rules.errors import PositionError, RulesError
from companion.rules.messages import Message
from companion.web.live import packed

_SHRINKS: Final = ("application/json", "image/svg+xml", "application/manifest+json", "text/javascript")
_WORTH_IT: Final = 600

_log = logging.getLogger(__name__)

POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


class Refusal(Exception):
    """A request that is not granted; the text says why and what to do."""

    def __init__(
        self,
        status: int,
        text: str,
        *,
        headers: Mapping[str, str] | None = None,
        code: str = "",
        values: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(text)
        self.status = status
        self.headers = dict(headers or {})
        self.code = code
        """By which a page finds the text in the reader's language, where there is one."""
        self.values = {name: _plain(value) for name, value in (values or {}).items()}


def _plain(value: object) -> object:
    if isinstance(value, Message):
        return {"code": value.code, "values": {name: _plain(each) for name, each in value.values.items()}}
    return value if isinstance(value, (str, int, float)) else str(value)


def answer(told: Any, status: int = 200) -> Response:
    return Response(packed(told), status, mimetype="application/json")


def install(app: Flask) -> None:
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(HTTPException, _http)
    # A decision or move that makes no sense now: nothing was changed.
    app.register_error_handler(DecisionError, _conflict)
    app.register_error_handler(RulesError, _conflict)
    app.register_error_handler(Exception, _broken)
    app.after_request(_dressed)


def _refused(refusal: Refusal) -> Response:
    body: dict[str, Any] = {"error": str(refusal)}
    if refusal.code:
        body |= {"code": refusal.code, "values": refusal.values}
    told = answer(body, refusal.status)
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


def _conflict(fault: Exception) -> Response:
    why = fault.faults[0] if isinstance(fault, PositionError) else getattr(fault, "why", None)
    if isinstance(why, Message):
        return _refused(Refusal(409, str(fault), code=why.code, values=why.values))
    return answer({"error": str(fault)}, 409)


def _broken(fault: Exception) -> Response:
    _log.exception("%s %s failed", request.method, request.path, exc_info=fault)
    return answer({"error": "that went wrong here; the game goes on. The log says what happened"}, 500)


def _dressed(told: Response) -> Response:
    """What every answer carries: defences, and less weight where the client allows it."""
    headers = told.headers
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
    told.set_data(_gzipped(whole))
    told.headers["Content-Encoding"] = "gzip"


@lru_cache(maxsize=128)
def _gzipped(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)
