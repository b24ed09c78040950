"""A hint: what the master would play and why, asked for so that everybody sees it."""

import json
import threading
from typing import Final

from flask import Blueprint, Response

from companion import apart
from companion.games.rr.agreed import Agreed
from companion.games.rr.api.words import event_in_words
from companion.games.rr.players.levels import HINT
from companion.games.rr.referee.events import Hint
from companion.games.rr.rules.position import State
from companion.games.rr.rules.written.position_text import parse_position
from companion.games.rr.sentences import say
from companion.table import GameWentOn
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.running import gone, table
from companion.web.share import only_in

blueprint = Blueprint("rr_advice", __name__)
blueprint.before_request(only_in(Agreed.of))

_SECONDS: Final = 40
_thinking = threading.Lock()


@blueprint.post("/api/v1/rr/advice")
def advised() -> Response:
    """Everybody hears of it: the answer is an event of the game, `hint`."""
    status, game = table().status(), table().game()
    position = parse_position(status.position)
    busy = status.over or status.violation or status.question or status.placed
    if busy or position.state is State.DRAFT or status.turn in game.levels:
        raise Refusal(409, say("hint-not-now"))
    if not _thinking.acquire(blocking=False):
        raise Refusal(409, say("hint-busy"))
    try:
        asked = apart.command("advise", status.position, "--json", of=Agreed.of)
        done = apart.answered(asked, _SECONDS, gone())
    finally:
        _thinking.release()
    if done is None or done.returncode != 0:
        raise Refusal(409, say("machine-busy"))
    told = json.loads(done.stdout)
    hint = Hint(
        t=table().now(),
        by=status.turn,
        level=HINT.name,
        move=told["move"],
        text=told["why"],
        code=told["code"],
        values=told["values"],
    )
    try:
        table().say_hint(status.position, hint)
    except GameWentOn:
        raise Refusal(409, say("hint-not-now")) from None
    return answer(event_in_words(hint))
