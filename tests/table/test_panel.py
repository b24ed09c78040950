"""The panel at a running table: real games, real pins but for the metal at their far end."""

import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.config.settings import Config, SoundSettings
from companion.panel import POWER_OFF, TablePanel, meaning
from companion.panel_parts import panel_for
from companion.referee.decisions import Answer, EndTurn, Roll, Undo
from companion.referee.events import Uncertain
from companion.referee.game import Game
from companion.rules.variant import Mode, Variant
from hardware.buttons import Press
from hardware.lights import ALL_DARK, Lights
from hardware.wiring import PROPOSED, Bar, Wiring
from tests.hardware.mocked import mocked_machine, until
from tests.hardware.test_lights import PLAYING
from tests.table.helpers import GAME, Rig, rig

LIGHTS = [number for name, number in PROPOSED.pins() if name not in ("buzzer", "done", "undo", "roll")]


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    with mocked_machine() as factory:
        yield factory


@pytest.fixture
def no_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a laptop; only gpiozero's own name for a driver that is not there is needed for that."""
    Device.pin_factory = None
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-such")


@dataclass
class Lamps:
    """A part that remembers what it was shown, and fails when it is told to."""

    shown: list[Lights]
    fails: bool = False

    def show(self, lights: Lights) -> None:
        if self.fails:
            raise RuntimeError("the wire is loose")
        self.shown.append(lights)

    def close(self) -> None:
        self.show(ALL_DARK)


def test_lights_and_buttons_of_a_whole_table(running: Rig, pins: MockFactory) -> None:
    with ExitStack() as closing:
        panel = panel_for(running.table, replace(Config(), panel=PROPOSED), closing)
        assert panel is not None
        panel.start()
        white, black = pins.pin(23), pins.pin(24)
        assert until(lambda: bool(white.state))
        running.table.sim("C5>BC6")
        assert until(lambda: bool(black.state) and not white.state)
        undo = pins.pin(PROPOSED.undo or 0)
        undo.drive_low()
        time.sleep(0.05)
        undo.drive_high()
        running.until_name("corrected")
        assert until(lambda: bool(white.state) and not black.state)
        far_ends = [pins.pin(number) for number in LIGHTS]
        panel.stop()
        assert not any(pin.state for pin in far_ends)
    assert all(pin.states[-1].state in (False, 0) for pin in far_ends)


