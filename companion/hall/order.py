"""One table's events put in order: each once, without a hole, whatever the broker brings twice or late."""

from dataclasses import dataclass, field
from typing import Final

from companion.broker.messages.happening import TableEvent

ASK_EVERY: Final = 2.0
"""Seconds between two requests for the same hole: a table on a slow line has answered within one."""
PATIENCE: Final = 30.0
"""Seconds after which a hole is taken for lost: a table that was begun anew has no more than it has."""
MOST_AHEAD: Final = 2000
"""Events that wait behind a hole; further ones are asked for again when it is filled."""


@dataclass(slots=True)
class Order:
    """Has no clock; `now` is in seconds of whoever asks."""

    last: int = 0
    """Up to which number all is there."""
    _ahead: dict[int, TableEvent] = field(default_factory=dict)
    _told: int = 0
    """The highest number that the table has spoken of."""
    _asked: float | None = None
    _hole_since: float | None = None

    def hear(self, event: TableEvent) -> list[TableEvent]:
        """Those that follow now: none, where it is known already or where something before it is missing."""
        self.expect(event.n)
        if event.n > self.last and len(self._ahead) < MOST_AHEAD:
            self._ahead.setdefault(event.n, event)
        return self._following()

    def expect(self, n: int) -> None:
        """The table has told of that number."""
        self._told = max(self._told, n)

    def wanted(self, now: float) -> int | None:
        """After which number it is to send again; None where nothing is missing, or where it was asked."""
        if self._told <= self.last:
            self._asked = self._hole_since = None
            return None
        self._hole_since = now if self._hole_since is None else self._hole_since
        # What was told of a moment ago is most likely on its way.
        since = self._hole_since if self._asked is None else self._asked
        if now - since < (ASK_EVERY if self._asked is not None else ASK_EVERY / 4):
            return None
        self._asked = now
        return self.last

    def give_up(self, now: float) -> list[TableEvent]:
        """Where the table cannot fill a hole, it goes on behind it."""
        if self._hole_since is None or now - self._hole_since < PATIENCE or not self._ahead:
            return []
        self.last = min(self._ahead) - 1
        return self._following()

    def _following(self) -> list[TableEvent]:
        found = []
        while (event := self._ahead.pop(self.last + 1, None)) is not None:
            found.append(event)
            self.last += 1
        if found:
            self._hole_since = self._asked = None
        return found
