"""The Pi's own camera through picamera2, which is imported only when a camera is opened.

Focus is found once and held until it is to look anew, exposure and white balance as `exposure` says: held by
giving their values, since explicit values switch the automatics off by themselves, and asking for that as
well makes some versions warn or ignore the values. What a camera does not advertise is not asked of it.
"""

import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame, Seconds
from vision.sources.base import (
    Source,
    SourceAbsent,
    SourceEnded,
    SourceError,
    SourceLost,
    SourceStuck,
    TwoScaleFrame,
)
from vision.sources.exposure import Exposure

_AF_MANUAL, _AF_AUTO = 0, 1
"""libcamera's AfModeEnum, so that libcamera need not be imported for two numbers."""

_PATIENCE: Final = 4.0
"""Seconds without a frame after which a camera is taken for gone."""

_FOCUSING: Final = 6.0
"""Seconds; a lens needs two, and the table waits no longer for one that answers nothing."""

_SPARED: Final = 15.0
"""Seconds between two searches for the sake of sharpness: its picture stands still during each."""

_CLOSING: Final = 5.0
"""Seconds that closing it is waited for."""

_WHOLE: Final = 0.98
"""Share of the largest field from which on a sensor's mode shows all of it."""

Camera = Any
"""A `picamera2.Picamera2`, which has no types of its own."""


