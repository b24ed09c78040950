"""A drawn table on which one cube, in full view, was read as nothing for as long as it stood there."""

import shutil
from pathlib import Path

import cv2
import pytest

from companion.games.himiki.rules.board import name_of
from vision.cubes.profile import load_profile
from vision.cubes.reading.reader import Reader
from vision.cubes.seen import CubeSighting
from vision.frames import Frame, Seconds
from vision.pictures import load_picture

STANDING = Path(__file__).parents[1] / "data" / "stall"


@pytest.fixture
def sighting(tmp_path: Path) -> CubeSighting:
    for name in ("profile.json", "faces.png"):
        shutil.copyfile(STANDING / name, tmp_path / name)
    cv2.imwrite(str(tmp_path / "empty.png"), load_picture(STANDING / "empty.jpg"))
    reader = Reader(load_profile(tmp_path))
    return reader.read(Frame(load_picture(STANDING / "standing.jpg"), Seconds(0.0)))


def test_a_cube_beside_a_dark_frame_is_read(sighting: CubeSighting) -> None:
    read = [f"{name_of(c.square)}{c.colour.letter}{c.top.letter}" for c in sighting.cubes]
    assert read == ["B3bM", "B6wH", "C2bK", "C5wM", "D2bK", "D4wM"]
    assert all(cube.confidence >= 0.8 for cube in sighting.cubes)


def test_nothing_on_that_table_is_doubtful(sighting: CubeSighting) -> None:
    assert (sighting.clear, sighting.doubts) == (True, ())
