"""What the camera sees, and the calibration wizard. Pictures of a home are for those who have the PIN."""

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, current_app, request

from calibration.refusals import WizardError
from companion.games.himiki.agreed import Game
from companion.games.himiki.rules.board import square_named
from companion.games.himiki.sentences import say
from companion.games.himiki.trays import NotLearnt, TrayError
from companion.web.entrance.access import access, require_pin
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.bodies import body
from companion.web.exchange.learnt import PATIENCE, keep_and_use
from companion.web.exchange.running import table
from companion.web.share import only_in
from vision.cubes.palette import palette_of
from vision.cubes.profile import Profile, ProfileError
from vision.cubes.reading.advice import advice

if TYPE_CHECKING:
    from calibration.cubes.wizard import Wizard

blueprint = Blueprint("camera", __name__)

_require_this_game = only_in(Game.of)
"""Pictures are of whatever lies on the table; cubes and their tray are of this game alone."""

WHILE_AIMED: Final = 2.0
"""Seconds that a hint waits for a picture of now: nobody aims by what the camera saw a while ago."""


def wizard() -> "Wizard":
    # Calibration is taken in with it: most evenings nobody asks for it.
    from calibration.cubes.wizard import Wizard

    found: Wizard = current_app.extensions.setdefault("himiki-wizard", Wizard())
    return found


@blueprint.get("/api/v1/camera")
def sight() -> Response:
    require_pin()
    aims = request.args.get("aim") == "1"
    # While somebody waits nothing looks for a board, which takes a small machine seconds.
    frame = (table().view.next_frame(WHILE_AIMED) if aims else None) or table().view.frame()
    own = table().game().of == Game.of
    seen = {**table().sight.told(), **(table().sight.tray() if own else {})}
    if frame is None:
        return answer({**seen, "hints": []})
    if aims:
        wrong = wizard().aiming(frame)
        from calibration.cubes.aiming import focus_may_help

        if wizard().aims and focus_may_help(wrong):
            table().view.look_anew(to_be_sharp=True)
        return answer({**seen, "hints": wrong})
    if request.args.get("standing") == "1":
        return answer({**seen, "hints": wizard().standing(frame)})
    from calibration.cubes.aiming import hints

    return answer({**seen, "hints": hints(frame.image, seen.get("corners"))})


@blueprint.get("/api/v1/palette")
def palette() -> Response:
    """No picture, so for everybody. A kept game is looked at while another game is played, too: its colours
    are not known then."""
    profile = table().sight.profile
    return answer({"colours": asdict(palette_of(profile)) if isinstance(profile, Profile) else None})


@blueprint.post("/api/v1/camera/tray")
def mark_tray() -> Response:
    _require_this_game()
    corners = body("Tray")["corners"]
    try:
        table().sight.mark_tray(corners)
    except (TrayError, NotLearnt) as fault:
        raise Refusal(409, str(fault)) from None
    except (ProfileError, OSError) as fault:
        raise Refusal(409, f"the tray cannot be kept: {fault}") from None
    return answer(table().sight.tray())


def _require_pin_or_key() -> None:
    key = request.args.get("key")
    if key is None or not access().is_watch_key(key):
        require_pin()


def _jpeg(seen: bytes | None) -> Response:
    if seen is None:
        return Response(status=204)  # There is none yet.
    return Response(seen, mimetype="image/jpeg")


@blueprint.get("/api/v1/camera/picture")
def picture() -> Response:
    _require_pin_or_key()
    over = table().sight.over_picture if request.args.get("drawn") == "1" else None
    return _jpeg(table().view.picture(over))


@blueprint.get("/api/v1/camera/square/<square>.jpg")
def square_picture(square: str) -> Response:
    _require_pin_or_key()
    _require_this_game()
    named = square_named(square)
    if named is None:
        raise Refusal(404, "no square is called that: A1 to E6")
    return _jpeg(table().sight.square(named))


def _use(profile: Profile) -> None:
    before = table().sight.profile
    if before is not None:
        # It lies beside the same board, wherever the camera is now.
        profile = replace(profile, tray=before.tray)
    keep_and_use(profile, Game.of)


@blueprint.get("/api/v1/calibration")
def calibration() -> Response:
    require_pin()
    return answer(wizard().told())


@blueprint.post("/api/v1/calibration")
def calibrate() -> Response:
    _require_this_game()
    told = body("CalibrationStep")
    step = told["step"]
    try:
        if step == "start":
            wizard().start()
        elif step == "corners":
            if "corners" not in told:
                raise Refusal(400, "the step 'corners' comes with four corners")
            wizard().set_corners([(float(x), float(y)) for x, y in told["corners"]])
        elif step == "save":
            profile = wizard().learnt()
            _use(profile)
            wizard().end()
            return answer({**wizard().told(), "advice": [one.as_json() for one in advice(profile)]})
        else:
            if step == "empty":
                table().view.look_anew()
            frame = table().view.next_frame(PATIENCE)
            if frame is None:
                raise Refusal(409, say("camera-silent"))
            wizard().take(step, frame)
    except WizardError as fault:
        raise Refusal(409, fault) from None
    return answer(wizard().told())


@blueprint.get("/api/v1/calibration/picture")
def taken() -> Response:
    require_pin()
    seen = wizard().picture(request.args.get("of", "empty"))
    if seen is None:
        raise Refusal(404, "that picture has not been taken yet")
    return Response(seen, mimetype="image/jpeg")
