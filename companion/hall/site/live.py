"""What a hall's pages hear as it happens."""

import queue
from collections.abc import Iterable
from typing import Any

from companion.hall.hall import Hall
from companion.hall.ledger import Kept


class OfHall:
    """The events of all tables, by the hall's own numbers: a `companion.web.exchange.live.LiveSource`."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._news: queue.SimpleQueue[list[Kept]] = queue.SimpleQueue()
        hall.listen(self._news.put)

    def take(self, timeout: float) -> list[tuple[int, dict[str, Any]]]:
        try:
            kept = self._news.get(timeout=timeout)
        except queue.Empty:
            return []
        return _told(kept)

    def since(self, number: int, most: int) -> list[tuple[int, dict[str, Any]]]:
        return _told(self._hall.ledger.since(number, most))

    def state(self) -> dict[str, Any]:
        """That something is new, of one or of a thousand tables: pages ask which."""
        return {"version": self._hall.version, "broker": self._hall.up}

    def newest(self) -> int:
        return self._hall.ledger.newest


def _told(kept: Iterable[Kept]) -> list[tuple[int, dict[str, Any]]]:
    return [(each.id, each.as_json()) for each in kept]
