"""Shapes of decisions and events are read from what they are: nobody keeps a second list of their fields."""

from dataclasses import MISSING, dataclass, fields
from typing import Any

import fastjsonschema
import pytest

from companion.games.himiki.api import schemas
from companion.games.himiki.api.schemas import BODIES
from companion.games.himiki.api.shapes import SHAPES
from companion.games.himiki.api.story import STORY
from companion.games.himiki.referee import decisions
from companion.games.himiki.referee.events import KINDS, Event
from companion.web.exchange.schemas import FieldSchemas, Schema, handed_on, with_defaults

TOLD = {
    each["properties"]["event"]["const"]: each
    for each in BODIES["ExportedGame"]["properties"]["events"]["items"]["oneOf"]
}


@pytest.mark.parametrize("kind", STORY)
def test_what_makes_a_game_may_be_handed_on_with_every_field_that_it_has(kind: type[Event]) -> None:
    told = TOLD[kind.name]
    assert set(told["properties"]) == {"event", *(each.name for each in fields(kind))}
    needed = {each.name for each in fields(kind) if each.default is each.default_factory is MISSING}
    assert set(told["required"]) == (needed | {"event"}) - {"t"}


def test_every_event_of_the_story_is_handed_on() -> None:
    assert set(TOLD) == {kind.name for kind in STORY}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_what_is_said_has_the_fields_of_its_event(name: str) -> None:
    shape = SHAPES[f"Event_{name}"]
    told = {"t", "event", *(each.name for each in fields(KINDS[name]))} - ({"t"} if name == "end" else set())
    assert set(shape["properties"]) == set(shape["required"]) == told


def test_a_question_and_a_doubt_are_the_events_that_they_are() -> None:
    for shape, name in (("Question", "uncertain"), ("Doubt", "doubt")):
        assert set(SHAPES[shape]["properties"]) == set(SHAPES[f"Event_{name}"]["properties"])


def test_every_decision_can_be_sent_with_the_fields_that_it_has() -> None:
    sent = {each["properties"]["decision"]["const"]: each for each in BODIES["Decision"]["oneOf"]}
    assert tuple(sent) == decisions.NAMES == tuple(decisions.KINDS)
    for name, kind in decisions.KINDS.items():
        assert set(sent[name]["properties"]) == {"decision", *(each.name for each in fields(kind))}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sneeze(Event):
    """Of no referee."""

    name = "sneeze"
    by: str
    loud: int
    pauses: tuple[float, ...] = ()
    excuse: str | None = None
    at: tuple[int, int] | None = None


def test_a_new_event_needs_no_second_list_of_its_fields() -> None:
    told = handed_on(Sneeze, schemas._HANDED_ON)  # noqa: SLF001
    check = fastjsonschema.compile({"$schema": "http://json-schema.org/draft-07/schema#", **told})
    whole: dict[str, Any] = {"t": 1.0, "event": "sneeze", "by": "w", "loud": 3}
    for more in ({}, {"pauses": [0.5, 1]}, {"excuse": None}, {"excuse": "dust"}, {"at": [1, 2]}):
        check(whole | more)
    for wrong in ({"by": "x"}, {"loud": "very"}, {"pauses": ["long"]}, {"at": [1]}, {"louder": 4}):
        with pytest.raises(fastjsonschema.JsonSchemaValueException):
            check(whole | wrong)


def test_a_type_that_json_has_no_word_for_is_told_by_hand() -> None:
    @dataclass
    class Odd:
        value: complex
        rest: int = 0

    written: Schema = {"type": "string"}
    assert FieldSchemas(typed={complex: written}).properties(Odd)["value"] == written
    assert with_defaults(Odd) == ["rest"]
    with pytest.raises(KeyError):
        FieldSchemas().properties(Odd)
