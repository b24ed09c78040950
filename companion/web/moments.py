"""Pictures of what was seen when something was said. Of a home: not one for who has not the PIN."""

from typing import Any

from flask import Blueprint, Response, request

from companion.clips import Clips, Shown
from companion.clips.clip_file import ClipDamaged, mark_as_json
from companion.web.entrance.access import access, require_pin
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.bodies import body
from companion.web.exchange.running import extras, table
from companion.web.playing import in_store
from companion.words.sentences import sentence

blueprint = Blueprint("moments", __name__)


def _clips() -> Clips:
    found = extras().clips
    if found is None:
        raise Refusal(409, sentence("no-clips"))
    return found


def _require_pin_or_key() -> None:
    """A key that only watches sees them where this table's settings say so."""
    key, clips = request.args.get("key"), extras().clips
    allowed = key is not None and clips is not None and clips.wanted.watchers
    if not allowed or key is None or not access().is_watch_key(key):
        require_pin()


@blueprint.get("/api/v1/recording")
def recording() -> Response:
    clips = extras().clips
    if clips is None:
        return answer({"there": False, "on": False, "bytes": 0, "room": 0, "seconds": 0})
    return answer(_told(clips))


def _told(clips: Clips) -> dict[str, Any]:
    return {
        "there": not table().view.camera.by_phone,
        "on": clips.on,
        "bytes": clips.shelf.size,
        "room": clips.wanted.room,
        "seconds": clips.wanted.seconds,
    }


@blueprint.post("/api/v1/recording")
def switch() -> Response:
    on = body("Recording")["on"]
    clips = _clips()
    try:
        clips.switch(on=on)
    except OSError as fault:
        raise Refusal(409, f"that cannot be kept: {fault}") from None
    return answer(_told(clips))


@blueprint.post("/api/v1/recording/clear")
def clear() -> Response:
    clips = _clips()
    clips.clear()
    return answer(_told(clips))


@blueprint.get("/api/v1/games/<int:number>/moments")
def moments(number: int) -> Response:
    _require_pin_or_key()
    in_store(number)
    clips = extras().clips
    found = [] if clips is None else clips.moments(number)
    told = [{"moment": each.ms, "t": each.t, "event": each.event} for each in found]
    return answer({"id": number, "moments": told})


@blueprint.get("/api/v1/games/<int:number>/moments/<int:moment>")
def moment(number: int, moment: int) -> Response:
    _require_pin_or_key()
    return answer(_as_json(_found(number, moment)))


def _found(number: int, moment: int) -> Shown:
    in_store(number)
    clips = extras().clips
    found = None if clips is None else clips.shown(number, moment)
    if found is None:
        raise Refusal(404, sentence("no-moment"))
    return found


def _as_json(found: Shown) -> dict[str, Any]:
    readings: dict[Any, int] = {}
    shots = []
    for each in found.shots:
        left, top, right, bottom = each.box
        shots.append(
            {
                "shot": each.ms,
                "t": each.t,
                "moving": each.moving,
                "size": [right - left, bottom - top],
                "reading": readings.setdefault(each.marks, len(readings)),
            }
        )
    return {
        "moment": found.moment.ms,
        "t": found.moment.t,
        "event": found.moment.event,
        "kept": found.kept,
        "before": found.before,
        "hand": found.hand,
        "after": found.after,
        "shots": shots,
        "readings": [[mark_as_json(mark) for mark in marks] for marks in readings],
    }


@blueprint.get("/api/v1/games/<int:number>/shots/<int:shot>.jpg")
def shot(number: int, shot: int) -> Response:
    _require_pin_or_key()
    in_store(number)
    clips = extras().clips
    picture = None if clips is None else clips.picture(number, shot)
    if picture is None:
        raise Refusal(404, sentence("no-moment"))
    return Response(picture, mimetype="image/jpeg")


@blueprint.post("/api/v1/games/<int:number>/moments/<int:moment>/keep")
def keep(number: int, moment: int) -> Response:
    yes = body("KeepMoment")["keep"]
    _found(number, moment)
    _clips().keep(number, moment, yes=yes)
    return answer({"done": True})


@blueprint.post("/api/v1/games/<int:number>/moments/<int:moment>/delete")
def delete(number: int, moment: int) -> Response:
    _found(number, moment)
    try:
        _clips().delete(number, moment)
    except (OSError, ClipDamaged) as fault:
        raise Refusal(409, f"that cannot be deleted: {fault}") from None
    return answer({"done": True})
