"""Printed tiles learnt step by step: what each picture lacks is told with that picture."""

import numpy as np
import pytest

from calibration.flat.bare import looks_otherwise
from calibration.flat.tiles import Side
from calibration.flat.wizard import FlatWizard, TilesLesson
from calibration.refusals import WizardError
from companion.games.rr.drawn import USUAL_LOOK, painter_of, scenes
from companion.games.rr.lesson import SETS
from vision.frames import Frame, Image, Seconds
from vision.virtual.flat.scene import FlatScene, FlatThing


def picture(things: tuple[FlatThing, ...]) -> Image:
    return painter_of(USUAL_LOOK).picture(FlatScene(things, noise=len(things)))


def frame(name: str) -> Frame:
    return Frame(picture(scenes()[name]), Seconds(0.0))


def wizard() -> FlatWizard:
    return FlatWizard(TilesLesson("rr", (3, 3), SETS))


@pytest.fixture(scope="module")
def at_the_first_set() -> FlatWizard:
    made = wizard()
    made.take("empty", frame("empty"))
    corners = made.told()["corners"]
    made.set_board([(x, y) for x, y in corners], Side.BOTTOM)
    return made


def refused(work: object, *given: object) -> str:
    assert callable(work)
    with pytest.raises(WizardError) as fault:
        work(*given)
    return fault.value.code


@pytest.mark.long
def test_tiles_are_learnt_from_a_bare_board_and_two_pictures(at_the_first_set: FlatWizard) -> None:
    made = at_the_first_set
    too_few = Frame(picture(scenes()["set-1"][:-2]), Seconds(0.0))
    assert refused(made.take, "set-1", too_few) == "learning-too-few"
    assert made.told()["taken"] == ["empty"]
    made.take("set-1", frame("set-1"))
    told = made.told()
    assert [each["code"] for each in told["pieces"]["set-1"]] == list(SETS[0])
    assert told["agreed"] == []
    # Where the drawing has it, to a tenth of its width.
    board = painter_of(USUAL_LOOK).on_pieces
    for each, thing in zip(told["pieces"]["set-1"], scenes()["set-1"], strict=True):
        seen = np.mean(each["corners"], axis=0)
        assert np.linalg.norm(seen - board(np.array([[thing.x, thing.y]]))[0]) < 12
    assert refused(made.take, "set-2", frame("set-1")) == "learning-untouched"
    assert refused(made.learnt) == "learning-order"
    made.name("set-1", SETS[0])
    assert made.told()["agreed"] == ["set-1"]
    made.take("set-2", frame("set-2"))
    profile = made.learnt()
    assert sorted(look.code for look in profile.looks) == sorted((*SETS[0], *SETS[1]))
    assert profile.squares is not None


def test_steps_are_taken_one_after_the_other() -> None:
    made = wizard()
    assert refused(made.take, "set-1", frame("empty")) == "learning-order"
    assert refused(made.set_board, [(0, 0), (9, 0), (9, 9), (0, 9)], Side.TOP) == "learning-order"
    assert refused(made.learnt) == "learning-nothing-taken"
    assert refused(made.name, "set-1", SETS[0]) == "learning-order"


@pytest.mark.long
def test_the_board_may_be_shown_by_hand_and_not_just_anywhere() -> None:
    made = wizard()
    grey = np.full((960, 1280, 3), 128, np.uint8)
    made.take("empty", Frame(grey, Seconds(0.0)))
    assert made.told()["corners"] is None
    assert refused(made.take, "set-1", Frame(grey, Seconds(0.0))) == "learning-board-first"
    assert refused(made.set_board, [(0, 0), (9, 9), (18, 18), (27, 27)], Side.TOP) == "learning-corners"
    made.set_board([(900.0, 200.0), (300.0, 200.0), (300.0, 800.0), (900.0, 800.0)], Side.LEFT)
    assert (made.told()["confirmed"], made.told()["side"]) == (True, "left")
    smaller = Frame(np.ascontiguousarray(grey[::2, ::2]), Seconds(0.0))
    assert refused(made.take, "set-1", smaller) == "learning-size-changed"
    assert refused(made.take, "set-1", Frame(grey, Seconds(0.0))) == "learning-no-pieces"


@pytest.mark.parametrize("left", [-200.0, 900.0])
def test_nothing_lies_beside_the_picture(left: float) -> None:
    """A row that is guessed may go on there."""
    dark, bright = np.zeros((300, 400, 3), np.uint8), np.full((300, 400, 3), 200, np.uint8)
    outline = tuple((left + x, 100.0 + y) for x, y in ((0, 0), (60, 0), (60, 80), (0, 80)))
    assert not looks_otherwise(dark, bright, outline)
