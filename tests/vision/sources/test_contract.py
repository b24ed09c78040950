"""What `vision.sources.base` promises, held against every source that can run here."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.sources.doubles import ALL_CONTROLS, Clock, PiCamera, Scripted, UsbDriver, numbered_picture
from vision.frames import Frame
from vision.sources import (
    FolderSource,
    NewestOnly,
    PicameraSource,
    PictureSource,
    Source,
    SourceEnded,
    UsbSource,
    VideoSource,
)
from vision.virtual import LOOKS, VirtualTable
from vision.virtual.source import VirtualSource

RECORDED = 5


class OnDemand(NewestOnly):
    """Its camera gives a frame when one is asked for, so that no thread runs away."""

    def take(self) -> Frame:
        assert isinstance(self.inner, Scripted)
        self.inner.allow(1)
        return super().take()


@dataclass(frozen=True)
class Bench:
    folder: Path
    clock: Clock

    def picture(self) -> Source:
        path = self.folder / "one.png"
        cv2.imwrite(str(path), numbered_picture(0))
        return PictureSource(path)

    def folder_of_pictures(self) -> Source:
        lines = ["file,seconds"]
        for number in range(RECORDED):
            cv2.imwrite(str(self.folder / f"f{number}.png"), numbered_picture(number))
            lines.append(f"f{number}.png,{number * 0.25:.3f}")
        (self.folder / "times.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return FolderSource(self.folder)

    def video(self) -> Source:
        path = self.folder / "film.avi"
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
        assert writer.isOpened()
        for number in range(RECORDED):
            writer.write(numbered_picture(number * 20))
        writer.release()
        return VideoSource(path)

    def usb(self) -> Source:
        (self.folder / "video0").touch()
        return UsbSource(0, opened=lambda _: UsbDriver(self.clock), clock=self.clock, devices=self.folder)

    def newest(self) -> Source:
        return OnDemand(Scripted())

    def picamera(self) -> Source:
        return PicameraSource(
            (64, 48), (32, 24), opened=lambda: PiCamera(dict(ALL_CONTROLS)), clock=self.clock
        )

    def virtual(self) -> Source:
        look = LOOKS["kitchen"]
        small = replace(look, camera=replace(look.camera, width=160, height=120))
        return VirtualSource(VirtualTable(small), clock=self.clock, wait=self.clock.wait)


ALL = ("picture", "folder_of_pictures", "video", "usb", "newest", "picamera", "virtual")
LIVE = ("usb", "newest", "picamera", "virtual")

Make = Callable[[], Source]


@pytest.fixture
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    bench = Bench(tmp_path, Clock())
    made: Make = getattr(bench, request.param)
    return made


@pytest.fixture
def source(make: Make) -> Iterator[Source]:
    with make() as opened:
        yield opened


every_source = pytest.mark.parametrize("make", ALL, indirect=True)
live_source = pytest.mark.parametrize("make", LIVE, indirect=True)
recorded_source = pytest.mark.parametrize("make", sorted(set(ALL) - set(LIVE)), indirect=True)


@every_source
def test_frames_are_blue_green_red_bytes(source: Source) -> None:
    image = source.take().image
    assert image.dtype == np.uint8
    assert image.ndim == 3
    assert image.shape[2] == 3


@every_source
def test_time_never_goes_back(source: Source) -> None:
    times = [frame.t for frame in islice(source, 6)]
    assert all(before <= after for before, after in pairwise(times))


@every_source
def test_after_closing_there_is_only_the_end(source: Source) -> None:
    source.take()
    source.close()
    with pytest.raises(SourceEnded):
        source.take()


@every_source
def test_closing_twice_does_no_harm(source: Source) -> None:
    source.close()
    source.close()


@every_source
def test_a_source_that_was_never_opened_has_ended(make: Make) -> None:
    source = make()
    if isinstance(source, NewestOnly):
        source.close()
    with pytest.raises(SourceEnded):
        source.take()


@every_source
def test_it_can_be_opened_again_after_closing(source: Source) -> None:
    first = source.take()
    source.close()
    source.open()
    assert source.take().image.shape == first.image.shape


@every_source
def numbered_pictures_belong_to_whoever_took_them(source: Source) -> None:
    frames = list(islice(source, 2))
    before = frames[-1].image.copy()
    frames[0].image[:] = 0
    if len(frames) > 1:
        assert np.array_equal(frames[-1].image, before)


@every_source
def test_closing_from_another_thread_ends_the_iteration(source: Source) -> None:
    seen = 0
    for _ in source:
        seen += 1
        if seen == 2:
            closer = threading.Thread(target=source.close)
            closer.start()
            closer.join()
    assert seen <= RECORDED + 2


@recorded_source
def test_recorded_frames_come_again_from_the_start(source: Source) -> None:
    first = [(frame.t, frame.image.mean()) for frame in source]
    source.close()
    source.open()
    assert [(frame.t, frame.image.mean()) for frame in source] == first


@recorded_source
def test_a_recorded_source_ends_once_and_for_all(source: Source) -> None:
    assert not source.live
    list(source)
    for _ in range(2):
        with pytest.raises(SourceEnded):
            source.take()


@live_source
def test_live_time_moves_on(source: Source) -> None:
    assert source.live
    times = [frame.t for frame in islice(source, 4)]
    assert all(before < after for before, after in pairwise(times))
