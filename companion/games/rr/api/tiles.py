"""Tiles as pictures, in the reader's language: the same drawing as in the rule book."""

from functools import cache

from flask import Blueprint, Response, abort

from companion.games.rr.drawing import back_drawn, tile_drawn
from companion.games.rr.rules.tiles import tile_coded
from companion.web.exchange.answers import unchanged
from companion.words import catalogues
from companion.words.languages import LANGUAGES

blueprint = Blueprint("rr_tiles", __name__)

BACK = "back"


@blueprint.get("/api/v1/rr/tiles/<any({}):language>/<code>.svg".format(", ".join(LANGUAGES)))
def tile(language: str, code: str) -> Response:
    if code != BACK and tile_coded(code) is None:
        abort(404)
    return unchanged(Response(_drawn(code, language), mimetype="image/svg+xml"))


@cache
def _drawn(code: str, language: str) -> str:
    words = catalogues.translations(language)
    found = tile_coded(code)
    if found is None:
        return back_drawn(words.get("face down", "face down"))
    return tile_drawn(found, lambda word: words.get(word, word))
