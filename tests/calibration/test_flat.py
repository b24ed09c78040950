"""Printed pieces learnt from pictures of them in rows, and what is said where that fails."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.flat.orders import ORDERS, OrderError, order_in
from calibration.flat.refusals import FlatError
from calibration.flat.settling import LaidPiece, settled
from calibration.flat.sheet import Bare, SheetPicture, sheets_of
from calibration.flat.tiles import Side
from tests.drawn_tiles import GABLED, PIECE, SQUARES, ground, rows
from vision.flat.rectangles import Pose, Size

LINES = (("ki", "qu", "pr", "mi"), ("ge", "wi", "hi", "cd"), ("sa", "br", "back"))
COUNT = sum(len(line) for line in LINES)
ROOM = Size(1.0, SQUARES.height)


@pytest.mark.long
def test_pieces_are_found_as_one_reads_whatever_is_printed_on_them() -> None:
    picture = SheetPicture(rows(LINES), ground(), COUNT, "set.jpg", ROOM)
    (sheet,) = sheets_of([picture])
    assert [(one.row, one.column) for one in sheet.pieces] == [
        (row, column) for row, line in enumerate(LINES) for column in range(len(line))
    ]
    # Of its border, or of what is printed inside of that.
    assert 0.8 < sheet.size.width / PIECE.width < 1.08
    for one in sheet.pieces:
        assert abs(one.pose.x - (-0.6 + 1.02 * one.column)) < 0.06
        assert abs(one.pose.y - (4.4 - 1.36 * one.row)) < 0.06


@pytest.mark.long
def test_pieces_whose_border_is_as_the_table_are_found_by_their_prints() -> None:
    """Their size is what the other picture shows."""
    lines = (GABLED[:4], GABLED[4:])
    pictures = [
        SheetPicture(rows(lying), ground(), sum(map(len, lying)), name, ROOM)
        for lying, name in ((LINES, "one.jpg"), (lines, "other.jpg"))
    ]
    _, sheet = sheets_of(pictures)
    assert len(sheet.pieces) == len(GABLED)
    for one in sheet.pieces:
        assert abs(one.pose.x - (-0.6 + 1.02 * one.column)) < 0.12
        assert abs(one.pose.y - (4.4 - 1.36 * one.row)) < 0.12
    (alone,) = sheets_of([pictures[1]])
    assert len(alone.pieces) == len(GABLED)


@pytest.mark.long
def test_a_back_has_its_middle_where_it_looks_alike_from_both_ends() -> None:
    """Its edges are faint, and no border of the faces says where it lies."""
    image = rows(LINES)
    laid = []
    for row, line in enumerate(LINES):
        for column, code in enumerate(line):
            aside = (0.09, -0.07) if code == "back" else (0.02, -0.02)
            x, y = -0.6 + 1.02 * column + aside[0], 4.4 - 1.36 * row + aside[1]
            laid.append(LaidPiece(code, image, Pose(x, y, 0.0)))
    (back,) = [one.pose for one in settled(laid, ground(), PIECE) if one.code == "back"]
    assert abs(back.x - (-0.6 + 1.02 * 2)) < 0.02
    assert abs(back.y - (4.4 - 1.36 * 2)) < 0.02


@pytest.mark.long
def test_shadows_around_pieces_are_no_part_of_them_though_they_are_new_on_the_table() -> None:
    bare, shown = rows(()), rows(LINES)
    new = (cv2.absdiff(bare, shown).max(axis=2) > 12).astype(np.uint8)
    around = cv2.dilate(cv2.morphologyEx(new, cv2.MORPH_CLOSE, np.ones((9, 9))), np.ones((17, 17))) > new
    shadowed = np.where(around[..., None], shown * 0.6, shown).astype(np.uint8)
    (sheet,) = sheets_of([SheetPicture(shadowed, ground(), COUNT, "set.jpg", ROOM)])
    faint = frozenset((COUNT - 1,))
    (beside_bare,) = sheets_of([SheetPicture(shadowed, ground(), COUNT, "set.jpg", ROOM, Bare(bare, faint))])
    assert beside_bare.size == sheet.size


@pytest.mark.long
def test_a_picture_that_shows_too_few_pieces_is_named_with_what_to_do() -> None:
    picture = SheetPicture(rows(LINES[:2]), ground(), 30, "set.jpg", ROOM)
    with pytest.raises(FlatError, match=r"^set\.jpg: \d+ of 30 pieces are seen.*take it again$"):
        sheets_of([picture])


def test_a_picture_of_nothing_is_named_too() -> None:
    with pytest.raises(FlatError, match="no pieces of one size"):
        SheetPicture(np.asarray(cv2.blur(rows(()), (31, 31)), np.uint8), ground(), 15, "set.jpg", ROOM)


def test_the_usual_order_of_rr_is_two_pictures() -> None:
    first, second = order_in(ORDERS["rr"], "rr", 2)
    assert (first[0], first[-1], second[0], second[-1]) == ("ki", "back", "ci", "blank")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("ki qu", "ki ki"), "'ki' is there twice"),
        (("ki qu", "zz qu"), "'zz' is no piece of rr"),
        (("ki qu", "- qu"), "ki missing"),
        (("back\n", "back "), "1 lines for 2 pictures"),
    ],
)
def test_an_order_that_cannot_be_laid_out_is_refused(change: tuple[str, str], says: str) -> None:
    with pytest.raises(OrderError, match=says):
        order_in(ORDERS["rr"].replace(*change), "rr", 2)


def test_each_side_of_a_picture_may_have_row_1() -> None:
    assert {side.value: side.turn for side in Side} == {"bottom": 0, "left": 90, "top": 180, "right": 270}


def test_learning_says_in_one_line_what_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from companion.cli import main

    missing = tmp_path / "empty.jpg"
    words = ["learn", "rr", "--out", str(tmp_path / "out"), "--empty", str(missing)]
    assert main([*words, "--sets", "a.jpg", "b.jpg"]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err == f"himiki learn: {missing} does not exist: check the name\n"
    assert main([*words, "--sets", "a.jpg"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_profile_of_a_game_nobody_knows_is_refused_by_reading(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from companion.cli import main

    (tmp_path / "profile.json").write_text(json.dumps({"format": "himiki-flat", "game": "go"}))
    assert main(["read", "--profile", str(tmp_path), "a.jpg"]) == 2
    assert "'go'" in capsys.readouterr().err
