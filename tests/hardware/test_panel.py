"""The panel on gpiozero's mock pins: what the far end of each pin sees."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.events import MukYan, Opponent, Turn
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.showing import tune_of
from hardware.bar import LightBar, colours, lamps_of, signal_of
from hardware.buzzer import Buzzer
from hardware.drawing import PHYSICAL, drawing_of, resistor_of, table_of
from hardware.lights import ALL_DARK, Lights, Signal
from hardware.panel import COLOURS, Panel
from hardware.pins import PinsError
from hardware.trial import walk
from hardware.tunes import POINT, TUNES, VICTORY, VIOLATION, YOUR_TURN, Note, Tune
from hardware.wiring import PROPOSED, Bar, Layout, Wiring, faults
from tests.patience import until

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


def test_a_panel_that_cannot_have_a_pin_holds_none_and_names_it(pins: MockFactory) -> None:
    other = LED(PROPOSED.referee[1], pin_factory=pins)
    with pytest.raises(PinsError, match="referee on GPIO 16, 20, 25: "):
        Panel(PROPOSED, pin_factory=pins)
    other.close()
    Panel(PROPOSED, pin_factory=pins).close()


class LoosePin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """Refuses to change any more."""

    loose = False

    def _set_state(self, value: float) -> None:
        if self.loose:
            raise OSError("no contact")
        super()._set_state(value)


def test_a_light_that_cannot_be_darkened_keeps_no_other_one_lit() -> None:
    pins = MockFactory(pin_class=LoosePin)
    panel = Panel(PROPOSED, pin_factory=pins)
    panel.show(BUSY)
    far_ends = {number: pins.pin(number) for number in (23, *PROPOSED.white_score, *PROPOSED.referee)}
    far_ends[23].loose = True
    with pytest.raises(OSError, match="no contact"):
        panel.close()
    assert [number for number, pin in far_ends.items() if pin.states[-1].state and not pin.loose] == []
    far_ends[23].loose = False
    pins.reset()


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
    assert until(lambda: len(red.states) >= 5)
    panel.show(ALL_DARK)
    panel.close()


def test_no_two_signals_look_the_same_without_colour() -> None:
    """Amber and red differ in rhythm, green and blue stand still beside them and differ in their light."""
    assert len(set(COLOURS.values())) == len(Signal)


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


@pytest.mark.pace
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


def test_a_buzzer_that_fails_once_is_told_and_heard_again(caplog: pytest.LogCaptureFixture) -> None:
    pins = MockFactory(pin_class=LoosePin)
    buzzer = Buzzer(18, pin_factory=pins)
    pin = pins.pin(18)
    pin.loose = True
    buzzer.play(QUICK)
    assert buzzer.wait(5)
    assert caplog.messages == ["the buzzer is silent: no contact"]
    pin.loose = False
    buzzer.play(QUICK)
    assert buzzer.wait(5)
    assert [state.state for state in pin.states].count(0.5) == 2
    buzzer.close()
    pins.reset()


def test_a_person_is_called_when_something_is_for_their_hands() -> None:
    """On their turn, for Muk Yan's roll, and when a move was said; not while a level thinks."""
    levels, people = Game(Variant(), levels={"b": "master"}), Game(Variant())
    assert tune_of(Turn(t=1, turn="w"), levels) is YOUR_TURN
    assert tune_of(Turn(t=1, turn="b"), levels) is None
    assert tune_of(Turn(t=1, turn="b"), people) is YOUR_TURN
    assert tune_of(Opponent(t=1, by="b", level="master", move="B2>BB3", text=""), levels) is YOUR_TURN
    said = MukYan(t=1, roll=("H", "M"), action=2, move="B2>BB3", text="")
    assert tune_of(said, people) is YOUR_TURN
    assert tune_of(replace(said, action=0, move="pass"), people) is None


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
    silence = signal_of([])
    lead = silence[: len(silence) // 2]
    assert len(lead) * 8 / 2_400_000 >= 280e-6
    assert set(silence) == {0}
    bits = bits_of(signal_of([(0xA5, 0x0F, 0x80)]).removeprefix(lead))
    sent = "".join("1" if bits[at : at + 3] == "110" else "0" for at in range(0, 72, 3))
    assert {bits[at : at + 3] for at in range(0, 72, 3)} == {"110", "100"}
    assert sent == f"{0x0F:08b}{0xA5:08b}{0x80:08b}"
    assert set(bits[72:]) == {"0"}


class Sent:
    """What goes over the wire of a bar, which may be torn."""

    def __init__(self) -> None:
        self.signals: list[bytes] = []
        self.torn = self.closed = False

    def send(self, signal: bytes) -> None:
        if self.torn:
            raise OSError("the device is gone")
        self.signals.append(signal)

    def close(self) -> None:
        self.closed = True


def test_a_bar_is_told_again_what_it_shows_and_is_left_dark() -> None:
    """It forgets everything when its own supply is pulled, and keeps everything when the companion ends."""
    bar, wire = Bar(layout=Layout.ROWS), Sent()
    lit = LightBar(bar, wire)
    for _ in range(2):
        lit.show(Lights(referee=Signal.VIOLATION, squares=("B5",)))
    lit.close()
    dark, *shown, last = wire.signals
    assert dark == last == signal_of(colours(ALL_DARK, bar))
    assert shown[0] == shown[1] != dark
    assert wire.closed


def test_a_bar_whose_wire_is_torn_is_let_go() -> None:
    wire = Sent()
    lit = LightBar(Bar(), wire)
    wire.torn = True
    with pytest.raises(OSError, match="gone"):
        lit.close()
    assert wire.closed


def test_a_bar_whose_wire_is_torn_from_the_start_is_let_go() -> None:
    wire = Sent()
    wire.torn = True
    with pytest.raises(OSError, match="gone"):
        LightBar(Bar(), wire)
    assert wire.closed


def test_a_bar_on_the_second_bus_takes_other_pins() -> None:
    second = Bar("/dev/spidev1.0")
    assert faults(Wiring(white_turn=8, bar=second)) == []
    assert faults(Wiring(white_turn=16, bar=second)) == [
        "white_turn cannot be on pin 16: SPI uses it, for the bar of lights"
    ]
    assert "GPIO 20" in drawing_of(Wiring(bar=second))


@pytest.mark.parametrize("device", ["", "spidev0.0", "/dev/sda", "/dev/spidev0.0/../../etc/passwd"])
def test_a_bar_is_on_a_bus_of_the_header(device: str) -> None:
    (told,) = faults(Wiring(bar=Bar(device)))
    assert "/dev/spidev0.0" in told


DOCS = Path(__file__).parents[2] / "docs"


def test_the_drawing_in_the_documentation_is_the_proposed_wiring() -> None:
    assert (DOCS / "wiring.svg").read_text(encoding="utf-8") == drawing_of(PROPOSED)
    assert table_of() in (DOCS / "wiring.md").read_text(encoding="utf-8")


def test_the_parts_list_has_a_resistor_for_each_part_that_needs_one() -> None:
    text = (DOCS / "wiring.md").read_text(encoding="utf-8")
    for ohms in ("680 Ω", "100 Ω"):
        count = sum(resistor_of(name) == ohms for name, _ in PROPOSED.pins())
        assert re.search(rf"^\| {count} \| resistors {ohms}", text, re.MULTILINE), ohms


def test_no_more_lights_are_on_at_once_than_the_documentation_says(pins: MockFactory) -> None:
    """A game ends at five points, so the other side has four at most."""
    panel = Panel(PROPOSED, rhythm=False, pin_factory=pins)
    most = 0
    for signal in Signal:
        panel.show(Lights(5, 4, True, False, ("w", "b", "w"), signal))
        lights = [pin for name, pin in PROPOSED.pins() if name not in ("done", "undo", "roll", "buzzer")]
        most = max(most, sum(high(pins, *lights)))
    panel.close()
    assert most == 15
    assert "at most fifteen at once" in (DOCS / "wiring.md").read_text(encoding="utf-8")


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
