import sys
import threading
import types
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from tests.vision.sources.doubles import (
    ALL_CONTROLS,
    Clock,
    PiCamera,
    Scripted,
    UsbDriver,
    numbered_picture,
)
from vision.frames import Frame, Seconds
from vision.sources import (
    CameraBack,
    CameraGone,
    NewestOnly,
    PicameraSource,
    Reopening,
    SourceEnded,
    SourceError,
    SourceLost,
    TwoScaleFrame,
    UsbSource,
    usb_cameras,
)
from vision.sources.picamera import on_the_connector
from vision.virtual import LOOKS, DrawnTruth, VirtualTable
from vision.virtual.source import VirtualSource


class Plug:
    """USB cameras at one socket, one after the other."""

    def __init__(self, devices: Path, clock: Clock, *frames: int | None) -> None:
        self.devices, self.clock = devices, clock
        self.frames = list(frames)
        self.drivers: list[UsbDriver] = []
        (devices / "video0").touch()

    def opened(self, number: int) -> UsbDriver:
        assert number == 0
        self.drivers.append(UsbDriver(self.clock, self.frames.pop(0) if self.frames else 0))
        return self.drivers[-1]

    def source(self) -> UsbSource:
        return UsbSource(0, opened=self.opened, clock=self.clock, devices=self.devices)


def test_a_usb_camera_is_asked_for_compressed_frames_first_and_for_no_queue(
    tmp_path: Path,
) -> None:
    plug = Plug(tmp_path, Clock(), None)
    with plug.source():
        driver = plug.drivers[0]
    assert driver.order[0] == cv2.CAP_PROP_FOURCC
    assert driver.settings[cv2.CAP_PROP_BUFFERSIZE] == 1
    assert (driver.settings[cv2.CAP_PROP_FRAME_WIDTH], driver.settings[cv2.CAP_PROP_FRAME_HEIGHT]) == (
        1280,
        960,
    )
    assert driver.released


def test_a_usb_camera_that_is_not_there_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="plug it in"):
        UsbSource(0, opened=lambda _: UsbDriver(Clock()), devices=tmp_path).open()


def test_a_usb_camera_whose_cable_is_pulled_is_lost(tmp_path: Path) -> None:
    plug = Plug(tmp_path, Clock(), 7)
    with plug.source() as source:
        source.take()
        source.take()
        with pytest.raises(SourceLost):
            source.take()
    assert plug.drivers[0].released


def test_the_second_device_of_a_camera_is_not_offered(tmp_path: Path) -> None:
    devices, classes = tmp_path / "dev", tmp_path / "class"
    for number, index in ((0, "0"), (1, "1"), (10, "0")):
        (classes / f"video{number}").mkdir(parents=True)
        (classes / f"video{number}" / "index").write_text(index, encoding="utf-8")
        devices.mkdir(exist_ok=True)
        (devices / f"video{number}").touch()
    assert usb_cameras(devices, classes) == [0, 10]


def test_what_a_pi_codes_films_with_is_no_camera(tmp_path: Path) -> None:
    names = (
        "C920 HD Pro",
        "bcm2835-codec-decode",
        "bcm2835-isp-capture0",
        "rpi-hevc-dec",
        "rp1-cfe-csi2_ch0",
    )
    devices, classes = tmp_path / "dev", tmp_path / "class"
    devices.mkdir()
    for number, name in enumerate(names):
        (classes / f"video{number}").mkdir(parents=True)
        (classes / f"video{number}" / "name").write_text(f"{name}\n", encoding="utf-8")
        (devices / f"video{number}").touch()
    assert usb_cameras(devices, classes) == [0]


def test_frames_that_nobody_took_are_dropped_and_the_newest_is_given() -> None:
    camera = Scripted()
    with NewestOnly(camera) as source:
        camera.allow(5)
        for _ in range(6):
            camera.taken.acquire()
        assert source.take().t == 5.0
        assert source.dropped == 4


def test_closing_ends_a_take_that_waits() -> None:
    camera = Scripted()
    source = NewestOnly(camera)
    source.open()
    ended = threading.Event()

    def waits() -> None:
        with pytest.raises(SourceEnded):
            source.take()
        ended.set()

    thread = threading.Thread(target=waits)
    thread.start()
    source.close()
    thread.join()
    assert ended.is_set()


