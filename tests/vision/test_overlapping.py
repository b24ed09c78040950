"""Two cubes cannot stand in one another: what seems to, off its square, is the better one's side."""

from dataclasses import replace

import pytest

from companion.games.himiki.rules.board import square_named
from tests.vision.virtual_tables import table_of
from vision.cubes.tops import RASTER, Pose, padded, softened
from vision.frames import Frame, Seconds
from vision.plane.plane import maps_of, seen_on
from vision.virtual import Scene, pieces_named


@pytest.mark.parametrize(("apart", "stand"), [(0.68, {"D1"}), (1.0, {"D1", "D2"})])
def test_a_top_that_overlaps_a_better_one_off_its_square_is_no_cube(apart: float, stand: set[str]) -> None:
    look, renderer, reader = table_of("bulb")
    picture, _ = renderer.render(Scene(pieces=pieces_named("D1bHKM", look), noise=1))
    reading = reader.reading(Frame(picture, Seconds(0.0)))
    d1, d2 = square_named("D1"), square_named("D2")
    (found,) = [one.found for one in reading.squares if one.square == d1]
    assert d1 is not None
    assert d2 is not None
    assert found is not None
    assert reading.light is not None
    pose = Pose(found.pose.x + apart, found.pose.y, found.pose.turn)
    beside = replace(found, pose=pose, misfit=found.misfit + 0.02)
    maps = maps_of(reader.camera_now(), RASTER, reader.profile.edge)
    soft = padded(softened(seen_on(picture, maps)))
    accepted = reader._acceptance.accepted({d1: found, d2: beside}, soft, reading.light)  # noqa: SLF001
    assert accepted.keys() == {square_named(name) for name in stand}
