"""Addressable lights (WS2812) in or around the board, driven over SPI's data line."""

import fcntl
import os
import struct
from typing import Final

from hardware.lights import Lights, Signal
from hardware.wiring import Bar, Layout

_SPEED: Final = 2_400_000
"""Three SPI bits make one of the lights': 1.25 µs."""

_RESET: Final = bytes(90)
"""300 µs of silence: the lights take over what they were sent."""

_SET_MODE: Final = 0x40016B01
_SET_SPEED: Final = 0x40046B04
_COLUMNS: Final = 6
_ROWS: Final = 5

Rgb = tuple[int, int, int]

_COLOURS: Final[dict[Signal, Rgb]] = {
    Signal.DARK: (0, 0, 0),
    Signal.FAIR: (0, 255, 0),
    Signal.WAITING: (255, 110, 0),
    Signal.VIOLATION: (255, 0, 0),
    Signal.MUK_YAN: (0, 60, 255),
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
    """What goes over the wire: green, red, blue of each light, then silence."""
    parts = [b"\0"]
    for red, green, blue in shown:
        parts += [_SPREAD[green], _SPREAD[red], _SPREAD[blue]]
    return b"".join(parts) + _RESET


class LightBar:
    """Raises OSError where the device is not there: SPI has to be switched on."""

    def __init__(self, bar: Bar) -> None:
        self._bar = bar
        self._sent: bytes | None = None
        self._file = os.open(bar.device, os.O_WRONLY)
        try:
            fcntl.ioctl(self._file, _SET_MODE, struct.pack("=B", 0))
            fcntl.ioctl(self._file, _SET_SPEED, struct.pack("=I", _SPEED))
        except OSError:
            os.close(self._file)
            raise

    def show(self, lights: Lights) -> None:
        signal = signal_of(colours(lights, self._bar))
        if signal != self._sent:
            os.write(self._file, signal)
            self._sent = signal

    def close(self) -> None:
        self.show(Lights())
        os.close(self._file)
