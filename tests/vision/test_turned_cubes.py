"""Where fine print shows most plainly, a cube lies, however people have turned it on its square."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.virtual_tables import Table, table_of
from vision.cubes.doubt.accepting import middle
from vision.cubes.profile import KINDS
from vision.cubes.tops import RASTER, padded, softened
from vision.plane.plane import maps_of, seen_on
from vision.virtual import Scene, pieces_named
from vision.virtual.placing import MOST_OFF, MOST_TURNED

CUBES = "B2wHMK,D4bKMH,C5wKHM,E1bMKH,A6bHKM"
NEAR = 0.06
"""Squares; from there on steps lead to the place."""
ASKEW = 0.18
"""The same in radians."""


@pytest.fixture(scope="module")
def table() -> Table:
    return table_of("kitchen")


@pytest.mark.parametrize("yaw", [-MOST_TURNED, 0.0, MOST_TURNED])
def test_a_turned_cube_is_looked_for_as_it_lies(table: Table, yaw: float) -> None:
    look, renderer, reader = table
    off = -0.6 * MOST_OFF
    pieces = [replace(one, x=one.x + off, y=one.y - off, yaw=yaw) for one in pieces_named(CUBES, look)]
    picture = renderer.render(Scene(pieces=tuple(pieces), noise=2))[0]
    maps = maps_of(reader.profile.camera(), RASTER, reader.profile.edge)
    squares = [one.square for one in pieces if one.square is not None]
    middles = np.array([(*middle(square), 0.0) for square in squares], np.float32)
    soft = padded(softened(seen_on(picture, maps)))
    places = reader.matcher.uneven.near(soft, middles, np.ones_like(middles))
    for row, one in enumerate(pieces):
        x, y, turn = places[row, KINDS.index((one.colour, one.top))].tolist()
        assert abs(x - one.x) < NEAR
        assert abs(y - one.y) < NEAR
        assert abs(turn - np.radians(yaw)) < ASKEW