class LastBreath(Scripted):
    """Its driver still hands out the frame that was under way when it was closed."""

    def take(self) -> Frame:
        try:
            return super().take()
        except SourceEnded:
            return Frame(numbered_picture(0), Seconds(99.0))


def test_a_frame_under_way_when_it_was_closed_is_not_given() -> None:
    source = NewestOnly(LastBreath())
    source.open()
    source.close()
    with pytest.raises(SourceEnded):
        source.take()


def test_a_loss_reaches_whoever_takes_from_the_newest(tmp_path: Path) -> None:
    plug = Plug(tmp_path, Clock(), 5)
    with NewestOnly(plug.source()) as source, pytest.raises(SourceLost):
        source.take()


def test_a_lost_camera_is_told_and_reopened_with_growing_patience(tmp_path: Path) -> None:
    clock = Clock()
    plug = Plug(tmp_path, clock, 6, 0, 0, 0, None)
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        clock.wait(seconds)

    camera = Reopening(plug.source(), clock=clock, wait=wait)
    camera.open()
    happenings = [camera.take() for _ in range(4)]
    camera.close()
    assert [type(happening).__name__ for happening in happenings] == [
        "Frame",
        "CameraGone",
        "CameraBack",
        "Frame",
    ]
    gone, back, frame = happenings[1:]
    assert isinstance(gone, CameraGone)
    assert isinstance(back, CameraBack)
    assert "plug it in" in gone.reason
    assert waits == [0.5, 1.0, 2.0, 4.0]
    assert back.tries == 4
    assert gone.t < back.t < frame.t


def test_patience_has_an_end_of_fifteen_seconds_and_closing_ends_it(tmp_path: Path) -> None:
    clock = Clock()
    plug = Plug(tmp_path, clock, 5)
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 9:
            camera.close()

    camera = Reopening(plug.source(), clock=clock, wait=wait)
    camera.open()
    assert [type(happening).__name__ for happening in camera] == ["CameraGone"]
    assert waits == [0.5, 1, 2, 4, 8, 15, 15, 15, 15]


def test_a_camera_that_is_missing_from_the_start_is_an_error_at_once(tmp_path: Path) -> None:
    plug = Plug(tmp_path, Clock(), 0)
    with pytest.raises(SourceError):
        Reopening(plug.source()).open()


def pi(**features: object) -> PiCamera:
    return replace(PiCamera(dict(ALL_CONTROLS)), **features)  # type: ignore[arg-type]


def opened(camera: PiCamera) -> PicameraSource:
    source = PicameraSource((64, 48), (32, 24), opened=lambda: camera, clock=Clock())
    source.open()
    return source


def given(camera: PiCamera) -> list[dict[str, object]]:
    return [value for name, value in camera.calls if name == "set_controls"]


def cycles(camera: PiCamera) -> int:
    """How often it looked for its focus."""
    return [name for name, _ in camera.calls].count("autofocus_cycle")


def test_the_pi_camera_is_held_by_value_once_it_has_settled() -> None:
    camera = pi()
    source = opened(camera)
    assert source.held["ExposureTime"] == 9000
    assert source.held["AnalogueGain"] == 1.5
    assert source.held["ColourGains"] == (1.8, 1.6)
    assert not {name for controls in given(camera) for name in controls} & {"AeEnable", "AwbEnable"}


def test_the_pi_camera_focuses_once_and_is_held_there() -> None:
    camera = pi()
    opened(camera)
    assert cycles(camera) == 1
    assert {"AfMode": 0, "LensPosition": 2.2} in given(camera)


def test_a_known_focus_is_used_again_without_looking_for_it() -> None:
    camera = pi()
    source = opened(camera)
    camera.calls.clear()
    source.open()
    assert cycles(camera) == 0
    assert {"AfMode": 0, "LensPosition": 2.2} in given(camera)


def test_controls_that_a_pi_camera_lacks_are_not_asked_of_it() -> None:
    camera = pi(camera_controls={"AnalogueGain": None}, has_lores=False)
    source = opened(camera)
    assert given(camera) == [{"AnalogueGain": 1.5}]
    frame = source.take()
    assert isinstance(frame, TwoScaleFrame)
    assert frame.small is None


def test_a_pi_camera_without_any_controls_still_gives_frames() -> None:
    camera = pi(camera_controls={})
    assert opened(camera).take().image.shape == (48, 64, 3)
    assert given(camera) == []


