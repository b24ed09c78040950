"""Whether the board is in sight, as the eye says it: when that is told to people."""

from typing import Any, Final

from companion.games.himiki.referee.events import BoardFound, BoardLost
from vision.frames import Seconds
from vision.sighting import Moved, Sighting

LOST_AFTER: Final = 0.5
"""Seconds without a board after which it is said to be lost."""

_EPSILON: Final = 0.001
"""Times are whole milliseconds."""


class Presence:
    def __init__(self) -> None:
        self.board = False
        """Whether the last sighting had one."""
        self._ever = False
        self._moved: Moved | None = None
        """The last move of the board that is known."""
        self._since: Seconds | None = None
        """When a sighting had none for the first time."""
        self._why = ""
        self.lost = False
        """It is said to be so."""

    def seen(self, sighting: Sighting[Any, Any], t: Seconds) -> tuple[BoardLost | BoardFound, ...]:
        if not sighting.board:
            self._why = sighting.why
            return self._missed(t)
        moved = sighting.moved if self._ever and sighting.moved != self._moved else None
        lost = () if self.lost or moved is None else (BoardLost(t=t, reason=moved.reason),)
        found = (BoardFound(t=t, turned=moved is not None and moved.turned),) if self.lost or lost else ()
        self.board = self._ever = True
        self._moved, self._since, self.lost = sighting.moved, None, False
        return *lost, *found

    def passed(self, t: Seconds) -> tuple[BoardLost | BoardFound, ...]:
        """Time, without a new sighting."""
        return () if self._since is None else self._missed(t)

    def _missed(self, t: Seconds) -> tuple[BoardLost, ...]:
        self.board = False
        if self._since is None:
            self._since = t
        if self.lost or t - self._since < LOST_AFTER - _EPSILON:
            return ()
        self.lost = True
        return (BoardLost(t=t, reason=self._why),)
