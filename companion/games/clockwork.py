"""The game clock: started and stopped by what is seen. It has no time of its own."""

from dataclasses import dataclass

from vision.frames import Seconds


@dataclass(frozen=True, slots=True)
class Clock:
    """Time for each side."""

    minutes: float
    increment: float = 0.0
    """Seconds added after each turn."""


class Clockwork:
    def __init__(self, clock: Clock) -> None:
        self._increment = clock.increment
        self.full = (clock.minutes * 60.0,) * 2
        """What both sides have at the beginning."""
        self._left = list(self.full)
        self._runs: int | None = None
        self._since: Seconds | None = None

    def run(self, side: int | None, t: Seconds) -> None:
        """Whose time passes from now on, 0 for the first side; None while it stands still."""
        self.advance(t)
        self._runs = side

    def advance(self, t: Seconds) -> None:
        if self._runs is not None and self._since is not None and t > self._since:
            self._left[self._runs] = max(0.0, self._left[self._runs] - (t - self._since))
        self._since = t

    def turn_ended(self, side: int) -> None:
        self._left[side] += self._increment

    def put(self, left: tuple[float, float]) -> None:
        self._left = list(left)

    def left(self, t: Seconds | None = None) -> tuple[float, float]:
        """Seconds left for the first side and the second."""
        left = list(self._left)
        if t is not None and self._runs is not None and self._since is not None:
            left[self._runs] = max(0.0, left[self._runs] - max(0.0, t - self._since))
        return round(left[0], 3), round(left[1], 3)

    @property
    def runs(self) -> int | None:
        return self._runs

    @property
    def fallen(self) -> int | None:
        """Whose time has run out while it ran."""
        return self._runs if self._runs is not None and self._left[self._runs] <= 0 else None
