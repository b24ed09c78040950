"""Common sets read without a profile: path-traced tables that are told no more than where the board is."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.bench.report import PictureTruth, picture, truths
from companion.cli import main
from companion.games.himiki.rules.board import SQUARES, name_of
from vision.cubes.seen import CubeSighting, SeenCube
from vision.cubes.untaught.place import as_corners, given_corners
from vision.cubes.untaught.reader import GenericReader
from vision.frames import Frame, Image, Seconds
from vision.sighting import Corners
from vision.virtual import LOOKS, Renderer, Scene, pieces_named

TABLES = Path(__file__).parents[1] / "data" / "tables"
CLAIM = 0.8


def corners_of(folder: Path) -> Corners:
    first = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()[0]
    return as_corners(np.array(json.loads(first)["corners"]))


def same(told: dict[str, str] | None, cube: SeenCube | None) -> bool:
    if told is None or cube is None:
        return told is None and cube is None
    return (told["colour"], told["top"]) == (cube.colour.name.lower(), cube.top.name.lower())


def faults(truth: PictureTruth, sighting: CubeSighting) -> tuple[list[str], list[str]]:
    """Squares that are read wrong, and those of them with a wrong claim."""
    seen = {cube.square: cube for cube in sighting.cubes}
    wrong = [s for s in SQUARES if s not in truth.hidden and not same(truth.cubes.get(s), seen.get(s))]
    claimed = [s for s in wrong if s in seen and seen[s].confidence >= CLAIM]
    return [name_of(square) for square in wrong], [name_of(square) for square in claimed]


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["oak", "lamp", "studio"])
@pytest.mark.long
def test_a_common_set_is_read_without_having_been_learnt(name: str) -> None:
    folder = TABLES / name
    reader = GenericReader(corners_of(folder))
    squares = wrong = claims = cubes = 0
    for truth in truths(folder):
        if truth.image.parent.name != "stills":
            continue
        sighting = reader.reading(Frame(picture(truth.image), Seconds(0.0))).sighting
        faulty, claimed = faults(truth, sighting)
        assert claimed == [], f"{truth.image.name}: {claimed}"
        if not truth.clear:
            assert not sighting.clear, truth.image.name
            continue
        if sighting.clear:
            doubtful = {name_of(doubt.square) for doubt in sighting.doubts}
            assert set(faulty) <= doubtful, f"{truth.image.name} is called clear: {faulty}"
        squares += len(SQUARES)
        wrong += len(faulty)
        cubes += len(truth.cubes)
        claims += sum(cube.confidence >= CLAIM for cube in sighting.cubes)
    assert wrong <= 0.03 * squares
    assert claims >= 0.3 * cubes, "it is sure of hardly anything"


def test_signs_without_colour_are_never_claimed() -> None:
    look = LOOKS["workshop"]
    renderer = Renderer(look)
    image, truth = renderer.render(Scene(pieces=pieces_named("B2wHMK,C4bMKH,D5wKHM,E1bHKM", look)))
    sighting = GenericReader(truth.corners).reading(Frame(image, Seconds(0.0))).sighting
    assert sighting.cubes
    assert all(cube.confidence < CLAIM for cube in sighting.cubes)


def test_neither_sides_nor_headings_are_guessed() -> None:
    folder = TABLES / "oak"
    reader = GenericReader(corners_of(folder))
    sighting = reader.reading(Frame(picture(folder / "stills" / "02.jpg"), Seconds(0.0))).sighting
    assert sighting.cubes
    assert all(cube.side is None and cube.heading is None for cube in sighting.cubes)


def test_corners_go_round_from_the_first_one_given() -> None:
    folder = TABLES / "oak"
    a1, a6, e6, e1 = corners_of(folder)
    assert given_corners(np.array([a1, a6, e6, e1])) == (a1, a6, e6, e1)
    assert given_corners(np.array([a1, e1, a6, e6])) == (a1, a6, e6, e1)
    assert given_corners(np.array([e6, e1, a1, a6])) == (e6, e1, a1, a6)


def grey() -> Image:
    return np.full((960, 1280, 3), 128, np.uint8)


def noise() -> Image:
    return np.asarray(np.random.default_rng(3).integers(0, 256, (960, 1280, 3)), np.uint8)


def chessboard() -> Image:
    fields = np.indices((8, 8)).sum(axis=0) % 2
    return np.asarray(np.kron(fields, np.ones((120, 160)))[..., None] * np.full(3, 255), np.uint8)


def another_table() -> Image:
    return picture(TABLES / "lamp" / "stills" / "02.jpg")


@pytest.mark.parametrize("image", [grey, noise, chessboard, another_table])
def test_where_no_board_is_none_is_read(image: Callable[[], Image]) -> None:
    reading = GenericReader(corners_of(TABLES / "oak")).reading(Frame(image(), Seconds(0.0)))
    assert not reading.sighting.board


@pytest.mark.long
def test_a_picture_of_the_page_is_no_board_and_warns_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    """Drawn squares have no noise, and every other one of them looked like a cube."""
    assert main(["read", str(TABLES.parent / "pages" / "table.png")]) == 1
    told = capsys.readouterr()
    assert told.err == ""
    seen = json.loads(told.out)
    assert (seen["board"], seen["cubes"]) == (False, [])


@pytest.mark.long
def test_read_finds_the_board_without_profile_and_corners(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    still, drawn = TABLES / "oak" / "stills" / "02.jpg", tmp_path / "seen.png"
    assert main(["read", "--draw", str(drawn), str(still)]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert np.abs(np.array(seen["corners"]) - np.array(corners_of(TABLES / "oak"))).max() < 6
    assert [cube["square"] for cube in seen["cubes"]] == ["A5", "B1", "B2", "D6", "E6"]
    assert seen["position"] == "A5bM??,B1wK??,B2bK??,D6bH??,E6wK??"
    assert cv2.imread(str(drawn)) is not None


def test_read_takes_corners_instead_of_a_profile(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    corners = [f"{x},{y}" for x, y in corners_of(TABLES / "studio")]
    scores = tmp_path / "scores.csv"
    still = TABLES / "studio" / "stills" / "02.jpg"
    assert main(["read", "--scores", str(scores), str(still), "--corners", *corners]) == 0
    assert json.loads(capsys.readouterr().out)["board"]
    assert len(scores.read_text(encoding="utf-8").splitlines()) == 1 + len(SQUARES)


@pytest.mark.parametrize("corners", [["1,1"] * 4, ["1,1", "2,2", "3,3", "4"], ["nan,1", "1,1", "1,2", "2,2"]])
def test_corners_that_span_nothing_are_refused(
    corners: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(TABLES / "oak" / "empty.jpg"), "--corners", *corners]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
