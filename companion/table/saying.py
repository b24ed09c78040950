"""What the referee says: durable first, then told to everybody."""

import logging
from collections.abc import Iterable
from typing import Final

from companion.referee.events import Event
from companion.store import Store, Stored, StoreError
from companion.table.listeners import Listeners

_log = logging.getLogger(__name__)


class Saying:
    """Not for several threads at once: the table has one lock around it."""

    def __init__(self, store: Store) -> None:
        self.listeners: Final = Listeners()
        self._store = store
        self._pending: list[Event] = []
        """Said, but not yet durable: nobody has heard of them."""

    @property
    def waiting(self) -> int:
        return len(self._pending)

    def say(self, game: int, events: Iterable[Event]) -> list[Event]:
        """What cannot be kept now waits, and goes before whatever is said next."""
        events = list(events)
        self._pending += events
        if self._pending:
            try:
                stored = self._appended(game)
            except StoreError as fault:
                _log.warning("%s; %d events wait to be kept and told", fault, len(self._pending))
                return events
            said = list(zip((each.id for each in stored), self._pending, strict=True))
            self._pending = []
            self.listeners.tell(said)
        return events

    def forget(self) -> None:
        """The game that it was said of is gone."""
        self._pending.clear()

    def _appended(self, game: int) -> tuple[Stored, ...]:
        try:
            return self._store.append(game, self._pending)
        except StoreError as fault:
            if not fault.damaged:
                raise
            self._store.repair(str(fault))
            return self._store.append(game, self._pending)
