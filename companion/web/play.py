"""The game that is being played: its state, what people decide, new games, the virtual table."""

import secrets
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, current_app

from companion.referee.decisions import DecisionError, decision_from
from companion.referee.events import Event
from companion.rules.cubes import Element
from companion.rules.errors import RulesError
from companion.rules.legal import legal_moves
from companion.rules.moves import Move
from companion.rules.muk_yan import ORDERS
from companion.rules.notation import bare
from companion.rules.options import playable, rotations, tilts
from companion.rules.position import Position
from companion.rules.position_text import parse_position
from companion.store import SettingsError, game_from
from companion.table import NoVirtualTable, Table
from companion.web import access, challenges
from companion.web.answers import Refusal, answer
from companion.web.bodies import body
from companion.web.live import state_of

blueprint = Blueprint("play", __name__)
session = Blueprint("session", __name__)


def table() -> Table:
    found: Table = current_app.extensions["himiki-table"]
    return found


@session.get("/api/v1/session")
def state_of_session() -> Response:
    return answer({"may_change": access.may_change()})


@session.post("/api/v1/session")
def enter() -> Response:
    access.try_pin(body("Session")["pin"])
    return access.let_in(answer({"may_change": True}))


@session.delete("/api/v1/session")
def leave() -> Response:
    return access.let_out(answer({"may_change": False}))


@blueprint.get("/api/v1/state")
def state() -> Response:
    return answer(state_of(table()))


@blueprint.post("/api/v1/decisions")
def decide() -> Response:
    try:
        decision = decision_from(body("Decision"))
    except DecisionError as fault:
        raise Refusal(400, str(fault)) from None
    return _said(table().decide(decision))


@blueprint.post("/api/v1/games")
def new_game() -> Response:
    told = body("NewGame")
    told = challenges.with_challenge({"seed": secrets.randbelow(2**31), **told})
    try:
        game = game_from(told)
    except SettingsError as fault:
        raise Refusal(400, str(fault)) from None
    number = table().new_game(game)
    return answer({"id": number, "state": state_of(table())})


def _said(events: tuple[Event, ...]) -> Response:
    return answer({"events": [event.as_json() for event in events]})


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
        return answer({"known": False, "moves": [bare(position, move) for move in told]})
    return answer({"known": True, "moves": [bare(position, move) for move in moves]})


def standing() -> Position | None:
    """The position of the game at hand; None where it is none that the rules know."""
    game = table().game()
    if game.free:
        return None
    try:
        return parse_position(table().status().position, game.variant)
    except RulesError:
        return None


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


@blueprint.get("/api/v1/sim")
def sim() -> Response:
    there = table().virtual
    return answer({"there": there, "cubes": table().drawn_cubes() if there else None})


@blueprint.post("/api/v1/sim/moves")
def sim_move() -> Response:
    told = body("SimMove")
    action: Any = told.get("move", told)
    _drawn(lambda: table().sim(action))
    return answer({"done": True})


@blueprint.post("/api/v1/sim/position")
def sim_position() -> Response:
    cubes = body("SimPosition")["cubes"]
    _drawn(lambda: table().lay(cubes))
    return answer({"done": True})


def _drawn(do: Callable[[], object]) -> None:
    try:
        do()
    except NoVirtualTable as fault:
        raise Refusal(409, str(fault)) from None
    except ValueError as fault:
        raise Refusal(400, str(fault)) from None
