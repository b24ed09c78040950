"""The toy's share of the pages and the API."""

from typing import Any

from flask import Blueprint, Flask, Response

from companion.games.decisions import Refused
from companion.games.events import Event
from companion.store import GameInStore, Summary
from companion.table import Standing, Table
from companion.web.answers import answer
from companion.web.openapi import Operation, RoomShare, shape
from companion.web.running import table
from companion.web.schemas import ANY, COUNT, TEXT, listed, of
from companion.web.share import Bodies, Page, Share, only_in
from tests.games.toy.rules import MOST, SIDES, Toy

_STATE = of({"of": TEXT, "mode": TEXT, "position": TEXT, "turn": TEXT, "over": {"type": "boolean"}})

PART = RoomShare(
    operations=(
        Operation("get", "/api/v1/state", "What stands now", shape("ToyState")),
        Operation("get", "/api/v1/games", "The kept games", listed(ANY)),
        Operation(
            "post",
            "/api/v1/games",
            "Start a game",
            of({"id": COUNT, "state": shape("ToyState")}),
            body="ToyNewGame",
            refused=(409,),
        ),
        Operation(
            "post",
            "/api/v1/decisions",
            "Decide",
            of({"events": listed(ANY)}),
            body="ToyDecision",
            refused=(409,),
        ),
        Operation("get", "/api/v1/toy/most", "The largest heap", of({"most": COUNT}), refused=(409,)),
    ),
    bodies={
        "ToyNewGame": of(
            {"game": {"const": "toy"}, "heap": COUNT, "machine": {"enum": list(SIDES)}},
            optional=("heap", "machine"),
        ),
        "ToyDecision": of({"decision": TEXT, "move": TEXT, "option": TEXT}, optional=("move", "option")),
    },
    shapes={"ToyState": _STATE},
)


def install(app: Flask, table: Table, /) -> Share:
    blueprint = Blueprint("toy", __name__)
    blueprint.before_request(only_in(Toy.of))
    blueprint.add_url_rule("/api/v1/toy/most", "most", most)
    return Share(
        state=state,
        event=event,
        row=row,
        story=story,
        sent=Bodies(decision="ToyDecision", new_game="ToyNewGame"),
        sentences={"page-home": "Heap"},
        blueprints=(blueprint,),
        api=PART,
        pages={"": Page("table", in_bar=True)},
        senseless=(Refused,),
    )


def state(stands: Standing) -> dict[str, Any]:
    told: dict[str, Any] = stands.status.as_json()
    return told


def event(table: Table, event: Event) -> dict[str, Any]:
    return event.as_json()


def row(each: Summary) -> dict[str, Any]:
    return {"id": each.id, "game": Toy.of, "heap": each.settings["heap"], "moves": each.moves}


def story(kept: GameInStore) -> dict[str, Any]:
    return {"heap": kept.game.heap, "steps": [each.as_json() for each in kept.events]}


def most() -> Response:
    assert table().game().of == Toy.of
    return answer({"most": MOST})
