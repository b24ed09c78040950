"""The panel: LEDs on the header's pins that show the game."""

from contextlib import ExitStack
from typing import Final, TypeVar

from gpiozero import LED, RGBLED, Factory

from hardware.lights import ALL_DARK, POINTS, Lights, Signal
from hardware.pins import on_pin
from hardware.wiring import Wiring

COLOURS: Final = {
    Signal.DARK: (0.0, 0.0, 0.0),
    Signal.FAIR: (0.0, 1.0, 0.0),
    Signal.WAITING: (1.0, 0.4, 0.0),
    Signal.VIOLATION: (1.0, 0.0, 0.0),
    Signal.SAID: (0.0, 0.0, 1.0),
}
"""Red, green, blue."""

RHYTHM: Final = {Signal.VIOLATION: (0.2, 0.2), Signal.WAITING: (1.0, 0.4)}
"""Seconds on and off; other signals stand still."""

_ELEMENTS: Final = ("fire", "water", "wood")

Light = TypeVar("Light", LED, RGBLED)


class Panel:
    """Shows `Lights` on whatever is wired. Showing the same twice does nothing; closing darkens all."""

    def __init__(self, wiring: Wiring, *, rhythm: bool = True, pin_factory: Factory | None = None) -> None:
        """Raises `PinsError`, and then holds no pin any more."""
        self._rhythm = rhythm
        self._shown: Lights | None = None
        self._factory = pin_factory
        self._lit_when_low = wiring.lit_when_low
        with ExitStack() as closing:
            self._scores = tuple(self._leds(wiring, name, closing) for name in ("white_score", "black_score"))
            self._turns = tuple(self._led(wiring, name, closing) for name in ("white_turn", "black_turn"))
            self._influences = tuple(self._leds(wiring, name, closing) for name in _ELEMENTS)
            self._referee = self._lamp(wiring.referee, closing)
            self.show(ALL_DARK)
            self._closing = closing.pop_all()

    def _led(self, wiring: Wiring, name: str, closing: ExitStack) -> LED | None:
        pin = getattr(wiring, name)
        return None if pin is None else self._made(name, pin, closing)

    def _leds(self, wiring: Wiring, name: str, closing: ExitStack) -> tuple[LED, ...]:
        return tuple(self._made(name, pin, closing) for pin in getattr(wiring, name))

    def _made(self, name: str, pin: int, closing: ExitStack) -> LED:
        led = on_pin(
            name, (pin,), lambda: LED(pin, active_high=not self._lit_when_low, pin_factory=self._factory)
        )
        return self._kept(led, closing)

    def _lamp(self, pins: tuple[int, ...], closing: ExitStack) -> RGBLED | None:
        if not pins:
            return None
        lamp = on_pin(
            "referee",
            pins,
            lambda: RGBLED(*pins, active_high=not self._lit_when_low, pin_factory=self._factory),
        )
        return self._kept(lamp, closing)

    @staticmethod
    def _kept(light: Light, closing: ExitStack) -> Light:
        """Dark before it is let go: a pin that nobody holds stays on many a Pi as it was. A light that
        cannot be darkened keeps no other one lit."""
        closing.callback(light.close)
        closing.callback(light.off)
        return light

    def show(self, lights: Lights) -> None:
        if lights == self._shown:
            return
        for leds, score in zip(self._scores, (lights.white_score, lights.black_score), strict=True):
            for point, led in zip(range(POINTS), leds, strict=False):
                _set(led, score > point)
        for turn, on in zip(self._turns, (lights.white_turn, lights.black_turn), strict=True):
            if turn is not None:
                _set(turn, on)
        for pair, holder in zip(self._influences, lights.influences, strict=True):
            for led, side in zip(pair, "wb", strict=False):
                _set(led, holder == side)
        if self._referee is not None and (self._shown is None or self._shown.referee is not lights.referee):
            self._signal(self._referee, lights.referee)
        self._shown = lights

    def _signal(self, led: RGBLED, signal: Signal) -> None:
        rhythm = RHYTHM.get(signal) if self._rhythm else None
        if rhythm is None:
            led.color = COLOURS[signal]
        else:
            led.blink(*rhythm, on_color=COLOURS[signal])

    def close(self) -> None:
        self._closing.close()


def _set(led: LED, on: bool) -> None:
    """Only a light that changes is touched."""
    if on != bool(led.value):
        led.value = int(on)
