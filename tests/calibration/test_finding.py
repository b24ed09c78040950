"""The board found in four pictures, or in one, without being told where it is."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.bench.report import picture
from calibration.cubes.learning import learn_table
from calibration.cubes.places.search import find_board as find_in_four
from calibration.refusals import BoardUnsure, CalibrationError
from tests.calibration.tables import alike_both_ways, drawn, look_named, scenes, true_corners
from vision.finding.board import FoundBoard, NoBoardFound, UnsureBoard, find_board
from vision.frames import Image
from vision.plane.camera import Floats
from vision.virtual import DrawnLook
from vision.virtual.scenes.looks import TableLook

pytestmark = pytest.mark.long

TABLES = Path(__file__).parents[1] / "data" / "tables"
NAMES = ("empty", "faces_fire", "faces_water", "faces_wood")


def pictures(folder: Path) -> list[Image]:
    return [picture(folder / f"{name}.jpg") for name in NAMES]


def truth(folder: Path) -> Floats:
    with (folder / "truth.jsonl").open(encoding="utf-8") as lines:
        return np.array(json.loads(lines.readline())["corners"])


def furthest(found: object, true: Floats) -> float:
    return float(np.linalg.norm(np.asarray(found) - true, axis=1).max())


@pytest.mark.parametrize("name", ["oak", "lamp", "studio"])
def test_a_table_is_found_within_a_few_pixels(name: str) -> None:
    empty, *faces = pictures(TABLES / name)
    found = find_in_four(empty, faces)
    assert furthest(found.corners, truth(TABLES / name)) < 4
    assert found.confidence > 0.95


@pytest.mark.parametrize("name", ["oak", "lamp", "studio"])
def test_it_does_not_matter_how_the_camera_is_turned(name: str) -> None:
    upside_down = [np.ascontiguousarray(image[::-1, ::-1]) for image in pictures(TABLES / name)]
    height, width = upside_down[0].shape[:2]
    expected = np.array([width - 1, height - 1]) - truth(TABLES / name)
    assert furthest(find_in_four(upside_down[0], upside_down[1:]).corners, expected) < 4


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["kitchen", "bulb", "study", "garden", "workshop", "shelf", "ceiling", "tagged"]
)
def test_every_look_is_found(name: str) -> None:
    look = look_named(name)
    empty, *faces = drawn(look, *scenes(look))
    assert furthest(find_in_four(empty, faces).corners, true_corners(look)) < 4


def printed(cells: str, worn: float = 0.0) -> DrawnLook:
    """A board without lines, or with weak ones, on patterned cloth."""
    look = look_named("kitchen")
    board = replace(look.board, cells=cells, worn=worn, outer_line=cells == "square", margins=(0.5,) * 4)
    return replace(look, board=board, table=TableLook("tartan", "#96282c", "#1e2a3c", 35))


def on_straw(name: str) -> DrawnLook:
    return replace(look_named(name), table=TableLook("straw", "#b2ac76", "#4e4a30", 12))


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "look",
    [
        pytest.param(printed("crosses"), id="crosses"),
        pytest.param(printed("dots"), id="dots"),
        pytest.param(printed("dashes"), id="dashes"),
        pytest.param(printed("square", worn=0.95), id="a worn zone"),
        pytest.param(printed("rounded"), id="rounded cells"),
        pytest.param(on_straw("shelf"), id="straw"),
        pytest.param(on_straw("kitchen"), id="straw under a pale board"),
    ],
)
def test_a_board_is_found_by_its_cubes_whatever_its_print_and_table(look: DrawnLook) -> None:
    empty, *faces = drawn(look, *scenes(look))
    found = find_in_four(empty, faces)
    assert furthest(found.corners, true_corners(look)) < 4
    assert found.confidence > 0.9


def test_a_lens_that_bends_lines_is_learnt_with_the_board() -> None:
    look = look_named("shelf")
    empty, *faces = drawn(look, *scenes(look))
    found = find_in_four(empty, faces)
    assert furthest(found.corners, true_corners(look)) < 2
    assert found.lens.first < -0.1


@pytest.mark.slow
def test_cubes_that_do_not_tell_which_end_is_a_give_two_guesses() -> None:
    look = look_named("kitchen")
    empty, *faces = alike_both_ways(look)
    with pytest.raises(BoardUnsure) as refused:
        find_in_four(empty, faces)
    first, second = (np.array(guess.corners) for guess in refused.value.guesses)
    true = true_corners(look)
    assert min(furthest(first, true), furthest(second, true)) < 4
    assert furthest(first, np.roll(second, 2, axis=0)) < 4
    assert str(refused.value).count("--corners") == 2


def test_a_board_is_found_in_one_picture_with_cubes_on_it() -> None:
    folder = TABLES / "oak"
    found = find_board(picture(folder / "stills" / "01.jpg"))
    assert isinstance(found, FoundBoard)
    assert furthest(found.corners, truth(folder)) < 4


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["shelf", "kitchen"])
def test_one_picture_is_enough_on_straw_with_cubes_on_the_board(name: str) -> None:
    look = on_straw(name)
    found = find_board(drawn(look, scenes(look)[1])[0])
    assert isinstance(found, FoundBoard)
    assert furthest(found.corners, true_corners(look)) < 4


def test_one_picture_of_crosses_on_tartan_is_found_or_guessed_at() -> None:
    """Cubes hide a third of the crosses: the right squares, if not to the pixel."""
    look = printed("crosses")
    found = find_board(drawn(look, scenes(look)[1])[0])
    assert not isinstance(found, NoBoardFound)
    guesses = found.guesses if isinstance(found, UnsureBoard) else (found,)
    assert min(furthest(guess.corners, true_corners(look)) for guess in guesses) < 15


@pytest.mark.slow
def test_one_picture_that_leaves_doubt_gives_two_guesses_or_the_right_board() -> None:
    folder = TABLES / "lamp"
    for still in sorted((folder / "stills").glob("0[1-8].jpg")):
        found = find_board(picture(still))
        assert not isinstance(found, NoBoardFound)
        if isinstance(found, UnsureBoard):
            assert found.guesses[0].confidence < 0.8
        else:
            assert furthest(found.corners, truth(folder)) < 8


def no_boards() -> dict[str, Image]:
    dice = np.random.default_rng(7)
    text = np.full((960, 1280, 3), 240, np.uint8)
    for line in range(30):
        cv2.putText(
            text, "Every cube shows one of three elements", (40, 40 + 30 * line), 0, 0.9, (20, 20, 20), 2
        )
    chess = np.kron((np.indices((8, 8)).sum(axis=0) % 2 * 255).astype(np.uint8), np.ones((90, 90), np.uint8))
    # Edges of which no two cross, as of a shutter or of floorboards.
    shutter = np.repeat((np.arange(700) // 70 % 2 * 180 + 30).astype(np.uint8)[:, None], 900, axis=1)
    blobs = cv2.GaussianBlur(dice.normal(128, 900, (700, 900, 3)), (0, 0), 25)
    return {
        "black": np.zeros((480, 640, 3), np.uint8),
        "white": np.full((480, 640, 3), 255, np.uint8),
        "one pixel": np.zeros((1, 1, 3), np.uint8),
        "noise": dice.integers(0, 256, (480, 640, 3)).astype(np.uint8),
        "text": text,
        "shutter": np.dstack([shutter] * 3),
        "chessboard": np.dstack([chess] * 3),
        "blobs": np.clip(blobs, 0, 255).astype(np.uint8),
        "very large": np.full((6000, 8000, 3), 90, np.uint8),
    }


@pytest.mark.few(3)
@pytest.mark.parametrize("name", list(no_boards()))
def test_what_is_no_board_is_never_found(name: str) -> None:
    image = no_boards()[name]
    assert not isinstance(find_board(image), FoundBoard)
    with pytest.raises(CalibrationError):
        learn_table(image, [image] * 3)
