"""What is said of a game makes its moments last: the shots around it are kept with the game."""

import logging
import shutil
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.clips.clip_file import clip_bytes
from companion.clips.moments import Moment, any_has, is_worth_it, moment_of, thinned
from companion.clips.ring import Ring
from companion.clips.shelf import Shelf
from companion.clips.shots import Shot
from companion.games.events import Event
from companion.table.lastframes import LEAST_FREE
from companion.table.notices import Notices

_log = logging.getLogger(__name__)

_LATE: Final = 0.3
"""Seconds in which a frame has become a shot."""

_EVERY: Final = 0.12
"""Seconds between two shots of what nobody disputes, as they are kept."""


@dataclass(slots=True)
class Pending:
    """One clip that is still in memory: of one moment, or of several that follow each other closely."""

    game: int
    moments: list[Moment] = field(default_factory=list)
    keep: bool = False

    @property
    def since(self) -> float:
        return min(each.since for each in self.moments)

    @property
    def until(self) -> float:
        return max(each.until for each in self.moments)


class Keeping:
    """May be called from any thread."""

    def __init__(self, ring: Ring, shelf: Shelf, notices: Notices) -> None:
        self._ring = ring
        self._shelf = shelf
        self._notices = notices
        self._lock = threading.RLock()
        self._pending: Pending | None = None
        self._kept_until = float("-inf")
        """The time of the last shot that lies in a file."""
        self._said: tuple[int, float] | None = None
        """The last moment's game and time."""

    def note(self, game: int, event: Event) -> None:
        if not is_worth_it(event):
            return
        with self._lock:
            previous = self._said[1] if self._said is not None and self._said[0] == game else None
            shots = self._ring.between(event.t - self._ring.seconds, event.t)
            moment = moment_of(event, shots, previous, self._ring.seconds)
            self._said = game, event.t
            pending = self._pending
            if pending is not None and (pending.game != game or self._would_be_too_long(pending, moment)):
                self.write()
                pending = None
            if pending is None:
                pending = self._pending = Pending(game)
            pending.moments.append(moment)

    def _would_be_too_long(self, pending: Pending, moment: Moment) -> bool:
        """What is not written when the ring comes round is lost."""
        apart = moment.since > pending.until
        return apart or moment.until - pending.since > self._ring.seconds - _LATE

    def write_due(self, now: float) -> None:
        with self._lock:
            if self._pending is not None and now >= self._pending.until + _LATE:
                self.write()

    def write(self) -> None:
        """What waits, as far as it is there."""
        with self._lock:
            pending, self._pending = self._pending, None
            if pending is None:
                return
            shots = thinned(self._fresh(pending), pending.moments, _EVERY)
            if not shots:
                return
            content = clip_bytes(pending.moments, shots)
            try:
                if _free(self._shelf.folder) < LEAST_FREE + len(content):
                    raise OSError("there is too little room")
                self._shelf.put(pending.game, shots[0].t, shots[-1].t, content, keep=pending.keep)
            except OSError as fault:
                _log.info("a clip is not kept: %s", fault)
                self._notices.put_up("clips-stopped")
                return
            self._kept_until = shots[-1].t
            self._notices.take_down("clips-stopped")

    def _fresh(self, pending: Pending) -> Sequence[Shot]:
        """Without those that lie in a file already."""
        shots = self._ring.between(pending.since, pending.until)
        return [shot for shot in shots if shot.t > self._kept_until and any_has(pending.moments, shot)]

    # What is still in memory

    def pending(self, game: int) -> tuple[list[Moment], list[Shot], bool]:
        """Its moments, their shots, and whether somebody keeps them."""
        with self._lock:
            pending = self._pending
            if pending is None or pending.game != game:
                return [], [], False
            return list(pending.moments), list(self._fresh(pending)), pending.keep

    def keep(self, game: int, ms: int, *, yes: bool) -> None:
        with self._lock:
            if self._pending is not None and self._has(self._pending, game, ms):
                self._pending.keep = yes

    def drop(self, game: int, ms: int | None = None) -> None:
        """That moment, or all of the game."""
        with self._lock:
            pending = self._pending
            if pending is None or pending.game != game:
                return
            pending.moments = [] if ms is None else [each for each in pending.moments if each.ms != ms]
            if not pending.moments:
                self._pending = None

    def forget(self) -> None:
        with self._lock:
            self._pending = None

    @staticmethod
    def _has(pending: Pending, game: int, ms: int) -> bool:
        return pending.game == game and any(moment.ms == ms for moment in pending.moments)


def _free(folder: Path) -> int:
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    return shutil.disk_usage(folder).free
