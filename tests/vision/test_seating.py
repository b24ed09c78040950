"""Cubes in the air, seen on virtual tables of several looks."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.faces import learn
from companion.rules.board import square_named
from vision.frames import Frame, Seconds
from vision.reader import Reader
from vision.sighting import Sighting
from vision.virtual import LOOKS, Look, Piece, Renderer, Scene, pieces_named

Table = tuple[Look, Renderer, Reader]
STANDING = ("HMK", "MKH", "KHM")
CUBES = "B2wHMK,D4bKMH,C5wKHM,E1bMKH"


@pytest.fixture(scope="module", params=["shelf", "ceiling"])
def table(request: pytest.FixtureRequest) -> Table:
    look = LOOKS[request.param]
    renderer = Renderer(look)
    empty, truth = renderer.render(Scene(light="calibration"))
    faces = []
    for number, letters in enumerate(STANDING):
        cubes = ",".join(f"{row}{c}{letters}" for row in "ABCD" for c in ("5w", "2b"))
        scene = Scene(pieces=pieces_named(cubes, look, number), light="calibration", noise=number)
        faces.append(renderer.render(scene)[0])
    return look, renderer, Reader(learn(empty, faces, np.asarray(truth.corners)))


def seen(table: Table, pieces: tuple[Piece, ...]) -> Sighting:
    _, renderer, reader = table
    return reader.read(Frame(renderer.render(Scene(pieces=pieces, noise=9))[0], Seconds(0.0)))


def test_cubes_on_the_board_are_no_larger_than_learnt(table: Table) -> None:
    sighting = seen(table, pieces_named(CUBES, table[0]))
    assert sighting.clear
    assert len(sighting.cubes) == 4
    for cube in sighting.cubes:
        assert cube.scores["larger"] < max(0.03, 18 * cube.scores["larger_doubt"])


@pytest.mark.parametrize("lift", [0.55, 0.7, 0.9])
@pytest.mark.parametrize("number", range(4))
def test_a_cube_in_the_air_is_no_cube_on_a_square(table: Table, lift: float, number: int) -> None:
    pieces = list(pieces_named(CUBES, table[0]))
    square = pieces[number].square
    pieces[number] = replace(pieces[number], lift=lift)
    sighting = seen(table, tuple(pieces))
    assert not sighting.clear
    assert square not in [cube.square for cube in sighting.cubes if cube.confidence >= 0.8]


def test_a_cube_caught_halfway_over_is_not_claimed(table: Table) -> None:
    pieces = list(pieces_named(CUBES, table[0]))
    lean = 25.0
    pieces[2] = replace(pieces[2], lean=lean, x=pieces[2].x + lean / 180)
    sighting = seen(table, tuple(pieces))
    claimed = [cube.square for cube in sighting.cubes if cube.confidence >= 0.8]
    assert not sighting.clear or square_named("C5") not in claimed
