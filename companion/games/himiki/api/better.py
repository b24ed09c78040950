"""Who stands better now, for those who only watch: a share of white's chances, and nothing of how."""

import threading
from functools import lru_cache
from typing import Final

from flask import Blueprint, Response

from companion.games.himiki.agreed import Game
from companion.games.himiki.api.advice import HINTED
from companion.games.himiki.api.standing import standing
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.position import FRESH, Position
from companion.web.exchange.answers import answer
from companion.web.exchange.running import table
from companion.web.share import only_in

blueprint = Blueprint("better", __name__)
blueprint.before_request(only_in(Game.of))

_NODES: Final = 400
"""Positions looked at: tenths of a second on the smallest Pi, once for each position."""

_looking = threading.Lock()


@blueprint.get("/api/v1/standing")
def better() -> Response:
    """Of a game of two sides without tiles; null where nobody can say."""
    position = standing()
    return answer({"position": table().status().position, "chances": _told(position)})


def _told(position: Position | None) -> float | None:
    if position is None or position.variant.mode not in HINTED or position.variant.chaos:
        return None
    if position.over:
        return 1.0 if position.winner is Colour.WHITE else 0.0
    if position.phase.setup or not position.board.isascii():
        return None  # Sides that nobody knows are not guessed at.
    from companion.games.himiki.study.analysis import chances

    with _looking:  # Many may watch: one looks, and the others hear what it found.
        try:
            return round(chances(_for_white(position)), 3)
        except RulesError:
            return None


@lru_cache(maxsize=64)
def _for_white(position: Position) -> int:
    """In centipoints. The search flatters whoever is on turn: so it looks from both sides."""
    seats = position.variant.seats
    other = next(seat for seat in seats if seat.colour is not position.seat.colour)
    turned = position._replace(seat=other, phase=FRESH)
    return (_of(position) + _of(turned)) // 2


def _of(position: Position) -> int:
    # What searches is taken in where somebody watches: its tables take a while to work out.
    from companion.games.himiki.players.search import Limits, Searcher
    from companion.games.himiki.study.analysis import MOST

    score = Searcher(position, Limits(nodes=_NODES)).best().score
    score = max(-MOST, min(MOST, score))
    return score if position.seat.colour is Colour.WHITE else -score
