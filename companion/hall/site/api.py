"""What a hall's pages and other programs ask it for."""

import math
from typing import Any, Final

from flask import Blueprint, Response, current_app, request

from companion.broker.messages.asking import What
from companion.hall.hall import Hall, NoAnswer
from companion.hall.ledger import told_of
from companion.web.entrance.access import may_change, require_pin
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.bodies import body
from companion.web.exchange.openapi import OWN
from companion.web.exchange.schemas import TEXT, Schema, listed, of

blueprint = Blueprint("hall", __name__)

_PAGE: Final = 1000
"""Events that are answered at once; whoever wants more asks after the last one."""
_MOST_SIGNS: Final = 15
"""Of a number in an address."""

_ORDERS: Final = {"enum": [What.NEW_GAME.value, What.DECISION.value]}

BODIES: Final[dict[str, Schema]] = {
    "Session": OWN.bodies["Session"],
    "Order": {"type": "object", "required": ["command"], "properties": {"command": _ORDERS}},
    "Announcement": of({"text": TEXT, "tables": listed(TEXT)}, optional=("tables",)),
}


def hall() -> Hall:
    found: Hall = current_app.extensions["himiki-hall"]
    return found


@blueprint.get("/api/v1/tables")
def tables() -> Response:
    return answer(hall().tables(_number("after"), late=_is_late()))


@blueprint.get("/api/v1/tables/<name>")
def table(name: str) -> Response:
    return answer(_known(name))


@blueprint.get("/api/v1/tables/<name>/events")
def events(name: str) -> Response:
    _known(name)
    after = _number("after")
    most = min(_PAGE, _number("most") or _PAGE)
    until = hall().until if _is_late() else math.inf
    return answer([told_of(each) for each in hall().ledger.events(name, after, most, until)])


@blueprint.get("/api/v1/tables/<name>/acts")
def acts(name: str) -> Response:
    """What arbiters did there."""
    require_pin()
    _known(name)
    return answer(hall().ledger.acts(name))


@blueprint.post("/api/v1/tables/<name>/orders")
def order(name: str) -> Response:
    """A new game or a decision, with the members that the table's own API takes."""
    told = body("Order")
    _known(name)
    what = What(told.pop("command"))
    try:
        refused = hall().order(name, what, told)
    except NoAnswer as fault:
        raise Refusal(503, str(fault)) from None
    if refused is not None:
        raise Refusal(409, refused)
    return answer({"done": True})


@blueprint.post("/api/v1/announcements")
def announce() -> Response:
    told = body("Announcement")
    try:
        hall().announce(told["text"], tuple(told.get("tables", ())))
    except NoAnswer as fault:
        raise Refusal(503, str(fault)) from None
    return answer({"done": True})


@blueprint.get("/health")
def health() -> Response:
    there = len(hall().tables())
    return answer({"broker": hall().up, "refused": hall().refused, "tables": there, "delay": hall().delay})


def _is_late() -> bool:
    """Whoever has given the PIN sees everything at once."""
    return bool(hall().delay) and not may_change()


def _known(name: str) -> dict[str, Any]:
    found = hall().table(name, late=_is_late())
    if found is None:
        raise Refusal(404, f"no table is called '{name[:40]}' here")
    return found


def _number(name: str) -> int:
    text = request.args.get(name, "0")
    if not text.isdecimal() or len(text) > _MOST_SIGNS:
        raise Refusal(400, f"{name} is a whole number")
    return int(text)
