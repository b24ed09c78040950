"""What the referee says: durable first, then told to everybody."""

from collections.abc import Callable, Iterable
from typing import Final

from companion.games.events import Event
from companion.store import Damage, Store, Stored, StoreError
from companion.table.listeners import Listeners
from companion.table.notices import Notices

_NOT_KEPT: Final = ("disk-full", "not-kept")


class Saying:
    """Not for several threads at once: the table has one lock around it."""

    def __init__(self, store: Store, notices: Notices, make_room: Callable[[], bool] = lambda: False) -> None:
        """`make_room` gives up what is worth less than games; whether there was anything."""
        self.listeners: Final = Listeners()
        self._store = store
        self._notices = notices
        self._make_room = make_room
        self._pending: list[Event] = []
        """Said, but not yet durable: nobody has heard of them."""

    @property
    def waiting(self) -> int:
        return len(self._pending)

    def say(self, game: int, events: Iterable[Event]) -> list[Event]:
        """What cannot be kept now waits, and goes before whatever is said next: that is put up meanwhile."""
        events = list(events)
        self._pending += events
        if self._pending:
            try:
                stored = self._appended(game)
            except StoreError as fault:
                self._put_up(fault)
                return events
            self._notices.take_down(*_NOT_KEPT)
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
            if fault.damaged:
                put_up_damage(self._notices, self._store.repair(str(fault)))
            elif not fault.full or not self._make_room():
                raise
            return self._store.append(game, self._pending)

    def _put_up(self, fault: StoreError) -> None:
        if fault.full:
            self._notices.put_up("disk-full")
        else:
            self._notices.put_up("not-kept", why=str(fault))


def put_up_damage(notices: Notices, damage: Damage) -> None:
    notices.put_up("games-damaged", name=damage.kept.name, games=damage.games, lost=damage.lost_events)
