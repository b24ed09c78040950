"""`himiki panel`: what it says, and what the pins do meanwhile."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.cli import main
from companion.config.settings import Config
from companion.config.text import config_text
from hardware.wiring import PROPOSED, Bar, Wiring
from tests.hardware.mocked import mocked_machine

ALL_OFF = [number for name, number in PROPOSED.pins() if name not in ("done", "undo", "roll")]


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    with mocked_machine() as factory:
        yield factory


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HIMIKI_CONFIG", str(tmp_path / "himiki.toml"))
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def wired(place: Path, wiring: Wiring, more: str = "") -> None:
    (place / "himiki.toml").write_text(config_text(Config(panel=wiring)) + more, encoding="utf-8")


def test_the_trial_names_every_part_and_leaves_the_panel_dark(
    pins: MockFactory, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wired(place, PROPOSED)
    far_ends = {number: pins.pin(number) for number in ALL_OFF}
    assert main(["panel", "test", "--pause", "0"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "white has 1"
    assert {"black's turn", "white holds fire", "referee: red", "all dark", "tune: victory"} <= set(told)
    assert told[-1].startswith("press every button")
    assert all(any(state.state for state in pin.states) for pin in far_ends.values())
    assert not any(pin.states[-1].state for pin in far_ends.values())


def test_the_voice_is_tried_in_the_language_of_the_table(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "espeak-ng").write_text(f"#!/bin/sh\n/bin/cat > {place}/heard\n", encoding="ascii")
    (place / "espeak-ng").chmod(0o755)
    (place / "himiki.toml").write_text('[table]\nlanguage = "fr"\n[sound]\nvoice = true\n', encoding="ascii")
    assert main(["panel", "test"]) == 0
    heard = (place / "heard").read_text(encoding="utf-8")
    assert heard == "Le plateau est de nouveau visible."
    assert capsys.readouterr().out == f"voice: {heard}\n"


def test_dark_switches_off_what_a_killed_companion_left_lit(
    pins: MockFactory, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pin that nobody holds any more stays on many a Pi as it was."""
    wired(place, PROPOSED)
    far_ends = [pins.pin(number) for number in ALL_OFF]
    for pin in far_ends:
        pin.function = "output"
        pin.state = 1
    assert main(["panel", "dark"]) == 0
    assert not any(pin.states[-1].state for pin in far_ends)
    assert capsys.readouterr().out == ""


def test_a_light_that_cannot_be_darkened_is_named_and_keeps_no_other_part_lit(
    pins: MockFactory, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wired(place, Wiring(white_turn=23, buzzer=18, bar=Bar("/dev/spidev0.9")))
    buzzer = pins.pin(18)
    buzzer.function, buzzer.state = "output", 1
    other = LED(23, pin_factory=pins)
    assert main(["panel", "dark"]) == 1
    other.close()
    assert not buzzer.states[-1].state
    light, bar = capsys.readouterr().err.splitlines()
    assert "white_turn on GPIO 23" in light
    assert "/dev/spidev0.9" in bar


def test_where_nothing_is_wired_there_is_nothing_to_darken_and_nothing_to_try(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["panel", "dark"]) == 0
    assert main(["panel", "test"]) == 1
    assert "nothing is wired" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["test", "dark"])
@pytest.mark.parametrize("wiring", [PROPOSED, Wiring(buzzer=18), Wiring(white_turn=23)])
def test_a_machine_without_pins_says_so_in_one_line(
    what: str,
    wiring: Wiring,
    place: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Device.pin_factory = None
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-such")
    wired(place, wiring)
    assert main(["panel", what]) == 1
    complaints = capsys.readouterr().err
    assert complaints.count("\n") == 1
    assert "himiki doctor" in complaints


def test_a_pin_that_is_taken_is_named(
    pins: MockFactory, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wired(place, Wiring(white_turn=23))
    other = LED(23, pin_factory=pins)
    assert main(["panel", "test"]) == 1
    other.close()
    assert "white_turn on GPIO 23" in capsys.readouterr().err


def test_a_bar_that_is_not_there_keeps_nobody_from_trying_the_rest(
    pins: MockFactory, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wired(place, Wiring(white_turn=23, buzzer=18, bar=Bar("/dev/spidev0.9")))
    assert main(["panel", "test", "--pause", "0"]) == 1
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "/dev/spidev0.9 is not there: `sudo raspi-config nonint do_spi 0` switches SPI on" in said.err
    assert "tune:" in said.out
    assert "white" in said.out


# gpiozero tells no types.
class Torn(MockPWMPin):  # type: ignore[misc]
    """Its wire is gone when it is to be lit; the kernel tells that of a header on USB, for one."""

    def _change_state(self, value: object) -> bool:
        if value:
            raise OSError(19, "No such device")
        changed: bool = super()._change_state(value)
        return changed


def test_a_wire_that_is_torn_in_the_middle_of_it_is_told_and_everything_else_dark(
    pins: MockFactory, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = pins.pin(23)
    pins.pin(24, pin_class=Torn)
    wired(place, Wiring(white_turn=23, black_turn=24))
    assert main(["panel", "test", "--pause", "0"]) == 1
    said = capsys.readouterr()
    assert said.out.splitlines()[-1] == "black's turn"
    assert "No such device" in said.err
    assert said.err.count("\n") == 1
    assert [bool(state.state) for state in other.states][-2:] == [True, False]


def test_buttons_alone_light_nothing_and_are_listened_to_where_there_are_pins(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wired(place, Wiring(undo=2))
    with mocked_machine():
        assert main(["panel", "test", "--pause", "0"]) == 0
    assert capsys.readouterr().out.splitlines() == ["press every button, and hold it once (20 s)"]
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-such")
    assert main(["panel", "dark"]) == 0
    assert main(["panel", "test", "--pause", "0"]) == 1
    assert "there are no pins here" in capsys.readouterr().err


@pytest.mark.parametrize("pause", ["x", "-1", "nan", "1e9"])
def test_a_pause_is_a_number_of_seconds(pause: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["panel", "test", f"--pause={pause}"])
    assert ended.value.code == 2
    assert "no number of seconds" in capsys.readouterr().err


def test_the_wiring_is_drawn_as_it_is_configured(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wired(place, Wiring(white_turn=23))
    drawing = place / "mine.svg"
    assert main(["panel", "wiring", "-o", str(drawing)]) == 0
    told = {text.text for text in ET.parse(drawing).iter("{http://www.w3.org/2000/svg}text")}
    assert "white's turn" in told
    assert "black's turn" not in told
    assert main(["panel", "wiring", "--proposed"]) == 0
    assert "wood: black" in capsys.readouterr().out
