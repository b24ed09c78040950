"""The panel: LEDs on the header's pins that show the game."""

from typing import Final

from gpiozero import LED, RGBLED, Factory

from hardware.lights import ALL_DARK, POINTS, Lights, Signal
from hardware.wiring import Wiring

COLOURS: Final = {
    Signal.DARK: (0.0, 0.0, 0.0),
    Signal.FAIR: (0.0, 1.0, 0.0),
    Signal.WAITING: (1.0, 0.4, 0.0),
    Signal.VIOLATION: (1.0, 0.0, 0.0),
    Signal.MUK_YAN: (0.0, 0.0, 1.0),
}
"""Red, green, blue."""

RHYTHM: Final = {Signal.VIOLATION: (0.2, 0.2), Signal.WAITING: (1.0, 0.4)}
"""Seconds on and off; other signals stand still."""

_ELEMENTS: Final = ("fire", "water", "wood")


class Panel:
    """Shows `Lights` on whatever is wired. Showing the same twice does nothing; closing darkens all."""

    def __init__(self, wiring: Wiring, *, rhythm: bool = True, pin_factory: Factory | None = None) -> None:
        self._rhythm = rhythm
        self._shown: Lights | None = None
        self._factory = pin_factory
        self._lit_when_low = wiring.lit_when_low
        self._scores = tuple(self._leds(pins) for pins in (wiring.white_score, wiring.black_score))
        self._turns = tuple(self._led(pin) for pin in (wiring.white_turn, wiring.black_turn))
        self._influences = tuple(self._leds(getattr(wiring, name)) for name in _ELEMENTS)
        self._referee = None
        if wiring.referee:
            red, green, blue = wiring.referee
            self._referee = RGBLED(
                red, green, blue, active_high=not self._lit_when_low, pin_factory=pin_factory
            )
        self.show(ALL_DARK)

    def _led(self, pin: int | None) -> LED | None:
        if pin is None:
            return None
        return LED(pin, active_high=not self._lit_when_low, pin_factory=self._factory)

    def _leds(self, pins: tuple[int, ...]) -> tuple[LED, ...]:
        return tuple(LED(p, active_high=not self._lit_when_low, pin_factory=self._factory) for p in pins)

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
        self.show(ALL_DARK)
        for led in (*self._scores[0], *self._scores[1], *sum(self._influences, ())):
            led.close()
        for turn in self._turns:
            if turn is not None:
                turn.close()
        if self._referee is not None:
            self._referee.close()


def _set(led: LED, on: bool) -> None:
    """Only a light that changes is touched."""
    if on != bool(led.value):
        led.value = int(on)
