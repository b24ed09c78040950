"""A camera or a board that is pushed between the wizard's pictures is told at once, and nothing else is."""

from dataclasses import replace
from functools import cache

import pytest

from calibration.cubes.checks import check_camera, check_grid
from calibration.cubes.standing import Fault, StandingOnEmpty
from calibration.cubes.wizard import Wizard
from calibration.refusals import WizardError
from tests.calibration.tables import drawn, look_named, scenes, true_corners
from vision.finding.lens import find_lens
from vision.frames import Frame, Image, Seconds
from vision.plane.camera import Floats, ordered_round
from vision.virtual import LOOKS as ALL
from vision.virtual import DrawnHand, DrawnLook, LampGlare, Shift, harder

pytestmark = pytest.mark.long

LOOKS = ("kitchen", "garden", "study", "workshop")
"""Among them one camera that looks from the side, one with a wide lens, and boards with little print."""


@cache
def known(name: str) -> StandingOnEmpty:
    return StandingOnEmpty(empty(name), round_the_grid(name))


@cache
def empty(name: str) -> Image:
    return drawn(look_named(name), scenes(look_named(name))[0])[0]


def round_the_grid(name: str) -> Floats:
    return ordered_round(true_corners(look_named(name)))


def with_cubes(name: str, **changes: object) -> Image:
    """The picture with fire up on all eight cubes."""
    scene = replace(scenes(look_named(name))[1], **changes)  # type: ignore[arg-type]
    return drawn(look_named(name), scene)[0]


@pytest.mark.few(3)
@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize(
    "push",
    [Shift(0.08), Shift(0.5, 0.2, 4), Shift(1.0)],
    ids=["a little", "half a square", "a whole square"],
)
def test_a_camera_that_was_pushed_is_told(name: str, push: Shift) -> None:
    assert known(name).fault(with_cubes(name, camera_bump=push)) is Fault.MOVED


@pytest.mark.few(3)
@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize(
    "push", [Shift(1.5, -0.6, 10), Shift(3, 1, 30), Shift(0, 0, 90)], ids=["far", "away", "turned"]
)
def test_a_board_that_is_nowhere_near_its_place_is_told(name: str, push: Shift) -> None:
    assert known(name).fault(with_cubes(name, camera_bump=push)) in (Fault.HIDDEN, Fault.MOVED)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize("push", [Shift(0.1, 0.06, 1), Shift(0.5, 0.2, 4)], ids=["a little", "half a square"])
def test_a_board_that_was_pushed_under_a_still_camera_is_told(name: str, push: Shift) -> None:
    assert known(name).fault(with_cubes(name, board_bump=push)) is not None


@pytest.mark.few(6)
@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"light": "changed"},
        {"gain": 0.6},
        {"gain": 1.4},
        {"hand": DrawnHand(3.4, 2.4, comes_from=95)},
        {"glare": (LampGlare(3, 2, 1.5, 0.9),)},
    ],
    ids=["cubes", "another lamp", "less light", "more light", "a hand", "a mirrored lamp"],
)
def test_cubes_a_hand_and_other_light_are_no_push(name: str, changes: dict[str, object]) -> None:
    assert known(name).fault(with_cubes(name, **changes)) is None


@cache
def in_shade(name: str, kind: str) -> tuple[DrawnLook, tuple[Image, ...]]:
    """That table, calibrated behind leaves in the wind, or behind a window as the sun goes round."""
    look = harder(ALL[name], kind, 1)
    look = replace(look, calibration=look.usual)
    swayed = [replace(one, sway=by) for one, by in zip(scenes(look), (0, 0.5, 1.1, 1.8), strict=True)]
    return look, tuple(drawn(look, *swayed))


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("name", "kind"),
    [("bulb", "leaves"), ("study", "leaves"), ("garden", "leaves"), ("study", "bars"), ("workshop", "bars")],
)
def test_shadows_that_wander_are_no_push(name: str, kind: str) -> None:
    """They are the strongest edges on the table, and all go the same way."""
    look, pictures = in_shade(name, kind)
    corners = true_corners(look)
    check_camera(pictures)
    check_grid(pictures, corners, find_lens(pictures[0], corners))
    standing = StandingOnEmpty(pictures[0], ordered_round(corners))
    assert [standing.fault(picture) for picture in pictures[1:]] == [None] * 3


@pytest.mark.few(2)
@pytest.mark.parametrize("push", [Shift(0.1, 0.06, 1), Shift(0.5, 0.2, 4)], ids=["a little", "half a square"])
@pytest.mark.parametrize("kind", ["leaves", "bars"])
def test_a_camera_that_is_pushed_while_shadows_wander_is_told(kind: str, push: Shift) -> None:
    look, pictures = in_shade("study", kind)
    standing = StandingOnEmpty(pictures[0], ordered_round(true_corners(look)))
    pushed = drawn(look, replace(scenes(look)[1], sway=0.5, camera_bump=push))[0]
    assert standing.fault(pushed) is not None


def frame(image: Image) -> Frame:
    return Frame(image, Seconds(0.0))


@pytest.mark.slow
def test_no_picture_is_taken_until_what_was_pushed_is_put_back() -> None:
    wizard = Wizard()
    wizard.take("empty", frame(empty("kitchen")))
    wizard.set_corners([(float(x), float(y)) for x, y in round_the_grid("kitchen")])
    pushed = frame(with_cubes("kitchen", camera_bump=Shift(0.5, 0.2, 4)))
    assert wizard.standing(pushed) == ["moved"]
    with pytest.raises(WizardError, match="has moved since the picture of the empty board"):
        wizard.take("fire", pushed)
    away = frame(with_cubes("kitchen", camera_bump=Shift(0, 0, 90)))
    with pytest.raises(WizardError, match="take away what covers it"):
        wizard.take("fire", away)
    assert wizard.told()["taken"] == ["empty"]
    stands = frame(with_cubes("kitchen"))
    assert wizard.standing(stands) == []
    wizard.take("fire", stands)
    assert wizard.told()["taken"] == ["empty", "fire"]


def test_starting_over_forgets_where_the_board_stood() -> None:
    wizard = Wizard()
    wizard.take("empty", frame(empty("kitchen")))
    wizard.set_corners([(float(x), float(y)) for x, y in round_the_grid("kitchen")])
    wizard.start()
    assert wizard.standing(frame(with_cubes("kitchen", camera_bump=Shift(0.5, 0.2, 4)))) == []
