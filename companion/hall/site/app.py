"""A hall's pages and API as one application, and the server that stands in front of it."""

from functools import cache
from pathlib import Path
from typing import Final

from flask import Blueprint, Flask, Response, abort, request

from companion.hall.database import DatabaseError
from companion.hall.hall import Hall
from companion.hall.site import api
from companion.hall.site.live import OfHall
from companion.hall.tournaments import api as tournaments
from companion.hall.tournaments.office import Office
from companion.web.entrance import access, session
from companion.web.entrance.access import Access
from companion.web.exchange import answers
from companion.web.exchange.answers import Refusal, answer, unchanged
from companion.web.exchange.bodies import Bodies
from companion.web.exchange.live import Live
from companion.web.front import Front
from companion.web.server import Server, own_names
from companion.words import catalogues
from companion.words.languages import LANGUAGES

LIVE: Final = "/api/v1/live"
_STATIC: Final = Path(__file__).parents[1] / "static"
_KINDS: Final = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}

blueprint = Blueprint("hall_pages", __name__)


def create_app(hall: Hall, office: Office, access_: Access) -> Flask:
    app = Flask(__name__, static_folder=None)
    app.extensions["himiki-hall"] = hall
    app.extensions["himiki-lost"] = lambda: _page("hall")
    app.extensions["himiki-office"] = office
    app.extensions["himiki-bodies"] = Bodies({**api.BODIES, **tournaments.BODIES})
    answers.install(app)
    app.register_error_handler(DatabaseError, _not_read)
    access.guard(app, access_)
    for each in (blueprint, session.blueprint, api.blueprint, tournaments.blueprint):
        app.register_blueprint(each)
    return app


def server_for(hall: Hall, office: Office, access_: Access, *, host: str, port: int) -> Server:
    """On a socket that is bound; raises OSError where it cannot be."""
    app = create_app(hall, office, access_)
    front = Front(app, Live(OfHall(hall)), names=own_names("hall"), known=access_.phone_of, events=LIVE)
    return Server(front, host, port, is_known=access_.is_familiar)


@blueprint.get("/")
@blueprint.get("/wall")
@blueprint.get("/tables/<name>")
def tables_page(name: str = "") -> Response:
    """All tables, or the one that its address names."""
    return _page("hall")


@blueprint.get("/overlay/<name>")
def overlay_page(name: str) -> Response:
    """That table for streaming software."""
    return _page("overlay")


@blueprint.get("/tournaments")
@blueprint.get("/tournaments/<int:number>")
def tournaments_page(number: int = 0) -> Response:
    return _page("tournaments")


def _page(module: str) -> Response:
    language = catalogues.preferred(request.accept_languages)
    text = (
        _files()["hall.html"].decode().replace("MODULE", module).replace('lang="en"', f'lang="{language}"', 1)
    )
    told = Response(text, mimetype="text/html")
    told.headers["Vary"] = "Accept-Language"
    return unchanged(told)


@blueprint.get("/static/<name>")
def file(name: str) -> Response:
    content = _files().get(name)
    if content is None:
        abort(404)
    return unchanged(Response(content, mimetype=_KINDS[Path(name).suffix]))


@blueprint.get("/messages/<language>")
def messages(language: str) -> Response:
    if language not in LANGUAGES:
        abort(404)
    return unchanged(answer(catalogues.translations(language)))


@cache
def _files() -> dict[str, bytes]:
    """All that may be fetched: no other path leads to a file."""
    return {each.name: each.read_bytes() for each in _STATIC.iterdir() if each.suffix in _KINDS}


def _not_read(fault: DatabaseError) -> Response:
    raise Refusal(503, str(fault))
