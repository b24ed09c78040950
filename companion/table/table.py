"""The running table: camera, eye, referee, store and listeners, with one lock and one order of events."""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion import games
from companion.games.decisions import Refused
from companion.games.events import Event
from companion.games.play import Game, Referee
from companion.games.status import Status
from companion.store import NotKept, Store
from companion.table.camera.cameras import TableCamera
from companion.table.camera.view import Looker, View
from companion.table.faults import GameDecided, GameWentOn, NoSuchGame, NoVirtualTable, OtherGame
from companion.table.fitting import Fitted, Fitting
from companion.table.following import Following
from companion.table.holding import PATIENCE, may_be_held
from companion.table.keeping import Keeping
from companion.table.lastframes import LastFrames, frames_folder
from companion.table.listeners import Events
from companion.table.notices import Notices
from companion.table.onlooker import Onlooker
from companion.table.opposing import Opposing
from companion.table.ownclock import OwnClock
from companion.table.saying import Saying
from companion.table.standing import Standing
from vision.frames import Frame, Seconds
from vision.plane.attention import State
from vision.sources import CameraGone

_log = logging.getLogger(__name__)

_NO_LONGER: Final = 0.1
"""Seconds that somebody who only looks waits for the table: many times what a look takes a small machine."""

_TRIED_AGAIN: Final = 0.2
"""Seconds at most until what is held is tried again, where no frame comes before."""


