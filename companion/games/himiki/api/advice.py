"""A hint in a game of two sides: what the master would play, asked for so that everybody sees it."""

import json
import threading
from typing import Any, Final

from flask import Blueprint, Response

from companion import apart
from companion.games.himiki.agreed import Game
from companion.games.himiki.api.in_words import event_in_words
from companion.games.himiki.api.standing import standing
from companion.games.himiki.choosing import advise
from companion.games.himiki.players.levels import HINT
from companion.games.himiki.players.why import ENGLISH
from companion.games.himiki.referee.events import Hint
from companion.games.himiki.rules.cubes import Element
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.sentences import say
from companion.table import GameWentOn
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.running import gone, table
from companion.web.share import only_in
from companion.words.sentences import Sentence

blueprint = Blueprint("advice", __name__)
blueprint.before_request(only_in(Game.of))

_SECONDS: Final = 25
HINTED: Final = (Mode.DUEL, Mode.TEAMS, Mode.MUK_YAN)
"""What the master may be asked in."""

_thinking = threading.Lock()


def why_none() -> Sentence | None:
    """Why the master cannot be asked now; None where he can."""
    game, status, position = table().game(), table().status(), standing()
    variant = game.variant
    if position is None or variant.chaos or variant.mode not in HINTED:
        return say("hint-without-tiles")
    if status.over or status.setup is not None:
        return say("hint-in-a-game")
    if position.seat is variant.muk_yan or position.seat.value in game.levels:
        return say("hint-for-people")
    if status.violation is not None or status.question is not None:
        return say("hint-board-first")
    if not position.board.isascii():
        return say("sides-hidden")
    return None


@blueprint.post("/api/v1/advice")
def advised() -> Response:
    """Everybody hears of it: the answer is an event of the game, `hint`."""
    refused = why_none()
    if refused is not None:
        raise Refusal(409, refused)
    position = standing()
    assert position is not None  # otherwise it was refused
    before = table().status().position
    told = _thought(position)
    why = told["why"]
    hint = Hint(
        t=table().now(),
        by=position.seat.value,
        level=HINT.name,
        move=told["move"],
        text=why["text"],
        code=why["code"] if why["code"] in ENGLISH else "",
        values=_letters(why["values"]),
    )
    try:
        table().say_hint(before, hint)
    except GameWentOn:
        raise Refusal(409, say("hint-too-late")) from None
    return answer(event_in_words(hint, table().game()))


def _letters(values: dict[str, Any]) -> dict[str, Any]:
    """Elements as events have them everywhere, for whoever says them in another language."""
    named = {element.name.lower(): element.letter for element in Element}
    return {key: named.get(value, value) if key == "element" else value for key, value in values.items()}


def _thought(position: Position) -> dict[str, Any]:
    """One at a time."""
    if not _thinking.acquire(blocking=False):
        raise Refusal(409, say("hint-asked"))
    try:
        done = apart.answered(advise(position, "--json"), _SECONDS, gone())
    finally:
        _thinking.release()
    if done is None:
        raise Refusal(409, say("machine-busy"))
    if done.returncode != 0:
        raise Refusal(409, done.stderr.strip() or say("hint-none"))
    told: dict[str, Any] = json.loads(done.stdout)
    return told
