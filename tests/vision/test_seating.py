"""Cubes in the air and tipped cubes, seen on virtual tables of several looks."""

from dataclasses import replace

import numpy as np
import pytest

from companion.games.himiki.rules.board import Square, square_named
from tests.vision.virtual_tables import Table, table_of
from vision.cubes.seen import CubeSighting
from vision.frames import Frame, Seconds
from vision.virtual import Piece, Scene, pieces_named
from vision.virtual.scenes.turns import Direction

pytestmark = pytest.mark.long

CUBES = "B2wHMK,D4bKMH,C5wKHM,E1bMKH"
OBLIQUE = ("bulb", "study", "workshop", "shelf")


@pytest.fixture(scope="module", params=["shelf", "ceiling"])
def table(request: pytest.FixtureRequest) -> Table:
    return table_of(request.param)


def seen(table: Table, pieces: tuple[Piece, ...]) -> CubeSighting:
    _, renderer, reader = table
    return reader.read(Frame(renderer.render(Scene(pieces=pieces, noise=9))[0], Seconds(0.0)))


def claims(sighting: CubeSighting) -> list[Square]:
    return [cube.square for cube in sighting.cubes if cube.confidence >= 0.8]


def tipped(piece: Piece, degrees: float, towards: Direction, edge: float) -> Piece:
    """The piece on its way over one of its lower edges, which stays where it is."""
    angle = np.radians(degrees)
    along = float(edge / 2 * (1 - np.cos(angle) + np.sin(angle)))
    return replace(
        piece, lean=degrees, towards=towards, x=piece.x + towards[0] * along, y=piece.y + towards[1] * along
    )


def test_cubes_on_the_board_are_no_larger_than_learnt(table: Table) -> None:
    sighting = seen(table, pieces_named(CUBES, table[0]))
    assert sighting.clear
    assert len(sighting.cubes) == 4
    for cube in sighting.cubes:
        assert cube.confidence >= 0.8
        assert cube.scores["larger"] < max(0.025, 8 * cube.scores["larger_doubt"])
        assert cube.scores["stretched"] < max(0.025, 8 * cube.scores["stretched_doubt"])


def test_sizes_are_measured_on_a_picture_as_soft_as_the_one_they_were_learnt_from(table: Table) -> None:
    sighting = seen(table, pieces_named(CUBES + ",A4bHMK,D1wMHK", table[0]))
    assert len(sighting.cubes) == 6
    # Half of what makes a size doubtful: sharper edges alone are as much, one way or the other.
    assert max(abs(cube.scores["larger"]) for cube in sighting.cubes) < 0.0125


@pytest.mark.parametrize("lift", [0.55, 0.7, 0.9])
@pytest.mark.parametrize("number", range(4))
def test_a_cube_in_the_air_is_no_cube_on_a_square(table: Table, lift: float, number: int) -> None:
    pieces = list(pieces_named(CUBES, table[0]))
    square = pieces[number].square
    pieces[number] = replace(pieces[number], lift=lift)
    sighting = seen(table, tuple(pieces))
    assert not sighting.clear
    assert square not in claims(sighting)


def test_a_cube_caught_halfway_over_is_not_claimed(table: Table) -> None:
    pieces = list(pieces_named(CUBES, table[0]))
    pieces[2] = tipped(pieces[2], 25.0, (1, 0), table[0].cubes.edge)
    sighting = seen(table, tuple(pieces))
    assert not sighting.clear or square_named("C5") not in claims(sighting)


@pytest.mark.slow
@pytest.mark.parametrize("name", OBLIQUE)
@pytest.mark.parametrize("degrees", [14.0, 18.0, 27.0, 38.0, 55.0, 65.0])
def test_a_tipped_cube_makes_the_picture_unclear_or_is_not_claimed(name: str, degrees: float) -> None:
    look, _, _ = table = table_of(name)
    wrong = []
    for number in range(4):
        for towards in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            pieces = list(pieces_named(CUBES, look))
            pieces[number] = tipped(pieces[number], degrees, towards, look.cubes.edge)
            sighting = seen(table, tuple(pieces))
            standing = {piece.square for index, piece in enumerate(pieces) if index != number}
            if sighting.clear and set(claims(sighting)) - standing:
                wrong.append((number, towards))
    assert len(wrong) <= 2, wrong
