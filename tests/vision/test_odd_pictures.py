"""Whatever file `himiki read` is given: one line of JSON or of complaint, and memory within bounds."""

import base64
import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.bench.pace import growth_mb
from companion.cli import main
from tests import learning
from vision.frames import Image
from vision.pictures import PictureError, load_picture, size_told
from vision.virtual import LOOKS

OAK = Path(__file__).parents[1] / "data" / "tables" / "oak"
HOME = Path(__file__).parents[2]

CMYK: Final = base64.b64decode(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAoHB4jHhkoIyEjLSsoMDxkQTw3Nzx7WF1JZJGAmZaPgIyKoLTmw6Cq2q2KjMj/y9ru9f///5vB"
    "////+v/m/f/4/8AAFAgADAAQBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAFBP/EABsQAQACAgMAAAAAAAAAAAAAAAAE"
    "QQITFFFh/9oADgRDAE0AWQBLAAA/AN0q2vmeiyjSrOZ6CzKtE259gjSrNufYP//Z"
)
"""Sixteen by twelve pixels in four inks, as printers want them."""


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("oak")
    learning.photographed(OAK)[0].save(folder)
    return str(folder)


def cat() -> Image:
    """Fur, two ears, two eyes, a nose, whiskers: much detail, and no board."""
    dice = np.random.default_rng(5)
    fur = cv2.GaussianBlur(dice.integers(0, 256, (960, 1280)).astype(np.uint8), (0, 0), 3, sigmaY=9)
    fur = cv2.normalize(fur, None, 60, 190, cv2.NORM_MINMAX)  # type: ignore[call-overload]
    image = cv2.merge([(fur * share).astype(np.uint8) for share in (0.45, 0.65, 0.9)])
    image[:300] = image[:300] // 2 + np.array([90, 70, 40], np.uint8)
    for side in (-1, 1):
        ear = np.array([[640 + side * 260, 420], [640 + side * 330, 150], [640 + side * 90, 300]])
        cv2.fillConvexPoly(image, ear, (60, 90, 130))
        cv2.ellipse(image, (640 + side * 130, 480), (62, 44), 0, 0, 360, (70, 200, 190), -1)
        cv2.ellipse(image, (640 + side * 130, 480), (14, 42), 0, 0, 360, (10, 10, 10), -1)
        for slope in (-30, 0, 30):
            cv2.line(image, (640 + side * 60, 640), (640 + side * 420, 640 + slope), (230, 230, 235), 3)
    cv2.fillConvexPoly(image, np.array([[600, 600], [680, 600], [640, 645]]), (120, 120, 210))
    return np.asarray(image, np.uint8)


def chessboard() -> Image:
    squares = np.kron(np.indices((8, 8)).sum(axis=0) % 2, np.ones((120, 160))).astype(np.uint8) * 255
    return np.asarray(cv2.cvtColor(squares, cv2.COLOR_GRAY2BGR), np.uint8)


BOARDLESS: Final[dict[str, NDArray[np.generic]]] = {
    "tiny.png": np.zeros((1, 1, 3), np.uint8),
    "line.png": np.zeros((1, 5000, 3), np.uint8),
    "large.png": np.zeros((6000, 8000, 3), np.uint8),
    "large.jpg": np.full((6000, 8000, 3), 90, np.uint8),
    "grey.png": np.full((960, 1280), 128, np.uint8),
    "deep.png": np.full((960, 1280), 128 * 256, np.uint16),
    "see-through.png": np.full((960, 1280, 4), 128, np.uint8),
    "black.jpg": np.zeros((960, 1280, 3), np.uint8),
    "white.jpg": np.full((960, 1280, 3), 255, np.uint8),
    "noise.png": np.random.default_rng(3).integers(0, 256, (960, 1280, 3)).astype(np.uint8),
    "chessboard.jpg": chessboard(),
    "cat.jpg": cat(),
}


