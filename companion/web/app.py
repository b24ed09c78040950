"""The pages and the API as one Flask application."""

from collections.abc import Callable
from typing import Final

from flask import Flask, Request
from flask.json.provider import DefaultJSONProvider

from companion.table import Table
from companion.web import answers, openapi, pages, playing, settings, share
from companion.web.bodies import Bodies
from companion.web.entrance import access, devices, pairing, session
from companion.web.entrance.access import Access
from companion.web.front import LARGER_BODIES, MOST_BODY
from companion.web.keeping import backup
from companion.web.kept import handing, people
from companion.web.openapi import OWN, Document
from companion.web.operations import SHARED
from companion.web.running import Extras
from companion.web.share import Shares

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
)


class _Request(Request):
    max_form_memory_size = MOST_BODY
    max_content_length = max(MOST_BODY, *LARGER_BODIES.values())
    # The door has refused what is too long for its address.


class _Json(DefaultJSONProvider):
    sort_keys = False


class _App(Flask):
    request_class = _Request
    json_provider_class = _Json


def create_app(
    table: Table,
    access_: Access,
    extras: Extras | None = None,
    *,
    install: Callable[[Flask, Table], Shares] = share.of_every_game,
) -> Flask:
    """`install` brings what may be played at the table; the shares stand in the app's `himiki-shares`."""
    app = _App(__name__, static_folder=None)
    app.url_map.merge_slashes = False
    # What a page is told keeps its order: languages in their list, pages in the bar.
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": False}
    app.extensions["himiki-table"] = table
    app.extensions["himiki-extras"] = extras or Extras()
    app.extensions["himiki-tickets"] = pairing.Tickets()
    app.extensions["himiki-lost"] = pages.lost
    brought = app.extensions["himiki-shares"] = install(app, table)
    parts = (SHARED, *(each.api for each in brought.values()))
    titles = {name: each.title for name, each in brought.items() if each.title}
    app.extensions["himiki-shells"] = {
        name: pages.Shell(name, each, titles) for name, each in brought.items()
    }
    app.extensions["himiki-bodies"] = Bodies(
        {name: schema for part in (OWN, *parts) for name, schema in part.bodies.items()}
    )
    app.extensions["himiki-document"] = Document(parts)
    answers.install(app, {kind for each in brought.values() for kind in each.senseless})
    access.guard(app, access_)
    for blueprint in (*_BLUEPRINTS, *(own for each in brought.values() for own in each.blueprints)):
        app.register_blueprint(blueprint)
    pages.route(app, {name for each in brought.values() for name in each.pages})
    return app
