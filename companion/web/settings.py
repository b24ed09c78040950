"""What the table is called, how it feels, and its panel."""

from flask import Blueprint, Response, request

from companion.web.entrance.access import access, may_change, require_pin
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.bodies import body
from companion.web.exchange.codes import svg
from companion.web.exchange.running import extras, table
from companion.words.sentences import sentence

blueprint = Blueprint("settings", __name__)


@blueprint.get("/api/v1/health")
def health() -> Response:
    return answer(table().health() | extras().health())


@blueprint.get("/api/v1/settings")
def settings() -> Response:
    own = extras()
    return answer(
        {
            "name": own.name,
            "can_rename": own.rename is not None,
            "panel": own.test_panel is not None,
            "virtual": table().view.camera.is_drawn,
            "may_change": may_change(),
        }
    )


@blueprint.post("/api/v1/settings/name")
def rename() -> Response:
    name = body("TableName")["name"]
    change = extras().rename
    if change is None:
        raise Refusal(409, sentence("name-is-fixed"))
    try:
        change(name)
    except ValueError as fault:
        raise Refusal(400, str(fault)) from None
    extras().name = name
    return answer({"name": name})


@blueprint.post("/api/v1/settings/panel_test")
def panel_test() -> Response:
    test = extras().test_panel
    if test is None:
        raise Refusal(409, sentence("no-panel"))
    test()
    return answer({"done": True})


@blueprint.post("/api/v1/settings/start_again")
def start_again() -> Response:
    start = extras().start_again
    if start is None:
        raise Refusal(409, sentence("no-safe-mode"))
    start()
    return answer({"done": True})


@blueprint.get("/api/v1/access")
def links() -> Response:
    """Links to hand on: one that brings the PIN along, and one that only watches."""
    require_pin()
    here = request.host_url.rstrip("/")
    with_pin = f"{here}/#pin={access().pin}"
    return answer(
        {
            "pin": access().pin,
            "link": with_pin,
            "qr": svg(with_pin),
            "overlay": f"{here}/overlay?key={access().watch_key}",
            "board": f"{here}/board",
        }
    )
