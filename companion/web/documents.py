"""The API's own description."""

from functools import cache

from flask import Blueprint, Response

from companion.web.live import packed
from companion.web.openapi import document

blueprint = Blueprint("documents", __name__)


@blueprint.get("/api/openapi.json")
def openapi() -> Response:
    return Response(_document(), mimetype="application/json")


@cache
def _document() -> bytes:
    return packed(document())
