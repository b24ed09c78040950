"""The Pi's own camera through picamera2, which is imported only when a camera is opened.

Exposure, gain and white balance are left alone until they have settled and are then held by giving their
values: explicit values switch the automatics off by themselves, and asking for that as well makes some
versions warn or ignore the values. Focus is found once and held. What a camera does not advertise is not
asked of it.
"""

import threading
import time
from collections.abc import Callable
from typing import Any, ClassVar, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame, Seconds
from vision.sources.base import Source, SourceEnded, SourceError, SourceLost, TwoScaleFrame

_SETTLING: Final = 45
"""Frames given to exposure and white balance at most."""

_STEADY: Final = 6
"""Frames in a row that must agree."""

_AGREES: Final = 0.02
_HELD: Final = ("ExposureTime", "AnalogueGain", "ColourGains")

_AF_MANUAL, _AF_AUTO = 0, 1
"""libcamera's AfModeEnum, so that libcamera need not be imported for two numbers."""

_PATIENCE: Final = 4.0
"""Seconds without a frame after which a camera is taken for gone."""

_CLOSING: Final = 5.0

Camera = Any
"""A `picamera2.Picamera2`, which has no types of its own."""


def _picamera2() -> Camera:
    try:
        from picamera2 import Picamera2
    except ImportError:
        raise SourceError(
            "picamera2 is not installed; run: sudo apt install python3-picamera2 --no-install-recommends"
        ) from None
    if not Picamera2.global_camera_info():
        raise SourceError("no Pi camera is connected; check its cable, with the power off, and start again")
    return Picamera2()


class PicameraSource(Source):
    """Latest wins: picamera2 keeps one finished frame and replaces it."""

    live: ClassVar[bool] = True

    def __init__(
        self,
        size: tuple[int, int] = (1280, 960),
        small: tuple[int, int] = (320, 240),
        *,
        lens_position: float | None = None,
        opened: Callable[[], Camera] = _picamera2,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.size, self.small = size, small
        self.lens_position = lens_position
        """Where the lens is held, in 1/metre; found by focusing once where it is None."""
        self.held: dict[str, Any] = {}
        """The controls that are held, with their values."""
        self._opened, self._clock = opened, clock
        self._camera: Camera | None = None
        self._closed = threading.Event()
        self._last = 0.0
        self._has_small = False

    def open(self) -> None:
        self.close()
        self._closed.clear()
        try:
            camera = self._opened()
        except SourceError:
            raise
        except (RuntimeError, IndexError, OSError) as error:
            raise SourceError(
                f"the Pi camera does not open ({error}); is another program using it?"
            ) from None
        self._camera = camera
        try:
            self._configured(camera)
            camera.start()
            self._focused(camera)
            self._settled(camera)
        except (SourceLost, SourceEnded, RuntimeError, ValueError, OSError) as error:
            self.close()
            raise SourceError(f"the Pi camera does not start ({error}); check its cable") from None

    def _configured(self, camera: Camera) -> None:
        main = {"size": self.size, "format": "RGB888"}
        lores = {"size": self.small, "format": "YUV420"}
        try:
            camera.configure(camera.create_video_configuration(main=main, lores=lores))
            self._has_small = True
        # What a camera with one stream only answers depends on how far picamera2 gets.
        except (RuntimeError, ValueError, IndexError, AttributeError):
            camera.configure(camera.create_video_configuration(main=main))
            self._has_small = False

    def _hold(self, camera: Camera, controls: dict[str, Any]) -> None:
        advertised = {name: value for name, value in controls.items() if name in camera.camera_controls}
        if advertised:
            camera.set_controls(advertised)
            self.held |= advertised

    def _focused(self, camera: Camera) -> None:
        if not {"AfMode", "LensPosition"} <= set(camera.camera_controls):
            return
        if self.lens_position is None:
            camera.set_controls({"AfMode": _AF_AUTO})
            camera.autofocus_cycle()
            _, metadata = self._captured(camera, "main")
            self.lens_position = float(metadata.get("LensPosition", 0.0))
        self._hold(camera, {"AfMode": _AF_MANUAL, "LensPosition": self.lens_position})

    def _settled(self, camera: Camera) -> None:
        wanted = [name for name in _HELD if name in camera.camera_controls]
        if not wanted:
            return
        steady, before = 0, None
        metadata: dict[str, Any] = {}
        for _ in range(_SETTLING):
            _, metadata = self._captured(camera, "main")
            now = np.array([value for name in wanted for value in np.atleast_1d(metadata.get(name, 0.0))])
            agrees = before is not None and np.allclose(now, before, rtol=_AGREES)
            steady, before = steady + 1 if agrees else 0, now
            if steady >= _STEADY:
                break
        self._hold(camera, {name: metadata[name] for name in wanted if name in metadata})

    def _captured(self, camera: Camera, *streams: str) -> tuple[list[NDArray[np.uint8]], dict[str, Any]]:
        """Copies of the streams of one frame, and its metadata."""
        try:
            request = camera.wait(camera.capture_request(wait=False), timeout=_PATIENCE)
        except TimeoutError:
            raise SourceLost("the Pi camera gives no more frames; check its cable") from None
        except (RuntimeError, OSError) as error:
            raise SourceLost(f"the Pi camera has gone ({error}); check its cable") from None
        try:
            return [request.make_array(stream) for stream in streams], request.get_metadata()
        finally:
            request.release()

    def take(self) -> Frame:
        camera = self._camera
        if camera is None or self._closed.is_set():
            raise SourceEnded("the Pi camera is closed")
        streams = ("main", "lores") if self._has_small else ("main",)
        try:
            arrays, metadata = self._captured(camera, *streams)
        except SourceLost:
            if self._closed.is_set():
                raise SourceEnded("the Pi camera is closed") from None
            raise
        stamp = metadata.get("SensorTimestamp")
        seconds = stamp / 1e9 if stamp is not None else self._clock()
        self._last = max(self._last, seconds)
        width, height = self.small
        small = arrays[1][:height, :width] if len(arrays) > 1 else None
        return TwoScaleFrame(_in_colour(arrays[0]), Seconds(self._last), None, small)

    def close(self) -> None:
        self._closed.set()
        camera, self._camera = self._camera, None
        self.held = {}
        if camera is not None:
            # `close` ends its event loop first: `stop` alone would wait in the loop's queue, behind the frame
            # that was asked for and never came. A driver that hangs is left behind all the same.
            closing = threading.Thread(target=camera.close, name="camera closing", daemon=True)
            closing.start()
            closing.join(_CLOSING)


def _in_colour(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """`RGB888` lies in memory as blue, green, red; a camera without it may have been given four channels."""
    if image.ndim == 3 and image.shape[2] == 4:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR), dtype=np.uint8)
    return image
