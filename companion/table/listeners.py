"""Who listens to a table. One that stops taking is let go: it never slows the table or anybody else."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

from companion.games.events import Event
from companion.store import Store

MOST_WAITING: Final = 500
"""Events of one listener; who is further behind is let go, and can ask the store for what it missed."""

Numbered = tuple[int, Event]
"""An event with its number in the store."""


class Subscription:
    """Everything said after it was made, in order, each event once."""

    def __init__(self, listeners: "Listeners", missed: Iterable[Numbered], most: int) -> None:
        self._listeners = listeners
        self._most = most
        self._waiting: deque[Numbered] = deque(missed)
        self._news = threading.Condition()
        self.closed = False
        """It was closed, or let go."""

    def take(self, timeout: float) -> list[Numbered]:
        """Waits for at least one event, or the time; everything there is. Empty for good once closed."""
        with self._news:
            if not self._waiting and not self.closed:
                self._news.wait(timeout)
            taken = list(self._waiting)
            self._waiting.clear()
            return taken

    def give(self, said: Sequence[Numbered]) -> bool:
        """False when it is too far behind."""
        with self._news:
            if len(self._waiting) + len(said) > self._most:
                self.closed = True
            else:
                self._waiting.extend(said)
            self._news.notify_all()
            return not self.closed

    def close(self) -> None:
        self._listeners.forget(self)
        with self._news:
            self.closed = True
            self._news.notify_all()

    def __enter__(self) -> "Subscription":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Listeners:
    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._most = most_waiting
        self._all: list[Subscription] = []
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._all)

    def add(self, missed: Iterable[Numbered] = ()) -> Subscription:
        """One that begins with what it missed."""
        missed = tuple(missed)
        added = Subscription(self, missed, self._most + len(missed))
        with self._lock:
            self._all.append(added)
        return added

    def forget(self, subscription: Subscription) -> None:
        with self._lock:
            if subscription in self._all:
                self._all.remove(subscription)

    def tell(self, said: Sequence[Numbered]) -> None:
        with self._lock:
            self._all = [each for each in self._all if each.give(said)]

    def close(self) -> None:
        for each in tuple(self._all):
            each.close()


class Events:
    """What was said at a table, each event once and in order; and whatever will be."""

    def __init__(
        self, store: Store, listeners: Listeners, lock: AbstractContextManager[Any], of: Callable[[], str]
    ) -> None:
        """`lock`: held while something is said. `of`: the game that is played."""
        self._store = store
        self._listeners = listeners
        self._lock = lock
        self._of = of

    def subscribe(self, after: int | None = None) -> Subscription:
        """Everything said from now on; with `after`, first what was said after that event."""
        with self._lock:
            return self._listeners.add(() if after is None else self.since(after))

    def since(self, number: int) -> Iterator[Numbered]:
        """In order, up to now; read from the store as they are taken. Of other games than the one that is
        played nobody at this table could make anything."""
        of = self._of()
        told = self._store.between(number, self.newest())
        return ((each.id, each.told) for each in told if each.of == of)

    def newest(self) -> int:
        """The number of the last one."""
        return self._store.newest()
