"""What goes over the broker: every class of message reads what it wrote, and refuses everything else."""

import importlib
import json
import pkgutil
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from companion.broker import messages
from companion.broker.messages import (
    MessageError,
    announcing,
    asking,
    availability,
    friendly,
    happening,
    picture,
    standing,
)
from companion.broker.places import BadName, Place

PLAIN = (Enum, picture.Picture)
"""Without members."""

SAMPLES: dict[type[Any], list[Any]] = {
    availability.Availability: list(availability.Availability),
    standing.State: [standing.State(812, 17, {"mode": "duel", "score": [2, 4], "of": "Öl"})],
    happening.TableEvent: [
        happening.TableEvent(1, 1, {"t": 0.5, "event": "ready"}),
        happening.TableEvent(9, 2, {"t": 7.0, "event": "corrected", "back": 1}, revises=4),
    ],
    asking.Command: [
        asking.Command("a1", asking.What.RESEND, {"after": 3}),
        asking.Command("a2", asking.What.DECISION, {"decision": "answer", "option": "yes"}),
        asking.Command("a4", asking.What.DECISION, {"decision": "undo"}, asking.ARBITER),
        asking.Command("a3", asking.What.NEW_GAME, {"mode": "duel", "players": {"w": "Ada"}}),
    ],
    picture.Picture: [picture.Picture(b"\xff\xd8\xff\xe0 ...")],
    asking.Answer: [asking.Answer("a1"), asking.Answer("a2", "there is no question")],
    friendly.Played: [
        friendly.Played(17, "w", "B5>BB4", "B4wKHM b 1-0 --- -"),
        friendly.Played(18, "b", "stop", "B4wKHM w 1-0 --- -", 9, 2, (300.0, 12.5)),
    ],
    friendly.Hello: [
        friendly.Hello(19, "b", 1, ("wHMK@B5",), "B5wHMK b 0-0 --- setup", "Zoë", 3),
        friendly.Hello(
            *(20, "w", 2, ()),
            back=friendly.Back(1, 0),
            took=2,
            agreed=False,
            ended=(None, "time"),
            clock=(0.0, 9.0),
            differs=friendly.Differs(6, "B4wKHM b 1-0 --- -", ""),
        ),
    ],
    announcing.Announcement: [announcing.Announcement("Round 3", ("t1",)), announcing.Announcement("Tea")],
}


def classes() -> Iterator[type[Any]]:
    for found in pkgutil.iter_modules(messages.__path__, f"{messages.__name__}."):
        for each in vars(importlib.import_module(found.name)).values():
            if isinstance(each, type) and each.__module__ == found.name and hasattr(each, "part"):
                yield each


def test_every_class_of_message_has_a_sample() -> None:
    assert set(classes()) == set(SAMPLES)


@pytest.mark.parametrize("message", [each for samples in SAMPLES.values() for each in samples], ids=repr)
def test_a_message_reads_what_it_wrote(message: Any) -> None:
    payload = message.payload()
    assert type(message).read(payload) == message
    if not isinstance(message, PLAIN):
        assert json.loads(payload)["v"] == 1


@pytest.mark.parametrize(
    "message",
    [each for kind, samples in SAMPLES.items() for each in samples[:1] if not issubclass(kind, PLAIN)],
)
def test_members_that_nobody_knows_are_no_fault(message: Any) -> None:
    told = json.loads(message.payload()) | {"of_a_later_version": [1, 2]}
    type(message).read(json.dumps(told).encode())


@pytest.mark.parametrize("kind", SAMPLES, ids=lambda kind: str(kind.__name__))
@given(payload=st.binary(max_size=60) | st.from_regex(r'\{"v":1,"(n|id|text|ok)":.{0,20}\}').map(str.encode))
def test_anything_else_is_refused_and_never_a_crash(kind: type[Any], payload: bytes) -> None:
    try:
        kind.read(payload)
    except MessageError:
        return
    assert kind.read(payload).payload()


@pytest.mark.parametrize(
    "payload",
    [
        rb'{"v":1,"n":1,"game":1,"event":"move","by":"\ud800"}',
        rb'{"v":1,"n":1,"game":1,"event":"move","\udfff":1}',
        b'{"v":1,"n":9223372036854775808,"game":1,"event":"move"}',
        b'{"v":1,"n":2,"game":9223372036854775808,"event":"move"}',
    ],
)
def test_what_no_file_can_keep_and_no_page_can_be_told_is_refused(payload: bytes) -> None:
    """Half of a character, and numbers that a database has no place for."""
    with pytest.raises(MessageError):
        happening.TableEvent.read(payload)


def test_both_halves_of_a_character_are_one() -> None:
    told = happening.TableEvent.read(rb'{"v":1,"n":1,"game":1,"event":"move","by":"\ud83d\ude00"}')
    assert told.told["by"] == "\N{GRINNING FACE}"


def test_an_event_says_what_the_formats_say() -> None:
    event = happening.TableEvent(813, 17, {"event": "move", "by": "w"})
    assert event.payload() == b'{"v":1,"n":813,"game":17,"event":"move","by":"w"}'
    with pytest.raises(MessageError, match="before"):
        happening.TableEvent.read(b'{"v":1,"n":3,"game":1,"event":"corrected","revises":3}')


def test_a_place_is_its_topic() -> None:
    place = Place("chess-club", "t1")
    assert place.topic("state") == "himiki/chess-club/t1/state"
    assert Place.of_topic("himiki/chess-club/t1/state") == (place, "state")
    assert Place.of_topic("himiki/chess-club/T1/state") is None
    assert Place.of_topic("other/chess-club/t1/state") is None


@pytest.mark.parametrize("name", ["", "T1", "a/b", "+", "#", "x" * 33, "é"])
def test_a_name_that_would_be_another_topic_is_refused(name: str) -> None:
    with pytest.raises(BadName, match="1 to 32"):
        Place("club", name)


def test_the_document_for_programs_has_every_message_and_takes_what_each_writes() -> None:
    path = Path(__file__).parents[2] / "docs" / "broker.asyncapi.yaml"
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    told = document["components"]["messages"]
    assert set(told) == {kind.__name__ for kind in SAMPLES}
    assert {channel["address"].rpartition("/")[2] for channel in document["channels"].values()} == {
        kind.part for kind in SAMPLES
    }
    for kind, samples in SAMPLES.items():
        takes = fastjsonschema.compile(told[kind.__name__]["payload"])
        for each in samples:
            plain = isinstance(each, PLAIN)
            # One letter stands for one byte of a picture.
            payload = each.payload().decode("latin-1" if isinstance(each, picture.Picture) else "utf-8")
            takes(payload if plain else json.loads(payload))
