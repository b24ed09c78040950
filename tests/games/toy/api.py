"""The toy's share of the pages and the API."""

from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response

from companion.games.events import Event
from companion.store import Summary
from companion.table import Standing, Table
from companion.web.exchange.answers import answer
from companion.web.exchange.openapi import Operation, RoomShare
from companion.web.exchange.running import table
from companion.web.exchange.schemas import COUNT, TEXT, FieldSchemas, exported_game, of
from companion.web.kept import listing
from companion.web.operations import Own, operations_of
from companion.web.share import Bodies, Page, Share, only_in
from tests.games.toy.events import Begun, PutBack, Taken, Won
from tests.games.toy.rules import MOST, SIDES, Toy

_SENT = Bodies(decision="ToyDecision", new_game="ToyNewGame", names="ToyNames", exported="ToyExportedGame")
_TELLS = (Begun, Taken, PutBack, Won)

SENTENCES = {
    "page-home": "Heap",
    "page-games": "Games",
    "page-players": "Players",
    "page-settings": "Settings",
    "page-more": "More",
    "mode-heap": "Heap",
    "seat-w": "White",
    "seat-b": "Black",
}

PART = RoomShare(
    operations=(
        *operations_of(Own(state="ToyState", row="ToyRow", sent=_SENT, decisions="undo, move, answer")),
        Operation("get", "/api/v1/toy/most", "The largest heap", of({"most": COUNT}), refused=(409,)),
    ),
    bodies={
        "ToyNewGame": of(
            {
                "game": {"const": "toy"},
                "heap": COUNT,
                "machine": {"enum": list(SIDES)},
                "players": {"type": "object"},
            },
            optional=("heap", "machine", "players"),
        ),
        "ToyDecision": of({"decision": TEXT, "move": TEXT, "option": TEXT}, optional=("move", "option")),
        "ToyNames": of({"players": {"type": "object"}}),
        "ToyExportedGame": exported_game(_TELLS, FieldSchemas()),
    },
    shapes={
        "ToyState": of(
            {"of": TEXT, "mode": TEXT, "position": TEXT, "turn": TEXT, "over": {"type": "boolean"}}
        ),
        "ToyRow": of({"id": COUNT, "game": TEXT, "heap": COUNT, "moves": COUNT}),
    },
)


def install(app: Flask, table: Table, /) -> Share:
    blueprint = Blueprint("toy", __name__)
    blueprint.before_request(only_in(Toy.of))
    blueprint.add_url_rule("/api/v1/toy/most", "most", most)
    return Share(
        state=state,
        event=event,
        tells=_TELLS,
        row=row,
        sent=_SENT,
        sentences=SENTENCES,
        blueprints=(blueprint,),
        api=PART,
        static=Path(__file__).parent / "pages",
        pages={
            "": Page("table", in_bar=True),
            "games": Page("games", above="more"),
            "players": Page("players", above="more"),
            "settings": Page("settings", above="more"),
            "more": Page("more", in_bar=True),
        },
    )


def state(stands: Standing) -> dict[str, Any]:
    told: dict[str, Any] = stands.status.as_json()
    return told


def event(table: Table, event: Event) -> dict[str, Any]:
    return event.as_json()


def row(each: Summary) -> dict[str, Any]:
    return {**listing.row(each), "heap": each.settings["heap"]}


def most() -> Response:
    assert table().game().of == Toy.of
    return answer({"most": MOST})