@pytest.mark.parametrize("name", BOARDLESS)
@pytest.mark.long
def test_a_picture_without_the_board_is_one_line_that_says_so(
    name: str, profile: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    assert cv2.imwrite(str(path), np.asarray(BOARDLESS[name]))
    assert main(["read", "--profile", profile, str(path)]) == 1
    told = capsys.readouterr()
    (line,) = told.out.splitlines()
    seen = json.loads(line)
    assert (seen["board"], seen["clear"], seen["cubes"], seen["position"]) == (False, False, [], None)
    assert told.err == ""


def test_four_inks_are_read_as_colours(
    profile: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cmyk.jpg").write_bytes(CMYK)
    assert load_picture(tmp_path / "cmyk.jpg").shape == (12, 16, 3)
    assert main(["read", "--profile", profile, str(tmp_path / "cmyk.jpg")]) == 1
    assert json.loads(capsys.readouterr().out)["board"] is False


def _still() -> Image:
    return load_picture(OAK / "stills" / "09.jpg")


@pytest.mark.parametrize("name", ["grey.jpg", "grey.png", "deep.png", "see-through.png", "large.jpg"])
def test_the_board_is_seen_in_any_kind_of_picture_of_it(
    name: str, profile: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    still = _still()
    kinds: dict[str, NDArray[np.generic]] = {
        "grey": np.asarray(cv2.cvtColor(still, cv2.COLOR_BGR2GRAY)),
        "deep": still.astype(np.uint16) * 257,
        "see-through": np.asarray(cv2.cvtColor(still, cv2.COLOR_BGR2BGRA)),
        "large": np.asarray(cv2.resize(still, (8000, 6000))),
    }
    assert cv2.imwrite(str(tmp_path / name), np.asarray(kinds[name.split(".", maxsplit=1)[0]]))
    assert main(["read", "--profile", profile, str(tmp_path / name)]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert seen["board"]
    if not name.startswith("grey"):
        assert seen["position"] == "B6bHKM,C2bMHK,C5wMHK,E4bHMK"
    assert all(cube["square"] in {"B6", "C2", "C5", "E4"} for cube in seen["cubes"])


def not_pictures(folder: Path) -> dict[str, Path]:
    whole = (OAK / "empty.jpg").read_bytes()
    contents = {
        "text.jpg": b"no picture at all\n" * 50,
        "nothing.jpg": b"",
        "cut.jpg": whole[:20_000],
        "head.jpg": whole[:30],
        "scrambled.jpg": whole[:600] + bytes(3_000),
        "cut.png": cv2.imencode(".png", _still())[1].tobytes()[:5_000],
        "bomb.png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
        + (60_000).to_bytes(4, "big") * 2
        + bytes(20)
        + b"IEND",
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return {name: folder / name for name in contents} | {"folder": folder, "none": folder / "none.jpg"}


@pytest.mark.parametrize(
    "name",
    [
        "text.jpg",
        "nothing.jpg",
        "cut.jpg",
        "head.jpg",
        "scrambled.jpg",
        "cut.png",
        "bomb.png",
        "folder",
        "none",
    ],
)
def test_what_is_no_picture_is_refused_in_one_line(
    name: str, profile: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = not_pictures(tmp_path)[name]
    assert main(["read", "--profile", profile, str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert line.startswith("himiki read: ")
    assert str(path) in line


def test_what_cannot_be_read_does_not_keep_the_others_from_being_read(
    profile: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [str(path) for path in not_pictures(tmp_path).values()]
    assert main(["read", "--profile", profile, *paths, str(OAK / "stills" / "09.jpg")]) == 2
    told = capsys.readouterr()
    assert json.loads(told.out.splitlines()[-1])["board"]
    assert len(told.err.splitlines()) + len(told.out.splitlines()) == len(paths) + 1


def test_the_size_is_known_before_anything_is_decoded(tmp_path: Path) -> None:
    image = np.zeros((30, 40, 3), np.uint8)
    for ending in (".jpg", ".png"):
        assert size_told(cv2.imencode(ending, image)[1].tobytes()) == (40, 30)
    assert size_told(CMYK) == (16, 12)
    assert size_told(b"\xff\xd8\xff") == size_told(b"") == size_told(b"GIF89a") == (0, 0)
    with pytest.raises(PictureError, match="too large"):
        load_picture(not_pictures(tmp_path)["bomb.png"])


PEAK: Final = """
import sys
from companion.cli import main
main(sys.argv[1:])
(line,) = (line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(line.split()[1], file=sys.stderr)
"""


def peak_mb(profile: str, *paths: str) -> float:
    """The most memory that `himiki read` of these held."""
    command = [sys.executable, "-c", PEAK, "read", "--profile", profile, *paths]
    done = subprocess.run(command, capture_output=True, text=True, cwd=HOME, check=True)
    assert "Traceback" not in done.stderr
    return int(done.stderr.split()[-1]) * 1024 / 1e6


def test_many_pictures_take_no_more_memory_than_a_few(profile: str) -> None:
    stills = [str(path) for path in sorted((OAK / "stills").glob("*.jpg"))]
    assert peak_mb(profile, *(stills * 20)[:40]) < 160


def test_a_very_large_picture_takes_little_more(profile: str, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "large.jpg"), np.asarray(BOARDLESS["large.jpg"]))
    assert peak_mb(profile, str(tmp_path / "large.jpg")) < 250


@pytest.mark.long
def test_the_eye_does_not_grow() -> None:
    assert growth_mb("kitchen", learning.drawn(LOOKS["kitchen"]), 90) < 4


@pytest.mark.slow
def test_the_eye_does_not_grow_over_five_thousand_frames() -> None:
    assert growth_mb("kitchen", learning.drawn(LOOKS["kitchen"]), 5_000) < 4
