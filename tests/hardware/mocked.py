"""gpiozero's mock pins as the pins of this machine."""

from collections.abc import Iterator
from contextlib import contextmanager

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin


@contextmanager
def mocked_machine() -> Iterator[MockFactory]:
    """Whoever asks for the header gets these."""
    Device.pin_factory = factory = MockFactory(pin_class=MockPWMPin)
    try:
        yield factory
    finally:
        factory.reset()
        Device.pin_factory = None
