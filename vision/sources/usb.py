"""A USB camera through Video4Linux."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final, Protocol, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame, Seconds
from vision.sources.base import Source, SourceEnded, SourceError, SourceLost
from vision.sources.newest import NewestOnly

_WARM_UP: Final = 5
"""Frames thrown away after opening, while exposure and white balance find themselves."""


_OF_A_PI: Final = ("bcm2835-", "pispbe", "rp1-", "rpi", "unicam")
"""How the names of a Pi's own devices begin: they code films, or belong to the camera on its connector."""


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def isOpened(self) -> bool: ...  # noqa: N802
    def read(self) -> tuple[bool, NDArray[np.uint8] | None]: ...
    def set(self, key: int, value: float, /) -> bool: ...
    def release(self) -> None: ...


def _video4linux(number: int) -> Capture:
    return cast(Capture, cv2.VideoCapture(number, cv2.CAP_V4L2))


class UsbSource(Source):
    """Wrap it in `NewestOnly`: the driver may queue a few frames whatever it is asked."""

    live: ClassVar[bool] = True

    def __init__(
        self,
        number: int,
        size: tuple[int, int] = (1280, 960),
        *,
        opened: Callable[[int], Capture] = _video4linux,
        clock: Callable[[], float] = time.monotonic,
        devices: Path = Path("/dev"),
    ) -> None:
        self.number = number
        self.size = size
        self._opened, self._clock, self._devices = opened, clock, devices
        self._capture: Capture | None = None
        self._lock = threading.Lock()

    @property
    def _name(self) -> str:
        return f"usb:{self.number}"

    def open(self) -> None:
        self.close()
        if not (self._devices / f"video{self.number}").exists():
            raise SourceError(f"no camera at {self._name}; plug it in, or try another number")
        capture = self._opened(self.number)
        if not capture.isOpened():
            capture.release()
            raise SourceError(f"the camera at {self._name} does not open; is another program using it?")
        # MJPG first: uncompressed, most cameras manage five frames a second at this size.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self.size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self.size[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        for _ in range(_WARM_UP):
            done, _image = capture.read()
            if not done:
                capture.release()
                raise SourceError(f"the camera at {self._name} gives no picture; plug it in again")
        self._capture = capture

    def take(self) -> Frame:
        with self._lock:
            if self._capture is None:
                raise SourceEnded(f"{self._name} is closed")
            try:
                done, image = self._capture.read()
            except cv2.error:
                done, image = False, None
            if not done or image is None:
                self._release()
                raise SourceLost(f"the camera at {self._name} has gone; plug it in again")
            return Frame(_in_colour(image), Seconds(self._clock()))

    def close(self) -> None:
        with self._lock:
            self._release()

    def _release(self) -> None:
        if self._capture is not None:
            self._capture.release()
        self._capture = None


def _in_colour(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    return image


def usb_cameras(devices: Path = Path("/dev"), classes: Path = Path("/sys/class/video4linux")) -> list[int]:
    """Numbers of the devices that may be cameras; a camera often has a second one that gives no pictures."""
    found = []
    for path in devices.glob("video*"):
        digits = path.name.removeprefix("video")
        index = classes / path.name / "index"
        first = not index.exists() or index.read_text().strip() == "0"
        name = classes / path.name / "name"
        is_the_pis = name.exists() and name.read_text().startswith(_OF_A_PI)
        if digits.isdigit() and first and not is_the_pis:
            found.append(int(digits))
    return sorted(found)


def named(which: str, clock: Callable[[], float]) -> Source:
    """By its number; raises `SourceError` where it is none."""
    if not (which.isascii() and which.isdigit()):
        raise SourceError(f"usb:{which} has no camera number; write usb:0 for the first one")
    return NewestOnly(UsbSource(int(which), clock=clock))
