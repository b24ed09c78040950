"""A camera device that shows what it is given: the kernel's `vivid`, its output joined to its own input."""

import contextlib
import os
import subprocess
import time
from pathlib import Path
from typing import Final

import cv2

from tests.hardware.far_end.films import SIZE, Film

_CLASSES: Final = Path("/sys/class/video4linux")
_DRIVER: Final = Path("/sys/bus/platform/drivers/vivid")
_DEVICE: Final = "vivid.0"
_LOADED: Final = (
    *("vivid", "n_devs=1", "num_inputs=1", "input_types=0x3", "num_outputs=1", "output_types=0x1"),
    *("node_types=0x101", "ccs_cap_mode=0", "ccs_out_mode=0"),
)
"""One HDMI input and one HDMI output, neither of which scales."""

_OUTPUT: Final = "2"
"""Of the input's choices, after its own test picture and nothing at all."""

_PATIENCE: Final = 120.0


class Screen:
    """Writes pictures into the far end of `/dev/videoN`."""

    def __init__(self) -> None:
        self._writing: subprocess.Popen[bytes] | None = None
        self.reload()

    @property
    def number(self) -> int:
        return _numbered("vivid-000-vid-cap")

    def show(self, image: Path) -> None:
        """It stands there until the next one."""
        picture = cv2.imread(str(image))
        assert picture is not None
        assert picture.shape[1::-1] == SIZE
        if self._writing is None:
            device = f"/dev/video{_numbered('vivid-000-vid-out')}"
            command = ("v4l2-ctl", "-d", device, "--stream-out-mmap=3", "--stream-from=-")
            self._writing = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        assert self._writing.stdin is not None
        # It takes as many pictures as it has buffers before it shows the first.
        for _ in range(3):
            self._writing.stdin.write(picture.tobytes())
            self._writing.stdin.flush()

    def play(self, film: Film, begin: int, end: int, pace: float) -> None:
        """From one frame up to another one, so many times slower than it was filmed."""
        for at in range(begin, end):
            self.show(film.frames[at])
            if at + 1 < end:
                time.sleep((film.times[at + 1] - film.times[at]) * pace)

    def silence(self) -> None:
        """Nobody writes any more: the camera sends noise, as one does whose signal is gone."""
        if self._writing is not None:
            assert self._writing.stdin is not None
            self._writing.kill()
            self._writing.wait()
            with contextlib.suppress(OSError):
                self._writing.stdin.close()
            self._writing = None

    def unplug(self) -> None:
        self.silence()
        (_DRIVER / "unbind").write_text(_DEVICE, encoding="ascii")

    def plug_in(self) -> None:
        (_DRIVER / "bind").write_text(_DEVICE, encoding="ascii")
        self._settle()

    def reload(self) -> None:
        """The driver itself, out of the kernel and in again, once nobody holds it."""
        self.silence()
        end = time.monotonic() + _PATIENCE
        while subprocess.run(["modprobe", "-r", "vivid"], stderr=subprocess.DEVNULL, check=False).returncode:
            assert time.monotonic() < end, "somebody holds the camera"
            time.sleep(0.2)
        subprocess.run(["modprobe", *_LOADED], check=True)
        self._settle()

    def close(self) -> None:
        self.silence()

    def _settle(self) -> None:
        """Whoever opens the camera too early keeps it from being set: it is plugged in once more then."""
        while not self._set():
            (_DRIVER / "unbind").write_text(_DEVICE, encoding="ascii")
            time.sleep(1)
            (_DRIVER / "bind").write_text(_DEVICE, encoding="ascii")

    def _set(self) -> bool:
        width, height = SIZE
        seen, shown = (_numbered(f"vivid-000-vid-{end}") for end in ("cap", "out"))
        told = (
            (seen, "--set-dv-bt-timings", "index=0"),
            (seen, "--set-ctrl", f"hdmi_000_0_is_connected_to={_OUTPUT},osd_text_mode=2"),
            (shown, "--set-dv-bt-timings", "index=0"),
            (shown, "--set-fmt-video-out", f"width={width},height={height},pixelformat=BGR3"),
        )
        done = (
            subprocess.run(["v4l2-ctl", "-d", f"/dev/video{at}", *what], check=False) for at, *what in told
        )
        return not any(each.returncode for each in done)


def _numbered(name: str) -> int:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        for device in _CLASSES.glob("video*"):
            number = device.name.removeprefix("video")
            with contextlib.suppress(OSError):
                if name in (device / "name").read_text() and os.access(f"/dev/video{number}", os.R_OK):
                    return int(number)
        time.sleep(0.1)
    raise AssertionError(f"no {name}")
