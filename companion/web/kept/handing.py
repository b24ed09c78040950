"""All games as one file, to be kept elsewhere or brought to another table; names put right in a kept one."""

import json
import math
from collections.abc import Iterator
from dataclasses import Field, fields
from typing import Any, Final

from flask import Blueprint, Response

from companion import games
from companion.games.himiki.api import people
from companion.games.himiki.api.kept import kept_game
from companion.games.himiki.api.story import STORY
from companion.games.himiki.importing import imported
from companion.games.himiki.referee.events import Event, EventError, Move, Placed, event_from
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.written.record import Record
from companion.games.himiki.rules.written.record_text import parse_record
from companion.games.himiki.sentences import say
from companion.store import GameInStore, SettingsError, Store, StoreError, game_from, settings_of
from companion.table import GameUnreadable
from companion.web.answers import Refusal, answer
from companion.web.bodies import body
from companion.web.running import table

blueprint = Blueprint("handing", __name__)

FORMAT: Final = "himiki-games/1"


@blueprint.get("/api/v1/export")
def export() -> Response:
    """Every kept game, the oldest first, and what was worked out of them for people to read."""
    store, going_on = table().store, table().game_id
    numbers = [each.id for each in reversed(store.games()) if each.id != going_on]
    pieces = _pieces(store, numbers, people.players().get_data(as_text=True))
    headers = {"Content-Disposition": 'attachment; filename="himiki-games.json"'}
    return Response(pieces, mimetype="application/json", headers=headers)


def _pieces(store: Store, numbers: list[int], players: str) -> Iterator[str]:
    """Game by game: all the games of years have no room in a small machine's memory."""
    yield f'{{"format": {json.dumps(FORMAT)}, "players": {players}, "games": ['
    for index, game in enumerate(_games(store, numbers)):
        yield (",\n" if index else "\n") + json.dumps(game, ensure_ascii=False)
    yield "\n]}\n"


def _games(store: Store, numbers: list[int]) -> Iterator[dict[str, Any]]:
    for number in numbers:
        try:
            kept = store.load(number)
        except StoreError:
            continue  # the list of games leaves it out too, and says so in the log
        if kept is not None and any(isinstance(event, (Move, Placed)) for event in kept.events):
            yield _game(kept)


def _game(kept: GameInStore) -> dict[str, Any]:
    return {
        "started": kept.started,
        "ended": kept.ended,
        "settings": settings_of(kept.game),
        "events": [_short(event) for event in kept.events if isinstance(event, STORY)],
    }


def _short(event: Event) -> dict[str, Any]:
    """Without what is as it mostly is."""
    told = event.as_json()
    usual = [each.name for each in fields(event) if getattr(event, each.name) == _default(each)]
    return {key: value for key, value in told.items() if key not in usual}


def _default(each: "Field[Any]") -> Any:
    return each.default_factory() if callable(each.default_factory) else each.default


@blueprint.post("/api/v1/import")
def bring() -> Response:
    """One game of such a file; one that is here already is left as it is."""
    told = body("ExportedGame")
    store = table().store
    try:
        game = game_from(told["settings"])
        events = [event_from(each) for each in told["events"]]
    except (SettingsError, EventError, OverflowError) as fault:
        raise Refusal(400, f"this game cannot be read: {fault}") from None
    if not events or any(not isinstance(event, STORY) for event in events):
        raise Refusal(400, say("no-game"))
    started, ended = told["started"], told.get("ended")
    if not all(math.isfinite(each) for each in (started, ended or 0.0)):
        raise Refusal(400, "started and ended are seconds since 1970")
    for each in store.games():
        if each.started == started and each.settings == settings_of(game):
            return answer({"id": each.id, "new": False})
    try:
        return answer({"id": table().kept.bring(game, events, started, ended), "new": True})
    except GameUnreadable as fault:
        raise Refusal(400, str(fault)) from None


@blueprint.post("/api/v1/import/record")
def bring_record() -> Response:
    """A game as its record tells it; one that is here already is left as it is."""
    try:
        record = parse_record(body("RecordText")["record"])
        game, events = imported(record)
    except (RulesError, SettingsError):
        raise Refusal(400, say("no-record")) from None
    if not record.entries:
        raise Refusal(400, say("game-empty"))
    played, moves = _played(record), sum(isinstance(each, Move) for each in events)
    for each in table().store.games():
        ours = games.of_settings(each.settings) == game.of
        alike = ours and each.moves == moves and each.settings["mode"] == game.mode
        if alike and _played(table().kept.record_of(each.id)) == played:
            return answer({"id": each.id, "new": False})
    try:
        return answer({"id": table().kept.bring(game, events), "new": True})
    except GameUnreadable:
        raise Refusal(400, say("no-record")) from None


def _played(record: Record) -> tuple[str, ...]:
    """By whom what was played: a record as text tells no times."""
    _, events = imported(record)
    return tuple(f"{each.by} {each.move}" for each in events if isinstance(each, (Move, Placed)))


@blueprint.post("/api/v1/games/<int:number>/players")
def rename(number: int) -> Response:
    """The names of a kept game; ratings and results follow."""
    told = body("Names")["players"]
    if number == table().game_id:
        raise Refusal(409, say("game-renamed-later"))
    kept = kept_game(number)
    wanted = settings_of(kept.game) | {"players": told}
    try:
        named = game_from(wanted)
    except SettingsError as fault:
        raise Refusal(400, str(fault)) from None
    table().store.rename(number, dict(named.players))
    return answer({"id": number, "players": dict(named.players)})
