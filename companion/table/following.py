"""One game followed through the looks of one eye: what is seen, decided and said, in one order."""

from dataclasses import replace
from typing import Final

from companion.referee.decisions import Decision, TakeBack, Undo
from companion.referee.events import BoardLost, Event
from companion.referee.machine import Referee
from companion.table.teaching import Teaching
from vision import eye as seen
from vision.frames import Seconds
from vision.sighting import Lies, Sighting

_TICK: Final = 0.1
"""Seconds between two times that the referee is told of time passing."""


class Following:
    """Not for several threads at once: the table has one lock around it."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.sighting: Sighting | None = None
        """The last one that an eye told."""
        self.ever_seen = False
        """Whether there was a board at any time."""
        self.teaching = Teaching()
        self._why_lost = ""
        self._camera_gone = False
        self._ticked = Seconds(0.0)

    def hear(self, look: seen.Look) -> list[Event]:
        """What one frame brought."""
        for happening in look.happenings:
            if isinstance(happening, seen.BoardLost):
                self._why_lost = happening.reason
        self._camera_gone = False
        if look.sighting is None:
            return self.unchanged(look.t)
        return self.see(look.sighting) + self.tick(look.t)

    def unchanged(self, t: Seconds) -> list[Event]:
        """The last sighting still holds: how long it does is what the referee judges by."""
        said = [] if self.sighting is None else self.see(replace(self.sighting, t=t))
        return said + self.tick(t)

    @property
    def settled(self) -> bool:
        """Whether the last sighting leaves nothing open, neither on the board nor in the tray."""
        seen = self.sighting
        if seen is None or seen.moving or not seen.clear:
            return False
        return seen.dice is None or seen.dice.lies in (Lies.EMPTY, Lies.READ)

    def see(self, sighting: Sighting) -> list[Event]:
        self.sighting = sighting
        self.ever_seen |= sighting.board
        return self._said(self.referee.see(sighting))

    def tick(self, t: Seconds) -> list[Event]:
        if not 0 <= t - self._ticked < _TICK:
            self._ticked = t
            return self._said(self.referee.tick(t))
        return []

    def decide(self, decision: Decision, t: Seconds) -> list[Event]:
        before = self.referee.told
        said = self._said(self.referee.decide(decision, t))
        self.teaching.note(before, self.referee.told, undone=isinstance(decision, (Undo, TakeBack)))
        return said

    @property
    def has_camera(self) -> bool:
        return not self._camera_gone

    def camera_gone(self, t: Seconds, reason: str) -> list[Event]:
        """No board is seen from here on; the first look that comes again shows what the eye knows."""
        self._camera_gone = True
        self._why_lost = reason
        return self._said(self.referee.see(Sighting(t, None, False, ())))

    def follow(self, referee: Referee, t: Seconds) -> list[Event]:
        """Another game from now on, beginning with what is seen now."""
        self.referee = referee
        self.teaching.forget_lessons()
        if self.sighting is None or self._camera_gone:
            return []
        return self.see(replace(self.sighting, t=t))

    def end(self, t: Seconds) -> list[Event]:
        return self._said(self.referee.end(t))

    def _said(self, events: tuple[Event, ...]) -> list[Event]:
        """The referee sees that there is no board; why that is, only eye and camera know."""
        return [
            replace(event, reason=event.reason or self._why_lost) if isinstance(event, BoardLost) else event
            for event in events
        ]
