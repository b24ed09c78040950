"""Three buttons, and everything that fingers, boxes and bad contacts do to them."""

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.buttons import Press
from hardware.wiring import PROPOSED
from tests.hardware.fingers import Finger

DONE, UNDO, ROLL = PROPOSED.done or 0, PROPOSED.undo or 0, PROPOSED.roll or 0


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


def test_a_press_is_told_when_the_button_is_let_go(pins: MockFactory) -> None:
    finger = Finger(pins)
    finger.push(9)
    assert finger.told == []
    finger.after(0.1)
    finger.let_go(9)
    assert finger.told == [Press.DONE]
    finger.buttons.close()


@pytest.mark.parametrize(
    ("name", "press"), [("done", Press.DONE), ("undo", Press.UNDO), ("roll", Press.ROLL)]
)
def test_each_button_says_its_word_once(pins: MockFactory, name: str, press: Press) -> None:
    finger = Finger(pins)
    number = getattr(PROPOSED, name)
    finger.push(number)
    finger.after(0.1)
    finger.let_go(number)
    assert finger.told == [press]
    finger.buttons.close()


@pytest.mark.parametrize(("name", "press"), [("done", Press.NEW_GAME), ("roll", Press.POWER_OFF)])
def test_a_held_button_says_its_other_word_and_only_that(pins: MockFactory, name: str, press: Press) -> None:
    finger = Finger(pins, long=0.02)
    number = getattr(PROPOSED, name)
    finger.push(number)
    assert finger.came.wait(5)
    finger.after(4)
    finger.let_go(number)
    assert finger.told == [press]
    finger.buttons.close()


def test_undo_held_is_still_one_undo(pins: MockFactory) -> None:
    finger = Finger(pins, long=0.01)
    finger.push(PROPOSED.undo or 0)
    assert not finger.came.wait(0.1)
    finger.after(4)
    finger.let_go(PROPOSED.undo or 0)
    assert finger.told == [Press.UNDO]
    finger.buttons.close()


def test_contacts_that_chatter_are_one_press(pins: MockFactory) -> None:
    finger = Finger(pins)
    for _ in range(3):
        finger.chatter(9)
        finger.push(9)
        finger.after(0.2)
        finger.let_go(9)
        finger.after(0.002)
        finger.chatter(9)
        finger.after(0.2)
    assert finger.told == [Press.DONE] * 3
    finger.buttons.close()


def test_two_at_once_are_nobodys_word(pins: MockFactory) -> None:
    """Else a palm on yes and no would answer the question and then undo the answer."""
    finger = Finger(pins)
    finger.push(DONE)
    finger.after(0.05)
    finger.push(UNDO)
    finger.after(0.1)
    finger.let_go(DONE)
    finger.after(0.1)
    finger.let_go(UNDO)
    finger.after(0.1)
    assert finger.told == []
    finger.press(DONE)
    assert finger.told == [Press.DONE]
    finger.buttons.close()


def test_something_that_lies_on_all_of_them_starts_no_game_and_switches_nothing_off(
    pins: MockFactory,
) -> None:
    finger = Finger(pins, long=0.02)
    for number in (DONE, UNDO, ROLL):
        finger.push(number)
    assert not finger.came.wait(0.2)
    finger.after(10)
    for number in (DONE, UNDO, ROLL):
        finger.let_go(number)
    assert finger.told == []
    finger.buttons.close()


@pytest.mark.parametrize("long", [0.02, 600.0])
def test_a_button_that_is_down_from_the_start_says_nothing_until_it_was_let_go(
    pins: MockFactory, long: float
) -> None:
    """A wire that touches, or the press that has just switched the Pi on."""
    pin = pins.pin(ROLL)
    pin.function, pin.pull = "input", "up"
    pin.drive_low()
    finger = Finger(pins, long=long)
    assert not finger.came.wait(0.2)
    finger.after(10)
    finger.press(UNDO)
    finger.let_go(ROLL)
    finger.after(0.1)
    assert finger.told == [Press.UNDO]
    if long > 1:
        finger.press(ROLL)
        assert finger.told == [Press.UNDO, Press.ROLL]
    finger.buttons.close()


def test_a_touch_too_short_to_be_told_from_chatter_blocks_no_other_button(pins: MockFactory) -> None:
    finger = Finger(pins)
    finger.push(DONE)
    finger.after(0.01)
    finger.let_go(DONE)
    finger.after(0.5)
    finger.press(UNDO)
    finger.press(DONE)
    assert finger.told == [Press.UNDO, Press.DONE]
    finger.buttons.close()
