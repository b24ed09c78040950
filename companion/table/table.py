"""The running table: camera, eye, referee, store and listeners, with one lock and one order of events."""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.referee.decisions import Decision, DecisionError
from companion.referee.events import Event, Hint, SolutionShown
from companion.referee.game import Game
from companion.referee.machine import Referee
from companion.referee.status import Status
from companion.rules.board import Square
from companion.rules.errors import RulesError
from companion.rules.position_text import position_text
from companion.rules.record import Record
from companion.rules.variant import Variant
from companion.store import Store
from companion.table import trays
from companion.table.arriving import Arriving
from companion.table.cameras import Camera
from companion.table.eyes import eye_for
from companion.table.faults import GameWentOn, NoSuchGame, NoVirtualTable
from companion.table.following import Following
from companion.table.health import health_of
from companion.table.holding import PATIENCE, may_be_held
from companion.table.keeping import Keeping
from companion.table.lastframes import LastFrames, frames_folder
from companion.table.listeners import Numbered, Subscription
from companion.table.memory import REST, give_back_the_rest
from companion.table.opposing import Opposing
from companion.table.ownclock import OwnClock
from companion.table.pacing import Pacing
from companion.table.saying import Saying
from companion.table.sight import sight_of
from vision.attention import State
from vision.cutout import cut_out
from vision.eye import Eye
from vision.frames import Frame, Seconds
from vision.preview import packed, with_sighting
from vision.profile import Profile, load_profile
from vision.sighting import Sighting
from vision.sources import CameraBack, CameraGone, Reopening, SourceEnded
from vision.untaught import UntaughtEye

_log = logging.getLogger(__name__)


