"""Whatever is played: what stands, what people decide, new games and kept ones; each game in its way."""

import json
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, request

from companion import games
from companion.games import kept as of_any_game
from companion.games.decisions import DecisionError
from companion.games.play import SettingsError
from companion.store import GameInStore
from companion.table import GameDecided, NoVirtualTable, OtherGame
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.bodies import body
from companion.web.exchange.running import extras, table
from companion.web.share import Share, of_the_table, shares, state_of
from companion.words.sentences import sentence

blueprint = Blueprint("playing", __name__)


@blueprint.get("/api/v1/state")
def state() -> Response:
    return answer(state_of(table(), shares(), extras()))


@blueprint.post("/api/v1/decisions")
def decide() -> Response:
    share = of_the_table()
    try:
        decision = games.play_of(table().game().of).decision_from(body(share.sent.decision))
    except DecisionError as fault:
        raise Refusal(400, str(fault)) from None
    events = [share.event(table(), event) for event in table().decide(decision)]
    return answer({"events": events, "kept": not table().waiting})


@blueprint.get("/api/v1/games")
def kept_games() -> Response:
    going_on = table().game_id
    rows = []
    for each in table().store.games():
        share = shares().get(games.of_settings(each.settings))
        if share is not None:
            rows.append(share.row(each) | {"going_on": each.id == going_on})
    return answer(rows)


@blueprint.post("/api/v1/games")
def new_game() -> Response:
    share = whose()
    told = share.agreed(body(share.sent.new_game))
    try:
        game = of_any_game.game_from(told)
    except SettingsError as fault:
        raise Refusal(400, str(fault)) from None
    number = _changing_over(lambda: table().new_game(game))
    return answer({"id": number, "state": state_of(table(), shares(), extras())})


def whose(below: str | None = None) -> Share:
    """Whose game the body speaks of, itself or what stands in it `below` that name; what is no JSON at all,
    its body is refused for."""
    try:
        told = json.loads(request.get_data() or b"{}")
        if below is not None:
            told = told.get(below) if isinstance(told, dict) else None
        return shares()[games.named_in(told)]
    except games.NoSuchRules as fault:
        raise Refusal(400, str(fault)) from None
    except (ValueError, RecursionError):
        return shares()[games.usual()]


def _changing_over(begin: Callable[[], int]) -> int:
    try:
        return begin()
    except OtherGame as fault:
        raise Refusal(409, str(fault)) from None


@blueprint.get("/api/v1/steps")
def steps() -> Response:
    """Of the game that is being played."""
    number = table().game_id
    return answer({"id": number, "steps": of_the_table().story(table().kept.game(number))["steps"]})


@blueprint.get("/api/v1/games/<int:number>")
def kept_game(number: int) -> Response:
    kept = in_store(number)
    return answer({"id": kept.id, **shares()[kept.game.of].story(kept)})


@blueprint.get("/api/v1/games/<int:number>/record")
def record(number: int) -> Response:
    play = games.play_of(in_store(number).game.of)
    told = table().kept.record_of(number)
    as_text = request.args.get("form") == "text"
    name = f"game-{number}.himiki.{'txt' if as_text else 'json'}"
    kind = "text/plain" if as_text else "application/json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(play.record_text(told, plain=as_text), mimetype=kind, headers=headers)


@blueprint.post("/api/v1/games/<int:number>/delete")
def delete(number: int) -> Response:
    if number == table().game_id:
        raise Refusal(409, sentence("game-deleted-later"))
    in_store(number)
    table().delete_game(number)
    return answer({"deleted": number})


@blueprint.post("/api/v1/games/<int:number>/play_on")
def play_on(number: int) -> Response:
    """The kept game stays as it is; a new one goes on from it."""
    in_store(number)
    try:
        return answer({"id": _changing_over(lambda: table().play_on(number))})
    except GameDecided:
        raise Refusal(409, sentence("game-decided")) from None


def in_store(number: int, of: str | None = None) -> GameInStore:
    """That game, of the game `of` where it has to be; raises `Refusal`."""
    found = table().store.load(number) if number < 2**63 else None
    if found is None or of not in (None, found.game.of):
        raise Refusal(404, f"there is no game {number}")
    return found


# On a drawn table, and at the lights


@blueprint.get("/api/v1/sim")
def sim() -> Response:
    there = table().view.camera.is_drawn
    return answer({"there": there, of_the_table().lies: table().drawn.standing() if there else None})


@blueprint.post("/api/v1/sim/moves")
def sim_move() -> Response:
    told = body(of_the_table().sent.sim_move)
    action: Any = told.get("move", told)
    _drawn(lambda: table().drawn.do(action))
    return answer({"done": True})


@blueprint.post("/api/v1/sim/position")
def sim_position() -> Response:
    share = of_the_table()
    lies = body(share.sent.sim_position)[share.lies]
    _drawn(lambda: table().drawn.lay(lies))
    return answer({"done": True})


def _drawn(do: Callable[[], object]) -> None:
    try:
        do()
    except NoVirtualTable as fault:
        raise Refusal(409, str(fault)) from None
    except ValueError as fault:
        raise Refusal(400, str(fault)) from None


@blueprint.get("/api/v1/panel")
def panel() -> Response:
    """What the lights at the table show now, or would if there were any."""
    return answer(games.showing_of(table().game().of).lights_of(table().status()).as_json())
