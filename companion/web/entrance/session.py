"""Who this phone is to the table: whether it may change things, and how it comes to."""

from flask import Blueprint, Response

from companion.web.entrance import access
from companion.web.exchange.answers import answer
from companion.web.exchange.bodies import body

blueprint = Blueprint("session", __name__)


@blueprint.get("/api/v1/session")
def state_of_session() -> Response:
    return answer({"may_change": access.may_change()})


@blueprint.post("/api/v1/session")
def enter() -> Response:
    access.try_pin(body("Session")["pin"])
    return access.let_in(answer({"may_change": True}))


@blueprint.delete("/api/v1/session")
def leave() -> Response:
    return access.let_out(answer({"may_change": False}))
