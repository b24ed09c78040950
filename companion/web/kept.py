"""Games that are kept: listed, looked through, handed on, deleted."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, current_app, request

from companion.referee.events import Corrected, Event, Hint, Move, Over, Placed, Ready
from companion.rules.record import Record
from companion.rules.record_text import record_json, record_plain
from companion.rules.variant import Mode
from companion.store import GameInStore, Summary
from companion.web import bgstats, play
from companion.web.answers import Refusal, answer
from companion.web.codes import svg
from companion.web.studies import Studies, TooManyWait, with_steps

blueprint = Blueprint("kept", __name__)


@blueprint.get("/api/v1/games")
def games() -> Response:
    going_on = play.table().game_id
    return answer([_row(each) | {"going_on": each.id == going_on} for each in play.table().store.games()])


@blueprint.get("/api/v1/steps")
def steps_so_far() -> Response:
    """Of the game that is being played."""
    table = play.table()
    return answer({"id": table.game_id, "steps": steps(table.kept.events_of(table.game_id))})


@blueprint.get("/api/v1/games/<int:number>")
def game(number: int) -> Response:
    kept = kept_game(number)
    return answer(
        {
            "id": kept.id,
            "mode": kept.game.mode,
            "edition": kept.game.variant.edition.value,
            "players": dict(kept.game.players),
            "levels": dict(kept.game.levels),
            "challenge": kept.game.challenge,
            "started": kept.started,
            "ended": kept.ended,
            "winner": _winner(kept.events),
            "steps": steps(kept.events),
        }
    )


@blueprint.get("/api/v1/games/<int:number>/record")
def record(number: int) -> Response:
    kept_game(number)
    told = play.table().kept.record_of(number)
    as_text = request.args.get("form") == "text"
    text = record_plain(told) if as_text else record_json(told)
    name = f"game-{number}.himiki.{'txt' if as_text else 'json'}"
    kind = "text/plain" if as_text else "application/json"
    return Response(text, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@blueprint.get("/api/v1/games/<int:number>/bg_stats")
def bg_stats(number: int) -> Response:
    link = bgstats.link(kept_game(number))
    return answer({"link": link, "qr": svg(link)})


@blueprint.post("/api/v1/games/<int:number>/delete")
def delete(number: int) -> Response:
    if number == play.table().game_id:
        raise Refusal(409, "this game is being played: start another one before deleting it")
    kept_game(number)
    play.table().delete_game(number)
    return answer({"deleted": number})


@blueprint.post("/api/v1/games/<int:number>/play_on")
def play_on(number: int) -> Response:
    """The kept game stays as it is; a new one goes on from it."""
    kept_game(number)
    return answer({"id": play.table().play_on(number)})


def studies() -> Studies:
    found: Studies = current_app.extensions["himiki-studies"]
    return found


@blueprint.get("/api/v1/games/<int:number>/analysis")
def analysis(number: int) -> Response:
    """Who waits for it asks again every few seconds: it is given up where nobody does."""
    kept = kept_game(number)
    if _one_sided(kept):
        return answer({"state": "impossible", "done": 0, "of": 0, "error": None})
    told, mark = _record_of(number)
    found = play.table().store.analysis(number, mark)
    if found is not None:
        whole = with_steps(json.loads(found), steps(kept.events))
        return answer({"state": "done", "done": len(whole["turns"]), "of": len(whole["turns"]), **whole})
    going = studies().progress(number, mark)
    if going is not None:
        return answer(going)
    possible = _why_not(kept, told) is None
    return answer({"state": "none" if possible else "impossible", "done": 0, "of": 0, "error": None})


@blueprint.post("/api/v1/games/<int:number>/analysis")
def analyse(number: int) -> Response:
    kept = kept_game(number)
    if _one_sided(kept):
        raise Refusal(409, "only games of two sides can be analysed")
    told, mark = _record_of(number)
    why_not = _why_not(kept, told)
    if why_not is not None:
        raise Refusal(409, why_not)
    if play.table().store.analysis(number, mark) is None:
        try:
            studies().wanted(number, told, mark)
        except TooManyWait:
            raise Refusal(409, "other games wait to be analysed: ask again in a few minutes") from None
    return analysis(number)


def _record_of(number: int) -> tuple[Record, str]:
    told = play.table().kept.record_of(number)
    return told, mark_of(told)


def mark_of(record: Record) -> str:
    """What is taken back afterwards makes another record of a game, with another mark; other names do not."""
    return hashlib.sha256(record_json(replace(record, players={})).encode()).hexdigest()[:16]


def _one_sided(kept: GameInStore) -> bool:
    return kept.game.free or kept.game.variant.mode is Mode.MINDLOCK


def _why_not(kept: GameInStore, told: Record) -> str | None:
    if kept.id == play.table().game_id and not play.table().status().over:
        return "this game is being played: it can be analysed when it is over"
    return None if told.entries else "nothing was played in this game"


def kept_game(number: int) -> GameInStore:
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
        "levels": settings.get("levels", {}),
        "human": settings.get("human", "w"),
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
    hinted = False
    for event in events:
        match event:
            case Ready():
                first = [{"event": "ready", "position": event.position}]
                entries = []
            case Hint():
                hinted = True
            case Placed() | Move():
                entries.append(event.as_json() | ({"hinted": True} if hinted else {}))
                hinted = False
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
