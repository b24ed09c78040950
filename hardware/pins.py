"""The driver of the header's pins, chosen openly, and its complaints in one sentence."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from gpiozero import Device, Factory

_DRIVER: Final = "GPIOZERO_PIN_FACTORY"
_WORKS_IN: Final = "LG_WD"
_NONE_HERE: Final = "there are no pins here: lights need a Raspberry Pi, the page shows the same panel"

Made = TypeVar("Made")
Header: TypeAlias = Factory
"""All pins, as their driver offers them."""


class PinsError(OSError):
    """A pin that cannot be used; the text says which, and why."""


def header(devices: Path = Path("/dev")) -> Header:
    """lgpio, or the driver that the environment names, gpiozero's mock pins among them.

    Left alone, gpiozero goes through four drivers with a warning each; the last of them has no tunes, and no
    colours. Raises `PinsError`.
    """
    if Device.pin_factory is None:
        try:
            if os.environ.get(_DRIVER):
                Device.ensure_pin_factory()
            else:
                Device.pin_factory = _lgpio()
        except Exception as fault:  # noqa: BLE001
            # gpiozero and the libraries below it raise classes of their own, of no common kind.
            if not any(devices.glob("gpiochip*")):
                raise PinsError(_NONE_HERE) from None
            if isinstance(fault, ImportError) and not os.environ.get(_DRIVER):
                raise PinsError("their driver is missing: sudo apt install python3-lgpio") from None
            raise PinsError(told(fault)) from None
    return Device.pin_factory


def _lgpio() -> Header:
    """Left alone it goes to the folder that LG_WD names and leaves a FIFO there; without that name it leaves
    one where the program was started, and fails where it may not."""
    here = Path.cwd()
    if not os.environ.get(_WORKS_IN):
        os.environ[_WORKS_IN] = folder = tempfile.mkdtemp(prefix="himiki-pins-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    finally:
        os.chdir(here)


def on_pin(name: str, pins: tuple[int, ...], make: Callable[[], Made]) -> Made:
    """A device on its pins; lgpio alone would not say which pin it was that is taken."""
    try:
        return make()
    except Exception as fault:
        # As above: of no common kind.
        places = ", ".join(map(str, pins))
        raise PinsError(f"{name} on GPIO {places}: {told(fault)}") from fault


def told(fault: Exception) -> str:
    """Some of gpiozero's have no text, only a telling name."""
    text = str(fault)
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return (text[1:-1] if quoted else text) or type(fault).__name__
