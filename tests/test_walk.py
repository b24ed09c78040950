"""A frame goes through the rooms as the document says, and into none of them twice."""

import re
from pathlib import Path

import pytest

from tests.walk import DOCUMENT, Call, entered, on_the_way_in, stations, tapped, told_to_phones, walked

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Call], list[Call]]:
    return walked(Path(tmp_path_factory.mktemp("walk")))


def documented(name: str) -> list[str]:
    text = DOCUMENT.read_text(encoding="utf-8")
    part = text.partition(f"<!-- walk: {name} -->")[2].partition("<!-- /walk -->")[0]
    return re.findall(r"^\d+\. \*\*`([\w.]+)`", part, re.MULTILINE)


def test_from_the_table_no_room_is_entered_twice_on_the_way_in(traced: tuple[list[Call], list[Call]]) -> None:
    rooms = entered(on_the_way_in(traced[0]))
    assert rooms[0] == "vision.sources"
    assert rooms[-1] == "companion.store"
    once = [room for room in rooms if room not in ("companion.games", "vision.virtual")]
    assert sorted(once) == sorted(set(once))


def test_the_rooms_are_those_of_the_document(traced: tuple[list[Call], list[Call]]) -> None:
    move, undo = traced
    assert {room for room, _ in stations(on_the_way_in(move))} == set(documented("in"))
    assert {room for room, _ in stations(told_to_phones(move))} == set(documented("out"))
    assert {room for room, _ in stations(tapped(undo))} == set(documented("undo"))


def test_a_room_that_is_entered_again_is_seen() -> None:
    table = "companion.table.table"
    calls = [Call("table", module, table) for module in ("vision.cubes.following.eye", "vision.plane.light")]
    assert entered(calls) == ["vision", "vision"]
