"""Movement that does not end: now and then it is looked whether the board can be seen behind it.

A hand moves over a part of the board and goes away. What moves everywhere and stays is something else: a
cable that lost its signal, a curtain before the camera, a camera that hangs from its wire.
"""

from typing import Final

from vision.frames import Seconds

_LONG: Final = 3.0
"""Seconds of movement without a break before the first look: a move is over by then."""

_EVERY: Final = 1.0
"""Seconds between two looks."""

_IN_A_ROW: Final = 3
"""Looks that show no board, until it is believed that it is not to be seen."""


class Bustle:
    def __init__(self) -> None:
        self._since: Seconds | None = None
        self._looked_at = Seconds(0.0)
        self._unseen = 0

    def over(self) -> None:
        """Something was still."""
        self._since = None
        self._unseen = 0

    def asks(self, t: Seconds) -> bool:
        """Something moves: whether it is time for a look."""
        if self._since is None:
            self._since = t
        if t - self._since < _LONG or t - self._looked_at < _EVERY:
            return False
        self._looked_at = t
        return True

    def hides(self, *, board: bool) -> bool:
        """What the look showed; whether the board is lost by now."""
        self._unseen = 0 if board else self._unseen + 1
        return self._unseen >= _IN_A_ROW
