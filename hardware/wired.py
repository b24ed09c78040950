"""Everything wired that shines or sounds, reached at once: to be shown something, or to be made dark."""

from collections.abc import Callable, Iterator
from typing import Protocol

from gpiozero import OutputDevice

from hardware.bar import LightBar
from hardware.lights import Lights
from hardware.panel import Panel
from hardware.pins import header, on_pin, told
from hardware.wiring import Wiring


class Closing(Protocol):
    def close(self) -> None: ...


class Part(Closing, Protocol):
    def show(self, lights: Lights) -> None: ...


def lights_in(wiring: Wiring) -> Iterator[Callable[[], Part]]:
    """How to reach each kind of light that is wired: each is dark at first, and when it is closed.

    What cannot be reached raises OSError.
    """
    if wiring.has_lights:
        yield lambda: Panel(wiring, rhythm=False, pin_factory=header())
    if (bar := wiring.bar) is not None:
        yield lambda: LightBar(bar)


def darken(wiring: Wiring) -> list[str]:
    """All that a program left on which was killed. What could not be reached, and why."""
    reached: list[Callable[[], Closing]] = [*lights_in(wiring)]
    if (pin := wiring.buzzer) is not None:
        reached.append(lambda: _silenced(pin))
    complaints = []
    for reach in reached:
        try:
            reach().close()
        except Exception as fault:  # noqa: BLE001
            # Drivers raise classes of their own, of no common kind; one that fails keeps no other part lit.
            complaints.append(told(fault))
    return list(dict.fromkeys(complaints))


def _silenced(pin: int) -> Closing:
    """The tone ends with the program that made it, but its last half-wave may still be on the wire."""
    factory = header()
    device: Closing = on_pin("buzzer", (pin,), lambda: OutputDevice(pin, pin_factory=factory))
    return device
