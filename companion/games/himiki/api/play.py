"""The game that is being played: its state, what people decide, new games, the virtual table."""

import secrets
from contextlib import suppress
from typing import Any, Final

from flask import Blueprint, Response

from companion.games.himiki.agreed import Game
from companion.games.himiki.api import challenges
from companion.games.himiki.api.carrying import carried_out
from companion.games.himiki.api.in_words import event_in_words, in_words, status_in_words
from companion.games.himiki.api.standing import standing
from companion.games.himiki.referee.events import Event
from companion.games.himiki.rules.cubes import Element
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import Move
from companion.games.himiki.rules.muk_yan import ORDERS
from companion.games.himiki.rules.options import playable, rotations, tilts
from companion.games.himiki.rules.written.notation import bare
from companion.games.himiki.settings import game_from, settings_of
from companion.games.play import SettingsError
from companion.table import NoVirtualTable, Standing, Table
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.running import table
from companion.web.share import only_in
from companion.words.sentences import sentence

blueprint = Blueprint("play", __name__)
blueprint.before_request(only_in(Game.of))

_AGREED: Final = (*("mode", "edition", "chaos", "human", "players", "levels", "own_dice", "clock", "match"),)


def state_of(stands: Standing) -> dict[str, Any]:
    """What stands now, and what the game was agreed to be."""
    game, hint = stands.game, stands.hint
    variant = game.variant
    return {
        **status_in_words(stands.status, game),
        "hint": None if hint is None else event_in_words(hint, game),
        "game": stands.number,
        "human": variant.human.letter if variant.muk_yan is not None else None,
        "chaos": variant.chaos,
        "agreed": _agreed(game),
    }


def _agreed(game: Game) -> dict[str, Any]:
    """What another game like this one is asked for with."""
    told = settings_of(game)
    return {name: told[name] for name in _AGREED if told.get(name) is not None}


def event_of(table: Table, event: Event) -> dict[str, Any]:
    return event_in_words(event, table.game())


def agreed(told: dict[str, Any]) -> dict[str, Any]:
    """Dice of its own, and what belongs to a challenge that is named; raises `Refusal`."""
    settings = challenges.with_challenge({"seed": secrets.randbelow(2**31), **told})
    with suppress(SettingsError):  # what is wrong with them is told by whoever reads them next
        start = game_from(settings).start
        if start is not None and start.over:
            raise Refusal(409, sentence("game-decided"))
    return settings


@blueprint.get("/api/v1/legal")
def legal() -> Response:
    position = standing()
    if position is None or table().status().over:
        return answer({"known": True, "moves": []})
    try:
        moves = legal_moves(position)
    except RulesError:
        squares = playable(position)
        told: list[Move] = [*tilts(position, squares), *rotations(position, squares)]
        return answer(in_words({"known": False, "moves": [bare(position, move) for move in told]}))
    return answer(in_words({"known": True, "moves": [bare(position, move) for move in moves]}))


@blueprint.get("/api/v1/muk_yan")
def lists() -> Response:
    """RULES 6.2: for each roll the actions in the order in which he tries them."""
    return answer(
        {
            black.letter + white.letter: [int(step) for step in ORDERS[black][white] if step.isdigit()]
            for black in Element
            for white in Element
        }
    )


@blueprint.post("/api/v1/sim/carried")
def sim_carried() -> Response:
    """The same announcement is carried out once, whoever else asks for it."""
    try:
        drawn, status = table().drawn, table().status()
    except NoVirtualTable as fault:
        raise Refusal(409, str(fault)) from None
    actions = carried_out(status, drawn.standing())
    about = (table().game_id, status.moves, status.muk_yan or status.opponent, status.to_remove)
    return answer({"done": bool(actions) and drawn.do_once(about, actions)})
