"""Which squares of a drawn table are not plain, and why."""

from dataclasses import replace

import numpy as np
import pytest

from companion.games.himiki.rules.board import name_of
from companion.games.himiki.rules.cubes import Colour, Element
from tests.vision.virtual_tables import Table, table_of
from vision.cubes.matching.odds import ELSE, of_cube
from vision.cubes.profile import KINDS
from vision.cubes.reading.reader import halved
from vision.cubes.seen import CubeSighting
from vision.cubes.tops import RASTER, padded
from vision.frames import Frame, Seconds
from vision.sighting import Reason
from vision.virtual import DrawnHand, Scene, pieces_named

CUBES = "B2wHMK,D4bKMH,C5wKHM,E1bMKH"
LOOKS = ("kitchen", "bulb", "workshop")


@pytest.fixture(scope="module", params=LOOKS)
def table(request: pytest.FixtureRequest) -> Table:
    return table_of(request.param)


def seen(table: Table, scene: Scene) -> CubeSighting:
    return table[2].read(Frame(table[1].render(scene)[0], Seconds(0.0)))


def reasons(sighting: CubeSighting) -> dict[str, Reason]:
    return {name_of(doubt.square): doubt.reason for doubt in sighting.doubts}


def tops(sighting: CubeSighting) -> dict[str, tuple[Colour, Element]]:
    return {name_of(cube.square): (cube.colour, cube.top) for cube in sighting.cubes}


def test_a_plain_board_leaves_no_doubt(table: Table) -> None:
    sighting = seen(table, Scene(pieces=pieces_named(CUBES, table[0]), noise=3))
    assert (sighting.clear, sighting.doubts) == (True, ())


def test_a_hand_over_one_corner_leaves_the_other_one_plain(table: Table) -> None:
    pieces = pieces_named(CUBES, table[0])
    plain = seen(table, Scene(pieces=pieces, noise=3))
    sighting = seen(
        table, Scene(pieces=pieces, hand=DrawnHand(5.3, 0.6, comes_from=0, pinching=False), noise=3)
    )
    told = reasons(sighting)
    assert not sighting.clear
    assert Reason.COVERED in told.values()
    assert not told.keys() & {"D1", "E1"}
    assert tops(sighting)["E1"] == tops(plain)["E1"]
    assert all(cube.confidence < 0.8 for cube in sighting.cubes if name_of(cube.square) in told)


def test_a_hand_is_never_told_without_the_squares_it_is_over(table: Table) -> None:
    pieces = pieces_named(CUBES, table[0])
    for x, y in ((0.4, 2.0), (2.5, 0.4), (5.6, 3.0), (3.0, 4.6)):
        sighting = seen(table, Scene(pieces=pieces, hand=DrawnHand(x, y), noise=3))
        assert sighting.clear == (not any(doubt.reason.unseats for doubt in sighting.doubts))


def test_under_a_hand_anything_may_stand(table: Table) -> None:
    scene = Scene(pieces=pieces_named(CUBES, table[0]), hand=DrawnHand(3.0, 2.5, pinching=False), noise=3)
    covered = [d for d in seen(table, scene).doubts if d.reason is Reason.COVERED]
    assert any(doubt.hidden for doubt in covered)
    assert all(max(doubt.odds) == 0 for doubt in covered)


def test_a_cube_off_its_square_leaves_the_others_plain(table: Table) -> None:
    pieces = list(pieces_named(CUBES, table[0]))
    pieces[1] = replace(pieces[1], x=pieces[1].x + 0.3)
    sighting = seen(table, Scene(pieces=tuple(pieces), noise=3))
    assert not sighting.clear
    assert set(reasons(sighting)) <= {"D4", "D5", "C4", "C5"}
    assert reasons(sighting)["D4"] is reasons(sighting)["D5"] is Reason.BETWEEN


def test_every_kind_is_unlikely_where_nothing_is_like_a_cube(table: Table) -> None:
    matcher = table[2].matcher
    plane = np.random.default_rng(4).integers(0, 256, (*RASTER.shape, 3), np.uint8)
    poses, light = np.array([[2.5, 3.5, 0.0], [4.5, 1.5, 0.0]], np.float32), np.ones((2, 3), np.float32)
    misfits, alikes, _ = matcher.kinds(padded(halved(plane)), padded(plane), poses, light)
    assert misfits.shape == alikes.shape == (2, len(KINDS))
    assert (of_cube(misfits, alikes) < ELSE).all()
