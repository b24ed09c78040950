"""A passive buzzer that never makes the table wait."""

import logging
import threading
from collections.abc import Callable

from gpiozero import Factory, PWMOutputDevice

from hardware.pins import on_pin
from hardware.tunes import Tune

_log = logging.getLogger(__name__)


class Buzzer:
    """Plays one tune at a time in a thread of its own; a more urgent one takes over at once."""

    def __init__(
        self,
        pin: int,
        *,
        volume: float = 1.0,
        quiet: Callable[[], bool] = lambda: False,
        pin_factory: Factory | None = None,
    ) -> None:
        """Raises `PinsError`."""
        self._loud = 0.5 * max(0.0, min(1.0, volume)) ** 2
        self._quiet = quiet
        self._device = on_pin("buzzer", (pin,), lambda: PWMOutputDevice(pin, pin_factory=pin_factory))
        self._wanted: Tune | None = None
        self._playing: Tune | None = None
        self._changed = threading.Condition()
        self._cut = threading.Event()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="buzzer", daemon=True)
        self._thread.start()

    def play(self, tune: Tune) -> None:
        """Returns at once. A tune gives way to one at least as urgent; a lesser one is left out."""
        with self._changed:
            current = self._wanted or self._playing
            if self._closed or self._quiet() or (current is not None and tune.urgency < current.urgency):
                return
            self._wanted = tune
            self._cut.set()
            self._changed.notify_all()

    def wait(self, timeout: float) -> bool:
        """Whether it fell silent within that time."""
        with self._changed:
            return self._changed.wait_for(lambda: not (self._wanted or self._playing), timeout)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._cut.set()
            self._changed.notify_all()
        self._thread.join()
        self._device.close()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._playing = None
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._closed or self._wanted)
                if self._closed:
                    return
                tune = self._playing = self._wanted
                self._wanted = None
                self._cut.clear()
            if tune is not None:
                try:
                    self._sound(tune)
                except Exception as fault:  # noqa: BLE001
                    # Of what kind it is depends on the driver. The next tune may be heard again.
                    _log.warning("the buzzer is silent: %s", fault)

    def _sound(self, tune: Tune) -> None:
        try:
            for note in tune.notes:
                if note.hertz:
                    self._device.frequency = note.hertz
                    self._device.value = self._loud
                else:
                    self._device.value = 0
                if self._cut.wait(note.seconds):
                    break
        finally:
            self._device.value = 0
