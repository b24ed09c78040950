"""A table in a house that Home Assistant looks after: it is found, followed, pressed and forgotten."""

import json
from typing import Any

import pytest
from jinja2 import Environment

from companion import games
from companion.broker.home import device, found_at
from companion.broker.messages.asking import Command, What
from companion.broker.places import Place

PLACE = Place("club", "t1")
USUAL = games.play_of("himiki").settings_of(games.play_of("himiki").usual())
HOUSE = Environment(autoescape=False)
HOUSE.filters["to_json"] = json.dumps
"""What Home Assistant adds to the templates' language, as far as these use it."""


class Now:
    @staticmethod
    def timestamp() -> float:
        return 1763600000.25


def told(**more: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(device(PLACE, "1.0", **more))
    return found


def filled(template: str, payload: dict[str, Any] | str) -> str:
    text = payload if isinstance(payload, str) else json.dumps(payload)
    values = {"value": text, "value_json": payload, "now": Now}
    return HOUSE.from_string(template).render(values)


def test_a_table_is_one_device_that_is_found_by_itself() -> None:
    assert found_at(PLACE) == "homeassistant/device/himiki-club-t1/config"
    assert told()["device"]["identifiers"] == ["himiki-club-t1"]
    names = [each["unique_id"] for each in told()["components"].values()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("said", "there"), [("online", "online"), ("stopped", "offline"), ("offline", "offline")]
)
def test_a_table_that_stopped_is_as_far_away_as_one_that_died(said: str, there: str) -> None:
    (availability,) = told()["availability"]
    assert availability["topic"] == "himiki/club/t1/availability"
    assert filled(availability["value_template"], said) == there


STANDS = {
    "score": [2, 4],
    "turn": "w",
    "mode": "duel",
    "winner": None,
    "violation": {"rule": "3.2"},
    "question": None,
    "camera": True,
    "board": False,
}


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("score", "2:4"),
        ("turn", "w"),
        ("game", "duel"),
        ("winner", ""),
        ("violation", "ON"),
        ("question", "OFF"),
        ("health", "ON"),
    ],
)
def test_what_stands_at_the_table_is_told_of_it(key: str, shown: str) -> None:
    component = told()["components"][key]
    assert component["state_topic"] == "himiki/club/t1/state"
    assert filled(component["value_template"], STANDS) == shown


def test_a_violation_is_an_event_and_nothing_else_is() -> None:
    component = told()["components"]["violations"]
    assert component["state_topic"] == "himiki/club/t1/events"
    violation = {"event": "violation", "rule": "3.2", "text": "Two cubes were moved."}
    made = json.loads(filled(component["value_template"], violation))
    assert made == {"event_type": "violation", "rule": "3.2", "text": "Two cubes were moved."}
    assert made["event_type"] in component["event_types"]
    assert filled(component["value_template"], {"event": "move", "move": "B5>BB4"}) == ""


def test_a_picture_is_shown_only_where_it_may_be() -> None:
    assert "picture" not in told()["components"]
    component = told(picture=True)["components"]["picture"]
    assert (component["platform"], component["content_type"]) == ("image", "image/jpeg")
    assert component["image_topic"] == "himiki/club/t1/picture"


def test_a_table_that_takes_no_orders_has_no_buttons() -> None:
    assert not [each for each in told()["components"].values() if each["platform"] == "button"]


@pytest.mark.parametrize(
    ("key", "what", "body"),
    [("undo", What.DECISION, {"decision": "undo"}), ("new_game", What.NEW_GAME, USUAL)],
)
def test_a_press_is_an_order_of_its_own_number(key: str, what: What, body: dict[str, Any]) -> None:
    component = told(new_game=USUAL)["components"][key]
    assert component["command_topic"] == "himiki/club/t1/commands"
    order = Command.read(filled(component["command_template"], "PRESS").encode())
    assert (order.id, order.what, order.body) == ("1763600000.25", what, body)
