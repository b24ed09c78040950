"""The training view: what Muk Yan may do next, for all nine rolls (RULES 6.2)."""

from typing import Any

from flask import Blueprint, Response

from companion.games.himiki.agreed import Game
from companion.games.himiki.api.in_words import in_words
from companion.games.himiki.api.standing import standing
from companion.games.himiki.players.forecast import ROLLS, Prospect, forecast, struck
from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.position import FRESH, Position
from companion.games.himiki.rules.written.notation import bare
from companion.games.himiki.sentences import say
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.running import table
from companion.web.share import only_in

blueprint = Blueprint("training", __name__)
blueprint.before_request(only_in(Game.of))


@blueprint.get("/api/v1/forecast")
def ahead() -> Response:
    """On the person's turn: what he would do if it were his, as when the person had stopped."""
    position = standing()
    muk_yan = None if position is None else position.variant.muk_yan
    status = table().status()
    if position is None or muk_yan is None or status.over or position.phase.setup:
        raise Refusal(409, say("forecast-of-muk-yan"))
    if not position.board.isascii():
        raise Refusal(409, say("sides-hidden"))
    his = position.seat is muk_yan
    seen = position if his else position._replace(seat=muk_yan, phase=FRESH)
    found = forecast(seen)
    return answer(
        in_words(
            {
                "position": status.position,
                "his_turn": his,
                "rolls": len(ROLLS),
                "moves": [_told(seen, each) for each in found],
                "struck": {name_of(square): count for square, count in struck(found).items()},
            }
        )
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
