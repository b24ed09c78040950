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

from companion.config.settings import Config, SoundSettings, TableSettings
from companion.games.himiki import showing
from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.decisions import Answer, EndTurn, Roll, Undo
from companion.games.himiki.referee.events import Event, Ready, Uncertain
from companion.games.himiki.referee.status import Status
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.rules.written.position_text import position_text
from companion.games.himiki.showing import lights_of
from companion.panel.offer import Offer
from companion.panel.parts import panel_for
from companion.panel.table_panel import POWER_OFF, TablePanel, meant
from companion.store import Store
from hardware.buttons import Press
from hardware.lights import ALL_DARK, Lights
from hardware.wiring import PROPOSED, Bar, Wiring
from tests.hardware.mocked import mocked_machine
from tests.hardware.test_lights import PLAYING
from tests.patience import until
from tests.table.helpers import GAME, START, Rig, rig
from vision.cubes.profile import Profile

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


def meaning(press: Press, status: Status, offer: Offer | None = None) -> object:
    return meant(press, status, offer, showing)


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


@pytest.mark.long
def test_lights_and_buttons_of_a_whole_table(running: Rig, pins: MockFactory) -> None:
    with ExitStack() as closing:
        panel = panel_for(running.table, replace(Config(), panel=PROPOSED), closing)
        assert panel is not None
        panel.start()
        white, black = pins.pin(23), pins.pin(24)
        assert until(lambda: bool(white.state))
        running.table.drawn.do("C5>BC6")
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


