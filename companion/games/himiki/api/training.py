"""The training view: what Muk Yan may do next, for all nine rolls (RULES 6.2)."""

from typing import Any

from flask import Blueprint, Response

from companion.players.forecast import ROLLS, Prospect, forecast, struck
from companion.rules.board import name_of
from companion.rules.notation import bare
from companion.rules.position import FRESH, Position
from companion.web import play
from companion.web.answers import Refusal, answer

blueprint = Blueprint("training", __name__)


@blueprint.get("/api/v1/forecast")
def ahead() -> Response:
    """On the person's turn: what he would do if it were his, as when the person had stopped."""
    position = play.standing()
    muk_yan = None if position is None else position.variant.muk_yan
    status = play.table().status()
    if position is None or muk_yan is None or status.over or position.phase.setup:
        raise Refusal(409, "this is for a game against Muk Yan that has begun and is not over")
    if not position.board.isascii():
        raise Refusal(409, "sides of some cubes are not known yet: nobody can look ahead")
    his = position.seat is muk_yan
    seen = position if his else position._replace(seat=muk_yan, phase=FRESH)
    found = forecast(seen)
    return answer(
        {
            "position": status.position,
            "his_turn": his,
            "rolls": len(ROLLS),
            "moves": [_told(seen, each) for each in found],
            "struck": {name_of(square): count for square, count in struck(found).items()},
        }
    )


def _told(position: Position, each: Prospect) -> dict[str, Any]:
    return {
        "move": bare(position, each.move),
        "action": each.action,
        "rolls": [black.letter + white.letter for black, white in each.rolls],
        "strikes": [name_of(square) for square in each.strikes],
        "points": each.points,
        "influence": None if each.influence is None else each.influence.letter,
        "plays_again": each.plays_again,
    }
