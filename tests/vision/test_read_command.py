"""`himiki read` and `himiki calibrate` as outside programs drive them."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cli import main

OAK = Path(__file__).parents[1] / "data" / "tables" / "oak"
CORNERS = ["960.09,665.59", "334.0,283.94", "381.02,748.02", "876.74,210.43"]
FACES = [str(OAK / f"faces_{name}.jpg") for name in ("fire", "water", "wood")]


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("oak")
    argv = ["--out", str(folder), "--empty", str(OAK / "empty.jpg"), "--faces", *FACES, "--corners", *CORNERS]
    assert main(["calibrate", *argv]) == 0
    return str(folder)


@pytest.mark.long
def test_a_picture_is_printed_as_one_line_of_json(profile: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--profile", profile, str(OAK / "stills" / "09.jpg")]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert seen["board"]
    assert seen["clear"]
    assert seen["position"] == "B6bHKM,C2bMHK,C5wMHK,E4bHMK"
    assert {cube["square"] for cube in seen["cubes"]} == {"B6", "C2", "C5", "E4"}


@pytest.mark.long
def test_a_picture_of_the_page_warns_of_nothing_and_has_no_more_cubes_than_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is drawn, in colours that no camera sees; a warning is an error here."""
    page = Path(__file__).parents[2] / "docs" / "page.png"
    main(["read", str(page)])
    told = capsys.readouterr()
    assert "Warning" not in told.err
    assert len(json.loads(told.out).get("cubes", [])) <= 8


def oddities(folder: Path) -> list[str]:
    grey = np.full((960, 1280), 128, np.uint8)
    chess = np.kron(np.indices((8, 8)).sum(axis=0) % 2, np.ones((120, 160))).astype(np.uint8) * 255
    pictures: dict[str, NDArray[np.generic]] = {
        "tiny.png": np.zeros((1, 1, 3), np.uint8),
        "large.png": np.zeros((6000, 8000, 3), np.uint8),
        "grey.png": grey,
        "deep.png": grey.astype(np.uint16) * 256,
        "black.png": np.zeros((960, 1280, 3), np.uint8),
        "white.png": np.full((960, 1280, 3), 255, np.uint8),
        "chess.png": chess,
        "noise.png": np.random.default_rng(3).integers(0, 256, (960, 1280, 3)).astype(np.uint8),
    }
    for name, image in pictures.items():
        assert cv2.imwrite(str(folder / name), np.asarray(image))
    return [str(folder / name) for name in pictures]


@pytest.mark.long
def test_pictures_without_the_board_say_so(
    profile: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    names = oddities(tmp_path)
    assert main(["read", "--profile", profile, *names]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["board"] for line in lines] == [False] * len(names)
    assert all(line["cubes"] == [] and line["position"] is None for line in lines)


def test_what_is_no_picture_is_refused_in_one_line_each(
    profile: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "text.jpg").write_text("no picture")
    (tmp_path / "cut.jpg").write_bytes((OAK / "empty.jpg").read_bytes()[:20000])
    names = [str(tmp_path / "text.jpg"), str(tmp_path / "cut.jpg"), str(tmp_path), str(tmp_path / "none.jpg")]
    assert main(["read", "--profile", profile, *names]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == len(names)


def test_a_folder_without_a_profile_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["read", "--profile", str(tmp_path), str(OAK / "empty.jpg")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_pictures_that_show_no_cubes_cannot_be_learnt_from(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    empty = str(OAK / "empty.jpg")
    argv = ["--out", str(tmp_path), "--empty", empty, "--faces", empty, empty, empty, "--corners", *CORNERS]
    assert main(["calibrate", *argv]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("corners", [["1,1"] * 4, ["1,1", "2,2", "3,3", "4"], ["9e9,1", "1,1", "1,2", "2,2"]])
def test_corners_that_span_no_board_are_refused(
    corners: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    argv = [
        "--out",
        str(tmp_path),
        "--empty",
        str(OAK / "empty.jpg"),
        "--faces",
        *FACES,
        "--corners",
        *corners,
    ]
    assert main(["calibrate", *argv]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_board_is_followed_after_a_bump(
    profile: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    image = cv2.imread(str(OAK / "stills" / "09.jpg"))
    assert image is not None
    moved = cv2.warpAffine(image, np.array([[1, 0.01, 22.0], [-0.01, 1, 15.0]]), (1280, 960))
    cv2.imwrite(str(tmp_path / "moved.png"), moved)
    assert main(["read", "--profile", profile, str(tmp_path / "moved.png")]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert seen["position"] == "B6bHKM,C2bMHK,C5wMHK,E4bHMK"
    assert abs(seen["corners"][0][0] - 381.02 - 22 - 7.5) < 3
