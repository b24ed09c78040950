"""Cameras through the kernel's own drivers, read by the project's own sources."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from calibration.drawn import learn_drawn
from companion.cli import main
from companion.doctor.camera import findings, look_through
from vision.sources import CameraBack, CameraGone, PicameraSource, Reopening, Source, UsbSource, usb_cameras
from vision.virtual.gallery import LOOKS

_SIZE = (320, 240)


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
    out = tmp_path / "picture.jpg"
    assert main(["camera", f"usb:{number}", "-o", str(out)]) == 0
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
    learn_drawn(LOOKS["kitchen"]).save(tmp_path / "profile")
    told = subprocess.run(
        [sys.executable, "-m", "companion.cli", "read", "--profile", str(tmp_path / "profile"), str(out)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert '"board": false' in told.stdout
