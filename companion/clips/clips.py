"""What a running table shows of what it saw: on or off, moments of games, their shots, and what is kept."""

import json
import logging
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.clips.clip_file import ClipDamaged
from companion.clips.keeping import Keeping
from companion.clips.moments import Moment, Shown, shown
from companion.clips.ring import Ring
from companion.clips.shelf import Shelf, Shelved
from companion.clips.shots import milliseconds
from companion.clips.taking import ROOM, Taking
from companion.games.seeing import Sight
from vision.files import replace_file
from vision.frames import Frame

if TYPE_CHECKING:
    from companion.table import Subscription, Table

_log = logging.getLogger(__name__)

_SWITCH: Final = "switch.json"

_LOOK_EVERY: Final = 0.1
"""Seconds between two looks whether a clip is due."""

_GIVEN_UP: Final = 16 * 1024**2
"""Bytes of clips that make room for games, at once."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """As it is configured."""

    record: bool = True
    """Until somebody switches it on the page."""
    seconds: float = 20.0
    room: int = 200 * 1024**2
    watchers: bool = False
    """Whether a key that only watches may see them."""


class Clips:
    """Looks on from `start` to `stop`. May be asked from any thread."""

    def __init__(self, table: "Table", folder: Path, wanted: Wanted | None = None) -> None:
        self._table = table
        self.wanted = wanted or Wanted()
        self.ring = Ring(self.wanted.seconds, ROOM)
        self.shelf = Shelf(folder, self.wanted.room)
        self._keeping = Keeping(self.ring, self.shelf, table.notices)
        self._taking = Taking(self.ring)
        self._switching = threading.Lock()
        self._on = self._kept_switch()
        self._running = False
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    # On and off

    @property
    def recording(self) -> bool:
        """Whether pictures of the board are in memory now."""
        return self._on and self._running and not self._table.view.camera.by_phone

    @property
    def on(self) -> bool:
        return self._on

    def switch(self, *, on: bool) -> None:
        """Remembered; off, all that is in memory is gone at once. Raises OSError where it cannot be kept."""
        with self._switching:
            self.shelf.folder.mkdir(parents=True, exist_ok=True, mode=0o750)
            replace_file(self.shelf.folder / _SWITCH, json.dumps({"on": on}))
            self._on = on
            if not on:
                self._keeping.forget()
                self.ring.clear()
                self._table.notices.take_down("clips-stopped")

    def _kept_switch(self) -> bool:
        try:
            return bool(json.loads((self.shelf.folder / _SWITCH).read_text(encoding="utf-8"))["on"])
        except (OSError, ValueError, KeyError, TypeError):
            return self.wanted.record

    def start(self) -> None:
        self._running = True
        self._taking.start()
        listening = self._table.events.subscribe()
        self._thread = threading.Thread(target=self._listen, args=(listening,), name="clips", daemon=True)
        self._thread.start()
        self._table.onlooker = self

    def stop(self) -> None:
        """What waits is kept."""
        self._table.onlooker = None
        self._running = False
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=10)
        self._taking.stop()
        self._keeping.write()

    # What the table tells, as its `Onlooker`

    def saw(self, frame: Frame, look: Any, sight: Sight) -> None:
        if self._on:
            self._taking.saw(frame, look, sight)

    def game_deleted(self, number: int) -> None:
        self._keeping.drop(number)
        self.shelf.forget(number)

    def make_room(self) -> bool:
        return self.shelf.make_room(_GIVEN_UP)

    def _listen(self, listening: "Subscription") -> None:
        self.shelf.sweep(self._table.store.numbers())
        try:
            while not self._stop.is_set():
                for number, event in listening.take(_LOOK_EVERY):
                    game = self._table.store.game_of(number)
                    if self._on and game is not None:
                        self._keeping.note(game, event)
                if listening.closed:
                    # Let go for being too far behind: what was missed has no pictures.
                    listening = self._table.events.subscribe()
                self._keeping.write_due(self._table.now())
        finally:
            listening.close()

    # Moments

    def moments(self, game: int) -> list[Moment]:
        """Those of which there are shots, in order."""
        found = {each.ms: each for clip in self.shelf.of(game) for each in self.shelf.moments(clip)}
        waiting, fresh, _ = self._keeping.pending(game)
        if fresh:
            found |= {each.ms: each for each in waiting}
        return [found[ms] for ms in sorted(found)]

    def shown(self, game: int, ms: int) -> Shown | None:
        """The moment of that event, its shots without their pictures."""
        waiting, fresh, keep = self._keeping.pending(game)
        moment = next((each for each in waiting if each.ms == ms), None)
        held = self._holding(game, ms)
        if held:
            keep = held[-1].kept
            moment = next((each for each in self.shelf.moments(held[-1]) if each.ms == ms), None)
        if moment is None:
            return None
        since, until = milliseconds(moment.since), milliseconds(moment.until)
        there = [each for each in self.shelf.of(game) if each.since <= until and each.until >= since]
        shots = {shot.ms: shot for clip in self.shelf.read(there) for shot in clip.shots}
        shots |= {shot.ms: shot for shot in fresh}
        return shown(moment, [shots[at] for at in sorted(shots)], kept=keep)

    def picture(self, game: int, ms: int) -> bytes | None:
        """The shot of that time, where it is part of a moment."""
        _, fresh, _ = self._keeping.pending(game)
        found = next((shot for shot in fresh if shot.ms == ms), None)
        if found is not None:
            return found.jpeg
        there = [each for each in self.shelf.of(game) if each.since <= ms <= each.until]
        for clip in self.shelf.read(there):
            try:
                picture = clip.picture(ms)
            except (OSError, ClipDamaged) as fault:
                _log.warning("a picture of game %s cannot be read: %s", game, fault)
                continue
            if picture is not None:
                return picture
        return None

    def keep(self, game: int, ms: int, *, yes: bool) -> None:
        self._keeping.keep(game, ms, yes=yes)
        self.shelf.keep(self._holding(game, ms), yes=yes)

    def delete(self, game: int, ms: int) -> None:
        """What belongs to another moment too stays for that one. Raises OSError where the rest of a clip
        cannot be written: then it is all there."""
        self._keeping.drop(game, ms)
        for each in self._holding(game, ms):
            self.shelf.delete(each, ms)

    def _holding(self, game: int, ms: int) -> list[Shelved]:
        return [each for each in self.shelf.of(game) if any(one.ms == ms for one in self.shelf.moments(each))]

    def clear(self) -> None:
        """Of all games."""
        self._keeping.forget()
        self.shelf.clear()
