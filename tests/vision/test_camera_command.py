"""`himiki camera`: what is there, a picture from it, and where to mount it."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.games.himiki.commands.camera import cameras
from vision.cubes.plan import ENOUGH, GOOD, LENSES, UnknownLens, lens_named, planned, table


def told(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """Standard output, and the one line of standard error."""
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) <= 1
    return captured.out, captured.err


def test_sources_are_listed_by_the_name_that_opens_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["camera"]) == 0
    assert "sim " in told(capsys)[0]


def test_the_camera_on_the_pis_own_connector_comes_first() -> None:
    found = cameras(pi=lambda: ["imx708_wide", "imx219"], usb=lambda: [0, 2])
    assert [source for source, _ in found] == ["picamera", "usb:0", "usb:2"]
    assert found[0][1] == "imx708_wide"


def test_a_picture_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "table.png"
    assert main(["camera", "sim", "-o", str(out)]) == 0
    image = cv2.imread(str(out))
    assert image is not None
    assert image.shape == (960, 1280, 3)
    assert str(out) in told(capsys)[0]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["picamera", "-o", "OUT.jpg"], 1),
        (["usb:97", "-o", "OUT.jpg"], 1),
        (["usb:x", "-o", "OUT.jpg"], 2),
        (["nowhere", "-o", "OUT.jpg"], 2),
        (["sim", "-o", "OUT.txt"], 2),
        (["sim", "-o", "OUT"], 2),
        (["sim", "-o", "none/OUT.jpg"], 2),
        (["sim"], 2),
        (["--plan", "50", "periscope"], 2),
        (["--plan", "far", "pi3"], 2),
        (["--plan", "nan", "pi3"], 2),
        (["--plan", "-5", "pi3"], 2),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else str(given),
)
def test_what_cannot_be_is_refused_in_one_line(
    arguments: list[str],
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["camera", *arguments]) == status
    out, error = told(capsys)
    assert out == ""
    assert error.startswith("himiki camera: ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("pi3", "Pi Camera 3"),
        ("Camera Module 3", "Pi Camera 3"),
        ("pi3-wide", "Pi Camera 3 Wide"),
        ("Pi Camera 3 Wide", "Pi Camera 3 Wide"),
        ("HQ 16mm", "HQ Camera, 16 mm"),
        ("imx296", "Global Shutter, 6 mm"),
        ("usb", "USB camera, 78° corner to corner"),
        ("66°", "lens of 66° across"),
    ],
)
def test_a_camera_may_be_called_as_people_call_it(name: str, title: str) -> None:
    assert lens_named(name).title == title


def test_an_unknown_camera_is_answered_with_those_that_are_known() -> None:
    with pytest.raises(UnknownLens, match=r"pi2.*usb-90"):
        lens_named("periscope")


def test_a_square_gets_the_pixels_that_the_angle_of_view_gives_it() -> None:
    """Of 90 degrees a picture 1280 wide shows 100 cm from 50 cm: a square of 5 cm gets 64."""
    assert planned(lens_named("90"), 50, board=30).pixels == pytest.approx(64)


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
def test_the_board_fits_at_the_heights_that_are_called_best(lens: object) -> None:
    kind = next(each for each in LENSES if each is lens)
    plan = planned(kind, 50)
    for height in np.linspace(plan.lowest, plan.highest, 5):
        within = planned(kind, float(height))
        assert within.works
        assert within.pixels >= GOOD - 1e-6
    below, beyond = planned(kind, plan.lowest * 0.8), planned(kind, plan.highest * 1.6)
    assert not below.works or min(below.spare) < 0.1 * 0.5 * below.board
    assert beyond.pixels < ENOUGH
    assert not beyond.works


def test_a_higher_camera_sees_more_with_fewer_pixels() -> None:
    low, high = planned(lens_named("pi3"), 50), planned(lens_named("pi3"), 80)
    assert high.pixels < low.pixels
    assert high.spare > low.spare
    assert high.steepest < low.steepest


def test_the_plan_says_whether_the_board_fits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["camera", "--plan", "50", "pi3"]) == 0
    out, _ = told(capsys)
    assert "the board fits" in out
    assert "pixels to a square" in out
    assert main(["camera", "--plan", "50", "pi3", "--board", "60"]) == 1
    assert "the board does not fit" in told(capsys)[0]


def test_all_lenses_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["camera", "--plan", "50", "all"]) == 0
    assert len(told(capsys)[0].splitlines()) == len(LENSES) + 1


def test_the_page_about_mounting_shows_the_table_that_the_command_prints() -> None:
    page = Path(__file__).parents[2] / "docs" / "mounting.md"
    assert f"```\n{table()}\n```" in page.read_text("utf-8")
    assert (page.parent / "mounting.svg").is_file()
