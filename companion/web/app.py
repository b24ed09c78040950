"""The pages and the API as one Flask application."""

from functools import partial
from typing import Final, NoReturn

from flask import Flask, Request, Response, current_app, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import HTTPException

from companion import games
from companion.table import Table
from companion.web import friends, handing, moments, pages, people, playing, settings
from companion.web.entrance import access, devices, pairing, session
from companion.web.entrance.access import Access
from companion.web.exchange import answers, openapi
from companion.web.exchange.bodies import Bodies
from companion.web.exchange.openapi import OWN, Document
from companion.web.exchange.running import Extras
from companion.web.front import LARGER_BODIES, MOST_BODY
from companion.web.keeping import backup
from companion.web.operations import SHARED
from companion.web.share import Share, Shares

_BLUEPRINTS: Final = (
    session.blueprint,
    backup.blueprint,
    pairing.blueprint,
    devices.blueprint,
    settings.blueprint,
    openapi.blueprint,
    pages.blueprint,
    playing.blueprint,
    handing.blueprint,
    people.blueprint,
    friends.blueprint,
    moments.blueprint,
)

_METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""That another game's routes may have."""


class _Request(Request):
    max_form_memory_size = MOST_BODY
    max_content_length = max(MOST_BODY, *LARGER_BODIES.values())
    # The door has refused what is too long for its address.


class _Json(DefaultJSONProvider):
    sort_keys = False


class _App(Flask):
    request_class = _Request
    json_provider_class = _Json


def create_app(table: Table, access_: Access, extras: Extras | None = None) -> Flask:
    """What may be played at the table stands in the app's `himiki-shares`."""
    app = _made()
    # What a page is told keeps its order: languages in their list, pages in the bar.
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": False}
    app.extensions["himiki-table"] = table
    app.extensions["himiki-extras"] = extras or Extras()
    app.extensions["himiki-tickets"] = pairing.Tickets()
    app.extensions["himiki-lost"] = pages.lost
    bodies = {name: schema for part in (OWN, SHARED) for name, schema in part.bodies.items()}
    app.extensions["himiki-bodies"] = Bodies(bodies)

    def taken_in(name: str, share: Share) -> None:
        bodies.update(share.api.bodies)
        document.take_in(share.api, name)
        if name in others:
            others[name] = _of_another(app, access_, share)

    shares = app.extensions["himiki-shares"] = Shares(app, table, taken_in)
    to_come = set(shares) - {games.usual()}
    document = Document(lambda: (SHARED, *(each.api for each in shares.values())), to_come)
    document.take_in(SHARED)
    app.extensions["himiki-document"] = document
    app.extensions["himiki-shells"] = pages.Shells(shares)
    others: dict[str, Flask | None] = dict.fromkeys(to_come)
    app.extensions["himiki-others"] = others
    answers.install(app)
    access.guard(app, access_)
    # The first game's routes may lie anywhere; what is played now is asked for at once.
    for blueprint in (*_BLUEPRINTS, *shares[games.usual()].blueprints):
        app.register_blueprint(blueprint)
    for name in others:
        asked_of = partial(_asked_of, name)
        for place in (f"/api/v1/{name}/<path:rest>", f"/{name}/<path:rest>"):
            app.add_url_rule(place, f"of-{name}", asked_of, methods=_METHODS)
    shares[table.game().of]
    return app


def _made() -> _App:
    app = _App(__name__, static_folder=None)
    app.url_map.merge_slashes = False
    return app


def _of_another(app: Flask, access_: Access, share: Share) -> Flask:
    """The routes of another game than the first, which may come while requests are answered."""
    own = _made()
    own.extensions = app.extensions
    own.register_error_handler(HTTPException, _told_outside)
    access.guard(own, access_)
    for blueprint in share.blueprints:
        own.register_blueprint(blueprint)
    return own


def _told_outside(fault: HTTPException) -> NoReturn:
    raise fault


def _asked_of(name: str, rest: str) -> Response:
    """What goes wrong there is answered by the app itself."""
    extensions = current_app.extensions
    extensions["himiki-shares"][name]
    own: Flask = extensions["himiki-others"][name]
    with own.request_context(request.environ):
        return own.full_dispatch_request()
