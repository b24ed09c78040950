"""The three path-traced tables, calibrated from their own four pictures and read still by still."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.bench.report import ReadingTally, judged, picture, truths
from calibration.cubes.faces import learn
from tests import learning
from vision.cubes.profile import Profile, load_profile
from vision.cubes.reading.reader import Reader
from vision.frames import Frame, Image, Seconds

pytestmark = pytest.mark.long

TABLES = Path(__file__).parents[1] / "data" / "tables"
NAMES = ("oak", "lamp", "studio")
Table = tuple[Path, Profile, dict[tuple[str, str], float]]
Change = Callable[[Image], Image]


@pytest.fixture(scope="module", params=NAMES)
def table(request: pytest.FixtureRequest) -> Table:
    folder = TABLES / request.param
    profile, axes = learning.photographed(folder)
    return folder, profile, axes


def read_all(table: Table, change: Change = lambda image: image) -> tuple[ReadingTally, list[str]]:
    folder, profile, axes = table
    reader = Reader(profile)
    tally = ReadingTally()
    faults = []
    for truth in truths(folder):
        sighting = reader.read(Frame(change(picture(truth.image)), Seconds(0.0)))
        fault = judged(truth, sighting, profile, axes, tally)
        if fault:
            faults.append(f"{truth.image.name}: {fault}")
    return tally, faults


def test_every_still_is_read_exactly_right(table: Table) -> None:
    tally, faults = read_all(table)
    assert faults == []
    assert tally.boards == tally.clear_pictures
    assert tally.clear_right == tally.pictures
    assert tally.headings_right == tally.headings > 0
    assert tally.sides_wrong == 0


@pytest.mark.parametrize("name", NAMES)
def test_any_order_of_the_corners_gives_the_same_board(name: str) -> None:
    folder = TABLES / name
    profile, _ = learning.photographed(folder)
    names = ("empty", "faces_fire", "faces_water", "faces_wood")
    empty, *faces = (picture(folder / f"{one}.jpg") for one in names)
    shuffled = np.asarray(profile.corners)[[2, 0, 3, 1]]
    assert learn(empty, faces, shuffled).corners == profile.corners


def test_the_print_of_these_sets_tells_the_side(table: Table) -> None:
    _, profile, _ = table
    assert all(one.heading and one.upright is not None for one in profile.prints)


def test_a_profile_comes_back_from_its_folder(table: Table, tmp_path: Path) -> None:
    folder, profile, _ = table
    profile.save(tmp_path)
    again = load_profile(tmp_path)
    image = Frame(picture(folder / "stills" / "01.jpg"), Seconds(0.0))
    seen, kept = Reader(profile).read(image), Reader(again).read(image)
    assert [cube.square for cube in seen.cubes] == [cube.square for cube in kept.cubes]
    assert [cube.top for cube in seen.cubes] == [cube.top for cube in kept.cubes]


def dimmer(image: Image) -> Image:
    curve = (255 * (np.arange(256) / 255) ** 1.3).astype(np.uint8)
    return np.asarray(cv2.LUT(image, curve), np.uint8)


def warmer(image: Image) -> Image:
    return np.asarray(np.clip(image * np.array([0.85, 1.0, 1.12]), 0, 255), np.uint8)


def noisier(image: Image) -> Image:
    noise = np.random.default_rng(7).normal(0, 6, image.shape)
    return np.asarray(np.clip(image + noise, 0, 255), np.uint8)


def blurred(image: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 1.2), np.uint8)


def pressed(image: Image) -> Image:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 40])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def nudged(image: Image) -> Image:
    shift = np.array([[1, 0, 1.7], [0, 1, -1.2]])
    height, width = image.shape[:2]
    moved = cv2.warpAffine(image, shift, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("change", [dimmer, warmer, noisier, blurred, pressed, nudged])
def test_no_wrong_claim_in_worse_pictures(table: Table, change: Change) -> None:
    tally, faults = read_all(table, change)
    assert tally.false_claims == 0, faults
    assert tally.wrong_squares <= tally.squares * 0.005, faults
