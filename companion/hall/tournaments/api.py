"""Tournaments for pages and programs."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from flask import Blueprint, Response, current_app

from companion.hall.tournaments.exchanged import WRITTEN, players_in
from companion.hall.tournaments.office import NoSuchTournament, Office
from companion.hall.tournaments.strengths import rated_in
from companion.hall.tournaments.tournament import (
    LONGEST_NAME,
    MOST_PLAYERS,
    MOST_ROUNDS,
    Entry,
    Result,
    System,
    Tournament,
    TournamentError,
    begun,
)
from companion.hall.tournaments.written import copied, kept, shown
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.bodies import body
from companion.web.exchange.schemas import ANY, TEXT, Schema, listed, of

blueprint = Blueprint("tournaments", __name__)

_NAME: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME, "pattern": r"\S"}
_RATING: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": 4000}
_TEAM: Final[Schema] = {"type": "string", "maxLength": LONGEST_NAME}
_ENTRY: Final = of({"name": _NAME, "rating": _RATING, "team": _TEAM}, optional=("rating", "team"))
_SCORE: Final[Schema] = listed({"type": "integer", "minimum": 0, "maximum": 99}, minItems=2, maxItems=2)
"""Of both sides."""

_LONGEST_FILE: Final = 200_000
"""Letters of a list of players."""

_ROUNDS: Final = 5
"""Where nobody says how many."""

BODIES: Final[dict[str, Schema]] = {
    "NewTournament": of(
        {
            "name": _NAME,
            "system": {"enum": [each.value for each in System]},
            "rounds": {"type": "integer", "minimum": 1, "maximum": MOST_ROUNDS},
            "players": listed({"anyOf": [_NAME, _ENTRY]}, maxItems=MOST_PLAYERS),
            "tables": listed(TEXT),
            "game": ANY,
        },
        optional=("rounds", "tables", "game"),
    ),
    "Entry": _ENTRY,
    "PlayersFile": of({"text": {"type": "string", "maxLength": _LONGEST_FILE}}),
    "Copy": ANY,
    "Result": of(
        {"result": {"enum": [None, *(each.value for each in Result)]}, "score": _SCORE}, optional=("score",)
    ),
}


def office() -> Office:
    found: Office = current_app.extensions["himiki-office"]
    return found


@blueprint.get("/api/v1/tournaments")
def every() -> Response:
    rows = [
        {"id": number, "name": each.name, "system": each.system.value, "over": each.over}
        for number, each in office().all().items()
    ]
    return answer(rows)


@blueprint.get("/api/v1/ratings")
def strengths() -> Response:
    """Of everybody who has played in a tournament of this hall, at whatever table."""
    return answer([asdict(each) for each in rated_in(office().all())])


@blueprint.post("/api/v1/tournaments")
def begin() -> Response:
    told = body("NewTournament")
    entries: list[dict[str, Any]] = [
        {"name": each} if isinstance(each, str) else each for each in told["players"]
    ]
    players = [Entry(**each) for each in entries]
    agreed = tuple(told.get("tables", ())), told.get("game")
    try:
        made = begun(told["name"], System(told["system"]), told.get("rounds", _ROUNDS), players, *agreed)
    except TournamentError as fault:
        raise Refusal(400, str(fault)) from None
    return answer(_shown(office().begin(made)), 201)


@blueprint.get("/api/v1/tournaments/<int:number>")
def one(number: int) -> Response:
    return answer(_shown(number))


@blueprint.get("/api/v1/tournaments/<int:number>/files/<kind>")
def file(number: int, kind: str) -> Response:
    """For other programs: `csv` for spreadsheets, `trf` for those of chess federations, `json` for a hall."""
    found = _one(number)
    if kind == "json":
        told = answer(kept(found))
    elif kind in WRITTEN:
        write, mimetype = WRITTEN[kind]
        told = Response(write(found), mimetype=mimetype)
    else:
        raise Refusal(404, f"files are csv, trf or json, not '{kind[:20]}'")
    told.headers["Content-Disposition"] = f'attachment; filename="tournament-{number}.{kind}"'
    return told


@blueprint.post("/api/v1/tournaments/players")
def read_players() -> Response:
    """Who is in a file: changes nothing."""
    try:
        found = players_in(body("PlayersFile")["text"])
    except TournamentError as fault:
        raise Refusal(400, str(fault)) from None
    return answer({"players": [each._asdict() for each in found]})


@blueprint.post("/api/v1/tournaments/copies")
def copy() -> Response:
    """A tournament of another hall, or of this one before, out of its `json` file."""
    try:
        made = copied(body("Copy"))
    except TournamentError as fault:
        raise Refusal(400, str(fault)) from None
    return answer(_shown(office().begin(made)), 201)


@blueprint.post("/api/v1/tournaments/<int:number>/next")
def pair_next(number: int) -> Response:
    return _changed(number, lambda: office().pair_next(number))


@blueprint.post("/api/v1/tournaments/<int:number>/players")
def enter(number: int) -> Response:
    told = body("Entry")
    late = Entry(**told)
    return _changed(number, lambda: office().change(number, lambda now: now.entered(*late)))


@blueprint.delete("/api/v1/tournaments/<int:number>/players/<int:player>")
def leave(number: int, player: int) -> Response:
    return _changed(number, lambda: office().change(number, lambda now: now.left(player)))


@blueprint.post("/api/v1/tournaments/<int:number>/rounds/<int:round_>/boards/<int:board>")
def correct(number: int, round_: int, board: int) -> Response:
    """The arbiter's word; `result` null takes a result back."""
    told = body("Result")
    result = None if told["result"] is None else Result(told["result"])
    score = told.get("score")
    pair = None if score is None else (score[0], score[1])
    return _changed(
        number, lambda: office().change(number, lambda now: now.told(round_, board, result, pair))
    )


def _changed(number: int, do: Callable[[], object]) -> Response:
    try:
        do()
    except TournamentError as fault:
        raise Refusal(409, str(fault)) from None
    except NoSuchTournament as fault:
        raise Refusal(404, str(fault)) from None
    return answer(_shown(number))


def _shown(number: int) -> dict[str, Any]:
    return shown(number, _one(number))


def _one(number: int) -> Tournament:
    try:
        return office().one(number)
    except NoSuchTournament as fault:
        raise Refusal(404, str(fault)) from None
