"""The pages and the API as one Flask application."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from flask import Flask, Request
from flask.json.provider import DefaultJSONProvider

from calibration.wizard import Wizard
from companion.table import Table
from companion.web import (
    access,
    advice,
    answers,
    camera,
    challenges,
    documents,
    handing,
    kept,
    pages,
    pairing,
    people,
    play,
    rule_book,
    settings,
    training,
)
from companion.web.access import Access
from companion.web.front import MOST_BODY
from companion.web.studies import Studies

_BLUEPRINTS: Final = (
    play.session,
    pairing.blueprint,
    play.blueprint,
    kept.blueprint,
    handing.blueprint,
    people.blueprint,
    advice.blueprint,
    training.blueprint,
    challenges.blueprint,
    camera.blueprint,
    settings.blueprint,
    documents.blueprint,
    rule_book.blueprint,
    pages.blueprint,
)


@dataclass(frozen=True, slots=True)
class Extras:
    """What the pages show and change besides the game, where this machine has it."""

    name: str = "himiki"
    rename: Callable[[str], None] | None = None
    """Gives the table another name on the network; raises ValueError."""
    test_panel: Callable[[], None] | None = None
    health: Callable[[], dict[str, Any]] = field(default=dict)


class _Request(Request):
    max_form_memory_size = MOST_BODY
    max_content_length = MOST_BODY


class _Json(DefaultJSONProvider):
    sort_keys = False


class _App(Flask):
    request_class = _Request
    json_provider_class = _Json


def create_app(table: Table, access_: Access, extras: Extras | None = None) -> Flask:
    app = _App(__name__, static_folder=None)
    app.url_map.merge_slashes = False
    app.extensions["himiki-table"] = table
    app.extensions["himiki-extras"] = extras or Extras()
    app.extensions["himiki-wizard"] = Wizard()
    app.extensions["himiki-tickets"] = pairing.Tickets()
    app.extensions["himiki-studies"] = Studies(table.store)
    app.extensions["himiki-register"] = people.Register(table.store)
    app.extensions["himiki-lost"] = pages.lost
    answers.install(app)
    access.guard(app, access_)
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app
