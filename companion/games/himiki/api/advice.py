"""A hint in a game of two sides: what the master would play, asked for so that everybody sees it."""

import json
import subprocess
import threading
from typing import Any, Final

from flask import Blueprint, Response

from companion import apart
from companion.players.levels import HINT
from companion.players.why import ENGLISH
from companion.referee.events import Hint
from companion.rules.cubes import Element
from companion.rules.position import Position
from companion.rules.variant import Mode
from companion.table import GameWentOn
from companion.web import play
from companion.web.answers import Refusal, answer

blueprint = Blueprint("advice", __name__)

_SECONDS: Final = 25
_MODES: Final = (Mode.DUEL, Mode.TEAMS, Mode.MUK_YAN)
_thinking = threading.Lock()


def why_none() -> str | None:
    """Why the master cannot be asked now; None where he can."""
    table = play.table()
    game, status, position = table.game(), table.status(), play.standing()
    variant = game.variant
    if position is None or variant.chaos or variant.mode not in _MODES:
        return "a hint is for duels, teams and Muk Yan, without Chaos tiles"
    if status.over or status.setup is not None:
        return "a hint is for a game that has begun and is not over"
    if position.seat is variant.muk_yan or position.seat.value in game.levels:
        return "a hint is for people, on their turn"
    if status.violation is not None or status.question is not None:
        return "the board comes first: put right what the referee asks for"
    if not position.board.isascii():
        return "sides of some cubes are not known yet: nobody can look ahead"
    return None


@blueprint.post("/api/v1/advice")
def advise() -> Response:
    """Everybody hears of it: the answer is an event of the game, `hint`."""
    refused = why_none()
    position = play.standing()
    if refused is not None or position is None:
        raise Refusal(409, refused or "")
    before = play.table().status().position
    told = _thought(position)
    why = told["why"]
    hint = Hint(
        t=play.table().now(),
        by=position.seat.value,
        level=HINT.name,
        move=told["move"],
        text=why["text"],
        code=why["code"] if why["code"] in ENGLISH else "",
        values=_letters(why["values"]),
    )
    try:
        play.table().say_hint(before, hint)
    except GameWentOn:
        raise Refusal(409, "the game has gone on meanwhile: ask again") from None
    return answer(hint.as_json())


def _letters(values: dict[str, Any]) -> dict[str, Any]:
    """Elements as events have them everywhere, for whoever says them in another language."""
    named = {element.name.lower(): element.letter for element in Element}
    return {key: named.get(value, value) if key == "element" else value for key, value in values.items()}


def _thought(position: Position) -> dict[str, Any]:
    """One at a time."""
    if not _thinking.acquire(blocking=False):
        raise Refusal(409, "somebody has asked already: the hint comes in a moment")
    try:
        done = subprocess.run(
            apart.advise(position, "--json"),
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
            cwd=apart.HOME,
        )
    except subprocess.TimeoutExpired:
        raise Refusal(409, "the machine is too busy now: ask again in a moment") from None
    finally:
        _thinking.release()
    if done.returncode != 0:
        raise Refusal(409, done.stderr.strip() or "no hint was found")
    told: dict[str, Any] = json.loads(done.stdout)
    return told
