"""Games that are kept: listed, looked through, handed on, deleted."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from flask import Blueprint, Response, current_app

from companion.games.himiki.agreed import Game
from companion.games.himiki.api import bgstats
from companion.games.himiki.api.in_words import in_words
from companion.games.himiki.api.story import steps
from companion.games.himiki.api.studies import Studies, TooManyWait, with_steps
from companion.games.himiki.referee.events import Corrected, Event, Move, Over
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.rules.written.record import Record
from companion.games.himiki.rules.written.record_text import record_json
from companion.games.himiki.sentences import say
from companion.store import GameInStore, Summary
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.codes import svg
from companion.web.exchange.running import table
from companion.web.playing import in_store
from companion.words.sentences import Sentence, sentence

blueprint = Blueprint("kept", __name__)


def story(kept: GameInStore) -> dict[str, Any]:
    return {
        "mode": kept.game.mode,
        "edition": kept.game.variant.edition.value,
        "players": dict(kept.game.players),
        "levels": dict(kept.game.levels),
        "challenge": kept.game.challenge,
        "started": kept.started,
        "ended": kept.ended,
        "winner": _winner(kept.events),
        "over": _end(kept.events) is not None,
        "steps": steps(kept.events, kept.game),
    }


@blueprint.get("/api/v1/games/<int:number>/bg_stats")
def bg_stats(number: int) -> Response:
    link = bgstats.link(kept_game(number))
    return answer({"link": link, "qr": svg(link)})


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
    found = table().store.analysis(number, mark)
    if found is not None:
        whole = with_steps(json.loads(found), steps(kept.events, kept.game))
        done = len(whole["turns"])
        return answer(in_words({"state": "done", "done": done, "of": done, **whole}))
    going = studies().progress(number, mark)
    if going is not None:
        return answer(going)
    possible = _why_not(kept, told) is None
    return answer({"state": "none" if possible else "impossible", "done": 0, "of": 0, "error": None})


@blueprint.post("/api/v1/games/<int:number>/analysis")
def analyse(number: int) -> Response:
    kept = kept_game(number)
    if _one_sided(kept):
        raise Refusal(409, say("game-one-sided"))
    told, mark = _record_of(number)
    why_not = _why_not(kept, told)
    if why_not is not None:
        raise Refusal(409, why_not)
    if table().store.analysis(number, mark) is None:
        try:
            studies().wanted(number, told, mark)
        except TooManyWait:
            raise Refusal(409, say("analyses-wait")) from None
    return analysis(number)


_METHOD: Final = "2"
"""By which turns are judged: what was kept by another one is worked out anew."""


def _record_of(number: int) -> tuple[Record, str]:
    told = table().kept.record_of(number)
    return told, mark_of(told)


def mark_of(record: Record) -> str:
    """What is taken back afterwards makes another record of a game, with another mark; other names do not."""
    told = _METHOD + record_json(replace(record, players={}))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _one_sided(kept: GameInStore) -> bool:
    return kept.game.free or kept.game.variant.mode is Mode.MINDLOCK


def _why_not(kept: GameInStore, told: Record) -> Sentence | None:
    if kept.id == table().game_id and not table().status().over:
        return say("game-analysed-later")
    return None if told.entries else sentence("game-empty")


def kept_game(number: int) -> GameInStore:
    return in_store(number, Game.of)


def row(each: Summary) -> dict[str, Any]:
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
        "position": each.position,
    }


def _end(events: Iterable[Event]) -> Over | None:
    """None for a game that is not over, or no longer."""
    end = None
    for event in events:
        if isinstance(event, Over):
            end = event
        elif isinstance(event, (Move, Corrected)):
            end = None
    return end


def _winner(events: Iterable[Event]) -> str | None:
    end = _end(events)
    return None if end is None else end.winner
