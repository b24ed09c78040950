"""What the table's camera shows: one thread takes its frames and hands them on, and anybody may ask for the
newest."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from companion.table.camera.arriving import Arriving
from companion.table.camera.cameras import TableCamera
from companion.table.camera.memory import REST, give_back_the_rest
from companion.table.camera.pacing import Pacing
from vision.frames import Frame, Image, Seconds
from vision.pictures import packed
from vision.sources import CameraBack, CameraGone, Reopening, SourceEnded

_log = logging.getLogger(__name__)

_AFTER_A_FAULT: Final = 0.2
"""Seconds of rest after a frame that could not be dealt with, so that the next such ones fill no log."""

_TAKES_A_BREATH: Final = 0.5
"""Seconds between two times that a table without its camera is told that time passes."""

_WIDTH: Final = 1000
"""Pixels across a picture for a page: more than a phone shows."""


@dataclass(frozen=True, slots=True)
class Looker:
    """Whose camera it is: called from the camera's thread."""

    frame_came: Callable[[Frame], None]
    camera_gone: Callable[[CameraGone, Callable[[], bool]], None]
    """Given whether that camera is still the one that is looked through."""
    time_passes: Callable[[], None]
    """Nothing is seen meanwhile."""


class View:
    """May be asked from any thread."""

    def __init__(
        self,
        camera: TableCamera,
        looker: Looker,
        *,
        clock: Callable[[], Seconds],
        wait: Callable[[float], object] | None = None,
    ) -> None:
        """`wait` lets so many seconds pass."""
        self._looker = looker
        self._clock = clock
        self._stop = threading.Event()
        self._wait = wait or self._stop.wait
        self._arriving = Arriving()
        self._thread: threading.Thread | None = None
        self._beat = time.monotonic()
        self._tidied = 0.0
        self._offset = clock() if not camera.source.live else 0.0
        self._use(camera)

    def _use(self, camera: TableCamera) -> None:
        self.camera = camera
        self._pacing = Pacing(camera)
        self._reopening = Reopening(
            camera.source, clock=self._clock, wait=self._patiently, missing=camera.missing
        )

    def change_to(self, camera: TableCamera) -> Reopening:
        """Another one from now on; the one before is for the caller to close."""
        before = self._reopening
        self._arriving.forget()
        self._use(camera)
        return before

    # What it shows

    def frame(self) -> Frame | None:
        """The latest one, as the camera gave it."""
        self._pacing.watched()
        return self._arriving.newest

    def next_frame(self, seconds: float) -> Frame | None:
        """One that was taken after this was called; None where the camera gives none in that time."""
        self._pacing.watched()
        if self._thread is None or not self._thread.is_alive():
            return self._arriving.newest  # A recording is over: it shows its last picture.
        # One may be under way, and one more have waited in the camera meanwhile.
        return self._arriving.after(3 if self.camera.source.live else 2, seconds)

    def pause(self, seconds: float) -> None:
        """Until the next one comes, or the time is over."""
        self._arriving.pause(seconds)

    def picture(self, over: Callable[[Image], Image] | None = None, width: int = _WIDTH) -> bytes | None:
        """The latest one as a JPEG, with `over` drawn over it; made only when asked for."""
        frame = self.frame()
        if frame is None:
            return None
        return packed(frame.image if over is None else over(frame.image), width)

    def look_anew(self, *, to_be_sharp: bool = False) -> None:
        """The camera was moved, or is about to be learnt; see `Source.look_anew`."""
        self.camera.source.look_anew(to_be_sharp=to_be_sharp)

    def now(self) -> Seconds:
        """Of a recording its frames' own time, otherwise a clock's that never goes back."""
        frame = self._arriving.newest
        return self._clock() if self.camera.source.live or frame is None else frame.t

    @property
    def rate(self) -> float:
        """Frames a second, of late."""
        return self._arriving.rate

    @property
    def heartbeat(self) -> float:
        """`time.monotonic()` of the last time round: for a watchdog."""
        return self._beat

    # Running

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """No frame is handed on that is taken after this."""
        self._stop.set()

    @property
    def ended(self) -> bool:
        return self._stop.is_set()

    def close(self) -> None:
        self.end()
        self._reopening.close()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout=20)

    def _run(self) -> None:
        while not self._stop.is_set():
            reopening = self._reopening
            try:
                self._happens(reopening)
            except SourceEnded as end:
                if reopening is not self._reopening:
                    continue  # Another game is played under another camera.
                if self.camera.source.live and not self._stop.is_set():
                    _log.warning("%s", end)
                return
            except Exception:  # noqa: BLE001
                # One frame that cannot be understood must not end the game.
                _log.exception("a frame could not be dealt with")
                self._stop.wait(_AFTER_A_FAULT)
            self._beat = time.monotonic()

    def _happens(self, reopening: Reopening) -> None:
        match happening := reopening.take():
            case CameraGone():
                self._looker.camera_gone(
                    happening, lambda: reopening is self._reopening and not self._stop.is_set()
                )
            case CameraBack():
                pass
            case _:
                self._hand_on(happening)

    def _hand_on(self, frame: Frame) -> None:
        live = self.camera.source.live
        if not live:
            frame = self._in_its_time(frame)
        self._arriving.put(frame)
        if self._arriving.awaited and live:
            return  # Looking takes a small machine seconds where no board is known, and somebody waits.
        self._looker.frame_came(frame)
        self._pacing.keep()
        self._tidy()

    def _in_its_time(self, frame: Frame) -> Frame:
        """Recordings play as fast as they were taken."""
        frame = replace(frame, t=Seconds(frame.t + self._offset))
        self._stop.wait(max(0.0, frame.t - self._clock()))
        return frame

    def _patiently(self, seconds: float) -> None:
        """A camera that is gone is waited for: that is no standstill."""
        awaited = self._reopening
        while seconds > 0 and awaited is self._reopening and not self._stop.is_set():
            self._wait(min(_TAKES_A_BREATH, seconds))
            seconds -= _TAKES_A_BREATH
            self._beat = time.monotonic()
            self._looker.time_passes()

    def _tidy(self) -> None:
        """Beginning after the second look, which needs all that looking ever needs."""
        now = time.monotonic()
        if self._arriving.count > 1 and now - self._tidied > REST:
            self._tidied = now
            give_back_the_rest()
