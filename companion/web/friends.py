"""A friend far away, for those who were let in: invited, joined, answered, left."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, request

from companion.table import OtherGame
from companion.web.entrance.access import require_pin
from companion.web.exchange.answers import Refusal, Said, answer
from companion.web.exchange.bodies import body
from companion.web.exchange.codes import svg
from companion.web.exchange.running import Friends, extras
from companion.words.sentences import sentence
from vision.codes import texts_in_file

blueprint = Blueprint("friends", __name__)


@blueprint.get("/api/v1/friend")
def friend() -> Response:
    """The code lets whoever has it play in her place."""
    require_pin()
    friends = extras().friends
    return answer(_told(friends))


def _told(friends: Friends | None) -> dict[str, Any]:
    code = None if friends is None else friends.code
    return {
        "friend": None if friends is None else friends.standing(),
        "code": code,
        "qr": None if code is None else svg(code),
        "broker": "" if friends is None else friends.url,
    }


@blueprint.post("/api/v1/friend/invite")
def invite() -> Response:
    asked = body("FriendInvited")
    return _done(lambda friends: friends.invite(asked))


@blueprint.post("/api/v1/friend/join")
def join() -> Response:
    asked = body("FriendCode")
    return _done(lambda friends: friends.join(asked["code"], asked.get("name", "")))


@blueprint.post("/api/v1/friend/code")
def read() -> Response:
    """Out of a picture that somebody has taken: a page without encryption may not use a phone's camera."""
    _there()
    found = texts_in_file(request.get_data())
    if not found:
        raise Refusal(400, sentence("friend-no-picture"))
    return answer({"code": found[0]})


@blueprint.post("/api/v1/friend/back")
def answer_back() -> Response:
    agree = body("FriendBack")["agree"]
    return _done(lambda friends: friends.answer_back(agree=agree))


@blueprint.post("/api/v1/friend/common")
def back_to_common() -> Response:
    return _done(lambda friends: friends.back_to_common())


@blueprint.post("/api/v1/friend/play_on")
def play_on() -> Response:
    return _done(lambda friends: friends.play_on())


@blueprint.post("/api/v1/friend/leave")
def leave() -> Response:
    return _done(lambda friends: friends.leave())


def _there() -> Friends:
    friends = extras().friends
    if friends is None:
        raise Refusal(409, sentence("friend-none-here"))
    return friends


def _done(do: Callable[[Friends], None]) -> Response:
    friends = _there()
    try:
        do(friends)
    except OtherGame as fault:
        raise Refusal(409, str(fault)) from None
    except ValueError as fault:
        if not isinstance(fault, Said):
            raise
        raise Refusal(409, sentence(fault.code, **fault.values)) from None
    return answer(_told(friends))
