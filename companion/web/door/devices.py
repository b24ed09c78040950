"""Which phones were let in: kept in a file, and ended there, whatever cookie a phone still has."""

import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from vision.files import replace_file

FORMAT: Final = "himiki-devices/1"
MOST: Final = 200
"""Of a club; the one that was seen last the longest ago is forgotten for another."""
SECONDS: Final = 180 * 24 * 3600
"""That a phone stays let in."""
_NOTED_EVERY: Final = 600.0
"""Seconds after which it is kept that a phone was seen: a card is not made for more."""
LONGEST_NAME: Final = 40

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Device:
    id: str
    name: str
    since: float
    """Seconds since 1970, as `seen`."""
    seen: float
    let_in: bool = True
    """Otherwise it was once: the PIN was changed since."""


class Devices:
    """May be asked from any thread; whoever only asks waits for nobody."""

    def __init__(
        self,
        path: Path | None,
        *,
        wall: Callable[[], float] = time.time,
        forgotten: Callable[[], object] = lambda: None,
    ) -> None:
        """Kept in that file, or nowhere; calls `forgotten` where it cannot be read."""
        self._path = path
        self._wall = wall
        self._lock = threading.Lock()
        self._all: Mapping[str, Device] = {}
        self._pin = ""
        self._kept_at = 0.0
        try:
            self._read()
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError, KeyError) as fault:
            _log.warning("which phones were let in cannot be read (%s): each needs the PIN once more", fault)
            forgotten()

    def _read(self) -> None:
        if self._path is None:
            return
        told = json.loads(self._path.read_text(encoding="utf-8"))
        if told["format"] != FORMAT:
            raise ValueError(f"it is no {FORMAT}")
        oldest = self._wall() - SECONDS
        found = [Device(**each) for each in told["devices"]]
        self._all = {each.id: each for each in found[-MOST:] if each.since > oldest}
        self._pin = str(told["pin"])

    def of_pin(self, mark: str) -> bool:
        """Those let in by another PIN are not let in any more; whether it is another one."""
        if mark == self._pin:
            return False
        with self._lock:
            another = self._pin != ""
            self._pin = mark
            if another:
                self._all = {name: replace(each, let_in=False) for name, each in self._all.items()}
            self._keep()
            return another

    def stay_with(self, mark: str) -> None:
        """The PIN became another one without being given to anybody else: they stay let in."""
        with self._lock:
            self._pin = mark
            self._keep()

    def get(self, name: str) -> Device | None:
        return self._all.get(name)

    def let_in(self, name: str, was: str | None) -> Device:
        """`was`: which one it was before, where that is known."""
        now = self._wall()
        with self._lock:
            known = None if was is None else self._all.get(was)
            if known is None:
                known = Device(secrets.token_hex(8), name[:LONGEST_NAME], now, now)
            device = replace(known, since=now, seen=now, let_in=True)
            others = sorted(
                (each for each in self._all.values() if each.id != device.id), key=lambda each: each.seen
            )
            self._all = {each.id: each for each in (*others[-(MOST - 1) :], device)}
            self._keep()
            return device

    def notice(self, name: str) -> None:
        """That one is here now."""
        known = self._all.get(name)
        now = self._wall()
        if known is None or abs(now - known.seen) < _NOTED_EVERY / 10:
            return
        with self._lock:
            if name in self._all:
                self._all = {**self._all, name: replace(self._all[name], seen=now)}
                if abs(now - self._kept_at) > _NOTED_EVERY:
                    self._keep(sync=False)

    def rename(self, name: str, called: str) -> bool:
        """Whether there is such a one."""
        with self._lock:
            if name not in self._all:
                return False
            self._all = {**self._all, name: replace(self._all[name], name=called[:LONGEST_NAME])}
            self._keep()
            return True

    def forget(self, name: str) -> bool:
        """Whether there was such a one."""
        with self._lock:
            if name not in self._all:
                return False
            self._all = {each: device for each, device in self._all.items() if each != name}
            self._keep()
            return True

    def those_let_in(self) -> list[Device]:
        """Those seen last first."""
        return sorted((each for each in self._all.values() if each.let_in), key=lambda each: -each.seen)

    def _keep(self, *, sync: bool = True) -> None:
        """Called with the lock held. Where it cannot be kept, it holds until the next start."""
        self._kept_at = self._wall()
        if self._path is None:
            return
        told: dict[str, Any] = {
            "format": FORMAT,
            "pin": self._pin,
            "devices": [asdict(each) for each in self._all.values()],
        }
        try:
            replace_file(
                self._path, json.dumps(told, ensure_ascii=False, indent=1) + "\n", mode=0o600, sync=sync
            )
        except OSError as fault:
            _log.warning("which phones were let in cannot be kept: %s", fault)


_SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "Chromebook",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}


def name_of(agent: str) -> str:
    """What people call a device that says this of itself; empty where it says nothing that they know."""
    system = next((name for sign, name in _SYSTEMS.items() if sign in agent), "")
    browser = next((name for sign, name in _BROWSERS.items() if sign in agent), "")
    if system or browser:
        return " · ".join(filter(None, (system, browser)))
    program = agent.split("/", maxsplit=1)[0].split(" ", maxsplit=1)[0]
    return program[:LONGEST_NAME] if program.isascii() and program.isprintable() else ""
