"""Telling systemd that the companion is up, and that it is really working."""

import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from typing import Final

_STUCK: Final = 0.5
"""Of the watchdog's time: without a frame looked at for that long it is not fed any more."""


class Notifier:
    """Speaks to the socket that systemd names; without one it does nothing."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        usec = environment.get("WATCHDOG_USEC", "")
        ours = environment.get("WATCHDOG_PID") in (None, str(os.getpid()))
        self.watchdog_seconds = int(usec) / 1e6 if usec.isdecimal() and ours else None

    def tell(self, text: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as speaker:
            try:
                speaker.sendto(text.encode(), self._address)
            except OSError:
                return  # systemd is not listening: nothing at the table depends on it

    def ready(self, status: str) -> None:
        self.tell(f"READY=1\nSTATUS={status}")

    def takes(self, seconds: float, status: str) -> None:
        """Before something long on the way to `ready`: for so long systemd waits, whatever the unit says."""
        self.tell(f"EXTEND_TIMEOUT_USEC={round(1e6 * seconds)}\nSTATUS={status}")

    def stopping(self) -> None:
        self.tell("STOPPING=1")


class Watchdog:
    """Feeds systemd's watchdog as long as `heartbeat` (of `time.monotonic()`) goes on."""

    def __init__(
        self,
        notifier: Notifier,
        heartbeat: Callable[[], float],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._notifier = notifier
        self._heartbeat = heartbeat
        self._stuck_after = _STUCK * (notifier.watchdog_seconds or 0.0)
        self._clock = clock
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def feed(self) -> bool:
        """Once; whether there was progress to feed it with."""
        if self._clock() - self._heartbeat() > self._stuck_after:
            return False
        self._notifier.tell("WATCHDOG=1")
        return True

    def start(self) -> None:
        if self._notifier.watchdog_seconds is None:
            return
        self._thread = threading.Thread(
            target=self._work, args=(self._notifier.watchdog_seconds / 3,), name="watchdog", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _work(self, every: float) -> None:
        while not self._stop.wait(every):
            self.feed()