@pytest.mark.parametrize(
    "wiring",
    [
        PROPOSED,
        Wiring(done=9),
        Wiring(buzzer=18),
        Wiring(white_turn=23, bar=Bar("/dev/spidev0.9")),
        Wiring(bar=Bar("/dev/spidev0.9")),
    ],
)
@pytest.mark.usefixtures("no_pins")
def test_where_there_are_no_pins_the_table_goes_on_without(
    wiring: Wiring, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever is wired, a button alone or a bar among other things: the same panel is on the page."""
    made = rig(tmp_path, None)
    with ExitStack() as closing:
        assert panel_for(made.table, replace(Config(), panel=wiring), closing) is None
    made.end()
    assert 1 <= len(caplog.messages) <= 2
    assert all("cannot be used here" in each and "himiki doctor" in each for each in caplog.messages)


def test_a_pin_that_is_taken_is_named_and_the_other_parts_are_used(
    tmp_path: Path, pins: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    made = rig(tmp_path, None)
    pins.reserve_pins(made, 19)
    with ExitStack() as closing:
        assert panel_for(made.table, replace(Config(), panel=PROPOSED), closing) is not None
        held = {int(pin.info.name.removeprefix("GPIO")) for pin in pins.pins.values()}
        assert {PROPOSED.buzzer, PROPOSED.done} <= held
    pins.release_all(made)
    made.end()
    (told,) = caplog.messages
    assert told.startswith("lights cannot be used here (black_score on GPIO 19: ")


def test_a_light_that_fails_is_told_once_and_right_again_when_it_works_again(
    running: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    lamps = Lamps([])
    panel = TablePanel(running.table, [lamps])
    panel.start()
    assert until(lambda: bool(lamps.shown))
    lamps.fails = True
    running.table.sim("C5>BC6")
    running.until_name("move")
    assert until(lambda: bool(caplog.messages))
    lamps.fails = False
    assert until(lambda: lamps.shown[-1].black_turn)
    panel.stop()
    assert caplog.messages == ["the panel does not follow the game: the wire is loose"]
    assert lamps.shown[-1] == ALL_DARK


def test_one_part_that_cannot_be_darkened_leaves_no_other_one_lit(
    running: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    loose, sound = Lamps([], fails=True), Lamps([])
    panel = TablePanel(running.table, [loose, sound])
    panel.stop()
    assert sound.shown == [ALL_DARK]
    assert "the wire is loose" in caplog.text


def test_stopping_in_the_middle_of_a_trial_ends_in_the_dark(running: Rig) -> None:
    lamps = Lamps([])
    panel = TablePanel(running.table, [lamps])
    panel.start()
    panel.try_all(PROPOSED, pause=0.01)
    assert until(lambda: Lights(white_score=3) in lamps.shown)
    panel.stop()
    assert lamps.shown[-1] == ALL_DARK
    told = len(lamps.shown)
    assert until(lambda: all(each.name != "trial" for each in threading.enumerate()))
    assert len(lamps.shown) == told


def test_a_trial_that_fails_is_told_and_the_game_is_shown_again(
    running: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    lamps = Lamps([], fails=True)
    panel = TablePanel(running.table, [lamps])
    panel.try_all(PROPOSED, pause=0.01)
    assert until(lambda: all(each.name != "trial" for each in threading.enumerate()))
    lamps.fails = False
    panel.start()
    assert until(lambda: bool(lamps.shown))
    panel.stop()
    assert caplog.messages == ["the panel does not follow the game: the wire is loose"]


def test_a_press_that_goes_wrong_does_not_end_the_buttons(
    running: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    """Where nobody switches machines off, and with nothing to undo: the next press is heard."""
    caplog.set_level(logging.INFO)
    panel = TablePanel(running.table, [])
    panel.start()
    assert not POWER_OFF.parent.is_dir()
    for press in (Press.POWER_OFF, Press.UNDO, Press.NEW_GAME):
        panel.press(press)
    running.until_name("ready")
    panel.stop()
    assert "only a machine that `himiki install` set up switches itself off" in caplog.text
    assert [each.levelno for each in caplog.records].count(logging.WARNING) == 1


def test_a_held_button_asks_for_power_off(running: Rig, tmp_path: Path) -> None:
    asked = tmp_path / "power-off"
    panel = TablePanel(running.table, [], power_off=asked.touch)
    panel.start()
    panel.press(Press.POWER_OFF)
    assert until(asked.exists)
    panel.stop()


def test_a_new_game_by_its_button_is_played_by_the_same_people(running: Rig) -> None:
    before = running.table.newest_number()
    panel = TablePanel(running.table, [])
    panel.start()
    panel.press(Press.NEW_GAME)
    assert until(lambda: running.table.newest_number() > before)
    running.until_name("ready")
    assert running.table.game().players == GAME.players
    panel.stop()


ASKED = replace(PLAYING, question=Uncertain(t=1, question="?", options=("yes", "no")))


def test_what_a_button_says_depends_on_what_is_asked() -> None:
    assert meaning(Press.DONE, ASKED) == Answer("yes")
    assert meaning(Press.UNDO, ASKED) == Answer("no")
    assert meaning(Press.DONE, replace(PLAYING, replay=True)) == EndTurn()
    assert meaning(Press.DONE, PLAYING) is None
    assert meaning(Press.UNDO, PLAYING) == Undo()
    assert meaning(Press.ROLL, PLAYING) is None
    assert isinstance(meaning(Press.ROLL, replace(PLAYING, awaits_roll=True)), Roll)


def test_a_panel_of_sound_alone_needs_no_pin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "espeak-ng").write_text(f"#!/bin/sh\ncat >> {tmp_path}/heard\n", encoding="ascii")
    (tmp_path / "espeak-ng").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    made = rig(tmp_path, None, game=Game(Variant(Mode.MUK_YAN)))
    with ExitStack() as closing:
        panel = panel_for(made.table, replace(Config(), sound=SoundSettings(voice=True)), closing)
        assert panel is not None
    made.end()
    assert caplog.messages == []
