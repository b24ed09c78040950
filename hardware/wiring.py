"""What is wired to which pin of the header, and pins that must be left alone."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from hardware.lights import POINTS

FIRST_PIN: Final = 2
"""GPIO numbers of the header, of every model: from this one."""
LAST_PIN: Final = 27
"""To this one."""

RESERVED: Final = {0: "the camera's and the HATs' own I²C", 1: "the camera's and the HATs' own I²C"}
"""What they belong to already."""
I2C_PINS: Final = (2, 3)
"""Of the bus for displays and the like."""
SERIAL_PINS: Final = (14, 15)
"""Of the serial port."""
SPI_PINS: Final[Mapping[int, tuple[int, ...]]] = {0: (7, 8, 9, 10, 11), 1: (16, 17, 18, 19, 20, 21)}
"""Of each bus that the header of every model has."""
_DATA_LINE: Final[Mapping[int, int]] = {0: 10, 1: 20}
_SPI_DEVICE: Final = re.compile(r"/dev/spidev([01])\.\d")


class Layout(Enum):
    """Where the addressable lights are."""

    ROWS = "rows"
    """One under each square, row after row, each from column 1."""
    SERPENTINE = "serpentine"
    """One under each square, every second row backwards: a strip that is laid to and fro."""
    EDGE = "edge"
    """Six along row A, then five along column 6: a square lights its column and its row."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A string of addressable lights (WS2812) on SPI's data line."""

    device: str = "/dev/spidev0.0"
    layout: Layout = Layout.EDGE
    brightness: float = 0.3

    @property
    def count(self) -> int:
        return 11 if self.layout is Layout.EDGE else 30

    @property
    def bus(self) -> int | None:
        """None where the device is none of the header's."""
        found = _SPI_DEVICE.fullmatch(self.device)
        return int(found[1]) if found else None

    @property
    def data_pin(self) -> int | None:
        return None if self.bus is None else _DATA_LINE[self.bus]


@dataclass(frozen=True, slots=True)
class Wiring:
    """Pins by their GPIO number; everything may be left out."""

    white_score: tuple[int, ...] = ()
    black_score: tuple[int, ...] = ()
    white_turn: int | None = None
    black_turn: int | None = None
    fire: tuple[int, ...] = ()
    """White's light, then black's: two colours of one LED, or two LEDs."""
    water: tuple[int, ...] = ()
    wood: tuple[int, ...] = ()
    referee: tuple[int, ...] = ()
    """Red, green, blue."""
    buzzer: int | None = None
    done: int | None = None
    undo: int | None = None
    roll: int | None = None
    lit_when_low: bool = False
    """For LEDs with a common plus."""
    i2c: bool = False
    """Whether something else uses the I²C of the header."""
    bar: Bar | None = None

    def pins(self) -> Iterator[tuple[str, int]]:
        """What each pin is for, as the configuration names it."""
        for name, length in _LISTS.items():
            for index, pin in enumerate(getattr(self, name)):
                yield f"{name}[{index}]" if length > 1 else name, pin
        for name in _SINGLE:
            pin = getattr(self, name)
            if pin is not None:
                yield name, pin

    @property
    def has_pins(self) -> bool:
        return any(True for _ in self.pins())

    @property
    def has_lights(self) -> bool:
        """On the header's pins; the bar is not among them."""
        return any(name not in (*BUTTONS, "buzzer") for name, _ in self.pins())

    @property
    def has_buttons(self) -> bool:
        return any(name in BUTTONS for name, _ in self.pins())

    @property
    def empty(self) -> bool:
        return self.bar is None and not self.has_pins


_LISTS: Final = {
    "white_score": POINTS,
    "black_score": POINTS,
    "fire": 2,
    "water": 2,
    "wood": 2,
    "referee": 3,
}
BUTTONS: Final = ("done", "undo", "roll")
_SINGLE: Final = ("white_turn", "black_turn", "buzzer", *BUTTONS)

PROPOSED: Final = Wiring(
    white_score=(4, 17, 27, 22, 5),
    black_score=(6, 13, 19, 26, 21),
    white_turn=23,
    black_turn=24,
    fire=(11, 12),
    water=(7, 8),
    wood=(14, 15),
    referee=(16, 20, 25),
    buzzer=18,
    done=9,
    undo=2,
    roll=3,
)
"""A layout that uses the whole header but one pin, for a table that uses neither I²C nor SPI.

The button that switches off is on pin 3: pressing it then wakes the Pi again.
"""


def faults(wiring: Wiring) -> list[str]:
    """All that is wrong with a wiring, each with its cure."""
    found = []
    for name, length in _LISTS.items():
        pins = getattr(wiring, name)
        if pins and len(pins) != length:
            found.append(f"{name} takes {length} pins, not {len(pins)}")
    users: dict[int, str] = {}
    for name, pin in wiring.pins():
        if pin in users:
            found.append(f"pin {pin} is given to {users[pin]} and to {name}: move one of them")
        users.setdefault(pin, name)
        if reason := _taken(wiring, name, pin):
            found.append(f"{name} cannot be on pin {pin}: {reason}")
    if wiring.bar is not None:
        found += _bar_faults(wiring.bar)
    return found


def _bar_faults(bar: Bar) -> Iterator[str]:
    if not 0 < bar.brightness <= 1:
        yield f"the brightness of the bar is above 0 and at most 1, not {bar.brightness}"
    if bar.bus is None:
        yield f"the device of the bar is one such as /dev/spidev0.0 or /dev/spidev1.0, not '{bar.device}'"


def _taken(wiring: Wiring, name: str, pin: int) -> str | None:
    if pin in RESERVED:
        return f"it belongs to {RESERVED[pin]}"
    if not FIRST_PIN <= pin <= LAST_PIN:
        return f"the header has GPIO {FIRST_PIN} to {LAST_PIN}"
    if wiring.i2c and pin in I2C_PINS:
        return "I²C uses it (i2c = true)"
    if pin in I2C_PINS and name not in BUTTONS:
        return "the Pi's own resistors would make a light glow there while nothing runs: use it for a button"
    if wiring.bar is not None and wiring.bar.bus is not None and pin in SPI_PINS[wiring.bar.bus]:
        return "SPI uses it, for the bar of lights"
    return None
