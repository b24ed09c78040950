"""What the pages ask for while a game's printed pieces are learnt. Pictures of a home are for those who have
the PIN."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, current_app, request

from calibration.refusals import WizardError
from companion.table import NoVirtualTable
from companion.web.entrance.access import require_pin
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.bodies import body
from companion.web.exchange.learnt import PATIENCE, keep_and_use
from companion.web.exchange.running import table
from companion.web.share import only_in
from companion.words.sentences import Sentence

if TYPE_CHECKING:
    from calibration.flat.wizard import FlatWizard, Lesson


@dataclass(frozen=True, slots=True)
class Learning:
    """Of one game."""

    of: str
    lesson: "Callable[[], Lesson]"
    """Called when somebody begins: most evenings nobody does."""
    scenes: Callable[[], Mapping[str, Sequence[Any]]]
    """What a drawn table shows for each picture, and for a `trial` of what was learnt."""
    silent: Sentence
    """Said where the camera gives no picture."""
    step: str
    """The name of the body that is sent."""


def blueprint_of(learning: Learning) -> Blueprint:
    blueprint = Blueprint("learning", __name__)
    address = f"/api/v1/{learning.of}/learning"
    require_this_game = only_in(learning.of)

    @blueprint.get(address)
    def learnt_so_far() -> Response:
        require_pin()
        return answer(_told(_wizard(learning)))

    @blueprint.post(address)
    def learn() -> Response:
        require_this_game()
        sent = body(learning.step)
        wizard = _wizard(learning)
        try:
            _STEPS[sent["step"]](learning, wizard, sent)
        except WizardError as fault:
            raise Refusal(409, fault) from None
        return answer(_told(wizard))

    @blueprint.get(f"{address}/picture")
    def taken() -> Response:
        require_pin()
        seen = _wizard(learning).picture(request.args.get("of", ""))
        if seen is None:
            raise Refusal(404, "that picture has not been taken yet")
        return Response(seen, mimetype="image/jpeg")

    return blueprint


def _wizard(learning: Learning) -> "FlatWizard":
    # Calibration is taken in with it.
    from calibration.flat.wizard import FlatWizard

    wizards: dict[str, FlatWizard] = current_app.extensions.setdefault("himiki-learning", {})
    if learning.of not in wizards:
        wizards.setdefault(learning.of, FlatWizard(learning.lesson()))
    return wizards[learning.of]


def _told(wizard: "FlatWizard") -> dict[str, Any]:
    sight = table().sight
    return {
        **wizard.told(),
        "learnt": sight.profile is not None,
        "drawn": table().view.camera.is_drawn,
        "camera": not table().view.camera.by_phone,
    }


def _start(learning: Learning, wizard: "FlatWizard", sent: Mapping[str, Any]) -> None:
    wizard.end()


def _lay(learning: Learning, wizard: "FlatWizard", sent: Mapping[str, Any]) -> None:
    """On a drawn table, where nobody has the pieces in their hands."""
    scenes = learning.scenes()
    name = sent.get("picture")
    if name is not None and name not in scenes:
        raise Refusal(400, f"nothing is laid for '{name[:20]}': {', '.join(scenes)}")
    try:
        table().drawn.show(None if name is None else scenes[name])
    except NoVirtualTable as fault:
        raise Refusal(409, str(fault)) from None


def _take(learning: Learning, wizard: "FlatWizard", sent: Mapping[str, Any]) -> None:
    what = sent.get("picture")
    if what not in wizard.pictures:
        raise Refusal(400, f"the step 'take' comes with a picture: {', '.join(wizard.pictures)}")
    if what == wizard.lesson.first:
        table().view.look_anew()
    frame = table().view.next_frame(PATIENCE)
    if frame is None:
        raise Refusal(409, learning.silent)
    wizard.take(what, frame)


def _corners(learning: Learning, wizard: "FlatWizard", sent: Mapping[str, Any]) -> None:
    from calibration.flat.tiles import Side

    if "corners" not in sent:
        raise Refusal(400, "the step 'corners' comes with four corners")
    corners = [(float(x), float(y)) for x, y in sent["corners"]]
    wizard.set_board(corners, Side(sent.get("side", Side.BOTTOM.value)))


def _names(learning: Learning, wizard: "FlatWizard", sent: Mapping[str, Any]) -> None:
    if "picture" not in sent or "codes" not in sent:
        raise Refusal(400, "the step 'names' comes with a picture and codes")
    wizard.name(sent["picture"] or "", sent["codes"])


def _save(learning: Learning, wizard: "FlatWizard", sent: Mapping[str, Any]) -> None:
    keep_and_use(wizard.learnt(), learning.of)
    wizard.end()


_STEPS: Final[Mapping[str, Callable[[Learning, "FlatWizard", Mapping[str, Any]], None]]] = {
    "start": _start,
    "lay": _lay,
    "take": _take,
    "corners": _corners,
    "names": _names,
    "save": _save,
}
STEPS: Final = tuple(_STEPS)
