"""Along which axis a sign stands, asked of the sign alone."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.bench.report import picture
from companion.games.himiki.rules.board import square_named
from companion.games.himiki.rules.cubes import Colour, Element
from tests import learning
from vision.cubes.matching.signs import circles_of
from vision.cubes.profile import Profile
from vision.cubes.reading.headings import Headings, axis_told
from vision.cubes.reading.reader import Reader
from vision.cubes.tops import FINE, QUARTERS, RASTER, Found, Pose, patches_at, softened
from vision.frames import Frame, Image, Seconds
from vision.plane.plane import maps_of, seen_on
from vision.virtual import LOOKS, Renderer, Scene
from vision.virtual.harder import harder
from vision.virtual.scenes.optics import Shift
from vision.virtual.scenes.scene import Piece
from vision.virtual.scenes.turns import CubeTurn
from vision.virtual.table import VirtualTable

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


@pytest.mark.parametrize(("lies", "side", "heading"), [("HM", Element.FIRE, 0), ("MH", Element.WATER, 90)])
def test_a_sign_tells_its_axis_behind_the_bars_of_a_window(lies: str, side: Element, heading: int) -> None:
    """The shadow of a bar across it makes the whole top fit about as badly either way; where its sign was
    nowhere on the other axis, that told nothing, and a cube that was rotated with another went unseen.
    """
    hard = harder(LOOKS["ceiling"], "bars", 7000184)
    table = VirtualTable(hard, 7000184, care=1.0)
    table.lay(f"D5wK{lies},B2bKHM,C5wHMK")
    renderer, reader = Renderer(hard), Reader(learning.drawn(LOOKS["ceiling"]))
    for noise in (1, 3):
        picture, _ = renderer.render(replace(table.scene_at(0.0), noise=noise))
        cubes = reader.read(Frame(picture, Seconds(0.0))).cubes
        (seen,) = [cube for cube in cubes if cube.square == square_named("D5")]
        assert seen.side is side
        assert seen.heading is not None
        assert abs((seen.heading - heading + 90) % 180 - 90) < 25


@pytest.mark.long
def test_what_lies_under_leaves_is_turned_only_as_its_sign_tells_from_wherever_it_is_laid() -> None:
    """A shadow's edge across a black top moves the place where it fits best, each way round another; by the
    place that suited it a drop was told a quarter from where it stands.
    """
    profile = learning.drawn(LOOKS["bulb"])
    table = Renderer(harder(LOOKS["bulb"], "leaves", 1052))
    told = []
    for noise in (1, 2, 4, 5):
        pushed = Shift(-0.1818, 0.1792, 2.0)
        picture, _ = table.render(Scene(pieces=(DROP_ON_E2,), noise=noise, sway=0.72, board_bump=pushed))
        seen = Reader(profile).read(Frame(picture, Seconds(0.0)))
        told += [(cube.top, cube.side, cube.heading) for cube in seen.cubes]
    assert {top for top, _, _ in told} == {Element.WATER}
    assert {side for _, side, _ in told} <= {Element.FIRE, None}
    assert all(heading is None or abs(heading - 90) < 25 for _, _, heading in told)


DROP_ON_E2 = Piece(3, Colour.BLACK, CubeTurn(23), 1.51, 4.566, yaw=-2.06)
INK, PAPER = (40, 44, 48), (235, 240, 240)
EDGE = 0.7
PLACE = Pose(2.5, 2.5, 0.0)


def printed(disc: tuple[int, int, int], strip: float, quarters: int) -> Image:
    """The plane of the tops with one white cube on C3: a drop on a disc.

    Light and a strip of its side are where lamp and lens are, however it is turned.
    """
    side = 20 * FINE
    top = np.full((side, side, 3), PAPER, np.uint8)
    cv2.circle(top, (side // 2, side // 2), round(0.39 * side), disc, -1)
    drop = np.array([[0, -0.17], [0.09, 0.03], [0.06, 0.12], [-0.06, 0.12], [-0.09, 0.03]])
    cv2.fillPoly(top, [np.rint((drop + 0.5) * side).astype(np.int32)], INK)
    top = np.ascontiguousarray(np.rot90(top, -quarters))
    top[:, : round(strip * side)] = (60, 90, 130)
    width = round(EDGE * RASTER.scale)
    plane = np.full((*RASTER.shape, 3), 90, np.uint8)
    x, y = RASTER.to_pixels(np.array([PLACE.x, PLACE.y])) - width / 2
    plane[round(y) : round(y) + width, round(x) : round(x) + width] = cv2.resize(
        top, (width, width), interpolation=cv2.INTER_AREA
    )
    return softened(plane)


@pytest.mark.parametrize("disc", [(95, 65, 40), (45, 50, 150), (40, 90, 85)])
@pytest.mark.parametrize("strip", [0.0, 0.05, 0.1])
def test_what_surrounds_the_disc_that_a_sign_is_printed_on_tells_no_axis(
    disc: tuple[int, int, int], strip: float
) -> None:
    place = np.array([[PLACE.x, PLACE.y, 0.0]], np.float32)
    look = patches_at(printed(disc, strip, 0), RASTER, place, EDGE, FINE).reshape(1, FINE, FINE, 3)
    headings, light = Headings(look, EDGE), np.ones((1, 3), np.float32)
    for lies in range(QUARTERS):
        plane = printed(disc, strip, lies)
        for taken_for in range(QUARTERS):
            found = Found(0, 0, taken_for, PLACE, 0.05, 0.3, 0.3, 0.05, 0.9)
            told = headings.by_sign(plane, [found], light)[0]
            assert told.quarters % 2 == lies % 2, (lies, taken_for)
            assert told.sign is not None
            assert told.sign > 0.2


@pytest.mark.parametrize("corners", [(0, 1), (1, 2), (0, 1, 2, 3)])
def test_strokes_that_reach_corners_are_part_of_the_sign(corners: tuple[int, ...]) -> None:
    top = np.full((FINE, FINE, 3), 60, np.float32)
    middle = (FINE - 1) // 2
    ends = [(4, 4), (19, 4), (19, 19), (4, 19)]
    for corner in corners:
        cv2.line(top, (middle, middle), ends[corner], (60, 60, 190), 2)
    circle = circles_of([top])[0]
    far = [np.hypot(ends[c][0] - circle.x, ends[c][1] - circle.y) for c in corners]
    assert max(far) < circle.radius + 2


@pytest.mark.parametrize(("aside", "down"), [(2.0, 0.0), (-2.0, 0.0), (0.0, 2.0), (0.0, -2.0)])
@pytest.mark.parametrize("ink", [INK, PAPER])
def test_a_disc_that_was_cut_out_a_little_aside_is_the_ground_of_its_sign(
    aside: float, down: float, ink: tuple[int, int, int]
) -> None:
    fine, middle = 20, 10 * FINE
    drawn = np.full((fine * FINE, fine * FINE, 3), PAPER, np.uint8)
    place = (round(middle + fine * aside), round(middle + fine * down))
    cv2.circle(drawn, place, round(0.41 * fine * FINE), (200, 90, 40), -1)
    cv2.circle(drawn, place, round(0.12 * fine * FINE), ink, -1)
    top = cv2.resize(drawn, (FINE, FINE), interpolation=cv2.INTER_AREA).astype(np.float32)
    circle = circles_of([top])[0]
    sign = (FINE - 1) / 2
    assert abs(circle.x - sign - aside) < 0.6
    assert abs(circle.y - sign - down) < 0.6
    assert circle.radius < 0.2 * FINE
