"""Stand-ins for hardware, below our own code: the driver of a USB camera, and the picamera2 module."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame, Seconds
from vision.sources import Source, SourceEnded


class Clock:
    """Time that passes only when somebody waits."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


def numbered_picture(number: int, size: tuple[int, int] = (64, 48)) -> NDArray[np.uint8]:
    """Every number is another picture; blue, green and red differ."""
    image = np.zeros((size[1], size[0], 3), dtype=np.uint8)
    image[:] = (10 + number, 60, 120)
    image[:, : size[0] // 2] += 40
    return image


class UsbDriver:
    """What `cv2.VideoCapture` does with a camera that has so many frames before its cable is pulled."""

    def __init__(self, clock: Clock, frames: int | None = None) -> None:
        self.clock = clock
        self.frames_left = frames
        self.settings: dict[int, float] = {}
        self.order: list[int] = []
        self.count = 0
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802
        return not self.released

    def set(self, key: int, value: float, /) -> bool:
        self.settings[key] = value
        self.order.append(key)
        return True

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        if self.frames_left is not None:
            if self.frames_left == 0:
                return False, None
            self.frames_left -= 1
        self.clock.now += 1 / 30
        self.count += 1
        return True, numbered_picture(self.count)

    def release(self) -> None:
        self.released = True


class Scripted(Source):
    """A camera that gives what it is told, when it is told."""

    live: ClassVar[bool] = True

    def __init__(self) -> None:
        self._steps = threading.Semaphore(0)
        self.taken = threading.Semaphore(0)
        self._count = 0
        self._closed = False

    def open(self) -> None:
        self._steps = threading.Semaphore(0)
        self._closed = False

    def allow(self, frames: int) -> None:
        for _ in range(frames):
            self._steps.release()

    def take(self) -> Frame:
        self.taken.release()
        self._steps.acquire()
        if self._closed:
            raise SourceEnded
        self._count += 1
        return Frame(numbered_picture(self._count), Seconds(float(self._count)))

    def close(self) -> None:
        self._closed = True
        self._steps.release()


@dataclass
class _Request:
    number: int
    streams: dict[str, dict[str, Any]]
    metadata: dict[str, Any]
    released: bool = False
    lamp: int = 0

    def make_array(self, name: str) -> NDArray[np.uint8]:
        width, height = self.streams[name]["size"]
        if self.streams[name]["format"] == "YUV420":
            # Rows are padded to the hardware's stride, and the colour planes lie below.
            return np.full((height * 3 // 2, width + 32), 77, dtype=np.uint8)
        image = numbered_picture(self.number, (width, height)).astype(int) + self.lamp
        return np.asarray(np.minimum(image, 255), np.uint8)

    def get_metadata(self) -> dict[str, Any]:
        return self.metadata

    def release(self) -> None:
        self.released = True


SWITCHED_ON = 5_000_000_000
"""Nanoseconds since then that a sensor's first frame was taken at: a time that nothing else is told in."""


@dataclass
class PiCamera:
    """A `picamera2.Picamera2`: one camera, seen from outside."""

    camera_controls: dict[str, Any]
    has_lores: bool = True
    frames_left: int | None = None
    settles_after: int = 8
    calls: list[tuple[str, Any]] = field(default_factory=list)
    requests: list[_Request] = field(default_factory=list)
    configuration: dict[str, Any] = field(default_factory=dict)
    running: bool = False
    closed: bool = False
    awaits_frame: bool = False
    awaits_focus: bool = False
    lens: float = 0.0
    focuses: bool = True
    answers_focusing: Exception | None = None
    """None: it does answer."""
    while_focusing: Callable[[], None] = field(default=lambda: None)
    sharp_at: float = 2.2
    hangs: bool = False
    lamp: int = 0
    """Levels that every picture is brighter."""
    sensor_modes: list[dict[str, Any]] = field(default_factory=list)

    def create_video_configuration(
        self,
        main: dict[str, Any],
        lores: dict[str, Any] | None = None,
        raw: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        return {"main": main} | ({"lores": lores} if lores else {}) | ({"raw": raw} if raw else {})

    def configure(self, configuration: dict[str, Any]) -> None:
        if "lores" in configuration and not self.has_lores:
            raise AttributeError("'NoneType' object has no attribute 'orientation'")
        self.configuration = configuration
        self.calls.append(("configure", configuration))

    def start(self) -> None:
        self.running = True
        self.calls.append(("start", None))

    def set_controls(self, controls: dict[str, Any]) -> None:
        unknown = controls.keys() - self.camera_controls.keys()
        if unknown:
            raise RuntimeError(f"Control {unknown} is not advertised by libcamera")
        self.calls.append(("set_controls", dict(controls)))

    def autofocus_cycle(self, wait: bool = True) -> Callable[[], bool]:
        assert not wait, "a lens that never answers would hang for ever"
        self.calls.append(("autofocus_cycle", None))
        self.lens = self.sharp_at if self.focuses else 9.9
        return self._focused

    def _focused(self) -> bool:
        self.while_focusing()
        if self.answers_focusing is not None:
            self.awaits_focus = True
            raise self.answers_focusing
        return self.focuses

    def cancel_all_and_flush(self) -> None:
        self.awaits_focus = False

    def capture_request(self, wait: bool = True) -> Callable[[], _Request]:
        assert self.running
        assert not wait, "a lost camera would hang for ever"
        return self._next

    def wait(self, job: Callable[[], Any], timeout: float | None = None) -> Any:
        assert timeout is not None
        return job()

    def _next(self) -> _Request:
        assert not self.awaits_focus, "its turn comes after the lens's"
        if self.frames_left is not None:
            if self.frames_left == 0:
                self.awaits_frame = True
                raise TimeoutError
            self.frames_left -= 1
        number = len(self.requests)
        settling = max(self.settles_after - number, 0)
        metadata = {
            "SensorTimestamp": SWITCHED_ON + number * 33_333_000,
            "ExposureTime": 9000 + 900 * settling,
            "AnalogueGain": 1.5 + 0.1 * settling,
            "ColourGains": (1.8, 1.6 + 0.05 * settling),
            "LensPosition": self.lens,
        }
        self.requests.append(_Request(number % 100, self.configuration, metadata, lamp=self.lamp))
        return self.requests[-1]

    def stop(self) -> None:
        if self.awaits_frame:
            # Its turn comes after the frame's.
            threading.Event().wait()
        self.running = False

    def close(self) -> None:
        """Ends whatever waits, then stops."""
        if self.hangs:
            threading.Event().wait()
        self.running = False
        self.closed = True


ALL_CONTROLS = dict.fromkeys(
    ("AfMode", "LensPosition", "ExposureTime", "AnalogueGain", "ColourGains", "AeEnable", "AwbEnable")
)
