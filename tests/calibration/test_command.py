"""`himiki calibrate` as a person meets it."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.cubes.command import corners_from
from companion.cli import main
from tests.calibration.tables import alike_both_ways, look_named, true_corners
from vision.cubes.profile import load_profile

OAK = Path(__file__).parents[1] / "data" / "tables" / "oak"
NAMES = ("faces_fire", "faces_water", "faces_wood")


def calibrate(out: Path, folder: Path, *more: str) -> int:
    faces = [str(folder / f"{name}.jpg") for name in NAMES]
    return main(
        ["calibrate", "--out", str(out), "--empty", str(folder / "empty.jpg"), "--faces", *faces, *more]
    )


@pytest.mark.long
def test_without_corners_the_board_is_found_and_the_profile_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert calibrate(tmp_path / "profile", OAK) == 0
    corners = load_profile(tmp_path / "profile").corners
    assert np.allclose(corners[0], (381.0, 748.0), atol=4)
    assert "corners 38" in capsys.readouterr().out


def test_a_refusal_is_one_line_and_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("empty", *NAMES):
        cv2.imwrite(str(tmp_path / f"{name}.jpg"), np.full((480, 640, 3), 3, np.uint8))
    assert calibrate(tmp_path / "profile", tmp_path) == 1
    said = capsys.readouterr().err
    assert said.startswith("himiki calibrate: the empty picture is too dark")
    assert said.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"no picture at all", b"\xff\xd8\xff\xe0 cut off"])
def test_what_is_no_picture_is_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    for name in ("empty", *NAMES):
        (tmp_path / f"{name}.jpg").write_bytes(content)
    assert calibrate(tmp_path / "profile", tmp_path) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.slow
def test_a_board_in_one_of_two_places_is_told_with_both_to_copy_best_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    look = look_named("kitchen")
    for name, image in zip(("empty", *NAMES), alike_both_ways(look), strict=True):
        cv2.imwrite(str(tmp_path / f"{name}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 98])
    assert calibrate(tmp_path / "profile", tmp_path) == 1
    (line,) = capsys.readouterr().err.splitlines()
    told = re.findall(r"\((\d+)%\) --corners ((?:[\d.]+,[\d.]+ ?){4})", line)
    assert len(told) == 2, line
    shares = [int(share) for share, _ in told]
    places = [corners_from(place.split(), (1280, 960)) for _, place in told]
    assert shares[0] >= shares[1]
    assert np.abs(places[0] - np.roll(places[1], 2, axis=0)).max() < 4
    assert min(np.abs(place - true_corners(look)).max() for place in places) < 4
