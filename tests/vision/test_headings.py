"""Along which axis a sign stands, asked of the sign alone."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.bench.report import picture
from tests import learning
from vision.cubes.headings import Headings, axis_told
from vision.cubes.matching.tops import RASTER, Found, softened
from vision.cubes.profile import Profile
from vision.cubes.reader import Reader
from vision.frames import Frame, Image, Seconds
from vision.plane.plane import maps_of, seen_on

LAMP = Path(__file__).parents[1] / "data" / "tables" / "lamp"


@pytest.fixture(scope="module")
def lamp() -> Profile:
    return learning.photographed(LAMP)[0]


@pytest.fixture(scope="module")
def cubes(lamp: Profile) -> list[Found]:
    reading = Reader(lamp).reading(Frame(picture(LAMP / "stills" / "02.jpg"), Seconds(0.0)))
    seen = {cube.square for cube in reading.sighting.cubes}
    return [one.found for one in reading.squares if one.found is not None and one.square in seen]


def plane_of(profile: Profile) -> Image:
    maps = maps_of(profile.camera(), RASTER, profile.edge)
    return softened(seen_on(picture(LAMP / "stills" / "02.jpg"), maps))


@pytest.mark.long
def test_a_sign_turns_back_what_was_found_a_quarter_off(lamp: Profile, cubes: list[Found]) -> None:
    assert len(cubes) >= 5
    plane = plane_of(lamp)
    lights = np.ones((len(cubes), 3), np.float32)
    askew = [replace(found, quarters=(found.quarters + 1) % 4, across=found.misfit) for found in cubes]
    told = Headings(lamp.looks, lamp.edge).by_sign(plane, askew, lights)
    assert [one.quarters % 2 for one in told] == [one.quarters % 2 for one in cubes]
    assert all(axis_told(one) for one in told)


def test_a_sign_confirms_what_was_found(lamp: Profile, cubes: list[Found]) -> None:
    plane = plane_of(lamp)
    lights = np.ones((len(cubes), 3), np.float32)
    told = Headings(lamp.looks, lamp.edge).by_sign(plane, cubes, lights)
    assert [one.quarters for one in told] == [one.quarters for one in cubes]
    assert all(one.sign is not None and one.sign > 0.1 for one in told)


def test_an_axis_that_hardly_differs_is_not_told(cubes: list[Found]) -> None:
    found = replace(cubes[0], across=cubes[0].misfit + 0.01)
    assert not axis_told(replace(found, sign=None))
    assert not axis_told(replace(found, sign=0.06))
    assert axis_told(replace(found, sign=0.2))


def test_a_sign_that_is_nowhere_on_the_other_axis_tells_nothing_alone(cubes: list[Found]) -> None:
    found = replace(cubes[0], sign=float(np.log(10)))
    assert not axis_told(replace(found, across=found.misfit + 0.005))
    assert axis_told(replace(found, across=found.misfit + 0.03))
