"""The panel on gpiozero's mock pins: what the far end of each pin sees."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.bar import colours, lamps_of, signal_of
from hardware.buttons import Buttons, Press
from hardware.buzzer import Buzzer
from hardware.drawing import PHYSICAL, drawing_of, table_of
from hardware.lights import ALL_DARK, Lights, Signal
from hardware.panel import COLOURS, Panel
from hardware.trial import walk
from hardware.tunes import POINT, TUNES, VICTORY, VIOLATION, YOUR_TURN, Note, Tune
from hardware.wiring import PROPOSED, Bar, Layout, Wiring, faults

BUSY = Lights(3, 1, True, False, ("w", "b", None), Signal.FAIR, ("B5",))


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


def high(pins: MockFactory, *numbers: int) -> list[bool]:
    return [bool(pins.pin(number).state) for number in numbers]


def test_every_part_of_the_proposed_wiring_shows_its_state(pins: MockFactory) -> None:
    panel = Panel(PROPOSED, pin_factory=pins)
    panel.show(BUSY)
    assert high(pins, *PROPOSED.white_score) == [True, True, True, False, False]
    assert high(pins, *PROPOSED.black_score) == [True, False, False, False, False]
    assert high(pins, 23, 24) == [True, False]
    assert high(pins, *PROPOSED.fire, *PROPOSED.water, *PROPOSED.wood) == [
        True,
        False,
        False,
        True,
        False,
        False,
    ]
    assert high(pins, *PROPOSED.referee) == [False, True, False]


def test_closing_darkens_everything(pins: MockFactory) -> None:
    panel = Panel(PROPOSED, pin_factory=pins)
    panel.show(BUSY)
    lit = [number for name, number in PROPOSED.pins() if name not in ("done", "undo", "roll", "buzzer")]
    far_ends = [pins.pin(number) for number in lit]
    panel.close()
    assert not any(pin.states[-1].state for pin in far_ends)


def test_a_light_that_does_not_change_is_not_touched(pins: MockFactory) -> None:
    panel = Panel(PROPOSED, pin_factory=pins)
    panel.show(BUSY)
    before = [len(pins.pin(number).states) for number in PROPOSED.white_score]
    panel.show(Lights(4, 1, True, False, ("w", "b", None), Signal.FAIR))
    after = [len(pins.pin(number).states) for number in PROPOSED.white_score]
    assert [new - old for old, new in zip(before, after, strict=True)] == [0, 0, 0, 1, 0]


def test_a_part_that_is_not_wired_is_left_out(pins: MockFactory) -> None:
    panel = Panel(Wiring(white_turn=23), pin_factory=pins)
    panel.show(BUSY)
    assert high(pins, 23) == [True]
    assert set(pins.pins) == {pins.pin(23).info.name} or len(pins.pins) == 1
    panel.close()


def test_leds_with_a_common_plus_are_lit_by_a_low_pin(pins: MockFactory) -> None:
    panel = Panel(Wiring(white_turn=23, lit_when_low=True), pin_factory=pins)
    assert high(pins, 23) == [True]
    panel.show(BUSY)
    assert high(pins, 23) == [False]
    panel.close()


@pytest.mark.parametrize("signal", list(Signal))
def test_the_referees_colours(pins: MockFactory, signal: Signal) -> None:
    panel = Panel(PROPOSED, rhythm=False, pin_factory=pins)
    panel.show(Lights(referee=signal))
    shown = tuple(pins.pin(number).state for number in PROPOSED.referee)
    assert shown == pytest.approx(COLOURS[signal])


def test_a_violation_blinks_for_those_who_do_not_see_red(pins: MockFactory) -> None:
    panel = Panel(PROPOSED, pin_factory=pins)
    red = pins.pin(PROPOSED.referee[0])
    panel.show(Lights(referee=Signal.VIOLATION))
    until = time.monotonic() + 5
    while len(red.states) < 5 and time.monotonic() < until:
        time.sleep(0.01)
    panel.show(ALL_DARK)
    assert len(red.states) >= 5
    panel.close()


def test_no_two_signals_look_the_same_without_colour() -> None:
    """Amber and red differ in rhythm, green and blue stand still beside them and differ in their light."""
    assert len(set(COLOURS.values())) == len(Signal)


class Finger:
    """Presses buttons at scripted times: no waiting, and as much chatter as wanted."""

    def __init__(self, pins: MockFactory, *, long: float = 600.0) -> None:
        self._pins = pins
        self._now = 0.0
        self.told: list[Press] = []
        self.came = threading.Event()
        self.buttons = Buttons(PROPOSED, self._note, long=long, clock=lambda: self._now, pin_factory=pins)

    def _note(self, press: Press) -> None:
        self.told.append(press)
        self.came.set()

    def after(self, seconds: float) -> None:
        self._now += seconds

    def push(self, number: int) -> None:
        self._pins.pin(number).drive_low()

    def let_go(self, number: int) -> None:
        self._pins.pin(number).drive_high()

    def chatter(self, number: int) -> None:
        for _ in range(5):
            self.push(number)
            self.after(0.002)
            self.let_go(number)
            self.after(0.002)


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


QUICK = Tune("quick", (Note(440, 0.001), Note(0, 0.001), Note(880, 0.001)), 1)
ENDLESS = Tune("endless", (Note(440, 600),), 1)


def test_a_tune_is_heard_note_by_note_and_ends_in_silence(pins: MockFactory) -> None:
    buzzer = Buzzer(18, pin_factory=pins)
    buzzer.play(QUICK)
    assert buzzer.wait(5)
    heard = [state.state for state in pins.pin(18).states]
    assert heard.count(0.5) == 2
    assert heard[-1] == 0
    buzzer.close()


def test_a_long_tune_never_makes_the_table_wait(pins: MockFactory) -> None:
    buzzer = Buzzer(18, pin_factory=pins)
    began = time.monotonic()
    for _ in range(200):
        buzzer.play(ENDLESS)
    buzzer.close()
    assert time.monotonic() - began < 5


def test_a_more_urgent_tune_takes_over_and_a_lesser_one_is_left_out(pins: MockFactory) -> None:
    buzzer = Buzzer(18, pin_factory=pins)
    buzzer.play(ENDLESS)
    buzzer.play(Tune("low", (Note(100, 600),), 0))
    assert not buzzer.wait(0.05)
    buzzer.play(Tune("urgent", (Note(200, 0.001),), 2))
    assert buzzer.wait(5)
    buzzer.close()


def test_nothing_sounds_in_quiet_hours_or_at_volume_zero(pins: MockFactory) -> None:
    buzzer = Buzzer(18, quiet=lambda: True, pin_factory=pins)
    buzzer.play(QUICK)
    assert buzzer.wait(1)
    buzzer.close()
    silent = Buzzer(17, volume=0, pin_factory=pins)
    silent.play(QUICK)
    assert silent.wait(5)
    assert not any(state.state for state in pins.pin(17).states)
    silent.close()


def test_tunes_are_short_and_tell_themselves_apart() -> None:
    assert len({tune.notes for tune in TUNES}) == len(TUNES)
    assert all(tune.seconds <= 1.5 for tune in TUNES)
    assert YOUR_TURN.urgency < POINT.urgency < VIOLATION.urgency < VICTORY.urgency


def test_the_proposed_wiring_is_right_and_uses_no_pin_twice() -> None:
    assert faults(PROPOSED) == []
    assert len({number for _, number in PROPOSED.pins()}) == 25


@pytest.mark.parametrize(
    ("layout", "square", "lamps"),
    [
        (Layout.ROWS, "A1", (0,)),
        (Layout.ROWS, "E6", (29,)),
        (Layout.SERPENTINE, "A6", (5,)),
        (Layout.SERPENTINE, "B6", (6,)),
        (Layout.SERPENTINE, "B1", (11,)),
        (Layout.EDGE, "A1", (0, 6)),
        (Layout.EDGE, "E6", (5, 10)),
    ],
)
def test_lights_of_a_square(layout: Layout, square: str, lamps: tuple[int, ...]) -> None:
    assert lamps_of(square, layout) == lamps


def test_the_bar_lights_the_square_in_question_in_the_referees_colour() -> None:
    lights = Lights(referee=Signal.VIOLATION, squares=("B5",))
    shown = colours(lights, Bar(layout=Layout.ROWS, brightness=1.0))
    assert shown[10] == (255, 0, 0)
    assert sum(1 for each in shown if each != (0, 0, 0)) == 1


def bits_of(signal: bytes) -> str:
    return "".join(f"{byte:08b}" for byte in signal)


def test_the_wire_carries_green_red_blue_in_three_bits_each() -> None:
    """A WS2812 reads a long pulse as 1 and a short one as 0."""
    bits = bits_of(signal_of([(0xA5, 0x0F, 0x80)])[1:])
    sent = "".join("1" if bits[at : at + 3] == "110" else "0" for at in range(0, 72, 3))
    assert {bits[at : at + 3] for at in range(0, 72, 3)} == {"110", "100"}
    assert sent == f"{0x0F:08b}{0xA5:08b}{0x80:08b}"
    assert set(bits[72:]) == {"0"}


DOCS = Path(__file__).parents[2] / "docs"


def test_the_drawing_in_the_documentation_is_the_proposed_wiring() -> None:
    assert (DOCS / "wiring.svg").read_text(encoding="utf-8") == drawing_of(PROPOSED)
    assert table_of() in (DOCS / "wiring.md").read_text(encoding="utf-8")


def test_the_drawing_is_well_formed_and_names_every_part() -> None:
    drawn = ET.fromstring(drawing_of(Wiring(done=9, white_turn=23, bar=None, lit_when_low=True)))
    told = {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert {"button: yes, done", "white's turn", "GPIO 9", "GPIO 23"} <= told


def test_every_gpio_has_its_own_place_on_the_header() -> None:
    assert sorted(PHYSICAL) == list(range(2, 28))
    assert len(set(PHYSICAL.values())) == 26


def test_the_walk_lights_every_pin_and_ends_in_the_dark(pins: MockFactory) -> None:
    panel = Panel(PROPOSED, rhythm=False, pin_factory=pins)
    lit: set[int] = set()
    lights = [number for name, number in PROPOSED.pins() if name not in ("done", "undo", "roll", "buzzer")]
    shown = None
    for _, shown in walk(PROPOSED):
        panel.show(shown)
        lit |= {number for number in lights if pins.pin(number).state}
    assert lit == set(lights)
    assert shown == ALL_DARK


@pytest.mark.parametrize("layout", list(Layout))
def test_the_walk_lights_every_lamp_of_a_bar(layout: Layout) -> None:
    bar = Bar(layout=layout)
    lit = {
        lamp
        for _, lights in walk(Wiring(bar=bar))
        for lamp, colour in enumerate(colours(lights, bar))
        if colour != (0, 0, 0)
    }
    assert lit == set(range(bar.count))
