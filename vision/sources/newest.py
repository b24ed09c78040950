"""Latest wins: a thread drains a camera that would otherwise queue, and keeps one frame."""

import threading
from typing import ClassVar

from vision.frames import Frame
from vision.sources.base import Source, SourceEnded, SourceError


class NewestOnly(Source):
    """Gives the newest frame of a live source; frames that nobody took are dropped."""

    live: ClassVar[bool] = True

    def __init__(self, inner: Source) -> None:
        self.inner = inner
        self.dropped = 0
        """Frames that came and were never taken, since `open`."""
        self._fresh: Frame | None = None
        self._failure: Exception | None = None
        self._news = threading.Condition()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()

    def open(self) -> None:
        self.close()
        self.inner.open()
        self._fresh, self._failure, self.dropped = None, None, 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._drain, args=(self._stop,), name="camera", daemon=True)
        self._thread.start()

    def _drain(self, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                frame = self.inner.take()
            except (SourceError, SourceEnded) as failure:
                with self._news:
                    self._failure = failure
                    self._news.notify_all()
                return
            with self._news:
                self.dropped += self._fresh is not None
                self._fresh = frame
                self._news.notify_all()

    def take(self) -> Frame:
        with self._news:
            self._news.wait_for(
                lambda: self._fresh or self._failure or self._stop.is_set() or not self._thread
            )
            if self._stop.is_set():
                raise SourceEnded("the camera is closed")
            frame, self._fresh = self._fresh, None
            if frame is not None:
                return frame
            if self._failure is not None:
                raise self._failure
            raise SourceEnded("the camera is closed")

    def close(self) -> None:
        self._stop.set()
        with self._news:
            self._fresh = None
            self._news.notify_all()
        self.inner.close()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout=5)
        self._thread = None
