"""What the table is told to do by another way than a page: the same requests, answered by the same code."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Flask
from werkzeug.test import EnvironBuilder

from companion.web.entrance.access import BY_ORDER
from companion.web.exchange.live import packed

_REFUSED: Final = 400
"""From which status on an answer says why not."""


def carry_out(app: Flask, path: str, body: Mapping[str, Any]) -> str | None:
    """Posts that to the app, as somebody who was let in; None, or why it was refused."""
    asked = EnvironBuilder(path, method="POST", data=packed(dict(body)), content_type="application/json")
    try:
        environ = asked.get_environ() | {BY_ORDER: True}
    finally:
        asked.close()
    with app.request_context(environ):
        answer = app.full_dispatch_request()
        if answer.status_code < _REFUSED:
            return None
        told = answer.get_json(silent=True) or {}
        return str(told.get("error") or f"it was refused with {answer.status}")
