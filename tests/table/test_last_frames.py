"""The last frames that a report replays: what is kept of them, and in how little memory."""

import csv
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from companion.table.lastframes import LastFrames
from vision.frames import Frame, Image, Seconds
from vision.pictures import load_picture

RATE = 30


def frame(number: int, shape: tuple[int, int] = (240, 320)) -> Frame:
    """A soft picture, another one for each number."""
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]]
    grey = (rows // 2 + columns // 3 + 5 * number) % 256
    return Frame(np.repeat(grey[..., None], 3, axis=2).astype(np.uint8), Seconds(number / RATE))


def times(folder: Path) -> list[float]:
    rows = csv.reader((folder / "times.csv").read_text(encoding="utf-8").splitlines()[1:])
    return [float(seconds) for _, seconds in rows]


def test_what_came_just_before_something_was_read_is_kept_with_it(tmp_path: Path) -> None:
    last = LastFrames(tmp_path)
    for number in range(40):
        last.look(frame(number), told=number == 39)
    assert times(tmp_path) == [round(number / RATE, 3) for number in range(28, 40)]


def test_the_pictures_are_those_that_came(tmp_path: Path) -> None:
    last = LastFrames(tmp_path)
    for number in range(4):
        last.look(frame(number), told=number == 3)
    found = [load_picture(path) for path in sorted(tmp_path.glob("*.jpg"))]
    assert len(found) == 4
    for number, picture in enumerate(found):
        assert far(picture, frame(number).image) < 4 < far(picture, frame(number + 1).image)


def far(one: Image, other: Image) -> float:
    return float(np.abs(one.astype(float) - other.astype(float)).mean())


@pytest.mark.parametrize("rests", [True, False])
@pytest.mark.long
def test_a_table_that_waits_holds_few_bytes_of_pictures(tmp_path: Path, rests: bool) -> None:
    """A dozen pictures of a common camera are 44 MB: a small Pi has no room for them."""
    last = LastFrames(tmp_path)
    tracemalloc.start()
    try:
        for number in range(40):
            last.look(frame(number, (960, 1280)), told=False, rests=rests)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 3_600_000 < held < 8_000_000


def test_a_table_that_rested_has_one_frame_of_it(tmp_path: Path) -> None:
    last = LastFrames(tmp_path)
    for number in range(40):
        last.look(frame(number), told=number == 39, rests=True)
    assert times(tmp_path) == [round(38 / RATE, 3), 1.3]


def test_the_folder_stays_as_small_as_it_may_be(tmp_path: Path) -> None:
    last = LastFrames(tmp_path, room=60_000)
    for number in range(60):
        last.look(frame(number), told=True)
    kept = sorted(tmp_path.glob("*.jpg"))
    assert 2 < len(kept) < 60
    assert sum(path.stat().st_size for path in kept) <= 60_000
    assert len(times(tmp_path)) == len(kept)
    assert times(tmp_path)[-1] == round(59 / RATE, 3)