class Table:
    """A game, how it goes, and what people decide. What its camera shows is `view`, how the board is seen
    there `sight`, what was said `events`, a table that is drawn `drawn`, games that are not on it `kept`.
    Everything may be called from any thread."""

    def __init__(
        self,
        camera: TableCamera,
        profile: Any,
        store: Store,
        *,
        clock: OwnClock,
        state_folder: Path,
        game: Game | None = None,
        kept: Path | None = None,
        wait: Callable[[float], object] | None = None,
        fitting: Fitting | None = None,
        notices: Notices | None = None,
    ) -> None:
        """The game that was going on goes on; with `game` only if it was agreed on in the same way. What was
        learnt, `profile`, is kept in the folder `kept`, where there is one. Without `fitting` the table stays
        with the game that it begins with."""
        self.store = store
        self.state_folder = state_folder
        self._lock = threading.RLock()
        self.notices = notices or Notices()
        self._saying = Saying(store, self.notices, self._make_room)
        self.events = Events(store, self._saying.listeners, self._lock, lambda: self.game().of)
        self.kept = Keeping(store)
        self._seen = threading.Event()
        self._fitting = fitting
        self._changing = threading.Lock()
        """Held while another game is being made ready, which may take long."""
        self.onlooker: Onlooker | None = None
        self._silences = 0
        """Those of the referee that its frames were kept for."""
        self._number, referee = self._first(game)
        looker = Looker(self._frame_came, self._camera_gone, self._time_passes)
        self.view = View(camera, looker, clock=clock, wait=wait)
        self._fit(referee, Fitted(camera, profile, kept))
        self._opposing = Opposing(self.decide, self._thought)
        self._hint: tuple[int, str, Event] | None = None
        self._stood = self._standing()

    def _fit(self, referee: Referee, fitted: Fitted) -> None:
        """The table is one for that game."""
        of = referee.game.of
        seeing = games.seeing_of(of)
        self._play = games.play_of(of)
        self.sight: Any = seeing.sight(fitted.profile, fitted.kept)
        """How the board is seen, a `companion.games.seeing.Sight`: the game's own knows more."""
        frames = frames_folder(self.state_folder)
        beside = frames.is_relative_to(self.state_folder)
        self._last_frames = LastFrames(frames, line=seeing.line, beside_games=beside)
        self._following = Following(referee, self.sight.teaching)

    # Games

    def _first(self, asked: Game | None) -> tuple[int, Referee]:
        going_on = self.kept.going_on(asked)
        if going_on is not None:
            return going_on
        game = asked or games.play_of(games.usual()).usual()
        return self.store.begin(game), games.play_of(game.of).referee(game)

    @property
    def waiting(self) -> int:
        """Events that could not be kept yet: they are lost if the power goes now."""
        return self._saying.waiting

    def game(self) -> Any:
        """What was agreed on: a value of the game that is played."""
        return self._following.referee.game

    @property
    def game_id(self) -> int:
        """Of the game on the table, in the store."""
        return self._number

    def new_game(self, game: Game) -> int:
        """Its number. What stands on the board now is the first that it sees; a drawn board is laid out.
        Raises `OtherGame`."""
        with self._changing:
            fitted = self._fitted(game)
            play = games.play_of(game.of)
            with self._lock:
                self._keep_new(game)
                self._lay_out(fitted, play.laid_out(game))
                self._begin(play.referee(game), fitted)
                return self._number

    def play_on(self, number: int) -> int:
        """A kept game goes on: as a new one with the same events, so that the kept one stays as it is.
        Raises `OtherGame`, and `GameDecided` where there is nothing to go on with."""
        kept = self.kept.game(number)
        with self._changing:
            fitted = self._fitted(kept.game)
            play = games.play_of(kept.game.of)
            referee = play.resumed(kept.game, kept.events)
            if referee.status(self.now()).over:
                raise GameDecided(number)
            with self._lock:
                self._keep_new(kept.game, kept.events)
                self._begin(referee, fitted)
            self._lay_out(None, play.standing(referee.status(self.now())))
        return self._number

    def _keep_new(self, game: Game, events: Sequence[Event] = ()) -> None:
        """Called with the lock held. Raises `NotKept`, and the game that was going on goes on."""
        self._say([])
        if self.waiting:
            raise NotKept("what was played before has to be kept first")
        self._number = self.store.begin(game, events)
        self.notices.take_down("new-table")

    def _fitted(self, game: Game) -> Fitted | None:
        """What the table has for that game, where another one is played now: the camera's eye, what was
        learnt and what is drawn are those of one game. Raises `OtherGame`."""
        played = self.game().of
        if game.of == played:
            return None
        if self._fitting is None:
            raise OtherGame(played, game.of)
        return self._fitting(game.of, self.view.camera)

    def _begin(self, referee: Referee, fitted: Fitted | None) -> None:
        """Called with the lock held."""
        if fitted is None:
            self._say(self._following.follow(referee, self.now()))
            self._ask_player()
            return
        before = None if fitted.camera is self.view.camera else self.view.change_to(fitted.camera)
        self._fit(referee, fitted)
        if before is not None:
            before.close()
        self._ask_player()

    def _lay_out(self, fitted: Fitted | None, standing: str | None) -> None:
        """Nobody's hands put anything on a drawn board."""
        drawn = (self.view.camera if fitted is None else fitted.camera).drawn
        if drawn is None or standing is None:
            return
        try:
            drawn.lay(standing)
        except ValueError as fault:
            _log.info("the drawn board stays as it is: %s", fault)

    def record(self) -> Any:
        """Of the game so far, as its game hands it on."""
        with self._lock:
            return self._following.referee.record()

    def delete_game(self, number: int) -> None:
        """Raises `NoSuchGame`; deleting the one on the table begins it anew."""
        with self._lock:
            if not self.store.delete(number):
                raise NoSuchGame(number)
            if number == self._number:
                self._saying.forget()
                self.new_game(self.game())
        if self.onlooker is not None:
            self.onlooker.game_deleted(number)

    # What is said

    def _say(self, events: Iterable[Event]) -> list[Event]:
        """Called with the lock held."""
        said = self._saying.say(self._number, events)
        if said:
            self._stood = self._standing()
        return said

    def _make_room(self) -> bool:
        """Pictures are worth less than games, those for a report least."""
        if self._last_frames.give_up():
            return True
        return self.onlooker is not None and self.onlooker.make_room()

    # What is decided

    def now(self) -> Seconds:
        """The table's own time: of a recording its frames', otherwise a clock's that never goes back."""
        return self.view.now()

    def decide(self, decision: Any) -> tuple[Event, ...]:
        """One of the game's decisions. Raises `Refused`, and changes nothing then; see `holding`."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self._decide(decision)
            except Refused:
                held = may_be_held(decision) and self._following.referee.unjudged
                if not held or time.monotonic() > until or self.view.ended:
                    raise
            self.view.pause(_TRIED_AGAIN)

    def _decide(self, decision: Any) -> tuple[Event, ...]:
        with self._lock:
            now = self.now()
            said = tuple(self._say(self._following.decide(decision, now)))
            self._ask_player()
        # Whoever looks at the table meanwhile does not wait for a file.
        told = self._play.as_told(decision)
        if told is not None:
            self._last_frames.decided(told, now)
        return said

    def _ask_player(self) -> None:
        """Called with the lock held, whenever something was seen or said."""
        self._opposing.notice(self._following.referee.asked)

    def _thought(self, asked: Any) -> Any:
        return self._play.thought(asked)

    def say_hint(self, position: str, hint: Event) -> None:
        """Of the position that stood when it was asked for; raises `GameWentOn`."""
        with self._lock:
            if self.status().position != position:
                raise GameWentOn
            self._hint = self._number, position, hint
            self._say([hint])

    def note(self, worth: Callable[[Any, Any, Seconds], Event | None]) -> None:
        """What somebody did beside the game; `worth` makes an event of it, for the game and the status that
        stand then, or None where it says nothing of them."""
        with self._lock:
            event = worth(self.game(), self.status(), self.now())
            if event is not None:
                self._say([event])

    def consult(self, ask: Callable[[Referee, Seconds], Any]) -> Any:
        """What somebody beside the game wants to know of it, all of one moment."""
        with self._lock:
            return ask(self._following.referee, self.now())

    def stands(self) -> Standing:
        """All of one moment: a game that is begun meanwhile is told whole or not at all. Where a card takes
        long to keep what comes next, whoever asks is told what stood before: nobody waits for it, and nobody
        hears of it before it is kept."""
        if not self._lock.acquire(timeout=_NO_LONGER):
            return self._stood
        try:
            self._stood = self._standing()
            return self._stood
        finally:
            self._lock.release()

    def status(self) -> Any:
        """The `Status` of the game that is played."""
        return self.stands().status

    def _standing(self) -> Standing:
        """Called with the lock held."""
        referee = self._following.referee
        status: Status = replace(referee.status(self.now()), camera=self._following.has_camera)
        hint = self._hint
        if hint is None or hint[:2] != (self._number, status.position):
            return Standing(self._number, referee.game, status, None)
        return Standing(self._number, referee.game, status, hint[2])

    # The camera

    @property
    def drawn(self) -> Any:
        """The drawn table, a `companion.games.seeing.Drawn`, for whoever moves something on it; raises
        `NoVirtualTable`."""
        if self.view.camera.drawn is None:
            raise NoVirtualTable
        return self.view.camera.drawn

    def health(self) -> dict[str, Any]:
        """How seeing and keeping go on; how the machine does, `health.health_of` tells."""
        return {
            "source": self.view.camera.name,
            "camera_rate": round(self.view.rate, 1),
            "calibrated": self.sight.profile is not None,
            "kept": self.waiting == 0,
            "waiting_to_be_kept": self.waiting,
            "listeners": len(self._saying.listeners),
        }

    # Running

    def start(self) -> None:
        self.view.start()
        self._opposing.start()

    def wait_for_sight(self, seconds: float) -> bool:
        """Until the board was looked at for the first time, or the time is over."""
        return self._seen.wait(seconds)

    def stop(self) -> None:
        """What is seen is not said any more once it returns, even where a look takes very long."""
        with self._lock:
            self.view.end()
        self.view.close()
        self._opposing.stop()
        self._saying.listeners.close()

    # What the camera's thread tells

    def _camera_gone(self, gone: CameraGone, still: Callable[[], bool]) -> None:
        with self._lock:
            if self.view.camera.by_phone:
                self._following.without_camera()
            elif still():
                self._say(self._following.camera_gone(gone.t, gone.reason))

    def _time_passes(self) -> None:
        with self._lock:
            self._say(self._following.tick(self.now()))
            self._ask_player()

    def _frame_came(self, frame: Frame) -> None:
        sight = self.sight
        look = sight.look(frame)
        with self._lock:
            if self.view.ended or sight is not self.sight:
                return
            if look is not None:
                self._say(self._following.hear(look))
                self._ask_player()
                if self._following.sighting is not None:
                    self._seen.set()
            unchanged = look is not None and look.glance.state is State.UNCHANGED
            rests = unchanged and self._following.settled
            silences = self._following.referee.silences
        silent = silences > self._silences
        if silent:
            _log.error("nothing was said for too long: what is seen differs from %s", self.status().position)
        self._silences = silences
        if self.onlooker is not None and look is not None:
            self.onlooker.saw(frame, look, sight)
        read = None if look is None else look.sighting
        self._last_frames.look(frame, told=read is not None or silent, rests=rests, sighting=read)
