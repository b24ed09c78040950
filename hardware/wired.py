"""Everything wired that shines or sounds, reached at once: to be shown something, or to be made dark."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Protocol

from gpiozero import OutputDevice

from hardware.bar import LightBar
from hardware.lights import Lights
from hardware.panel import Panel
from hardware.pins import header, on_pin, told
from hardware.wiring import Wiring


class Part(Protocol):
    def show(self, lights: Lights) -> None: ...

    def close(self) -> None: ...


def lights_in(wiring: Wiring, closing: ExitStack) -> list[Part]:
    """Whatever lights are wired, dark now and when they are closed. Raises OSError."""
    parts: list[Part] = []
    if wiring.has_lights:
        parts.append(Panel(wiring, rhythm=False, pin_factory=header()))
        closing.callback(parts[-1].close)
    if wiring.bar is not None:
        parts.append(LightBar(wiring.bar))
        closing.callback(parts[-1].close)
    return parts


def darken(wiring: Wiring) -> list[str]:
    """All that a program left on which was killed. What could not be reached, and why."""
    complaints = []
    for alone in _apart(wiring):
        try:
            with ExitStack() as closing:
                lights_in(alone, closing)
                if alone.buzzer is not None:
                    _silence(alone.buzzer)
        except Exception as fault:  # noqa: BLE001
            # Drivers raise classes of their own, of no common kind; one that fails keeps no other part lit.
            complaints.append(told(fault))
    return list(dict.fromkeys(complaints))


def _apart(wiring: Wiring) -> Iterator[Wiring]:
    yield replace(wiring, bar=None, buzzer=None)
    yield Wiring(bar=wiring.bar)
    yield Wiring(buzzer=wiring.buzzer)


def _silence(pin: int) -> None:
    """The tone ends with the program that made it, but its last half-wave may still be on the wire."""
    factory = header()
    on_pin("buzzer", (pin,), lambda: OutputDevice(pin, pin_factory=factory)).close()
