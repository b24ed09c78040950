"""This table in a house that Home Assistant looks after: one device, found by itself (docs/broker.md)."""

import json
from collections.abc import Mapping
from typing import Any, Final

from companion.broker.messages.asking import Command, What
from companion.broker.messages.availability import Availability
from companion.broker.messages.happening import TableEvent
from companion.broker.messages.picture import Picture
from companion.broker.messages.standing import State
from companion.broker.places import ROOT, Place

PREFIX: Final = "homeassistant"
"""Where Home Assistant looks for devices unless it is told otherwise."""
STATUS: Final = f"{PREFIX}/status"
"""`online` when it starts: it has forgotten whatever is not told once more."""
ONLINE: Final = b"online"
GONE: Final = b""
"""What is told instead of a device that has left."""

_AT_LEAST_ONCE: Final = 1
_ID: Final = "{{ now().timestamp() }}"
"""An order's number: Home Assistant fills it in, and no two are alike."""


def found_at(place: Place) -> str:
    return f"{PREFIX}/device/{_name(place)}/config"


def device(
    place: Place, version: str, new_game: Mapping[str, Any] | None = None, *, picture: bool = False
) -> bytes:
    """`new_game` is what a press on the button asks for; None where the table takes no orders. `picture`
    where it shows what its camera sees."""
    made = {**_told(place), **({} if new_game is None else _orders(place, new_game))}
    if picture:
        made["picture"] = _picture(place)
    for key, each in made.items():
        each["unique_id"] = f"{_name(place)}-{key}"
    online = Availability.ONLINE.value
    return json.dumps(
        {
            "device": {
                "identifiers": [_name(place)],
                "name": f"Table {place.table}",
                "manufacturer": "HI MI KI companion",
                "model": f"Table of {place.club}",
                "sw_version": version,
            },
            "origin": {"name": "himiki", "sw_version": version},
            "availability": [
                {
                    "topic": place.topic(Availability.part),
                    # It is told apart whether a table ended or died; here both are away.
                    "value_template": f"{{{{ '{online}' if value == '{online}' else 'offline' }}}}",
                }
            ],
            "qos": _AT_LEAST_ONCE,
            "components": made,
        },
        ensure_ascii=False,
    ).encode()


def _told(place: Place) -> dict[str, dict[str, Any]]:
    """What anybody may know."""
    state = {"state_topic": place.topic(State.part)}

    def sensor(name: str, icon: str, template: str) -> dict[str, Any]:
        return {"platform": "sensor", "name": name, "icon": icon, "value_template": template, **state}

    def problem(name: str, holds: str) -> dict[str, Any]:
        template = f"{{{{ 'ON' if {holds} else 'OFF' }}}}"
        kind = {"platform": "binary_sensor", "device_class": "problem"}
        return {**kind, "name": name, "value_template": template, **state}

    return {
        "score": sensor("Score", "mdi:scoreboard", "{{ value_json.score | default([], true) | join(':') }}"),
        "turn": sensor("Turn", "mdi:account-arrow-right", "{{ value_json.turn }}"),
        "game": sensor("Game", "mdi:checkerboard", "{{ value_json.mode }}"),
        "winner": sensor("Winner", "mdi:trophy", "{{ value_json.winner or '' }}"),
        "violation": problem("Violation", "value_json.violation"),
        "question": problem("Question", "value_json.question"),
        "health": problem("Camera", "not (value_json.camera and value_json.board)"),
        "violations": {
            "platform": "event",
            "name": "Violations",
            "event_types": ["violation"],
            "state_topic": place.topic(TableEvent.part),
            # An empty text is no event.
            "value_template": (
                "{{ {'event_type': 'violation', 'rule': value_json.rule, 'text': value_json.text} | to_json"
                " if value_json.event == 'violation' else '' }}"
            ),
        },
    }


def _picture(place: Place) -> dict[str, Any]:
    return {
        "platform": "image",
        "name": "Picture",
        "icon": "mdi:camera",
        "image_topic": place.topic(Picture.part),
        "content_type": "image/jpeg",
    }


def _orders(place: Place, new_game: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    def button(name: str, icon: str, what: What, body: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "platform": "button",
            "name": name,
            "icon": icon,
            "command_topic": place.topic(Command.part),
            "command_template": Command(_ID, what, body).payload().decode(),
        }

    return {
        "undo": button("Undo", "mdi:undo", What.DECISION, {"decision": "undo"}),
        "new_game": button("New game", "mdi:flag-checkered", What.NEW_GAME, new_game),
    }


def _name(place: Place) -> str:
    return f"{ROOT}-{place.club}-{place.table}"