def test_the_small_picture_is_the_grey_part_without_its_padding() -> None:
    frame = opened(pi()).take()
    assert isinstance(frame, TwoScaleFrame)
    assert frame.small is not None
    assert frame.small.shape == (24, 32)


def test_pi_frames_come_at_the_sensors_pace_and_every_request_is_given_back() -> None:
    camera = pi()
    source = opened(camera)
    one, two = source.take(), source.take()
    assert two.t - one.t == pytest.approx(0.033333)
    assert all(request.released for request in camera.requests)


@pytest.mark.parametrize("now", [0.1, 20_000.0])
def test_pi_frames_tell_the_tables_own_time_however_long_the_pi_is_on(now: float) -> None:
    """Taps, the clocks of a game and the events of yesterday are in that time."""
    clock = Clock(now)
    source = PicameraSource((64, 48), (32, 24), opened=pi, clock=clock)
    source.open()
    assert source.take().t == pytest.approx(now)
    clock.now += 60
    source.open()
    assert source.take().t == pytest.approx(clock.now)


IMX708 = [
    {"size": (1536, 864), "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "crop_limits": (0, 0, 4608, 2592)},
]
IMX219 = [
    {"size": (640, 480), "crop_limits": (1000, 752, 1280, 960)},
    {"size": (1640, 1232), "crop_limits": (0, 0, 3280, 2464)},
    {"size": (1920, 1080), "crop_limits": (680, 692, 1920, 1080)},
    {"size": (3280, 2464), "crop_limits": (0, 0, 3280, 2464)},
]


@pytest.mark.parametrize(("modes", "size"), [(IMX708, (2304, 1296)), (IMX219, (1640, 1232))])
def test_the_smallest_mode_that_shows_all_the_sensor_sees_is_asked_for(
    modes: list[dict[str, object]], size: tuple[int, int]
) -> None:
    """The plan of where to mount it reckons with all of it."""
    camera = pi(sensor_modes=modes)
    PicameraSource(opened=lambda: camera, clock=Clock()).open()
    assert camera.configuration["raw"] == {"size": size}


@pytest.mark.few(1)
@pytest.mark.parametrize("modes", [[], [{"format": "MJPEG"}], IMX708[:1]])
@pytest.mark.long
def test_a_sensor_that_tells_no_mode_of_use_is_left_to_choose_itself(modes: list[dict[str, object]]) -> None:
    camera = pi(sensor_modes=modes)
    PicameraSource((4000, 3000), opened=lambda: camera, clock=Clock()).open()
    assert "raw" not in camera.configuration


def test_a_webcam_is_no_pi_camera() -> None:
    """libcamera lists it too, and gives it a picture of another kind."""
    pi_camera = {"Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 1}
    webcam = {"Model": "C920", "Id": "/base/scb/pcie@7d500000/usb@0,0-1.2:1.0-046d:082d", "Num": 0}
    assert on_the_connector([webcam, pi_camera]) == [pi_camera]
    assert on_the_connector([webcam]) == []


def test_the_pi_camera_is_opened_by_its_place_among_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """picamera2 sorts them, and libcamera's own numbers are in no order."""
    asked: list[int] = []

    class Picamera2:
        @staticmethod
        def global_camera_info() -> list[dict[str, object]]:
            return [{"Id": "/base/i2c@1/imx708@1a", "Num": 1}, {"Id": "/base/usb@0,0-1.2", "Num": 0}]

        def __init__(self, number: int) -> None:
            asked.append(number)
            raise RuntimeError("far enough")

    module = types.ModuleType("picamera2")
    module.Picamera2 = Picamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    with pytest.raises(SourceError, match="far enough"):
        PicameraSource().open()
    assert asked == [0]


class SmallPi(PiCamera):
    """With memory for all but the largest mode; picamera2 keeps what it had read until then."""

    largest: ClassVar[tuple[int, int]] = (1640, 1232)

    def __getattribute__(self, name: str) -> Any:
        if name == "sensor_modes":
            self.sensor_modes_ = IMX219[:-1]
            raise OSError(12, "Cannot allocate memory")
        return super().__getattribute__(name)

    def configure(self, configuration: dict[str, Any]) -> None:
        width, _ = configuration.get("raw", {"size": (0, 0)})["size"]
        if width > self.largest[0]:
            raise OSError(12, "Cannot allocate memory")
        super().configure(configuration)


@pytest.mark.parametrize(("largest", "size"), [((1640, 1232), (1640, 1232)), ((640, 480), None)])
def test_a_pi_with_little_memory_shows_as_much_as_it_can(
    largest: tuple[int, int], size: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SmallPi, "largest", largest)
    camera = SmallPi(dict(ALL_CONTROLS))
    PicameraSource(opened=lambda: camera, clock=Clock()).open()
    assert camera.configuration.get("raw") == (None if size is None else {"size": size})
    assert "lores" in camera.configuration


def test_another_light_that_lasts_gives_exposure_back_and_focus_another_chance() -> None:
    camera = pi(focuses=False)
    source = opened(camera)
    assert source.lens_position is None, "what was not found is not kept"
    camera.focuses, camera.lamp = True, 200
    for _ in range(300):
        source.take()
    assert {"AeEnable": True, "AwbEnable": True} in given(camera)
    assert {"AfMode": 0, "LensPosition": 2.2} in given(camera)
    assert given(camera)[-1]["ExposureTime"] == 9000


def test_what_looks_anew_finds_focus_and_exposure_for_what_it_sees_now() -> None:
    camera = pi()
    source = opened(camera)
    camera.sharp_at = 3.0
    source.take()
    assert source.lens_position == 2.2, "nobody asked"
    asked = len(given(camera))
    source.look_anew()
    source.take()
    assert given(camera)[asked:] == [
        {"AeEnable": True, "AwbEnable": True},
        {"AfMode": 1},
        {"AfMode": 0, "LensPosition": 3.0},
        {"ExposureTime": 9000, "AnalogueGain": 1.5, "ColourGains": (1.8, 1.6)},
    ]
    for _ in range(20):
        source.take()
    assert cycles(camera) == 2


def test_sharpness_is_looked_for_now_and_then_however_often_it_is_asked_for() -> None:
    camera, clock = pi(), Clock()
    source = PicameraSource((64, 48), (32, 24), opened=lambda: camera, clock=clock)
    camera.while_focusing = lambda: source.look_anew(to_be_sharp=True)
    source.open()
    for seconds, found in ((0.0, 1), (14.0, 1), (2.0, 2), (0.3, 2), (0.3, 2)):
        clock.now += seconds
        source.look_anew(to_be_sharp=True)
        source.take()
        assert cycles(camera) == found


def test_for_the_sake_of_sharpness_a_lens_that_is_turned_by_hand_is_left_alone() -> None:
    camera = pi(camera_controls={name: None for name in ALL_CONTROLS if not name.startswith(("Af", "Lens"))})
    source = opened(camera)
    asked = len(given(camera))
    source.look_anew(to_be_sharp=True)
    source.take()
    assert len(given(camera)) == asked
    source.look_anew()
    source.take()
    assert {"AeEnable": True, "AwbEnable": True} in given(camera)[asked:]


def test_a_focus_that_is_looked_for_in_vain_stays_as_it_was() -> None:
    """An arm lies over the board, or it is dark, and somebody opens the wizard."""
    camera = pi()
    source = opened(camera)
    camera.focuses = False
    source.look_anew()
    source.take()
    assert cycles(camera) == 2
    assert (source.lens_position, source.held["LensPosition"]) == (2.2, 2.2)


def test_what_was_asked_of_a_camera_that_is_away_is_done_when_it_is_back() -> None:
    camera = pi()
    source = opened(camera)
    source.close()
    source.look_anew()
    camera.sharp_at = 3.0
    source.open()
    assert source.lens_position == 3.0


@pytest.mark.parametrize("fault", [TimeoutError(), KeyError("AfState")])
def test_a_lens_that_never_answers_holds_nothing_up(fault: Exception) -> None:
    source = opened(pi(answers_focusing=fault))
    assert source.take().image.shape == (48, 64, 3)
    assert source.lens_position is None, "it is looked for again"


def test_a_driver_that_fails_while_it_looks_anew_is_a_loss_unless_it_was_closed() -> None:
    for is_closed, told in ((False, SourceLost), (True, SourceEnded)):
        camera = pi()
        source = opened(camera)
        source.look_anew()
        camera.while_focusing = source.close if is_closed else lambda: None
        camera.answers_focusing = RuntimeError("Control LensPosition is not advertised by libcamera")
        with pytest.raises(told):
            source.take()


def test_a_pi_camera_whose_driver_never_lets_go_is_not_opened_in_vain_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only a new process can: without a frame the watchdog sees to that."""
    monkeypatch.setattr("vision.sources.picamera._CLOSING", 0.05)
    camera, clock = pi(frames_left=40, hangs=True), Clock()
    reopening = Reopening(opened(camera), clock=clock, wait=clock.wait)
    assert any(isinstance(reopening.take(), CameraGone) for _ in range(41))
    with pytest.raises(SourceEnded, match="new start"):
        reopening.take()


def test_a_camera_that_is_missing_at_first_is_told_and_waited_for(tmp_path: Path) -> None:
    clock = Clock()
    plug = Plug(tmp_path, clock, 0, 0, None)
    camera = Reopening(plug.source(), clock=clock, wait=clock.wait, missing="it is not there")
    gone, back, frame = camera.take(), camera.take(), camera.take()
    camera.close()
    assert gone == CameraGone(Seconds(100.0), "it is not there")
    assert isinstance(back, CameraBack)
    assert isinstance(frame, Frame)


def test_a_pi_camera_that_stops_giving_frames_is_lost_and_let_go_of() -> None:
    camera = pi(frames_left=40)
    source = opened(camera)
    with pytest.raises(SourceLost, match="cable"):
        for _ in source:
            pass
    source.close()
    assert camera.closed


def test_that_a_pi_camera_gives_no_more_frames_is_told_before_it_is_closed() -> None:
    """Closing one may take long, and a driver that is gone may end the program."""
    camera, clock = pi(frames_left=40), Clock()
    reopening = Reopening(opened(camera), clock=clock, wait=clock.wait)
    assert any(isinstance(reopening.take(), CameraGone) for _ in range(41))
    assert not camera.closed
    camera.frames_left = 40
    assert isinstance(reopening.take(), CameraBack)
    assert camera.closed


def test_without_picamera2_the_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(SourceError, match="apt install python3-picamera2"):
        PicameraSource().open()


def small_table() -> VirtualTable:
    look = LOOKS["kitchen"]
    return VirtualTable(replace(look, camera=replace(look.camera, width=320, height=240)), seed=1)


def virtual(table: VirtualTable, clock: Clock, rate: float = 15, drops: float = 0) -> VirtualSource:
    source = VirtualSource(table, clock=clock, wait=clock.wait, rate=rate, drops=drops, seed=4)
    source.open()
    return source


def truth_of(source: VirtualSource) -> DrawnTruth:
    assert source.truth is not None
    return source.truth


def test_the_virtual_camera_keeps_its_rate_however_fast_it_is_asked() -> None:
    source = virtual(small_table(), Clock(), rate=10)
    times = [source.take().t for _ in range(4)]
    assert np.allclose(np.diff(times), 0.1)


def test_a_slow_reader_of_the_virtual_camera_gets_the_table_as_it_is_now() -> None:
    clock, table = Clock(), small_table()
    table.lay("B5wHMK")
    source = virtual(table, clock)
    source.take()
    table.do("B5>BB4", clock.now)
    clock.wait(30)
    frame = source.take()
    assert frame.t == clock.now
    assert [cube.square for cube in truth_of(source).cubes] == [9]
    assert truth_of(source).clear


def test_while_a_virtual_move_goes_on_a_hand_is_seen() -> None:
    clock, table = Clock(), small_table()
    table.lay("B5wHMK")
    source = virtual(table, clock)
    table.do("B5>BB4", clock.now)
    clock.wait(0.6)
    source.take()
    assert truth_of(source).hand
    assert not truth_of(source).clear


def test_dropped_frames_leave_gaps_in_time() -> None:
    source = virtual(small_table(), Clock(), rate=10, drops=0.5)
    gaps = np.diff([source.take().t for _ in range(12)])
    assert gaps.min() == pytest.approx(0.1)
    assert gaps.max() > 0.15


def test_an_unplugged_virtual_camera_is_lost_and_comes_back() -> None:
    clock = Clock()
    source = virtual(small_table(), clock)
    camera = Reopening(source, clock=clock, wait=plugs_in_on_the_third(clock, source))
    source.unplugged = True
    assert isinstance(camera.take(), CameraGone)
    back = camera.take()
    assert isinstance(back, CameraBack)
    assert back.tries == 3
    assert isinstance(camera.take(), Frame)


def plugs_in_on_the_third(clock: Clock, source: VirtualSource) -> Callable[[float], None]:
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        clock.wait(seconds)
        source.unplugged = len(waits) < 3

    return wait
