"""A known board is found again wherever it went, whatever stands on it."""

from functools import cache

import numpy as np
import pytest

from tests import learning
from vision.cubes.profile import Profile
from vision.cubes.reading.reader import Reader
from vision.frames import Frame, Seconds
from vision.plane.relocate import Relocator
from vision.virtual import LOOKS, Renderer, Scene, Shift, pieces_named

pytestmark = pytest.mark.long

CUBES = "A2wHKM,A5bHKM,B1wHMK,B6bKMH,C3wMKH,D1bHKM,D6wHKM,E2bHMK"
TURNED = 180.0

ELSEWHERE = {
    "where it was": Scene(),
    "pushed": Scene(board_bump=Shift(0.5, -0.3, 3)),
    "a square aside": Scene(board_bump=Shift(1, 0, 0)),
    "the camera pushed": Scene(camera_bump=Shift(0.5, 0.4, 4)),
    "turned round": Scene(board_bump=Shift(0.1, 0.1, TURNED)),
    "on its side": Scene(board_bump=Shift(0.1, 0.2, 93)),
    "pushed, in another light": Scene(light="changed", board_bump=Shift(0.4, 0, -10)),
}


@cache
def known(name: str) -> tuple[Profile, Relocator, Renderer]:
    profile = learning.drawn(LOOKS[name])
    return profile, Relocator(profile), Renderer(LOOKS[name])


def square(corners: object) -> float:
    a1, a6, *_ = np.asarray(corners)
    return float(np.linalg.norm(a6 - a1)) / 6


@pytest.mark.parametrize("where", ELSEWHERE)
@pytest.mark.parametrize("name", ["kitchen", "study", pytest.param("ceiling", marks=pytest.mark.slow)])
def test_the_board_is_found_again(name: str, where: str) -> None:
    profile, relocator, renderer = known(name)
    pieces = pieces_named(CUBES, LOOKS[name])
    scene = ELSEWHERE[where]
    image, truth = renderer.render(
        Scene(pieces, light=scene.light, camera_bump=scene.camera_bump, board_bump=scene.board_bump, noise=3)
    )
    places = relocator.find(image)
    assert places
    off = np.abs(np.array(places[0].corners) - np.array(truth.corners)).max()
    assert off < 0.07 * square(truth.corners)
    turn = (places[0].turn - scene.board_bump.turn + scene.camera_bump.turn + 180) % 360 - 180
    assert abs(turn) < 2
    sighting = Reader(profile.moved_to(places[0].corners)).read(Frame(image, Seconds(0)))
    right = {(one.square, one.colour, one.top) for one in truth.cubes}
    assert {(one.square, one.colour, one.top) for one in sighting.cubes} == right


def test_it_is_found_near_where_it_is_thought_to_be() -> None:
    _, relocator, renderer = known("kitchen")
    image, truth = renderer.render(
        Scene(pieces_named(CUBES, LOOKS["kitchen"]), board_bump=Shift(0.3, 0.2, 2), noise=2)
    )
    about = tuple((x + 6, y - 5) for x, y in truth.corners)
    (place,) = relocator.near(image, about)  # type: ignore[arg-type]
    assert np.abs(np.array(place.corners) - np.array(truth.corners)).max() < 5


def test_a_picture_without_the_board_has_no_place_for_it() -> None:
    _, relocator, _ = known("kitchen")
    dice = np.random.default_rng(4)
    assert relocator.find(np.zeros((960, 1280, 3), np.uint8)) == []
    assert relocator.find(dice.integers(0, 256, (960, 1280, 3)).astype(np.uint8)) == []


def test_another_board_is_not_taken_for_it() -> None:
    _, relocator, _ = known("kitchen")
    image, _ = known("study")[2].render(Scene(pieces_named(CUBES, LOOKS["kitchen"])))
    assert all(place.score < 0.4 for place in relocator.find(image))
