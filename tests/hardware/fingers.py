"""A hand at the panel's buttons."""

import threading

from gpiozero.pins.mock import MockFactory

from hardware.buttons import Buttons, Press
from hardware.wiring import PROPOSED


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

    def press(self, number: int) -> None:
        """Down and up again, as a person does."""
        self.push(number)
        self.after(0.1)
        self.let_go(number)
        self.after(0.1)

    def chatter(self, number: int) -> None:
        for _ in range(5):
            self.push(number)
            self.after(0.002)
            self.let_go(number)
            self.after(0.002)
