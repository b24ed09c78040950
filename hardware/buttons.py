"""Three buttons: what was pressed, not what it means."""

import time
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Final

from gpiozero import Button, Factory

from hardware.wiring import Wiring

BOUNCE: Final = 0.03
"""Seconds in which the contacts of a button may chatter."""

LONG: Final = 3.0


class Press(Enum):
    DONE = "done"
    """Yes; done; no replay."""
    UNDO = "undo"
    """No; undo."""
    ROLL = "roll"
    """Muk Yan's dice."""
    NEW_GAME = "new game"
    """DONE held."""
    POWER_OFF = "power off"
    """ROLL held."""


_SHORT: Final = {"done": Press.DONE, "undo": Press.UNDO, "roll": Press.ROLL}
_HELD: Final = {"done": Press.NEW_GAME, "roll": Press.POWER_OFF}


class Buttons:
    """Tells each press once: a short one when the button is let go, a long one while it is held."""

    def __init__(
        self,
        wiring: Wiring,
        pressed: Callable[[Press], None],
        *,
        long: float = LONG,
        clock: Callable[[], float] = time.monotonic,
        pin_factory: Factory | None = None,
    ) -> None:
        self._tell = pressed
        self._clock = clock
        self._down: set[str] = set()
        self._held: set[str] = set()
        self._last = dict.fromkeys(_SHORT, float("-inf"))
        self._buttons: list[Button] = []
        for name in _SHORT:
            pin = getattr(wiring, name)
            if pin is not None:
                button = Button(pin, hold_time=long, pin_factory=pin_factory)
                button.when_pressed = partial(self._pressed, name)
                button.when_held = partial(self._kept, name)
                button.when_released = partial(self._released, name)
                self._buttons.append(button)

    def close(self) -> None:
        for button in self._buttons:
            button.close()
        self._buttons.clear()

    def _chatters(self, name: str) -> bool:
        now = self._clock()
        if now - self._last[name] < BOUNCE:
            return True
        self._last[name] = now
        return False

    def _pressed(self, name: str) -> None:
        if not self._chatters(name):
            self._down.add(name)
            self._held.discard(name)

    def _kept(self, name: str) -> None:
        if name in _HELD and name in self._down and name not in self._held:
            self._held.add(name)
            self._tell(_HELD[name])

    def _released(self, name: str) -> None:
        if name in self._down and not self._chatters(name):
            self._down.discard(name)
            if name not in self._held:
                self._tell(_SHORT[name])