@pytest.mark.long
def test_a_light_that_fails_is_told_once_and_right_again_when_it_works_again(
    running: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    lamps = Lamps([])
    panel = TablePanel(running.table, [lamps])
    panel.start()
    assert until(lambda: bool(lamps.shown))
    lamps.fails = True
    running.table.drawn.do("C5>BC6")
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


@pytest.mark.long
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


@pytest.mark.long
def test_a_held_button_asks_for_power_off(running: Rig, tmp_path: Path) -> None:
    asked = tmp_path / "power-off"
    panel = TablePanel(running.table, [], power_off=asked.touch)
    panel.start()
    panel.press(Press.POWER_OFF)
    assert until(asked.exists)
    panel.stop()


@pytest.mark.long
def test_a_new_game_by_its_button_is_played_by_the_same_people(running: Rig) -> None:
    before = running.table.events.newest()
    panel = TablePanel(running.table, [])
    panel.start()
    panel.press(Press.NEW_GAME)
    assert until(lambda: running.table.events.newest() > before)
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


def spoken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What is said from now on, a line each, by a program in the place of espeak-ng."""
    heard = folder / "heard"
    heard.touch()
    script = f"#!/bin/sh\nprintf '%s\\n' \"$(cat)\" >> {heard}\n"
    (folder / "espeak-ng").write_text(script, encoding="ascii")
    (folder / "espeak-ng").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return heard


MOVES = ("C5>BC4", "C5>BC6", "B5>BB4")
WHICH = Uncertain(
    t=2,
    question="What was played?",
    options=MOVES,
    code="which-moves",
    values={"boards": [START.split()[0]] * len(MOVES)},
)


def test_of_more_than_two_answers_no_offers_the_next_and_yes_takes_the_one_offered() -> None:
    asked, offer = replace(PLAYING, question=WHICH), Offer(WHICH)
    offered = []
    for _ in range(4):
        assert meaning(Press.DONE, asked, offer) == Answer(offer.option)
        assert meaning(Press.UNDO, asked, offer) is None
        offered.append(offer.option)
        offer = offer.next()
    assert offered == [*MOVES, MOVES[0]]


def test_of_two_answers_each_button_takes_its_own() -> None:
    offer = Offer(ASKED.question) if ASKED.question is not None else None
    assert meaning(Press.DONE, ASKED, offer) == Answer("yes")
    assert meaning(Press.UNDO, ASKED, offer) == Answer("no")


@pytest.mark.parametrize(
    ("option", "values", "squares"),
    [
        ("C5>BC4 R-B5>PB5+C4>PC4", {}, ("C5", "C4", "B5")),
        ("fire", {"square": "D2"}, ("D2",)),
        ("the board is right", {}, ()),
    ],
)
def test_the_squares_of_the_answer_that_is_offered_are_lit(
    option: str, values: dict[str, str], squares: tuple[str, ...]
) -> None:
    question = Uncertain(t=1, question="?", options=(option, "another"), values=values)
    lights = lights_of(replace(PLAYING, question=question))
    assert Offer(question).lit(lights, showing.squares_of(option)) == replace(lights, squares=squares)


def test_what_stands_on_a_square_is_offered_answer_by_answer_and_its_square_is_lit() -> None:
    options = ("black water", "nothing", "white fire", "something else")
    question = Uncertain(t=1, question="?", options=options, squares=("C2",), code="what-stands")
    lights = lights_of(PLAYING)
    offer = Offer(question)
    offered = []
    for _ in options:
        offered.append(offer.option)
        assert offer.lit(lights).squares == ("C2",)
        offer = offer.next()
    assert tuple(offered) == options
    asked = replace(PLAYING, question=question)
    assert meaning(Press.DONE, asked, Offer(question)) == Answer("black water")
    assert meaning(Press.UNDO, asked, Offer(question)) is None


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Rig]:
    """The power was cut while a question with three answers was open."""
    assert GAME.start is not None
    ready = Ready(t=1, mode="duel", edition="second", position=position_text(GAME.start))
    events: tuple[Event, ...] = (ready, WHICH)
    with Store(tmp_path / "games.sqlite") as store:
        store.append(store.begin(GAME), events)
    made = rig(tmp_path, None)
    assert made.table.status().question == WHICH
    yield made
    made.end()


def test_a_question_with_three_answers_is_answered_at_the_table(
    asking: Rig, pins: MockFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is said as it is offered, in the language of the table; the last one is taken."""
    heard = spoken(tmp_path, monkeypatch)
    config = Config(
        table=TableSettings(language="de"), sound=SoundSettings(voice=True), panel=Wiring(done=9, undo=2)
    )
    with ExitStack() as closing:
        panel = panel_for(asking.table, config, closing)
        assert panel is not None
        panel.start()

        def press(number: int) -> None:
            pins.pin(number).drive_low()
            time.sleep(0.05)
            pins.pin(number).drive_high()
            time.sleep(0.05)

        said = []
        for square in ("C 6", "B 4", "C 4", "C 6"):
            press(2)
            said.append(f"{'B' if square == 'B 4' else 'C'} 5 kippt nach {square}?")
            assert until(lambda: heard.read_text(encoding="utf-8").splitlines() == said)
        press(9)
        move = asking.until_name("move")
        panel.stop()
    assert move.as_json()["move"] == "C5>BC6"


@pytest.mark.long
def test_a_question_is_said_with_the_answer_that_yes_takes(
    tmp_path: Path, profile: Profile, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = spoken(tmp_path, monkeypatch)
    before = rig(tmp_path, profile)
    before.table.start()
    before.until_name("ready")
    before.end()
    after = rig(tmp_path, profile, game=None)
    after.table.drawn.lay("A1bMHK,B5wHKM,C2bHKM,C6wKMH,D2bKMH,E5wHKM")
    with ExitStack() as closing:
        config = replace(Config(), sound=SoundSettings(voice=True), panel=Wiring(done=9, undo=2))
        panel = panel_for(after.table, config, closing)
        assert panel is not None
        after.table.start()
        panel.start()
        after.until_name("uncertain")
        asked = "The board is not as the record says. Which is right? The board is right?"
        assert until(lambda: asked in heard.read_text(encoding="utf-8").splitlines())
        pins.pin(9).drive_low()
        time.sleep(0.05)
        pins.pin(9).drive_high()
        after.until_name("corrected")
        panel.stop()
    after.end()
    assert after.table.status().position.startswith("A1bMHK,B5wHKM,")


def test_a_bar_shows_the_answer_that_is_offered(asking: Rig) -> None:
    lamps = Lamps([])
    panel = TablePanel(asking.table, [lamps], answers=True)
    panel.start()
    assert until(lambda: bool(lamps.shown) and lamps.shown[-1].squares == ("C5", "C4"))
    panel.press(Press.UNDO)
    assert until(lambda: lamps.shown[-1].squares == ("C5", "C6"))
    panel.stop()


def test_where_only_one_of_both_buttons_is_wired_no_answer_is_offered(asking: Rig) -> None:
    """Nobody could take it: the button says the first or the last one, as it always did."""
    lamps = Lamps([])
    panel = TablePanel(asking.table, [lamps])
    panel.start()
    panel.press(Press.UNDO)
    assert asking.until_name("move").as_json()["move"] == MOVES[-1]
    panel.stop()
    assert all(not each.squares for each in lamps.shown)


def test_a_panel_of_sound_alone_needs_no_pin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    spoken(tmp_path, monkeypatch)
    made = rig(tmp_path, None, game=Game(Variant(Mode.MUK_YAN)))
    with ExitStack() as closing:
        panel = panel_for(made.table, replace(Config(), sound=SoundSettings(voice=True)), closing)
        assert panel is not None
    made.end()
    assert caplog.messages == []
