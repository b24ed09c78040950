"""Frames from files: a folder with times, a video, one picture. All of them, in order, in their own time."""

import csv
import math
import threading
from pathlib import Path
from typing import ClassVar, Final

import cv2
import numpy as np

from vision.frames import Frame, Seconds
from vision.sources.base import Source, SourceEnded, SourceError
from vision.sources.pictures import picture

TIMES: Final = "times.csv"
_HEADER: Final = ["file", "seconds"]
_ASSUMED_RATE: Final = 30.0


class PictureSource(Source):
    """One picture, one frame, at time zero."""

    live: ClassVar[bool] = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._frame: Frame | None = None

    def open(self) -> None:
        self._frame = Frame(picture(self.path), Seconds(0.0), self.path.name)

    def take(self) -> Frame:
        frame, self._frame = self._frame, None
        if frame is None:
            raise SourceEnded(f"{self.path} is one picture")
        return frame

    def close(self) -> None:
        self._frame = None


class FolderSource(Source):
    """A folder of pictures with `times.csv`: which file at which second."""

    live: ClassVar[bool] = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._times: list[tuple[str, float]] = []
        self._next: int | None = None

    def open(self) -> None:
        self._times = _read_times(self.folder / TIMES)
        self._next = 0

    def take(self) -> Frame:
        if self._next is None or self._next >= len(self._times):
            raise SourceEnded(f"no more frames in {self.folder}")
        name, seconds = self._times[self._next]
        # A picture that cannot be read is told of once; the next `take` goes on behind it.
        self._next += 1
        return Frame(picture(self.folder / name), Seconds(seconds), name)

    def close(self) -> None:
        self._next = None


def _read_times(path: Path) -> list[tuple[str, float]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise SourceError(f"{path.parent} has no {TIMES}; write one with the header file,seconds") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{path} cannot be read as text: {error}") from None
    rows = [row for row in csv.reader(text.splitlines()) if row]
    if not rows or [cell.strip() for cell in rows[0]] != _HEADER:
        raise SourceError(f"{path} does not begin with the header file,seconds; add it")
    times: list[tuple[str, float]] = []
    for number, row in enumerate(rows[1:], start=2):
        try:
            name, seconds = row[0].strip(), float(row[1])
        except (IndexError, ValueError):
            raise SourceError(f"{path} line {number} is not a file and its seconds; correct it") from None
        if not math.isfinite(seconds):
            raise SourceError(f"{path} line {number} has no real number of seconds; correct it")
        if times and seconds < times[-1][1]:
            raise SourceError(f"{path} line {number} goes back in time; sort the lines by seconds")
        times.append((name, seconds))
    if not times:
        raise SourceError(f"{path} lists no frames; add lines like f0001.jpg,0.000")
    return times


class VideoSource(Source):
    """A video file, frame by frame."""

    live: ClassVar[bool] = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._capture: cv2.VideoCapture | None = None
        self._lock = threading.Lock()
        self._count = 0
        self._last = 0.0
        self._rate = _ASSUMED_RATE

    def open(self) -> None:
        self.close()
        if not self.path.exists():
            raise SourceError(f"{self.path} does not exist; check the name")
        capture = cv2.VideoCapture(str(self.path))
        if not capture.isOpened():
            capture.release()
            raise SourceError(f"{self.path} is not a video that OpenCV can read; convert it to MP4 or AVI")
        rate = capture.get(cv2.CAP_PROP_FPS)
        self._rate = rate if math.isfinite(rate) and 0.1 <= rate <= 1000 else _ASSUMED_RATE
        self._count, self._last = 0, 0.0
        self._capture = capture

    def take(self) -> Frame:
        with self._lock:
            if self._capture is None:
                raise SourceEnded(f"{self.path} is closed")
            done, image = self._capture.read()
            if not done:
                raise SourceEnded(f"{self.path} is over")
            seconds = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        by_count = self._count / self._rate
        # Some containers have no time stamps, and OpenCV then answers 0 or the time of the next frame.
        if not math.isfinite(seconds) or seconds <= self._last:
            seconds = max(by_count, self._last)
        self._last = seconds
        self._count += 1
        return Frame(np.asarray(image, dtype=np.uint8), Seconds(seconds), self.path.name)

    def close(self) -> None:
        with self._lock:
            if self._capture is not None:
                self._capture.release()
            self._capture = None
