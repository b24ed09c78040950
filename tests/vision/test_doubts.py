"""Which squares of a drawn table are not plain, and why."""

import pytest

from companion.rules.board import name_of
from companion.rules.cubes import Colour, Element
from tests.vision.virtual_tables import Table, table_of
from vision.frames import Frame, Seconds
from vision.sighting import Reason, Sighting
from vision.virtual import Hand, Scene, pieces_named

CUBES = "B2wHMK,D4bKMH,C5wKHM,E1bMKH"
LOOKS = ("kitchen", "bulb", "workshop")


@pytest.fixture(scope="module", params=LOOKS)
def table(request: pytest.FixtureRequest) -> Table:
    return table_of(request.param)


def seen(table: Table, scene: Scene) -> Sighting:
    return table[2].read(Frame(table[1].render(scene)[0], Seconds(0.0)))


def reasons(sighting: Sighting) -> dict[str, Reason]:
    return {name_of(doubt.square): doubt.reason for doubt in sighting.doubts}


def tops(sighting: Sighting) -> dict[str, tuple[Colour, Element]]:
    return {name_of(cube.square): (cube.colour, cube.top) for cube in sighting.cubes}


def test_a_plain_board_leaves_no_doubt(table: Table) -> None:
    sighting = seen(table, Scene(pieces=pieces_named(CUBES, table[0]), noise=3))
    assert (sighting.clear, sighting.doubts) == (True, ())


def test_a_hand_over_one_corner_leaves_the_other_one_plain(table: Table) -> None:
    pieces = pieces_named(CUBES, table[0])
    plain = seen(table, Scene(pieces=pieces, noise=3))
    sighting = seen(table, Scene(pieces=pieces, hand=Hand(5.3, 0.6, comes_from=0, pinching=False), noise=3))
    told = reasons(sighting)
    assert not sighting.clear
    assert Reason.COVERED in told.values()
    assert not told.keys() & {"D1", "E1"}
    assert tops(sighting)["E1"] == tops(plain)["E1"]
    assert all(cube.confidence < 0.8 for cube in sighting.cubes if name_of(cube.square) in told)


def test_a_hand_is_never_told_without_the_squares_it_is_over(table: Table) -> None:
    pieces = pieces_named(CUBES, table[0])
    for x, y in ((0.4, 2.0), (2.5, 0.4), (5.6, 3.0), (3.0, 4.6)):
        sighting = seen(table, Scene(pieces=pieces, hand=Hand(x, y), noise=3))
        assert sighting.clear == (not any(doubt.reason.unseats for doubt in sighting.doubts))
