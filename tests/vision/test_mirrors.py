"""What a lamp mirrored in a dark top hides speaks neither for a dark cube nor against it."""

from dataclasses import replace

from tests.vision.virtual_tables import table_of
from vision.frames import Frame, Seconds
from vision.virtual import Scene, pieces_named

CUBES = "D3wMHK,D2bMHK,A3wHMK,B2wKMH,C1wMKH,E3wMHK,A1bKMH"
SURE = 0.8


def test_half_a_white_top_beside_a_dark_square_is_no_dark_cube_under_a_lamp() -> None:
    look, renderer, reader = table_of("kitchen")
    assert reader.profile.mirrors
    pieces = pieces_named(CUBES, look, 2)
    aside = tuple(replace(one, x=one.x + 0.08, y=one.y - 0.1, yaw=-8.0) for one in pieces)
    picture, truth = renderer.render(Scene(pieces=aside, noise=2))
    sighting = reader.read(Frame(picture, Seconds(0.0)))
    assert sighting.clear
    assert {(c.square, c.colour, c.top) for c in sighting.cubes} == {
        (c.square, c.colour, c.top) for c in truth.cubes
    }
    assert min(cube.confidence for cube in sighting.cubes) >= SURE
