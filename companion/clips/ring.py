"""The last seconds, in memory."""

import threading
from bisect import bisect_left, bisect_right
from collections import deque

from companion.clips.shots import Shot


class Ring:
    """As many seconds as it may have, in no more bytes than it may have. May be used from any thread."""

    def __init__(self, seconds: float, room: int) -> None:
        self.seconds = seconds
        self._room = room
        self._shots: deque[Shot] = deque()
        self._size = 0
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """Bytes."""
        return self._size

    def __len__(self) -> int:
        return len(self._shots)

    def add(self, shot: Shot) -> None:
        with self._lock:
            if self._shots and shot.t <= self._shots[-1].t:
                # A recording that begins anew: what was before it belongs to no moment that is to come.
                self._forget()
            self._shots.append(shot)
            self._size += len(shot.jpeg)
            while self._shots and (shot.t - self._shots[0].t > self.seconds or self._size > self._room):
                self._size -= len(self._shots.popleft().jpeg)

    def between(self, start: float, end: float) -> tuple[Shot, ...]:
        """Both times included, in order."""
        with self._lock:
            shots = tuple(self._shots)
        times = [shot.t for shot in shots]
        return shots[bisect_left(times, start) : bisect_right(times, end)]

    def clear(self) -> None:
        with self._lock:
            self._forget()

    def _forget(self) -> None:
        self._shots.clear()
        self._size = 0
