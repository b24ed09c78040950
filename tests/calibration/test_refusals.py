"""Pictures with something wrong: the refusal names the picture, the cube, and what to do."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.cubes.learning import learn_table
from calibration.refusals import (
    Blurred,
    BoardCutOff,
    CalibrationError,
    CameraMoved,
    CubesMissing,
    Glare,
    NoBoard,
    OtherSize,
    PicturesSwapped,
    SameFaces,
    TooBright,
    TooDark,
    WrongElement,
)
from tests.calibration.tables import STANDING, cubes, drawn, look_named, scenes
from vision.frames import Image
from vision.virtual import LampGlare as MirroredLamp
from vision.virtual import Scene, Shift, pieces_named

pytestmark = pytest.mark.long

LOOK = look_named("kitchen")
EMPTY, FIRE, WATER, WOOD = range(4)


@pytest.fixture(scope="module")
def right() -> tuple[Image, ...]:
    return tuple(drawn(LOOK, *scenes(LOOK)))


def refused(pictures: tuple[Image, ...] | list[Image]) -> CalibrationError:
    with pytest.raises(CalibrationError) as caught:
        learn_table(pictures[0], pictures[1:])
    assert "\n" not in str(caught.value)
    return caught.value


def instead(right: tuple[Image, ...], which: int, image: Image) -> list[Image]:
    pictures = list(right)
    pictures[which] = image
    return pictures


def redrawn(which: int, **changes: object) -> Image:
    scene: Scene = replace(scenes(LOOK)[which], **changes)  # type: ignore[arg-type]
    return drawn(LOOK, scene)[0]


def with_cubes(which: int, text: str) -> Image:
    return redrawn(which, pieces=pieces_named(text, LOOK))


def blurred(image: Image, by: float) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), by), np.uint8)


def test_four_right_pictures_are_refused_nothing(right: tuple[Image, ...]) -> None:
    assert len(learn_table(right[0], right[1:]).kinds) >= 6


def test_pictures_of_another_size_are_named(right: tuple[Image, ...]) -> None:
    small = np.asarray(cv2.resize(right[WATER], (640, 480)), np.uint8)
    error = refused(instead(right, WATER, small))
    assert isinstance(error, OtherSize)
    assert error.told == {"picture": "water", "size": "640x480", "empty": "1280x960"}


def test_a_dark_picture_is_named(right: tuple[Image, ...]) -> None:
    error = refused(instead(right, WOOD, redrawn(WOOD, gain=(0.02, 0.02, 0.02))))
    assert isinstance(error, TooDark)
    assert error.told == {"picture": "wood"}


def test_an_over_exposed_picture_is_named(right: tuple[Image, ...]) -> None:
    burnt = np.asarray(cv2.convertScaleAbs(right[EMPTY], alpha=9, beta=60), np.uint8)
    error = refused(instead(right, EMPTY, burnt))
    assert isinstance(error, TooBright)
    assert error.told == {"picture": "empty"}


@pytest.mark.parametrize("which", [EMPTY, FIRE])
def test_a_blurred_picture_is_named(right: tuple[Image, ...], which: int) -> None:
    error = refused(instead(right, which, blurred(right[which], 6.0)))
    assert isinstance(error, Blurred)
    assert error.told == {"picture": ("empty", "fire")[which]}


def test_a_mirrored_lamp_is_named_with_its_square(right: tuple[Image, ...]) -> None:
    error = refused(
        instead(right, EMPTY, redrawn(EMPTY, glare=(MirroredLamp(2.5, 1.5, size=0.9, strength=1.0),)))
    )
    assert isinstance(error, Glare)
    assert error.told == {"picture": "empty", "squares": "B3"}


@pytest.mark.few(2)
@pytest.mark.parametrize("side", ["left", "right", "upper", "lower"])
def test_a_board_that_is_cut_off_is_never_learnt(right: tuple[Image, ...], side: str) -> None:
    height, width = right[0].shape[:2]
    left, upper, across, down = {
        "left": (0.36, 0.0, 1.0, 1.0),
        "right": (0.0, 0.0, 0.66, 1.0),
        "upper": (0.0, 0.33, 1.0, 1.0),
        "lower": (0.0, 0.0, 1.0, 0.66),
    }[side]
    rows = slice(int(upper * height), int(down * height))
    columns = slice(int(left * width), int(across * width))
    error = refused([np.ascontiguousarray(image[rows, columns]) for image in right])
    assert isinstance(error, BoardCutOff | NoBoard)
    if isinstance(error, BoardCutOff):
        assert error.told == {"side": side}


def test_missing_cubes_are_named_with_their_picture(right: tuple[Image, ...]) -> None:
    error = refused(instead(right, FIRE, with_cubes(FIRE, cubes("HMK", missing="B5 C2"))))
    assert isinstance(error, CubesMissing)
    assert error.told == {"picture": "fire", "squares": "B5 and C2"}


def test_cubes_missing_in_all_pictures_are_named(right: tuple[Image, ...]) -> None:
    faces = [with_cubes(which + 1, cubes(one, missing="A5 A2")) for which, one in enumerate(STANDING)]
    error = refused([right[EMPTY], *faces])
    assert isinstance(error, CubesMissing)
    assert error.told["squares"] == "A2 and A5"


def test_an_empty_board_four_times_lacks_its_cubes(right: tuple[Image, ...]) -> None:
    assert isinstance(refused([right[EMPTY]] * 4), CubesMissing)


def test_exchanged_pictures_are_named_unless_they_are_meant(right: tuple[Image, ...]) -> None:
    exchanged = [right[EMPTY], right[WATER], right[FIRE], right[WOOD]]
    error = refused(exchanged)
    assert isinstance(error, PicturesSwapped)
    assert error.told == {"fire": "water", "water": "fire", "wood": "wood"}
    assert "the fire picture shows water" in str(error)
    assert learn_table(exchanged[0], exchanged[1:], as_given=True).kinds


def test_the_same_picture_twice_is_noticed(right: tuple[Image, ...]) -> None:
    error = refused([right[EMPTY], right[FIRE], right[FIRE], right[WOOD]])
    assert isinstance(error, SameFaces)
    assert {error.told["one"], error.told["other"]} == {"fire", "water"}


@pytest.mark.few(1)
@pytest.mark.parametrize(("square", "colour"), [("C5", "white"), ("A2", "black")])
def test_one_cube_with_another_element_up_is_named(
    right: tuple[Image, ...], square: str, colour: str
) -> None:
    wrong = with_cubes(WATER, cubes("MKH", turned={square: "HMK"}))
    error = refused(instead(right, WATER, wrong))
    assert isinstance(error, WrongElement)
    assert error.told == {"square": square, "colour": colour, "seen": "fire", "picture": "water"}


@pytest.mark.parametrize(
    ("which", "bump", "pixels"),
    [(FIRE, Shift(0.5, 0.2, 4), (35, 90)), (WOOD, Shift(0.06, 0.0, 0.0), (3, 9))],
)
def test_a_camera_that_moved_is_noticed_with_how_far(
    right: tuple[Image, ...], which: int, bump: Shift, pixels: tuple[int, int]
) -> None:
    error = refused(instead(right, which, redrawn(which, camera_bump=bump)))
    assert isinstance(error, CameraMoved)
    assert error.told["picture"] == ("empty", "fire", "water", "wood")[which]
    low, high = pixels
    assert low <= int(str(error.told["pixels"])) <= high


def test_a_board_that_was_pushed_is_noticed(right: tuple[Image, ...]) -> None:
    error = refused(instead(right, WATER, redrawn(WATER, board_bump=Shift(0.1, 0.06, 1.0))))
    assert isinstance(error, CameraMoved)
    assert error.told["picture"] == "water"


def test_light_that_drifts_a_little_is_no_reason_to_refuse(right: tuple[Image, ...]) -> None:
    drifted = [
        np.asarray(cv2.convertScaleAbs(image, alpha=share), np.uint8)
        for image, share in zip(right, (1.0, 0.88, 1.1, 0.8), strict=True)
    ]
    assert learn_table(drifted[0], drifted[1:]).kinds
