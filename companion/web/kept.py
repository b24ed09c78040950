"""Games that are kept: listed, looked through, handed on, deleted."""

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, Response, request

from companion.referee.events import Corrected, Event, Move, Over, Placed, Ready
from companion.rules.record import record_json, record_plain
from companion.store import GameInStore, Summary
from companion.web import bgstats, play
from companion.web.answers import Refusal, answer
from companion.web.codes import svg

blueprint = Blueprint("kept", __name__)


@blueprint.get("/api/v1/games")
def games() -> Response:
    going_on = play.table().game_id
    return answer([_row(each) | {"going_on": each.id == going_on} for each in play.table().store.games()])


@blueprint.get("/api/v1/steps")
def steps_so_far() -> Response:
    """Of the game that is being played."""
    table = play.table()
    return answer({"id": table.game_id, "steps": steps(table.events_of(table.game_id))})


@blueprint.get("/api/v1/games/<int:number>")
def game(number: int) -> Response:
    kept = _kept(number)
    return answer(
        {
            "id": kept.id,
            "mode": kept.game.mode,
            "edition": kept.game.variant.edition.value,
            "players": dict(kept.game.players),
            "challenge": kept.game.challenge,
            "started": kept.started,
            "ended": kept.ended,
            "winner": _winner(kept.events),
            "steps": steps(kept.events),
        }
    )


@blueprint.get("/api/v1/games/<int:number>/record")
def record(number: int) -> Response:
    _kept(number)
    told = play.table().record_of(number)
    as_text = request.args.get("form") == "text"
    text = record_plain(told) if as_text else record_json(told)
    name = f"game-{number}.himiki.{'txt' if as_text else 'json'}"
    kind = "text/plain" if as_text else "application/json"
    return Response(text, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@blueprint.get("/api/v1/games/<int:number>/bg_stats")
def bg_stats(number: int) -> Response:
    link = bgstats.link(_kept(number))
    return answer({"link": link, "qr": svg(link)})


@blueprint.post("/api/v1/games/<int:number>/delete")
def delete(number: int) -> Response:
    if number == play.table().game_id:
        raise Refusal(409, "this game is being played: start another one before deleting it")
    _kept(number)
    play.table().delete_game(number)
    return answer({"deleted": number})


@blueprint.post("/api/v1/games/<int:number>/play_on")
def play_on(number: int) -> Response:
    """The kept game stays as it is; a new one goes on from it."""
    _kept(number)
    return answer({"id": play.table().play_on(number)})


def _kept(number: int) -> GameInStore:
    found = play.table().store.load(number) if number < 2**63 else None
    if found is None:
        raise Refusal(404, f"there is no game {number}")
    return found


def _row(each: Summary) -> dict[str, Any]:
    settings, last = each.settings, each.last or {}
    over = last.get("event") == "over"
    return {
        "id": each.id,
        "mode": settings["mode"],
        "edition": settings["edition"],
        "players": settings["players"],
        "challenge": settings["challenge"],
        "started": each.started,
        "score": last.get("score", [0, 0]),
        "moves": each.moves,
        "over": over,
        "winner": last.get("winner") if over else None,
    }


def steps(events: Iterable[Event]) -> list[dict[str, Any]]:
    """What stands of a game, position by position; what was taken back is left out."""
    entries: list[dict[str, Any]] = []
    first: list[dict[str, Any]] = []
    for event in events:
        match event:
            case Ready():
                first = [{"event": "ready", "position": event.position}]
            case Placed() | Move():
                entries.append(event.as_json())
            case Corrected():
                if event.back:
                    del entries[-event.back :]
                if event.reason not in ("undo", "takeback", "unclaim"):
                    entries.append(event.as_json())
            case _:
                pass
    return first + entries


def _winner(events: Iterable[Event]) -> str | None:
    winner = None
    for event in events:
        if isinstance(event, Over):
            winner = event.winner
        elif isinstance(event, (Move, Corrected)):
            winner = None
    return winner
