"""Addressable lights (WS2812) in or around the board, driven over SPI's data line."""

import fcntl
import os
import struct
from typing import Final, Protocol

from hardware.lights import ALL_DARK, Lights, Signal
from hardware.wiring import Bar, Layout

_SPEED: Final = 2_400_000
"""Three SPI bits make one of the lights': 1.25 µs."""

_RESET: Final = bytes(90)
"""300 µs of silence: the lights take over what they were sent."""

_SET_MODE: Final = 0x40016B01
_SET_SPEED: Final = 0x40046B04
_COLUMNS: Final = 6

Rgb = tuple[int, int, int]

_COLOURS: Final[dict[Signal, Rgb]] = {
    Signal.DARK: (0, 0, 0),
    Signal.FAIR: (0, 255, 0),
    Signal.WAITING: (255, 110, 0),
    Signal.VIOLATION: (255, 0, 0),
    Signal.SAID: (0, 60, 255),
}


def lamps_of(square: str, layout: Layout) -> tuple[int, ...]:
    """Which lights of the string belong to a square."""
    row, column = "ABCDE".index(square[0]), "123456".index(square[1])
    match layout:
        case Layout.ROWS:
            return (row * _COLUMNS + column,)
        case Layout.SERPENTINE:
            along = column if row % 2 == 0 else _COLUMNS - 1 - column
            return (row * _COLUMNS + along,)
        case Layout.EDGE:
            return (column, _COLUMNS + row)


def colours(lights: Lights, bar: Bar) -> list[Rgb]:
    """Every light of the string, for these lights of the game."""
    red, green, blue = (round(part * bar.brightness) for part in _COLOURS[lights.referee])
    shown: list[Rgb] = [(0, 0, 0)] * bar.count
    for square in lights.squares:
        for lamp in lamps_of(square, bar.layout):
            shown[lamp] = red, green, blue
    return shown


def _spread(byte: int) -> bytes:
    """One byte for the lights as three for SPI: a 0 is sent as 100, a 1 as 110."""
    bits = 0
    for place in range(7, -1, -1):
        bits = bits << 3 | (0b110 if byte >> place & 1 else 0b100)
    return bits.to_bytes(3, "big")


_SPREAD: Final = tuple(_spread(byte) for byte in range(256))


def signal_of(shown: list[Rgb]) -> bytes:
    """What goes over the wire: silence, since a line that was high until now would be taken for a first bit;
    green, red, blue of each light; silence."""
    parts = [_RESET]
    for red, green, blue in shown:
        parts += [_SPREAD[green], _SPREAD[red], _SPREAD[blue]]
    return b"".join(parts) + _RESET


class Wire(Protocol):
    def send(self, signal: bytes) -> None: ...

    def close(self) -> None: ...


class SpiWire:
    """Raises OSError where the device is not there: SPI has to be switched on."""

    def __init__(self, device: str) -> None:
        try:
            self._file = os.open(device, os.O_WRONLY)
        except FileNotFoundError:
            missing = f"{device} is not there: `sudo raspi-config nonint do_spi 0` switches SPI on"
            raise FileNotFoundError(missing) from None
        try:
            fcntl.ioctl(self._file, _SET_MODE, struct.pack("=B", 0))
            fcntl.ioctl(self._file, _SET_SPEED, struct.pack("=I", _SPEED))
        except OSError:
            os.close(self._file)
            raise

    def send(self, signal: bytes) -> None:
        os.write(self._file, signal)

    def close(self) -> None:
        os.close(self._file)


class LightBar:
    def __init__(self, bar: Bar, wire: Wire | None = None) -> None:
        """Dark at once, whatever it showed before. Raises OSError, as `SpiWire` does."""
        self._bar = bar
        self._wire = wire or SpiWire(bar.device)
        try:
            self.show(ALL_DARK)
        except OSError:
            self._wire.close()
            raise

    def show(self, lights: Lights) -> None:
        """Sent each time, and not only what changes: a string whose own supply was plugged in later is right
        again at the next look. A millisecond is all that it takes."""
        self._wire.send(signal_of(colours(lights, self._bar)))

    def close(self) -> None:
        try:
            self.show(ALL_DARK)
        finally:
            self._wire.close()
