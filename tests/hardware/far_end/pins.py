"""Lights and buttons through gpiozero and lgpio, seen and pressed from the other side of the chip."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gpiozero.pins.lgpio import LGPIOFactory

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.decisions import Undo
from companion.games.himiki.referee.events import Event
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.position_text import parse_position
from companion.games.himiki.showing import lights_of
from hardware.buttons import Buttons, Press
from hardware.buzzer import Buzzer
from hardware.panel import Panel
from hardware.tunes import VIOLATION
from hardware.wiring import PROPOSED
from tests.hardware.test_whole_games import LEDS, lit
from tests.referee.eye import Eye
from tests.rules.games import RandomGame
from vision.frames import Seconds

_CHIP = next(Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*"))
_PATIENCE = 60.0


def wire(number: int) -> bool:
    return (_CHIP / f"sim_gpio{number}" / "value").read_text(encoding="ascii").strip() == "1"


def finger(number: int, *, down: bool) -> None:
    """Pulls the far end of a pin to ground, or lets it go."""
    (_CHIP / f"sim_gpio{number}" / "pull").write_text("pull-down" if down else "pull-up", encoding="ascii")


def until(true: Callable[[], bool], patience: float = _PATIENCE) -> bool:
    """The machine is slow: what has to come true may take a while."""
    end = time.monotonic() + patience
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


@pytest.fixture(scope="module")
def pins() -> Iterator[LGPIOFactory]:
    """One for all, as a program has: whoever opens the chip a second time is told no edges by lgpio."""
    factory = LGPIOFactory()
    yield factory
    factory.close()


def shown() -> dict[str, bool]:
    return {name: wire(number) for name, number in LEDS.items()}


@pytest.mark.parametrize("seed", [1, 2])
def test_every_light_at_the_far_end_through_a_whole_game(pins: LGPIOFactory, seed: int) -> None:
    moves = [played for played in RandomGame(Variant(), seed) if not played.before.phase.setup][:25]
    game = Game(Variant(), moves[0].before)
    eye, referee = Eye(seed), Referee(game)
    panel = Panel(PROPOSED, rhythm=False, pin_factory=pins)
    said: list[Event] = []
    assert not any(shown().values())

    def look(board: bytes) -> None:
        for _ in range(3):
            said.extend(referee.see(eye.look(board)))
        status = referee.status(Seconds(eye.t))
        panel.show(lights_of(status))
        assert shown() == lit(status.position)

    look(moves[0].before.board)
    for at, played in enumerate(moves):
        said += referee.see(eye.hand())
        look(played.after.board)
        if at % 7 == 3:
            said += referee.decide(Undo(), Seconds(eye.t))
            look(played.before.board)
            look(played.after.board)
        if at % 7 == 5:
            panel.close()
            assert not any(shown().values())
            panel = Panel(PROPOSED, rhythm=False, pin_factory=pins)
            referee = Referee.resumed(game, said)
            look(played.after.board)
    assert parse_position(referee.status(Seconds(eye.t)).position, Variant()).score == moves[-1].after.score
    panel.close()
    assert not any(shown().values())


def test_buttons_pressed_at_the_far_end(pins: LGPIOFactory) -> None:
    told: list[Press] = []
    numbers = [number for number in (PROPOSED.done, PROPOSED.undo, PROPOSED.roll) if number is not None]
    for number in numbers:
        finger(number, down=False)
    buttons = Buttons(PROPOSED, told.append, long=600, pin_factory=pins)
    for number in numbers:
        finger(number, down=True)
        time.sleep(0.5)
        finger(number, down=False)
        time.sleep(0.5)
    assert until(lambda: len(told) == 3)
    assert told == [Press.DONE, Press.UNDO, Press.ROLL]
    buttons.close()


def test_a_held_button_at_the_far_end(pins: LGPIOFactory) -> None:
    told: list[Press] = []
    assert PROPOSED.roll is not None
    finger(PROPOSED.roll, down=False)
    buttons = Buttons(PROPOSED, told.append, long=1.0, pin_factory=pins)
    finger(PROPOSED.roll, down=True)
    assert until(lambda: bool(told))
    assert told == [Press.POWER_OFF]
    finger(PROPOSED.roll, down=False)
    time.sleep(1)
    assert told == [Press.POWER_OFF]
    buttons.close()


def test_the_buzzer_moves_its_wire_and_falls_silent(pins: LGPIOFactory) -> None:
    assert PROPOSED.buzzer is not None
    buzzer = Buzzer(PROPOSED.buzzer, pin_factory=pins)
    number = PROPOSED.buzzer
    levels: set[bool] = set()
    buzzer.play(VIOLATION)
    end = time.monotonic() + _PATIENCE
    while not buzzer.wait(0) and time.monotonic() < end:
        levels.add(wire(number))
    assert levels == {False, True}
    assert until(lambda: not wire(number))
    buzzer.close()


def test_a_pin_that_another_program_holds_is_told(pins: LGPIOFactory) -> None:
    panel = Panel(PROPOSED, pin_factory=pins)
    lit = "from hardware.panel import Panel; from hardware.wiring import PROPOSED; Panel(PROPOSED)"
    other = subprocess.run([sys.executable, "-c", lit], capture_output=True, text=True, check=False)
    assert other.returncode != 0
    assert "busy" in other.stderr
    panel.close()


def test_a_program_that_reached_for_pins_stays_where_it_was_and_leaves_nothing_there(tmp_path: Path) -> None:
    """Left alone, lgpio makes a FIFO where a program is started, or goes where it makes one."""
    reached = "import os; from hardware.pins import header; header(); print(os.getcwd(), os.environ['LG_WD'])"
    environment = {name: value for name, value in os.environ.items() if name != "LG_WD"}
    told = subprocess.run(
        [sys.executable, "-c", reached],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    here, own = told.stdout.split()
    assert Path(here) == tmp_path
    assert not any(tmp_path.iterdir())
    assert not Path(own).exists()