def on_the_connector(cameras: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those of the Pi's own connector. libcamera lists webcams as well; they are opened as `usb:N`."""
    return [each for each in cameras if "usb" not in str(each.get("Id", "")).lower()]


def _picamera2() -> Camera:
    try:
        from picamera2 import Picamera2
    except ImportError:
        raise SourceAbsent(
            "picamera2 is not installed; run: sudo apt install python3-picamera2 --no-install-recommends"
        ) from None
    every = Picamera2.global_camera_info()
    found = on_the_connector(every)
    if not found:
        raise SourceAbsent("no Pi camera is connected; check its cable, with the power off, and start again")
    # Its place in that list, not libcamera's own number of it.
    return Picamera2(every.index(found[0]))


class PicameraSource(Source):
    """Latest wins: picamera2 keeps one finished frame and replaces it."""

    live: ClassVar[bool] = True

    def __init__(
        self,
        size: tuple[int, int] = (1280, 960),
        small: tuple[int, int] = (320, 240),
        *,
        opened: Callable[[], Camera] = _picamera2,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.size, self.small = size, small
        self.lens_position: float | None = None
        """Where its pictures were found to be sharp, in 1/metre."""
        self.held: dict[str, Any] = {}
        """The controls that are held, with their values."""
        self._opened, self._clock = opened, clock
        self._camera: Camera | None = None
        self._exposure = Exposure({})
        self._anew = threading.Event()
        self._searched = -math.inf
        """When focus and exposure were looked for last."""
        self._closed = threading.Event()
        self._closing: threading.Thread | None = None
        self._last = 0.0
        self._ahead: float | None = None
        """Seconds that the table's time is ahead of the sensor's, which begins when the Pi is switched on."""
        self._has_small = False

    def open(self) -> None:
        self.close()
        if self._closing is not None and self._closing.is_alive():
            raise SourceStuck("the Pi camera's driver hangs: only a new start of the program opens it")
        self._closed.clear()
        self._ahead = None
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
            self._exposure = Exposure(camera.camera_controls)
            self._find(camera)
        except (SourceLost, SourceEnded, RuntimeError, ValueError, OSError) as error:
            self.close()
            raise SourceError(f"the Pi camera does not start ({error}); check its cable") from None

    def _configured(self, camera: Camera) -> None:
        main = {"size": self.size, "format": "RGB888"}
        lores = {"size": self.small, "format": "YUV420"}
        mode = self._whole_field(camera)
        tries: list[dict[str, Any]] = [{"lores": lores}]
        if mode is not None:
            tries.insert(0, {"lores": lores, "raw": {"size": mode}})
        for streams in tries:
            try:
                camera.configure(camera.create_video_configuration(main=main, **streams))
            # What a camera with one stream only answers depends on how far picamera2 gets; and a Pi may have
            # too little of the memory that cameras share.
            except (RuntimeError, ValueError, IndexError, AttributeError, OSError):
                continue
            self._has_small = True
            return
        camera.configure(camera.create_video_configuration(main=main))
        self._has_small = False

    def _whole_field(self, camera: Camera) -> tuple[int, int] | None:
        """The smallest mode of its sensor that shows all it can see.

        Left alone, picamera2 prefers one about as large as the picture: of some sensors that is a part only.
        """
        modes = [
            (each["size"], each["crop_limits"])
            for each in _modes(camera)
            if {"size", "crop_limits"} <= each.keys()
        ]
        fields = [width * height for _, (_, _, width, height) in modes]
        whole = [
            size
            for (size, _), field in zip(modes, fields, strict=True)
            if field >= _WHOLE * max(fields) and size[0] >= self.size[0] and size[1] >= self.size[1]
        ]
        return min(whole, key=lambda size: size[0] * size[1], default=None)

    def _hold(self, camera: Camera, controls: dict[str, Any]) -> None:
        advertised = {name: value for name, value in controls.items() if name in camera.camera_controls}
        if advertised:
            camera.set_controls(advertised)
            self.held |= advertised

    def _find(self, camera: Camera) -> None:
        anew = self._anew.is_set()
        self._anew.clear()
        self._searched = self._clock()
        self._focused(camera, anew=anew)
        while not self._exposure.settled:
            arrays, metadata = self._captured(camera, "main")
            self._hold(camera, self._exposure.look(_brightness(arrays[0]), metadata, 0.0))
        self._searched = self._clock()

    def _find_anew(self, camera: Camera) -> None:
        controls = self._exposure.anew()
        if controls:
            camera.set_controls(controls)
        self._find(camera)

    def _focused(self, camera: Camera, *, anew: bool = False) -> None:
        """What was found before is kept: unless it is to be found anew, and is."""
        if not _focuses(camera):
            return
        held_at = self.lens_position
        if held_at is None or anew:
            camera.set_controls({"AfMode": _AF_AUTO})
            is_sharp = self._focus_found(camera)
            _, metadata = self._captured(camera, "main")
            found_at = float(metadata.get("LensPosition", 0.0))
            if is_sharp:
                self.lens_position = found_at
            held_at = found_at if self.lens_position is None else self.lens_position
        self._hold(camera, {"AfMode": _AF_MANUAL, "LensPosition": held_at})

    def _focus_found(self, camera: Camera) -> bool:
        try:
            return bool(camera.wait(camera.autofocus_cycle(wait=False), timeout=_FOCUSING))
        except (TimeoutError, KeyError):
            # It does not tell its state, or tells no end: frames that are asked for would wait behind it.
            self._require_open()
            camera.cancel_all_and_flush()
            return False

    def _follow_light(self, camera: Camera, brightness: float, metadata: dict[str, Any], t: float) -> None:
        was_settled = self._exposure.settled
        controls = self._exposure.look(brightness, metadata, t)
        if was_settled and not self._exposure.settled:
            camera.set_controls(controls)
            if self.lens_position is None:
                self._focused(camera)
        else:
            self._hold(camera, controls)

    def _captured(self, camera: Camera, *streams: str) -> tuple[list[NDArray[np.uint8]], dict[str, Any]]:
        """Copies of the streams of one frame, and its metadata."""
        try:
            request = camera.wait(camera.capture_request(wait=False), timeout=_PATIENCE)
        except TimeoutError:
            raise SourceLost("the Pi camera gives no more frames; check its cable") from None
        try:
            return [request.make_array(stream) for stream in streams], request.get_metadata()
        finally:
            request.release()

    def take(self) -> Frame:
        camera = self._camera
        if camera is None:
            raise SourceEnded("the Pi camera is closed")
        try:
            return self._taken(camera)
        except (RuntimeError, OSError) as error:
            self._require_open()
            if isinstance(error, SourceLost):
                raise
            raise SourceLost(f"the Pi camera has gone ({error}); check its cable") from None

    def _require_open(self) -> None:
        """What a driver says after it was closed means nothing."""
        if self._closed.is_set():
            raise SourceEnded("the Pi camera is closed") from None

    def _taken(self, camera: Camera) -> Frame:
        self._require_open()
        if self._anew.is_set():
            self._find_anew(camera)
        arrays, metadata = self._captured(camera, *(("main", "lores") if self._has_small else ("main",)))
        stamp = metadata.get("SensorTimestamp")
        self._last = max(self._last, self._clock() if stamp is None else self._own_time(stamp / 1e9))
        width, height = self.small
        small = arrays[1][:height, :width] if len(arrays) > 1 else None
        self._follow_light(camera, _brightness(arrays[0]), metadata, self._last)
        return TwoScaleFrame(_in_colour(arrays[0]), Seconds(self._last), None, small)

    def _own_time(self, sensor: float) -> float:
        if self._ahead is None:
            self._ahead = self._clock() - sensor
        return sensor + self._ahead

    def look_anew(self, *, to_be_sharp: bool = False) -> None:
        camera = self._camera
        spared = camera is None or not _focuses(camera) or self._clock() - self._searched < _SPARED
        if not (to_be_sharp and spared):
            self._anew.set()

    def close(self) -> None:
        self._closed.set()
        camera, self._camera = self._camera, None
        self.held = {}
        if camera is not None:
            # `close` ends its event loop first: `stop` alone would wait in the loop's queue, behind the frame
            # that was asked for and never came. A driver that hangs is left behind all the same.
            self._closing = threading.Thread(target=camera.close, name="camera closing", daemon=True)
            self._closing.start()
            self._closing.join(_CLOSING)


def _focuses(camera: Camera) -> bool:
    return {"AfMode", "LensPosition"} <= set(camera.camera_controls)


def _modes(camera: Camera) -> Sequence[dict[str, Any]]:
    """As many as it can tell: to find them picamera2 tries each, the smallest first, and a small Pi may not
    have the memory for the largest. A camera that is no Pi's has none, or modes without sizes."""
    try:
        return list(camera.sensor_modes)
    except (RuntimeError, ValueError, IndexError, AttributeError, KeyError, OSError):
        return list(getattr(camera, "sensor_modes_", None) or ())


def _brightness(image: NDArray[np.uint8]) -> float:
    """Of a hundredth of its pixels: whether the light is another one shows in these as well."""
    return float(image[::10, ::10].mean())


def _in_colour(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """`RGB888` lies in memory as blue, green, red; a camera without it may have been given four channels."""
    if image.ndim == 3 and image.shape[2] == 4:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR), dtype=np.uint8)
    return image


def named(which: str, clock: Callable[[], float]) -> Source:
    """There is one; raises `SourceError` where another is meant."""
    if which:
        raise SourceError(f"picamera:{which} is no camera; write picamera")
    return PicameraSource(clock=clock)
