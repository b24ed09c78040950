"""The game that is being played: its state, new games and matches, what a tile would do, drawn hands."""

import secrets
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from flask import Blueprint, Response, request

from companion.games import WHICH
from companion.games.rr.agreed import Agreed
from companion.games.rr.api.words import all_as_json, event_in_words, status_in_words
from companion.games.rr.hands import effect_of, hands_of
from companion.games.rr.referee.events import Event
from companion.games.rr.referee.status import RrStatus
from companion.games.rr.rules.board import Player, player_lettered, square_named
from companion.games.rr.rules.legal import legal_moves, placings
from companion.games.rr.rules.match import Match, Outcome, dealt
from companion.games.rr.rules.moves import Place
from companion.games.rr.rules.play import play
from companion.games.rr.rules.position import Position, Zone
from companion.games.rr.rules.tiles import DRAWN, tile_coded
from companion.games.rr.rules.variant import DRAWN_EACH, GAMES, HIDDEN, Game, Variant
from companion.games.rr.rules.written.notation import annotated, bare, play_text
from companion.games.rr.rules.written.options import words_of
from companion.games.rr.rules.written.position_text import parse_position, position_text
from companion.games.rr.sentences import say
from companion.games.rr.settings import settings_of
from companion.games.rr.telling import said_of_move
from companion.table import NoVirtualTable, Standing, Table
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.bodies import body
from companion.web.exchange.running import table
from companion.web.share import only_in

blueprint = Blueprint("rr_playing", __name__)
blueprint.before_request(only_in(Agreed.of))

_OPEN: Final = (Game.RANDOM,)
"""Where what was drawn is seen by both."""


def state_of(stands: Standing) -> dict[str, Any]:
    """What stands now, and what the game was agreed to be."""
    game: Agreed = stands.game
    hint, match = stands.hint, game.match
    return {
        **status_in_words(stands.status),
        "hint": None if hint is None else event_in_words(hint),
        "game": stands.number,
        "people": dict(game.players),
        "variant": game.variant.game.value,
        "levels": dict(game.levels),
        "wins": match.wins,
        "games": match.games,
        "played": len(match.played),
        "start": position_text(game.start),
    }


def event_of(table: Table, event: Event) -> dict[str, Any]:
    return event_in_words(event)


# New games


def agreed(told: dict[str, Any]) -> dict[str, Any]:
    """Tiles are dealt here, where nobody says which; raises `Refusal`."""
    if "options" in told:
        return told
    if told.pop("next", False):
        return settings_of(_next(told))
    match = Match(told.get("wins") or Match().wins, told.get("games"))
    seed = secrets.randbelow(1 << 30)
    variant = _dealt(GAMES[told.get("variant", Game.BASIC.value)], told.get("first", "r"), match, seed)
    settings = {key: told[key] for key in ("players", "levels", "wins", "games") if told.get(key) is not None}
    return {WHICH: Agreed.of, **settings, "options": words_of(variant), "seed": seed}


def _next(told: dict[str, Any]) -> Agreed:
    """The next game of the match that is played, with other tiles (R9.1)."""
    game: Agreed = table().game()
    over = table().kept.record_of(table().game_id).result
    if over is None:
        raise Refusal(409, say("match-not-over"))
    variant = game.variant
    tiles = (*variant.neutral,) if variant.game.has_neutral_zone else ()
    tiles += tuple(tile for zone in variant.drawn for tile in zone.tiles if variant.game.draws)
    match = game.match.after(Outcome(over.winner, over.points, tuple(sorted(tiles))))
    if match.over:
        raise Refusal(409, say("match-over"))
    seed = secrets.randbelow(1 << 30)
    first = told.get("first") or over.winner.other.letter
    dealt_anew = _dealt(variant.game, first, match, seed)
    return Agreed(dealt_anew, game.players, game.levels, match, seed)


def _dealt(game: Game, first: str, match: Match, seed: int) -> Variant:
    chance = Random(seed)
    starts = player_lettered(first)
    if game.has_neutral_zone:
        return Variant(game, starts, dealt(match, chance))
    if game in _OPEN:
        drawn = chance.sample(DRAWN, DRAWN_EACH * len(Player))
        one, other = (Zone(tuple(sorted(each))) for each in (drawn[:DRAWN_EACH], drawn[DRAWN_EACH:]))
        return Variant(game, starts, drawn=(one, other))
    return Variant(game, starts, drawn=(HIDDEN, HIDDEN))


# What would be


def standing() -> Position:
    """Where the next tile is placed: it ends the turn of one whose effect was left so far."""
    status: RrStatus = table().status()
    position = parse_position(status.position)
    if status.placed is None or status.todo or status.said is not None:
        return position
    return play_text(position, status.placed).after


@blueprint.get("/api/v1/rr/moves")
def moves() -> Response:
    """What may be played with a tile, on a square: without its effect, and with every use of it."""
    position, told = standing(), table().status().position
    code, square = request.args.get("tile"), request.args.get("square")
    if table().status().over:
        return answer({"position": told, "tiles": {}, "moves": []})
    if code is None or square is None:
        return answer({"position": told, "tiles": _places(position), "moves": []})
    tile, at = tile_coded(code), square_named(square)
    if tile is None or at is None:
        raise Refusal(400, f"there is no {code}@{square}")
    legal = set(legal_moves(position))
    found = [move for move in placings(position, tile, at) if move in legal]
    return answer({"position": told, "tiles": {}, "moves": [_told(position, each) for each in found]})


def _places(position: Position) -> dict[str, list[str]]:
    """Where each tile may go."""
    found: dict[str, dict[str, None]] = {}
    for move in legal_moves(position):
        if isinstance(move, Place):
            found.setdefault(move.tile, {})[bare(move)[3:5]] = None
    return {tile: list(squares) for tile, squares in found.items()}


def _told(position: Position, move: Place) -> dict[str, Any]:
    played = play(position, move)
    over = played.ending
    return {
        "move": bare(move),
        "annotated": annotated(played),
        "after": position_text(played.after),
        "words": all_as_json(said_of_move(bare(move), position.turn.letter)),
        "steps": list(effect_of(played)),
        "winner": None if over is None else over.winner.letter,
    }


# Drawn hands


@blueprint.post("/api/v1/rr/carried")
def carried() -> Response:
    """Hands of the drawn table do all of a move: the camera then sees it. `once`: several pages may ask."""
    told = body("RrCarried")
    text = told["move"]
    try:
        drawn = table().drawn
    except NoVirtualTable as fault:
        raise Refusal(409, str(fault)) from None
    played = play_text(standing(), text)
    if not isinstance(played.move, Place):
        raise Refusal(400, f"{text} needs no hands")
    if told.get("once") and not drawn.first_asked((table().game_id, table().status().moves, text)):
        return answer({"done": False})
    drawn.do(";".join(_left_to_do(hands_of(played, _down(drawn)), drawn)) or "no hand")
    return answer({"done": True})


def _down(drawn: Any) -> dict[str, bool]:
    return {each.place: each.down for each in drawn.lying() if each.on_board}


def _left_to_do(verbs: Iterator[str], drawn: Any) -> Iterator[str]:
    """The tile may lie there already: only its effect is left then."""
    there = {(each.code, each.place) for each in drawn.lying()}
    return (verb for verb in verbs if "@" not in verb or (verb[:2], verb[3:5]) not in there)
