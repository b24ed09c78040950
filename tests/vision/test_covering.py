"""What lies on the board besides cubes, and what reaches over its edge, on several virtual tables."""

import numpy as np
import pytest

from companion.games.himiki.rules.board import name_of, square_named
from tests.vision.virtual_tables import Table, table_of
from vision.cubes.seen import SOMETHING_ELSE, CubeSighting
from vision.frames import Frame, Seconds
from vision.sighting import CLAIM
from vision.virtual import DrawnHand, Scene, TileOnSquare, pieces_named

pytestmark = pytest.mark.long

CUBES = "B2wHMK,D4bKMH,C5wKHM,E1bMKH"
LOOKS = ("kitchen", "bulb", "study", "workshop", "ceiling")


@pytest.fixture(scope="module", params=LOOKS)
def table(request: pytest.FixtureRequest) -> Table:
    return table_of(request.param)


def seen(table: Table, scene: Scene) -> CubeSighting:
    return table[2].read(Frame(table[1].render(scene)[0], Seconds(0.0)))


def tile(square: str, kind: str) -> TileOnSquare:
    found = square_named(square)
    assert found is not None
    return TileOnSquare(found, kind)


@pytest.mark.few(5)
@pytest.mark.parametrize("kind", ["vx", "im", "tp"])
def test_a_flat_tile_is_never_taken_for_a_cube(table: Table, kind: str) -> None:
    scene = Scene(pieces=pieces_named(CUBES, table[0]), tiles=(tile("A6", kind), tile("C2", kind)), noise=3)
    sighting = seen(table, scene)
    claimed = [name_of(cube.square) for cube in sighting.cubes if cube.confidence >= CLAIM]
    assert claimed == ["B2", "C5", "D4", "E1"]
    # Where the tile is doubted, it is likeliest what it is.
    assert {int(np.argmax(doubt.odds)) for doubt in sighting.doubts} <= {0, SOMETHING_ELSE}


def test_a_flat_tile_on_a_square_is_no_cover(table: Table) -> None:
    scene = Scene(pieces=pieces_named(CUBES, table[0]), tiles=(tile("A6", "vx"), tile("C2", "vx")), noise=3)
    assert seen(table, scene).clear


def test_a_cube_may_stand_on_a_tile(table: Table) -> None:
    pieces = pieces_named(CUBES, table[0])
    sighting = seen(table, Scene(pieces=pieces, tiles=(tile("C5", "vx"),), noise=3))
    assert [name_of(cube.square) for cube in sighting.cubes] == ["B2", "C5", "D4", "E1"]
    assert sighting.clear


@pytest.mark.parametrize("skin", ["light", "tan"])
def test_fingers_on_a_cube_at_the_edge_cover_it(table: Table, skin: str) -> None:
    pieces = pieces_named("A3wHMK,B2wHMK,D4bKMH", table[0])
    hand = DrawnHand(2.5, 0.25, height=0.5, comes_from=180, skin=skin)
    scene = Scene(pieces=pieces, hand=hand, noise=5)
    _, truth = table[1].render(scene)
    assert truth.hand
    assert not seen(table, scene).clear
