"""The game clock: started and stopped by what is seen. It has no time of its own."""

from companion.referee.game import Clock
from companion.rules.cubes import Colour
from vision.frames import Seconds


class Clockwork:
    def __init__(self, clock: Clock) -> None:
        self._increment = clock.increment
        self._left = [clock.minutes * 60.0] * 2
        self._runs: Colour | None = None
        self._since: Seconds | None = None

    def run(self, colour: Colour | None, t: Seconds) -> None:
        """Whose time passes from now on; None while it stands still."""
        self.advance(t)
        self._runs = colour

    def advance(self, t: Seconds) -> None:
        if self._runs is not None and self._since is not None and t > self._since:
            self._left[self._runs] = max(0.0, self._left[self._runs] - (t - self._since))
        self._since = t

    def turn_ended(self, colour: Colour) -> None:
        self._left[colour] += self._increment

    def put(self, left: tuple[float, float]) -> None:
        self._left = list(left)

    def left(self, t: Seconds | None = None) -> tuple[float, float]:
        """Seconds left for white and black."""
        left = list(self._left)
        if t is not None and self._runs is not None and self._since is not None:
            left[self._runs] = max(0.0, left[self._runs] - max(0.0, t - self._since))
        return round(left[0], 3), round(left[1], 3)

    @property
    def runs(self) -> Colour | None:
        return self._runs

    @property
    def fallen(self) -> Colour | None:
        """Whose time has run out while it ran."""
        return self._runs if self._runs is not None and self._left[self._runs] <= 0 else None
