"""Cameras through the kernel's own drivers, read by the project's own sources."""

import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.doctor.camera import findings, look_through
from tests.hardware.far_end.films import FILMS, load
from tests.hardware.far_end.watching import Watched
from vision.frames import Frame
from vision.sources import CameraBack, CameraGone, PicameraSource, Reopening, Source, UsbSource, usb_cameras

_SIZE = (320, 240)
_VIMC = Path("/sys/bus/platform/drivers/vimc")


@pytest.fixture(params=["usb", "picamera"])
def camera(request: pytest.FixtureRequest) -> Iterator[Source]:
    number = next(iter(usb_cameras()), 0)
    source = UsbSource(number, _SIZE) if request.param == "usb" else PicameraSource(_SIZE, (160, 120))
    source.open()
    yield source
    source.close()


def test_frames_come_in_order_and_are_pictures(camera: Source) -> None:
    frames = [camera.take() for _ in range(4)]
    assert [frame.t for frame in frames] == sorted(frame.t for frame in frames)
    assert all(frame.image.ndim == 3 and frame.image.std() > 5 for frame in frames)


def test_a_camera_is_found_and_a_picture_taken(tmp_path: Path) -> None:
    assert main(["camera"]) == 0
    number = next(iter(usb_cameras()))
    for name in ("picamera", f"usb:{number}"):
        out = tmp_path / f"{name[:3]}.jpg"
        assert main(["camera", name, "-o", str(out)]) == 0
        assert out.stat().st_size > 2000


def test_the_doctor_judges_a_real_camera() -> None:
    number = next(iter(usb_cameras()))
    told = " ".join(map(str, findings(look_through(f"usb:{number}"))))
    assert "pictures a second" in told


def test_a_camera_that_goes_away_is_told_and_comes_back() -> None:
    """The driver is taken out of the kernel under a running source, and put in again."""
    number = next(iter(usb_cameras()))
    source = Reopening(UsbSource(number, _SIZE), clock=time.monotonic)
    source.open()
    try:
        source.take()
        device = Path(f"/sys/class/video4linux/video{number}/device").resolve()
        driver = (device / "driver").resolve()
        (driver / "unbind").write_text(device.name, encoding="ascii")
        assert waited_for(source, CameraGone)
        (driver / "bind").write_text(device.name, encoding="ascii")
        assert waited_for(source, CameraBack)
    finally:
        source.close()


def all_buffers(camera: Any) -> Iterator[Any]:
    """Until there are none any more."""
    with contextlib.suppress(TimeoutError):
        while True:
            yield camera.wait(camera.capture_request(wait=False), timeout=10)


@pytest.fixture
def pi() -> Iterator[tuple[PicameraSource, list[Any]]]:
    """The source, and every camera that it opened."""
    opened: list[Any] = []

    def open_() -> Any:
        from picamera2 import Picamera2

        opened.append(Picamera2())
        return opened[-1]

    source = PicameraSource(_SIZE, (160, 120), opened=open_)
    yield source, opened
    source.close()


def test_a_pi_camera_that_stops_is_told_and_comes_back(pi: tuple[PicameraSource, list[Any]]) -> None:
    """Its buffers are kept from it, so that it has none to fill: it hangs, as with a loose cable."""
    source, opened = pi
    reopening = Reopening(source, clock=time.monotonic)
    reopening.open()
    assert isinstance(reopening.take(), Frame)
    kept = list(all_buffers(opened[0]))
    assert waited_for(reopening, CameraGone)
    assert waited_for(reopening, CameraBack)
    assert len(opened) == 2
    assert isinstance(reopening.take(), Frame)
    assert kept


def test_a_pi_camera_without_a_board_is_watched_until_its_driver_goes() -> None:
    """libcamera ends a program whose camera it can stop no more; the service is started anew then."""
    film = load(FILMS / "drawn")
    watched = Watched("picamera", film)
    try:
        assert watched.until_said("board_lost")
        assert watched.pictures
        (_VIMC / "unbind").write_text("vimc.0", encoding="ascii")
        assert watched.ended_by_itself() == -signal.SIGABRT
    finally:
        watched.kill()
        if not (_VIMC / "vimc.0").exists():
            (_VIMC / "bind").write_text("vimc.0", encoding="ascii")
    again = Watched("picamera", film)
    try:
        assert again.until_said("board_lost")
        assert [event["event"] for event in again.end(1)] == ["board_lost", "end"]
    finally:
        again.kill()


def waited_for(source: Reopening, kind: type[CameraGone] | type[CameraBack]) -> bool:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if isinstance(source.take(), kind):
            return True
    return False


def test_a_test_picture_is_no_board(tmp_path: Path) -> None:
    """Watched like a table: nothing is claimed, and the end comes with the time."""
    number = next(iter(usb_cameras()))
    out = tmp_path / "picture.jpg"
    assert main(["camera", f"usb:{number}", "-o", str(out)]) == 0
    profile = load(FILMS / "drawn").profile
    told = subprocess.run(
        [sys.executable, "-m", "companion.cli", "read", "--profile", str(profile), str(out)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert '"board": false' in told.stdout
