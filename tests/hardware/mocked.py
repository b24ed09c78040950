"""gpiozero's mock pins as the pins of this machine, and waiting for what they show."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from tests.patience import patient


@contextmanager
def mocked_machine() -> Iterator[MockFactory]:
    """Whoever asks for the header gets these."""
    Device.pin_factory = factory = MockFactory(pin_class=MockPWMPin)
    try:
        yield factory
    finally:
        factory.reset()
        Device.pin_factory = None


def until(true: Callable[[], bool]) -> bool:
    """Others work in threads of their own: what has to come true may take a while."""
    end = time.monotonic() + patient(40)
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
