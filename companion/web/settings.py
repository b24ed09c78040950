"""What the table is called, how it feels, and its panel."""

from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, request

from companion.web import play
from companion.web.access import access, may_change, require_pin
from companion.web.answers import Refusal, answer
from companion.web.bodies import body
from companion.web.codes import svg
from hardware.lights import lights_of

if TYPE_CHECKING:
    from companion.web.app import Extras

blueprint = Blueprint("settings", __name__)


def extras() -> "Extras":
    found: Extras = current_app.extensions["himiki-extras"]
    return found


@blueprint.get("/api/v1/health")
def health() -> Response:
    return answer(dict(play.table().health()) | extras().health())


@blueprint.get("/api/v1/settings")
def settings() -> Response:
    own = extras()
    return answer(
        {
            "name": own.name,
            "can_rename": own.rename is not None,
            "panel": own.test_panel is not None,
            "virtual": play.table().virtual,
            "may_change": may_change(),
        }
    )


@blueprint.post("/api/v1/settings/name")
def rename() -> Response:
    name = body("TableName")["name"]
    change = extras().rename
    if change is None:
        raise Refusal(409, "this table's name cannot be changed from here: start it with another one")
    try:
        change(name)
    except ValueError as fault:
        raise Refusal(400, str(fault)) from None
    return answer({"name": name})


@blueprint.post("/api/v1/settings/panel_test")
def panel_test() -> Response:
    test = extras().test_panel
    if test is None:
        raise Refusal(409, "there is no panel at this table")
    test()
    return answer({"done": True})


@blueprint.get("/api/v1/panel")
def panel() -> Response:
    """What the lights at the table show now, or would if there were any."""
    return answer(lights_of(play.table().status()).as_json())


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
