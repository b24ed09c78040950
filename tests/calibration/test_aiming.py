"""What is said while the camera is aimed, and that the board called empty is empty."""

import threading
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from calibration.cubes.aiming import Aim, check_empty, found_corners, guessed_corners, hints
from calibration.refusals import CubesLeft
from tests.calibration.tables import around, seven_columns
from vision.frames import Image
from vision.pictures import load_picture
from vision.sighting import Point
from vision.virtual.gallery import LOOKS
from vision.virtual.painting.renderer import render
from vision.virtual.placing import laid_out
from vision.virtual.scenes.looks import TableLook
from vision.virtual.scenes.scene import LampGlare, Scene

pytestmark = pytest.mark.long

TABLES = Path(__file__).parents[1] / "data" / "tables"


def table(name: str, cubes: str = "-") -> tuple[Image, tuple[Point, ...]]:
    look = LOOKS[name]
    pieces = () if cubes == "-" else laid_out(cubes, Random(3), look.cubes.edge, care=0.6)
    image, truth = render(Scene(pieces, light="calibration"), look)
    return image, truth.corners


def aimed(image: Image) -> list[str]:
    """What is said once the board was looked for."""
    aim = Aim()
    aim.hints(image)
    for thread in threading.enumerate():
        if thread.name == "aiming":
            thread.join()
    return aim.hints(image)


@pytest.fixture(scope="module")
def kitchen() -> tuple[Image, tuple[Point, ...]]:
    return table("kitchen")


def test_nothing_is_said_of_a_whole_board_in_good_light(kitchen: tuple[Image, tuple[Point, ...]]) -> None:
    assert aimed(kitchen[0]) == []


@pytest.mark.few(1)
@pytest.mark.parametrize("squares", [0.5, 1.2, 2.0])
def test_a_board_that_is_cut_off_is_said_not_to_be_seen(
    kitchen: tuple[Image, tuple[Point, ...]], squares: float
) -> None:
    image, corners = kitchen
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    assert aimed(np.ascontiguousarray(image[:, round(left + squares * (right - left) / 6) :])) == ["unseen"]


@pytest.mark.few(1)
@pytest.mark.parametrize("side", ["left", "right", "upper", "lower"])
def test_a_board_that_reaches_the_edge_of_the_picture_is_cut_off(
    kitchen: tuple[Image, tuple[Point, ...]], side: str
) -> None:
    image, corners = kitchen
    (left, top), (right, bottom) = np.min(corners, axis=0) - 3, np.max(corners, axis=0) + 3
    part = {
        "left": image[:, round(left) :],
        "right": image[:, : round(right)],
        "upper": image[round(top) :],
        "lower": image[: round(bottom)],
    }[side]
    assert aimed(np.ascontiguousarray(part)) == ["cut"]


def test_a_lamp_too_dark_and_a_blurred_picture_are_said(kitchen: tuple[Image, tuple[Point, ...]]) -> None:
    image, corners = kitchen
    assert hints((image // 4).astype(np.uint8), corners)[0] == "dark"
    assert hints(np.asarray(cv2.GaussianBlur(image, (0, 0), 4), np.uint8), corners) == ["blurred"]
    assert hints(image, corners) == []


@pytest.mark.parametrize(
    ("spot", "said"),
    [(LampGlare(4.7, 3.6, 1.3, 1.0), ["glare"]), (LampGlare(3.0, 2.5, 1.6, 1.0), ["glare", "unseen"])],
    ids=["a square", "so much that no board is found"],
)
def test_a_lamp_that_hides_a_square_of_the_board_is_said(spot: LampGlare, said: list[str]) -> None:
    image, _ = render(Scene((), light="calibration", glare=(spot,)), LOOKS["kitchen"])
    assert aimed(image) == said


def test_what_was_found_before_the_camera_was_moved_is_not_said_any_more(
    kitchen: tuple[Image, tuple[Point, ...]],
) -> None:
    image, _ = kitchen
    aim = Aim(find=lambda _: None)
    aim.hints(image)
    for thread in threading.enumerate():
        if thread.name == "aiming":
            thread.join()
    assert aim.hints(image) == ["unseen"]
    assert aim.hints(np.ascontiguousarray(image[::-1])) == []


@pytest.mark.few(2)
@pytest.mark.parametrize("name", LOOKS)
def test_no_board_that_is_empty_is_refused(name: str) -> None:
    check_empty(*table(name))


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["lamp", "oak", "studio"])
def test_no_recorded_board_that_is_empty_is_refused_and_one_full_of_cubes_is(name: str) -> None:
    empty = load_picture(TABLES / name / "empty.jpg")
    corners = found_corners(empty)
    assert corners is not None
    check_empty(empty, corners)
    with pytest.raises(CubesLeft):
        check_empty(load_picture(TABLES / name / "faces_fire.jpg"), corners)


def test_where_the_board_is_plain_one_place_is_shown() -> None:
    image, corners = table("kitchen")
    (guess,) = guessed_corners(image)
    assert around(guess, corners) < 4


@pytest.mark.few(1)
@pytest.mark.parametrize("cells", ["crosses", "dots", "dashes"])
def test_a_board_without_lines_is_shown_where_its_print_is(cells: str) -> None:
    look = LOOKS["kitchen"]
    board = replace(look.board, cells=cells, outer_line=False, margins=(0.5,) * 4)
    look = replace(look, board=board, table=TableLook("tartan", "#96282c", "#1e2a3c", 35))
    image, truth = render(Scene((), light="calibration"), look)
    guesses = guessed_corners(image)
    assert len(guesses) <= 2
    assert min(around(guess, truth.corners) for guess in guesses) < 4


def test_where_a_print_goes_on_beyond_the_board_two_places_are_shown() -> None:
    """Seven by five squares alike: nothing tells which six columns are meant."""
    first, second = guessed_corners(seven_columns())
    left, right = ([(x, 700), (x + 600, 700), (x + 600, 200), (x, 200)] for x in (250, 350))
    assert {around(first, left) < 4, around(first, right) < 4} == {True, False}
    assert {around(second, left) < 4, around(second, right) < 4} == {True, False}
    assert around(first, second) > 50


def test_where_nothing_looks_like_a_board_no_place_is_shown() -> None:
    assert guessed_corners(np.full((960, 1280, 3), 90, np.uint8)) == []


def test_cubes_left_on_the_empty_board_are_named_by_their_squares() -> None:
    with pytest.raises(CubesLeft) as refused:
        check_empty(*table("kitchen", "B5wMKH,D2bKHM"))
    assert refused.value.told == {"squares": "B5, D2"}
