"""The frames of one source refereed from beginning to end, in one thread: what `himiki watch` does."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from companion import games
from companion.games.decisions import Refused
from companion.games.events import Event, Uncertain
from companion.games.play import Referee
from companion.games.seeing import Eye
from companion.table.decisions_file import Conversation, Decisions, InOrder, TimedDecision
from companion.table.following import Following
from companion.table.holding import PATIENCE, may_be_held
from vision.frames import Frame, Seconds
from vision.sources import CameraBack, CameraGone, Reopening, Source, SourceEnded, SourceError

_TICK: Final = 0.5
"""Seconds after which what waits looks whether it is to stop."""
_BETWEEN: Final = 0.1
"""Seconds between two frames that were left out."""

_MOST_BETWEEN: Final = 20_000
"""Of them in one gap: over a night nothing is as urgent as that."""

_log = logging.getLogger(__name__)


class Watching:
    """`say` is given every event as soon as it is known, `complain` one line about what cannot be done."""

    def __init__(
        self,
        source: Source,
        eye: Eye,
        referee: Referee,
        say: Callable[[Event], object],
        *,
        decisions: Decisions | None = None,
        sparse: float | None = None,
        complain: Callable[[str], object] = _log.warning,
    ) -> None:
        """The source is open. `sparse`: frames that showed nothing new were left out, up to that time."""
        self.following = Following(referee)
        self.frames = 0
        self._play = games.play_of(referee.game.of)
        self._source = source
        self._reopening = Reopening(source, wait=self._wait)
        self._eye = eye
        self._say = say
        self._decisions = decisions or InOrder()
        self._sparse = sparse
        self._complain = complain
        self._t = Seconds(0.0)
        self._held: deque[TimedDecision] = deque()
        self._asked = False
        """Something was asked since a program had the word."""
        self._stop = threading.Event()

    def run(self) -> None:
        """Until the source ends, or `stop`; the last event is `end`."""
        while not self._stop.is_set():
            try:
                happening = self._reopening.take()
            except SourceEnded:
                break
            except SourceError as fault:
                # A frame of a recording that cannot be read is a dropped frame; a camera says it otherwise.
                self._complain(str(fault))
                if self._source.live:
                    break
                continue
            match happening:
                case CameraGone(_, reason):
                    self._tell(self.following.camera_gone(self._t, reason))
                case CameraBack():
                    pass
                case Frame():
                    self._frame(happening)
        self._last_words()
        self._reopening.close()

    def stop(self) -> None:
        """May be called from a signal."""
        self._stop.set()
        self._reopening.close()

    def _frame(self, frame: Frame) -> None:
        if self._sparse is not None and self.frames:
            self._left_out(frame.t)
        for told in self._decisions.before(frame.t):
            self._decide(told)
        self._t = frame.t
        self.frames += 1
        self.following.teaching.carry_out(self._eye)
        self._tell(self.following.hear(self._eye.look(frame)))
        self._ask_player()
        self._decide_held()
        self._listen()

    def _listen(self) -> None:
        """Frames wait for whoever was asked something, where they can."""
        decisions = self._decisions
        if not isinstance(decisions, Conversation):
            return
        while not self._stop.is_set():
            heard = decisions.heard
            told_now = list(decisions.until(self._t))
            if decisions.heard > heard:
                self._asked = False
            for told in told_now:
                self._decide(told)
            if not self._asked or self.following.referee.status(self._t).question is None:
                self._asked = False
                return
            self._asked = not decisions.came(_TICK)

    def _ask_player(self) -> None:
        """The machine's own think while the frames wait, so that the same ones always give the same game."""
        while (asked := self.following.referee.asked) is not None:
            self._tell(self.following.decide(self._play.answered(asked), self._t))

    def _left_out(self, until: Seconds) -> None:
        """Time in which the table stood as it did."""
        step = max(_BETWEEN, (until - self._t) / _MOST_BETWEEN)
        t = Seconds(self._t + step)
        while t < until and not self._stop.is_set():
            for told in self._decisions.before(t):
                self._decide(told)
            self._t = t
            self._tell(self.following.unchanged(t))
            self._listen()
            t = Seconds(t + step)

    def _wait(self, seconds: float) -> None:
        """For a camera that is gone."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and not self._stop.wait(min(_TICK, left)):
            self._t = Seconds(self._t + min(_TICK, left))
            self._tell(self.following.tick(self._t))

    def _decide(self, told: TimedDecision) -> None:
        self._t = Seconds(max(self._t, told.t))
        fault = None if self._held and may_be_held(told.decision) else self._refused(told)
        waits = self._held or (fault is not None and self.following.referee.unjudged)
        if waits and may_be_held(told.decision):
            self._held.append(told)
        elif fault is not None:
            self._complain(f"at {told.t:g} s: {fault}")

    def _refused(self, told: TimedDecision) -> Exception | None:
        try:
            self._tell(self.following.decide(told.decision, self._t))
        except Refused as fault:
            return fault
        self._ask_player()
        return None

    def _decide_held(self, *, last: bool = False) -> None:
        """In the order in which they were said."""
        while self._held:
            told = self._held[0]
            fault = self._refused(told)
            late = last or self._t - told.t > PATIENCE or not self.following.referee.unjudged
            if fault is not None and not late:
                return
            self._held.popleft()
            if fault is not None:
                self._complain(f"at {told.t:g} s: {fault}")

    def _last_words(self) -> None:
        sighting = self._eye.last_look()
        if sighting is not None:
            self._tell(self.following.see(sighting))
            self._ask_player()
        if self._sparse is not None:
            self._left_out(Seconds(self._sparse + _BETWEEN))
        self._listen()
        for told in self._decisions.rest():
            self._decide(told)
        self._decide_held(last=True)
        self._tell(self.following.end(self._t))

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            self._asked |= isinstance(event, Uncertain)
            self._say(event)
