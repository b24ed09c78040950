"""A hand that takes one after the other."""

from typing import Any

from companion.games.play import Autoplay


class Hand(Autoplay):
    def __init__(self, table: Any) -> None:
        super().__init__(table, pause=0.02)
        self._done = -1

    def step(self) -> None:
        status = self._table.status()
        if status.board and not status.over and status.moves > self._done and status.last_event is not None:
            self._done = status.moves
            self._table.drawn.do("take 1")
