"""The printed sheet: four markers true to scale, and where their papers are laid."""

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from calibration.cubes.markers import SIDE, sheet
from companion.cli import main
from vision.finding.board import FoundBoard, find_board
from vision.finding.markers import BORDER, IDS, agrees, inner_corners, markers_in
from vision.frames import Image
from vision.plane.camera import Floats

DOTS = 200 / 25.4
"""Pixels to a millimetre."""


def printed() -> Image:
    page = pypdfium2.PdfDocument(sheet())[0].render(scale=200 / 72)
    return np.ascontiguousarray(page.to_numpy()[:, :, :3])


def test_the_sheet_is_one_page_of_a4() -> None:
    document = pypdfium2.PdfDocument(sheet())
    assert len(document) == 1
    assert np.allclose(np.array(document[0].get_size()) * 25.4 / 72, (210, 297), atol=0.1)


def test_all_four_markers_are_true_to_scale() -> None:
    found = markers_in(printed())
    assert set(found) == set(IDS)
    for outline in found.values():
        sides = np.linalg.norm(np.roll(outline, -1, axis=0) - outline, axis=1) / DOTS
        assert np.allclose(sides, SIDE, atol=0.3)


def test_the_bar_to_check_the_scale_is_as_long_as_it_says() -> None:
    rows = np.flatnonzero((printed().max(axis=2) < 60).sum(axis=1) > 90 * DOTS)
    line = np.flatnonzero(printed()[int(np.median(rows))].max(axis=1) < 60)
    assert np.ptp(line) / DOTS == pytest.approx(100, abs=0.4)


def blank_board() -> tuple[Image, Floats]:
    """A board without any line on it, the papers of the sheet laid at its corners, seen at a slant."""
    size, square = 1200, 110
    flat = np.full((size, size, 3), (60, 90, 60), np.uint8)
    left, top = 270, 325
    grid = np.array(
        [
            (left, top + 5 * square),
            (left + 6 * square, top + 5 * square),
            (left + 6 * square, top),
            (left, top),
        ],
        np.float64,
    )
    page, found = printed(), markers_in(printed())
    side = 120
    for number, (x, y) in enumerate(grid):
        outline = found[number]
        low, high = outline.min(axis=0), outline.max(axis=0)
        rim = BORDER * (high - low)
        (x0, y0), (x1, y1) = np.rint(low - rim).astype(int), np.rint(high + rim).astype(int)
        paper = cv2.resize(page[y0:y1, x0:x1], (side, side), interpolation=cv2.INTER_AREA)
        at_x = int(x) - (side if number in (0, 3) else 0)
        at_y = int(y) - (side if number in (2, 3) else 0)
        flat[at_y : at_y + side, at_x : at_x + side] = paper
    source = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32)
    target = np.array([(330, 90), (930, 40), (1180, 900), (90, 930)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    seen = cv2.warpPerspective(flat, matrix, (1280, 960), flags=cv2.INTER_AREA, borderValue=(40, 40, 45))
    corners = cv2.perspectiveTransform((grid - 0.5)[None], matrix)[0]
    return np.asarray(seen, np.uint8), np.asarray(corners, np.float64)


def test_papers_laid_as_the_sheet_says_give_the_grids_corners() -> None:
    image, corners = blank_board()
    markers = markers_in(image)
    found = inner_corners(markers)
    assert found is not None
    assert np.linalg.norm(found - corners, axis=1).max() < 2
    assert agrees(markers, corners)
    assert not agrees(markers, np.roll(corners, 2, axis=0))


@pytest.mark.long
def test_a_board_without_any_line_is_found_by_its_markers() -> None:
    image, corners = blank_board()
    found = find_board(image)
    assert isinstance(found, FoundBoard)
    assert np.linalg.norm(np.array(found.corners) - corners, axis=1).max() < 3


def test_the_command_writes_the_sheet_and_says_how_to_print_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["markers", "-o", str(tmp_path / "sheet.pdf")]) == 0
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert "100 %" in capsys.readouterr().out


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["markers", "-o", str(tmp_path / "none" / "sheet.pdf")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
