"""Turns: so many at a time, and who waits is served client by client, whoever asked more often."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Busy(Exception):
    """Too much is asked for already: `own` by this client itself, else by all together."""

    def __init__(self, *, own: bool) -> None:
        super().__init__("too much is asked for already")
        self.own = own


class Lane:
    """On one loop. A client's requests stand behind each other; clients stand beside each other."""

    def __init__(self, places: int, *, each: int, most: int) -> None:
        """`places` at a time; `each` client may have so many there or waiting, all together `most`."""
        self.places = places
        self._free = places
        self._each = each
        self._most = most
        self._held: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def place(self, client: str) -> AsyncIterator[None]:
        """Waits for one; whoever is cancelled meanwhile stands in nobody's way. Raises `Busy`."""
        if self._held[client] >= self._each:
            raise Busy(own=True)
        if self._held.total() >= self._most:
            raise Busy(own=False)
        self._held[client] += 1
        try:
            await self._turn(client)
            try:
                yield
            finally:
                self._next()
        finally:
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]

    async def _turn(self, client: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._forget(client, turn)
            else:
                self._next()  # It was given a place at the very moment in which it left.
            raise

    def _forget(self, client: str, turn: "asyncio.Future[None]") -> None:
        own = self._waiting.get(client, deque())
        if turn in own:  # Otherwise it was passed over already.
            own.remove(turn)
            if not own:
                del self._waiting[client]

    def _next(self) -> None:
        while self._waiting:
            client = next(iter(self._waiting))
            own = self._waiting.pop(client)
            turn = own.popleft()
            if own:
                self._waiting[client] = own  # Behind all others.
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
