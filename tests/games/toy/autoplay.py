"""A hand that takes one after the other."""

import threading
from typing import Any


class Hand:
    def __init__(self, table: Any) -> None:
        self._table = table
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        done = -1
        while not self._stop.wait(0.02):
            status = self._table.status()
            if status.board and not status.over and status.moves > done and status.last_event is not None:
                done = status.moves
                self._table.drawn.do("take 1")
