"""Three buttons: what was pressed, not what it means."""

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from enum import Enum
from functools import partial
from typing import Final

from gpiozero import Button, Factory

from hardware.pins import on_pin
from hardware.wiring import Wiring

BOUNCE: Final = 0.03
"""Seconds in which the contacts of a button may chatter."""

LONG: Final = 3.0


class Press(Enum):
    DONE = "done"
    """Yes; done; no replay."""
    UNDO = "undo"
    """No, or the next answer; undo."""
    ROLL = "roll"
    """Muk Yan's dice."""
    NEW_GAME = "new game"
    """DONE held."""
    POWER_OFF = "power off"
    """ROLL held."""


_SHORT: Final = {"done": Press.DONE, "undo": Press.UNDO, "roll": Press.ROLL}
_HELD: Final = {"done": Press.NEW_GAME, "roll": Press.POWER_OFF}


class Buttons:
    """Tells each press once: a short one when the button is let go, a long one while it is held.

    Two at once are nobody's word, a hand or a box lies on them: neither counts. One that was down before
    anybody listened says nothing until it was let go.
    """

    def __init__(
        self,
        wiring: Wiring,
        pressed: Callable[[Press], None],
        *,
        long: float = LONG,
        clock: Callable[[], float] = time.monotonic,
        pin_factory: Factory | None = None,
    ) -> None:
        """Raises `PinsError`, and then holds no pin any more. `pressed` is called from the threads that watch
        the pins."""
        self._tell = pressed
        self._clock = clock
        self._lock = threading.Lock()
        """Pins are watched in one thread, and how long they are held in others."""
        self._down: set[str] = set()
        self._spent: set[str] = set()
        """Of those that are down: said already, or pressed together with another one."""
        self._last = dict.fromkeys(_SHORT, float("-inf"))
        self._buttons: dict[str, Button] = {}
        with ExitStack() as closing:
            for name in _SHORT:
                pin = getattr(wiring, name)
                if pin is not None:
                    make = partial(Button, pin, hold_time=long, pin_factory=pin_factory)
                    button = self._buttons[name] = on_pin(name, (pin,), make)
                    closing.callback(button.close)
                    button.when_pressed = partial(self._pressed, name)
                    button.when_held = partial(self._kept, name)
                    button.when_released = partial(self._released, name)
            self._closing = closing.pop_all()

    def close(self) -> None:
        self._closing.close()

    def _chatters(self, name: str) -> bool:
        now = self._clock()
        if now - self._last[name] < BOUNCE:
            return True
        self._last[name] = now
        return False

    def _pressed(self, name: str) -> None:
        with self._lock:
            if self._chatters(name):
                return
            # Let go so soon that it was taken for chatter: it is up, whatever was noted.
            self._down = {other for other in self._down if other != name and self._buttons[other].is_pressed}
            self._spent &= self._down
            self._down.add(name)
            if len(self._down) > 1:
                self._spent |= self._down

    def _kept(self, name: str) -> None:
        with self._lock:
            counts = name in _HELD and name in self._down and name not in self._spent
            if counts:
                self._spent.add(name)
        if counts:
            self._tell(_HELD[name])

    def _released(self, name: str) -> None:
        with self._lock:
            if name not in self._down or self._chatters(name):
                return
            self._down.discard(name)
            counts = name not in self._spent
            self._spent.discard(name)
        if counts:
            self._tell(_SHORT[name])