class Table:
    """Everything may be called from any thread."""

    def __init__(
        self,
        camera: Camera,
        profile: Profile | None,
        store: Store,
        *,
        clock: OwnClock,
        state_folder: Path,
        game: Game | None = None,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        """The game that was going on goes on; with `game` only if it was agreed on in the same way."""
        self.camera = camera
        self.store = store
        self.state_folder = state_folder
        self.profile_folder: Path | None = None
        """Where what was learnt is kept; None: it is not."""
        self._clock = clock
        self._lock = threading.RLock()
        self._saying = Saying(store)
        self.kept = Keeping(store)
        """Games that are not on the table."""
        self._arriving = Arriving()
        self._pacing = Pacing(camera)
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._last_frames = LastFrames(frames_folder(state_folder))
        self._wait = wait or self._stop.wait
        self._seen = threading.Event()
        self._reopening = Reopening(camera.source, clock=clock, wait=self._patiently, missing=camera.missing)
        self._beat = time.monotonic()
        self._silences = 0
        """Those of the referee that its frames were kept for."""
        self._tidied = 0.0
        self._offset = clock() if not camera.source.live else 0.0
        self._number, referee = self._first(game)
        self._following = Following(referee)
        self._opposing = Opposing(self.decide)
        self._eye = eye_for(profile)
        self._hint: tuple[int, str, Hint] | None = None
        self._still: tuple[Frame, Sighting] | None = None
        """The last frame in which nothing moved and the board was read, and what was read."""

    # Games

    def _first(self, asked: Game | None) -> tuple[int, Referee]:
        going_on = self.kept.going_on(asked)
        if going_on is not None:
            return going_on
        game = asked or Game(Variant())
        return self.store.begin(game), Referee(game)

    def game(self) -> Game:
        with self._lock:
            return self._following.referee.game

    @property
    def game_id(self) -> int:
        """Of the game on the table, in the store."""
        return self._number

    def new_game(self, game: Game) -> int:
        """Its number. What stands on the board now is the first that it sees; a drawn board is laid out."""
        if game.start is not None and self.virtual:
            self._lay_out(position_text(game.start))
        with self._lock:
            self._say([])
            self._number = self.store.begin(game)
            self._say(self._following.follow(Referee(game), self.now()))
            self._ask_level()
            return self._number

    def play_on(self, number: int) -> int:
        """A kept game goes on: as a new one with the same events, so that the kept one stays as it is."""
        kept = self.kept.game(number)
        with self._lock:
            referee = Referee.resumed(kept.game, kept.events)
            self._say([])
            self._number = self.store.begin(kept.game)
            self.store.append(self._number, kept.events)
            self._say(self._following.follow(referee, self.now()))
            self._ask_level()
        if self.virtual and referee.status(self.now()).setup is None:
            self._lay_out(referee.status(self.now()).position)
        return self._number

    def _lay_out(self, position: str) -> None:
        """Nobody's hands put cubes on a drawn board."""
        try:
            self.lay(position)
        except ValueError as fault:
            _log.info("the drawn board stays as it is: %s", fault)

    def record(self) -> Record:
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

    # What is said

    def _say(self, events: Iterable[Event]) -> list[Event]:
        """Called with the lock held."""
        return self._saying.say(self._number, events)

    def subscribe(self, after: int | None = None) -> Subscription:
        """Everything said from now on; with `after`, first what was said after that event."""
        with self._lock:
            return self._saying.listeners.add(() if after is None else self.events_since(after))

    def events_since(self, number: int) -> Iterator[Numbered]:
        """In order, up to now; read from the store as they are taken."""
        return ((each.id, each.told) for each in self.store.between(number, self.store.newest()))

    def newest_number(self) -> int:
        return self.store.newest()

    # What is decided

    def now(self) -> Seconds:
        """The table's own time: of a recording its frames', otherwise a clock's that never goes back."""
        frame = self._arriving.newest
        return self._clock() if self.camera.source.live or frame is None else frame.t

    def decide(self, decision: Decision) -> tuple[Event, ...]:
        """Raises `DecisionError` or `RulesError`, and changes nothing then; see `holding`."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self._decide(decision)
            except (DecisionError, RulesError):
                held = may_be_held(decision) and self._following.referee.unjudged
                if not held or time.monotonic() > until or self._stop.is_set():
                    raise
            self._arriving.pause(0.2)

    def _decide(self, decision: Decision) -> tuple[Event, ...]:
        with self._lock:
            now = self.now()
            said = tuple(self._say(self._following.decide(decision, now)))
            self._last_frames.decided(decision, now)
            self._ask_level()
            return said

    def _ask_level(self) -> None:
        """Called with the lock held, whenever something was seen or said."""
        self._opposing.notice(self._following.referee.asked)

    def say_hint(self, position: str, hint: Hint) -> None:
        """Of the position that stood when it was asked for; raises `GameWentOn`."""
        with self._lock:
            if self.status().position != position:
                raise GameWentOn
            self._hint = self._number, position, hint
            self._say([hint])

    def solution_shown(self, challenge: str) -> None:
        """Noted where that challenge is being played."""
        with self._lock:
            if self.game().challenge == challenge and not self.status().over:
                self._say([SolutionShown(t=self.now(), challenge=challenge)])

    def hint(self) -> Hint | None:
        """What was asked for in the position that stands."""
        with self._lock:
            if self._hint is None or self._hint[:2] != (self._number, self.status().position):
                return None
            return self._hint[2]

    def status(self) -> Status:
        with self._lock:
            status = self._following.referee.status(self.now())
            return replace(status, camera=self._following.has_camera)

    # The camera

    @property
    def virtual(self) -> bool:
        return self.camera.drawn is not None

    def use_profile(self, profile: Profile) -> None:
        """From the next frame on."""
        self._eye = Eye(profile)

    def calibrate_from(self, folder: Path) -> None:
        """What was saved there is used from now on; raises `ProfileError`."""
        self.use_profile(load_profile(folder))

    @property
    def profile(self) -> Profile | None:
        """None: the table was never learnt."""
        return self._eye.profile

    def mark_tray(self, corners: Sequence[Sequence[float]] | None) -> None:
        """Where the spare cubes are thrown, in pixels of pictures of the profile's size; see `trays.mark`."""
        trays.mark(self._eye, corners, self.profile_folder)

    def tray(self) -> dict[str, Any]:
        """Where it is in the picture, and what lies in it."""
        sighting = self._following.sighting
        return trays.shown(self._eye, None if sighting is None else sighting.dice)

    @property
    def heartbeat(self) -> float:
        """`time.monotonic()` of the last time round: for a watchdog."""
        return self._beat

    def frame(self) -> Frame | None:
        """The latest one, as the camera gave it."""
        self._pacing.watched()
        return self._arriving.newest

    def look_anew(self, *, to_be_sharp: bool = False) -> None:
        """The camera was moved, or is about to be learnt; see `Source.look_anew`."""
        self.camera.source.look_anew(to_be_sharp=to_be_sharp)

    def next_frame(self, seconds: float) -> Frame | None:
        """One that was taken after this was called; None where the camera gives none in that time."""
        self._pacing.watched()
        if self._thread is None or not self._thread.is_alive():
            return self._arriving.newest  # A recording is over: it shows its last picture.
        # One may be under way, and one more have waited in the camera meanwhile.
        return self._arriving.after(3 if self.camera.source.live else 2, seconds)

    def picture(self, *, drawn: bool = False, width: int = 1000) -> bytes | None:
        """The latest one as a JPEG, with the reading over it if asked; made only when asked for."""
        frame, sighting, profile = self.frame(), self._following.sighting, self.profile
        if frame is None:
            return None
        image = frame.image
        if drawn and sighting is not None and profile is not None:
            image = with_sighting(image, sighting, profile)
        return packed(image, width)

    def square_picture(self, square: Square) -> bytes | None:
        """That square, large, as it was read last: what a question is about. None where no board was seen."""
        still = self._still
        if still is None or still[1].corners is None:
            return None
        cut = cut_out(still[0].image, still[1].corners, square, self.profile)
        return None if cut is None else packed(cut)

    def sight(self) -> dict[str, Any]:
        """What the last look showed."""
        return sight_of(self._following.sighting)

    def health(self) -> dict[str, Any]:
        return {
            **health_of(self.state_folder),
            "source": self.camera.name,
            "camera_rate": round(self._arriving.rate, 1),
            "calibrated": self.profile is not None,
            "waiting_to_be_kept": self._saying.waiting,
            "listeners": len(self._saying.listeners),
        }

    # The virtual table

    def sim(self, action: str | Mapping[str, object]) -> float:
        """Does that to the drawn cubes, legal or not. Returns the seconds until it is done.

        Raises `NoVirtualTable` or `TableError`, which are ValueErrors.
        """
        drawn = self.camera.drawn
        if drawn is None:
            raise NoVirtualTable
        self._pacing.moved()
        return drawn.do(action)

    def lay(self, cubes: str) -> None:
        drawn = self.camera.drawn
        if drawn is None:
            raise NoVirtualTable
        self._pacing.moved()
        drawn.lay(cubes)

    def drawn_cubes(self) -> str:
        if self.camera.drawn is None:
            raise NoVirtualTable
        return self.camera.drawn.cubes()

    # Running

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()
        self._opposing.start()

    def wait_for_sight(self, seconds: float) -> bool:
        """Until the board was looked at for the first time, or the time is over."""
        return self._seen.wait(seconds)

    def stop(self) -> None:
        """What is seen is not said any more once it returns, even where a look takes very long."""
        with self._lock:
            self._stop.set()
        self._reopening.close()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout=20)
        self._opposing.stop()
        self._saying.listeners.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                happening = self._reopening.take()
                match happening:
                    case CameraGone(t, reason):
                        with self._lock:
                            if not self._stop.is_set():
                                self._say(self._following.camera_gone(t, reason))
                    case CameraBack():
                        pass
                    case _:
                        self._look(happening)
            except SourceEnded as end:
                if self.camera.source.live and not self._stop.is_set():
                    _log.warning("%s", end)
                return
            except Exception:  # noqa: BLE001
                # One frame that cannot be understood must not end the game.
                _log.exception("a frame could not be dealt with")
                self._stop.wait(0.2)
            self._beat = time.monotonic()

    def _patiently(self, seconds: float) -> None:
        """A camera that is gone is waited for: that is no standstill."""
        while seconds > 0 and not self._stop.is_set():
            self._wait(min(0.5, seconds))
            seconds -= 0.5
            self._beat = time.monotonic()
            with self._lock:
                self._say(self._following.tick(self.now()))

    def _look(self, frame: Frame) -> None:
        if not self.camera.source.live:
            frame = self._in_its_time(frame)
        self._arriving.put(frame)
        if self._arriving.awaited and self.camera.source.live:
            return  # Looking takes a small machine seconds where no board is known, and somebody waits.
        eye = self._eye
        if self._following.teaching.carry_out(eye):
            self._keep_learnt(eye)
        look = eye.look(frame)
        with self._lock:
            if self._stop.is_set():
                return
            if eye is self._eye:
                self._say(self._following.hear(look))
                self._ask_level()
                if self._following.sighting is not None:
                    self._seen.set()
            rests = look.glance.state is State.UNCHANGED and self._following.settled
            silences = self._following.referee.silences
        silent = silences > self._silences
        if silent:
            _log.error("nothing was said for too long: what is seen differs from %s", self.status().position)
        self._silences = silences
        read = look.sighting
        if read is not None and read.board and not read.moving:
            self._still = frame, read
        self._last_frames.look(frame, told=read is not None or silent, rests=rests, sighting=read)
        self._pacing.keep()
        self._tidy()

    def _keep_learnt(self, eye: Eye | UntaughtEye) -> None:
        """An answer has taught something; where it cannot be kept, it holds for this evening."""
        if self.profile_folder is None or isinstance(eye, UntaughtEye):
            return
        try:
            eye.learnt.save(self.profile_folder)
        except OSError as fault:
            _log.warning("what an answer taught is not kept: %s", fault)

    def _tidy(self) -> None:
        """Beginning after the second look, which needs all that looking ever needs."""
        now = time.monotonic()
        if self._arriving.count > 1 and now - self._tidied > REST:
            self._tidied = now
            give_back_the_rest()

    def _in_its_time(self, frame: Frame) -> Frame:
        """Recordings play as fast as they were taken."""
        frame = replace(frame, t=Seconds(frame.t + self._offset))
        self._stop.wait(max(0.0, frame.t - self._clock()))
        return frame
