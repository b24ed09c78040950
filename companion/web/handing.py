"""All games as one file, to be kept elsewhere or brought to another table; names put right in a kept one."""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import Field, fields
from typing import Any, Final

from flask import Blueprint, Response

from companion import games
from companion.games import kept as of_any_game
from companion.games.events import Event, EventError
from companion.games.play import Unplayable
from companion.games.replaying import game_of
from companion.store import GameInStore, SettingsError, Store, StoreError, Summary, game_from, settings_of
from companion.table import GameUnreadable
from companion.web import people
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.bodies import body
from companion.web.exchange.running import table
from companion.web.playing import in_store, whose
from companion.web.share import Share, Shares, shares
from companion.words.sentences import sentence

blueprint = Blueprint("handing", __name__)

FORMAT: Final = "himiki-games/1"

_MOVE: Final = "move"
_PLAYED: Final = (_MOVE, "placed")
_FRAME: Final = ("ready", "over")
"""What stands around everything that is done in a game."""


@blueprint.get("/api/v1/export")
def export() -> Response:
    """Every kept game, the oldest first, and what was worked out of them for people to read."""
    store, going_on = table().store, table().game_id
    kept = [each for each in reversed(store.games()) if each.id != going_on]
    numbers = [each.id for each in kept if _of(each) in shares()]
    others = {of for of in map(_of, kept) if of in shares()} - {games.usual()}
    results = {of: people.players_of(of) for of in sorted(others)}
    pieces = _pieces(_games(store, numbers, shares()), people.players_of(games.usual()), results)
    headers = {"Content-Disposition": 'attachment; filename="himiki-games.json"'}
    return Response(pieces, mimetype="application/json", headers=headers)


def _of(each: Summary) -> str:
    return games.of_settings(each.settings)


def _pieces(
    told: Iterable[dict[str, Any]], players: dict[str, Any], results: dict[str, Any]
) -> Iterator[str]:
    """Game by game: all the games of years have no room in a small machine's memory. `players` are those of
    the first game, `results` those of the others."""
    yield f'{{"format": {json.dumps(FORMAT)}, "players": {json.dumps(players, ensure_ascii=False)}, '
    if results:
        yield f'"results": {json.dumps(results, ensure_ascii=False)}, '
    yield '"games": ['
    for index, game in enumerate(told):
        yield (",\n" if index else "\n") + json.dumps(game, ensure_ascii=False)
    yield "\n]}\n"


def _games(store: Store, numbers: list[int], brought: Shares) -> Iterator[dict[str, Any]]:
    for number in numbers:
        try:
            kept = store.load(number)
        except StoreError:
            continue  # the list of games leaves it out too, and says so in the log
        if kept is not None and any(event.name in _PLAYED for event in kept.events):
            yield _game(kept, brought[kept.game.of])


def _game(kept: GameInStore, share: Share) -> dict[str, Any]:
    game, events = share.handed_on(kept)
    return {
        "started": kept.started,
        "ended": kept.ended,
        "settings": settings_of(game),
        "events": [_short(event) for event in events if isinstance(event, share.tells)],
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
    share = whose("settings")
    told = body(share.sent.exported)
    store = table().store
    try:
        game = game_from(told["settings"])
        events = [of_any_game.event_from(game.of, each) for each in told["events"]]
    except (SettingsError, EventError, OverflowError) as fault:
        raise Refusal(400, f"this game cannot be read: {fault}") from None
    if not events or any(not isinstance(event, share.tells) for event in events):
        raise Refusal(400, sentence("no-game"))
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
    text = body("RecordText")["record"]
    try:
        game, events = games.play_of(_of_record(text)).imported(text)
    except (Unplayable, SettingsError):
        raise Refusal(400, sentence("no-record")) from None
    if all(event.name in _FRAME for event in events):
        raise Refusal(400, sentence("game-empty"))
    played, moves = _played(events), sum(event.name == _MOVE for event in events)
    for each in table().store.games():
        ours = _of(each) == game.of and each.settings.get("mode", game.mode) == game.mode
        if ours and each.moves >= moves and _played_in(each) == played:
            return answer({"id": each.id, "new": False})
    try:
        return answer({"id": table().kept.bring(game, events), "new": True})
    except GameUnreadable:
        raise Refusal(400, sentence("no-record")) from None


def _of_record(text: str) -> str:
    """Raises `Refusal` where that game is not played here."""
    of = game_of(text)
    if of not in shares():
        raise Refusal(400, sentence("no-record"))
    return of


def _played_in(each: Summary) -> tuple[str, ...] | None:
    """None of a game that cannot be told as a record."""
    play = games.play_of(_of(each))
    try:
        _, events = play.imported(play.record_text(table().kept.record_of(each.id)))
    except (Unplayable, StoreError):
        return None
    return _played(events)


def _played(events: Sequence[Event]) -> tuple[str, ...]:
    """By whom what was played: a record as text tells no times."""
    return tuple(
        f"{getattr(event, 'by', '')} {getattr(event, 'move', '')}"
        for event in events
        if event.name in _PLAYED
    )


@blueprint.post("/api/v1/games/<int:number>/players")
def rename(number: int) -> Response:
    """The names of a kept game; ratings and results follow."""
    going_on = number == table().game_id
    kept = None if going_on else in_store(number)
    of = table().game().of if kept is None else kept.game.of
    told = body(shares()[of].sent.names)["players"]
    if kept is None:
        raise Refusal(409, sentence("game-renamed-later"))
    try:
        named = settings_of(game_from(settings_of(kept.game) | {"players": told}))["players"]
    except SettingsError as fault:
        raise Refusal(400, str(fault)) from None
    table().store.rename(number, named)
    return answer({"id": number, "players": named})
