"""Pale cubes on a pale zone differ little from the board: what is little is told by the set itself."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from calibration.cubes.faces import learn
from calibration.refusals import CubesMissing
from companion.games.himiki.rules.board import Square, name_of
from companion.games.himiki.rules.cubes import Element
from tests import learning
from vision.cubes.lesson import cubes_of
from vision.cubes.matching.odds import of_nothing
from vision.cubes.reading.reader import Reader
from vision.frames import Frame, Seconds
from vision.virtual import LOOKS, Renderer, Scene
from vision.virtual.placing import laid_out

pytestmark = pytest.mark.long

_KITCHEN = LOOKS["kitchen"]
PALE = replace(
    _KITCHEN,
    name="pale",
    cubes=replace(_KITCHEN.cubes, white="#ccd2d0", inks_on_white=("#d0b4b0", "#b0bcd0", "#b8ccb0")),
    board=replace(_KITCHEN.board, light="#c4ccc8"),
)
STANDING = "A4wMKH,B6wHMK,C5wMHK,D4wKMH,E6wMKH,B2bMKH"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(learning.drawn(PALE))


@pytest.mark.parametrize("noise", range(3))
def test_a_pale_cube_is_never_claimed_to_be_the_bare_board(reader: Reader, noise: int) -> None:
    picture, _ = Renderer(PALE).render(
        Scene(pieces=laid_out(STANDING, Random(noise), PALE.cubes.edge), noise=noise)
    )
    sighting = reader.read(Frame(picture, Seconds(0.0)))
    doubted = {name_of(doubt.square) for doubt in sighting.doubts}
    read = {name_of(c.square): f"{c.colour.letter}{c.top.letter}" for c in sighting.cubes}
    true = {cube[:2]: cube[2:4] for cube in STANDING.split(",")}
    assert all(read.get(square) == stands or square in doubted for square, stands in true.items())
    assert sum(read.get(square) == stands for square, stands in true.items()) >= len(true) - 1
    assert not set(read) - set(true)
    assert sighting.clear


def test_what_is_not_there_is_missed_among_pale_cubes_too() -> None:
    renderer = Renderer(PALE)
    empty, truth = renderer.render(Scene(light="calibration"))
    faces = []
    for number, element in enumerate(Element):
        cubes = cubes_of(element).split(",")
        there = [cube for cube in cubes if element is not Element.WATER or not cube.startswith("C5")]
        pieces = laid_out(",".join(there), Random(number), PALE.cubes.edge)
        faces.append(renderer.render(Scene(pieces=pieces, light="calibration", noise=number))[0])
    with pytest.raises(CubesMissing) as caught:
        learn(empty, faces, np.asarray(truth.corners))
    assert caught.value.told == {"squares": "C5", "picture": "water"}


def test_where_cubes_are_pale_less_of_another_look_speaks_against_the_bare_board(reader: Reader) -> None:
    acceptance = reader._acceptance  # noqa: SLF001
    pale, usual = Square(4), Square(0)
    assert acceptance.of_bare(pale, 0.03) < of_nothing(0.1)
    assert acceptance.of_bare(usual, 0.03) == of_nothing(0.03)
    assert acceptance.of_bare(pale, 0.3) == of_nothing(0.3)
