"""What a hall's pages hear as it happens, or as much later as spectators do."""

import queue
import time
from collections import deque
from collections.abc import Iterable
from typing import Any, Final

from companion.hall.hall import Hall
from companion.hall.ledger import Kept

_LOOK_EVERY: Final = 0.25
"""Seconds between two looks whether something is due."""


class OfHall:
    """The events of all tables, by the hall's own numbers: a `companion.web.exchange.live.LiveSource`."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._news: queue.SimpleQueue[list[Kept]] = queue.SimpleQueue()
        self._late: deque[tuple[float, list[Kept]]] = deque()
        """With when they are due."""
        self._told = hall.ledger.newest_of(hall.until)
        hall.listen(self._news.put)

    def take(self, timeout: float) -> list[tuple[int, dict[str, Any]]]:
        end = time.monotonic() + timeout
        while True:
            wait = max(0.0, end - time.monotonic())
            try:
                kept = self._news.get(timeout=min(wait, _LOOK_EVERY) if self._late else wait)
                self._late.append((time.monotonic() + self._hall.delay, kept))
            except queue.Empty:
                pass
            due: list[Kept] = []
            while self._late and self._late[0][0] <= time.monotonic():
                due += self._late.popleft()[1]
            if due:
                self._told = due[-1].id
            if due or time.monotonic() >= end:
                return _told(due)

    def since(self, number: int, most: int) -> list[tuple[int, dict[str, Any]]]:
        return _told(self._hall.ledger.since(number, most, self._hall.until))

    def state(self) -> dict[str, Any]:
        """That something is new, of one or of a thousand tables: pages ask which."""
        if not self._hall.delay:
            return {"version": self._hall.version, "broker": self._hall.up}
        shown = self._hall.tables(late=True)
        return {"version": max((each["version"] for each in shown), default=0), "broker": self._hall.up}

    def newest(self) -> int:
        return self._told if self._hall.delay else self._hall.ledger.newest


def _told(kept: Iterable[Kept]) -> list[tuple[int, dict[str, Any]]]:
    return [(each.id, each.as_json()) for each in kept]
