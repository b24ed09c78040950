"""One game followed through the looks of one eye: what is seen, decided and said, in one order."""

from dataclasses import replace
from typing import Any, Final

from companion import games
from companion.games.decisions import takes_back
from companion.games.events import Event
from companion.games.play import Referee
from companion.games.seeing import Teaching
from vision.frames import Seconds
from vision.plane import eye as seen

_TICK: Final = 0.1
"""Seconds between two times that the referee is told of time passing."""


class Following:
    """Not for several threads at once: the table has one lock around it."""

    def __init__(self, referee: Referee, teaching: Teaching | None = None) -> None:
        """`teaching` is that of the eye through which it is followed, where it is the same one's."""
        self.referee = referee
        self._seeing = games.seeing_of(referee.game.of)
        self.sighting: Any = None
        """The last one that an eye told."""
        self.ever_seen = False
        """Whether there was a board at any time."""
        self.teaching = teaching or self._seeing.teaching()
        self._camera_gone = False
        self._ticked = Seconds(0.0)

    def hear(self, look: seen.Look[Any]) -> list[Event]:
        """What one frame brought."""
        self._camera_gone = False
        if look.sighting is None:
            return self.unchanged(look.t)
        return self.see(look.sighting)

    def unchanged(self, t: Seconds) -> list[Event]:
        """The last sighting still holds: how long it does is what the referee judges by."""
        return self.tick(t) if self.sighting is None else self.see(replace(self.sighting, t=t))

    @property
    def settled(self) -> bool:
        """Whether the last sighting leaves nothing open."""
        return self.sighting is not None and self._seeing.rests(self.sighting)

    def see(self, sighting: Any) -> list[Event]:
        self.sighting = sighting
        self.ever_seen |= sighting.board
        return [*self.referee.see(sighting)]

    def tick(self, t: Seconds) -> list[Event]:
        if not 0 <= t - self._ticked < _TICK:
            self._ticked = t
            return [*self.referee.tick(t)]
        return []

    def decide(self, decision: Any, t: Seconds) -> list[Event]:
        before = self.referee.told
        said = [*self.referee.decide(decision, t)]
        self.teaching.note(before, self.referee.told, undone=takes_back(decision))
        return said

    @property
    def has_camera(self) -> bool:
        return not self._camera_gone

    def without_camera(self) -> None:
        """None was ever there: nothing is lost."""
        self._camera_gone = True

    def camera_gone(self, t: Seconds, reason: str) -> list[Event]:
        """No board is seen from here on; the first look that comes again shows what the eye knows."""
        self._camera_gone = True
        return [*self.referee.see(self._seeing.blind(t, reason))]

    def follow(self, referee: Referee, t: Seconds) -> list[Event]:
        """Another game from now on, beginning with what is seen now."""
        self.referee = referee
        self.teaching.forget_lessons()
        if self.sighting is None or self._camera_gone:
            return []
        return self.see(replace(self.sighting, t=t))

    def end(self, t: Seconds) -> list[Event]:
        return [*self.referee.end(t)]
