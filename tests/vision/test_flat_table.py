"""A drawn table of flat pieces, and the eye that follows it, with a face that is no game's."""

from dataclasses import replace

import numpy as np
import pytest

from vision.flat.eye import FlatEye
from vision.flat.ground import true_ground
from vision.flat.looks import PieceLook, look_at
from vision.flat.profile import FlatProfile
from vision.flat.reader import FlatReader
from vision.flat.rectangles import Pose, Size
from vision.flat.seen import BACK, FlatSighting
from vision.flat.squares import Squares
from vision.frames import Frame, Seconds
from vision.virtual.flat.painter import FlatPainter
from vision.virtual.flat.raster import raster
from vision.virtual.flat.scene import FlatBoard, FlatLook, FlatScene, FlatThing
from vision.virtual.flat.shapes import Box, Polygon, Words, as_svg
from vision.virtual.flat.table import FlatStep, FlatTable
from vision.virtual.scenes.optics import CameraPlace

LOOK = FlatLook(
    "test",
    CameraPlace(width=640, height=480, field=50, above=7.5, tilt=5, aim=(1.5, 1.8)),
    (0.8, 1.07),
    FlatBoard(3, 3, 1.25),
)
FACES = {
    "sun": (Box(0, 0, 9, 12, "#c03020"), Polygon(((1, 2), (8, 6), (1, 10)), "#f4ecd8")),
    "sea": (Box(0, 0, 9, 12, "#2040a0"), Box(1, 6, 7, 5, "#f4ecd8"), Words(4.5, 5, "sea", 3, "#ffffff")),
    BACK: (Box(0, 0, 9, 12, "#404048"), Box(3, 3, 3, 6, "#a0a0a8"), Box(1, 1, 7, 10, None, "#a0a0a8", 0.4)),
}
SQUARES = Squares(3, 3, 1.25)
PICTURES = {code: raster(shapes, 9, 12, 20) for code, shapes in FACES.items()}
PAINTER = FlatPainter(LOOK, PICTURES, PICTURES[BACK])


def lying(code: str, square: int, turn: float = 0.0, down: bool = False) -> FlatThing:
    x, y = SQUARES.middle(square)
    return FlatThing(code, code, float(x), float(y), turn, down)


@pytest.fixture(scope="module")
def profile() -> FlatProfile:
    corners = PAINTER.on_pieces(SQUARES.corners[[0, 3, 2, 1]])
    ground = true_ground(corners, PAINTER.own_lens(), (640, 480), 3)[0]
    size = Size(*LOOK.piece)
    looks = []
    for code in FACES:
        picture = PAINTER.picture(FlatScene((lying(code, 4, down=code == BACK),)))
        looks.append(PieceLook(code, look_at(picture, ground, Pose(1.5, 1.875, 0.0), size)))
    return FlatProfile("test", ground, size, tuple(looks), SQUARES, PAINTER.picture(FlatScene()))


def watched(profile: FlatProfile, table: FlatTable, start: float, seconds: float) -> list[FlatSighting]:
    eye = FlatEye(FlatReader(profile), SQUARES.board, (640, 480))
    told = []
    for number in range(round(seconds * 12)):
        t = start + number / 12
        scene = replace(table.scene_at(t), noise=number)
        look = eye.look(Frame(PAINTER.picture(scene), Seconds(t)))
        told += [] if look.sighting is None else [look.sighting]
    return told


def test_a_piece_that_a_hand_brings_is_told_once_the_hand_has_gone(profile: FlatProfile) -> None:
    table = FlatTable(LOOK, seed=3)
    table.lay([lying("sun", 0)])
    motion = table.do([FlatStep(None, lying("sea", 4, 180.0))], 1.0)
    told = watched(profile, table, 0.0, 2.5 + motion.seconds)
    assert [(each.square, each.code) for each in told[0].pieces] == [(0, "sun")]
    assert any(each.moving for each in told[1:-1])
    last = {each.square: each for each in told[-1].pieces}
    assert {at: piece.code for at, piece in last.items()} == {0: "sun", 4: "sea"}
    assert abs((last[4].heading or 0.0) - 180) < 10
    assert table.busy_until() is None


def test_a_piece_turned_over_in_hands_lies_face_down(profile: FlatProfile) -> None:
    table = FlatTable(LOOK, seed=4)
    sun = lying("sun", 8)
    table.lay([sun])
    placed = table.end.things[0]
    table.do([FlatStep(placed, replace(placed, down=True))], 0.5)
    told = watched(profile, table, 0.0, 4.0)
    assert [(each.square, each.down) for each in told[-1].pieces] == [(8, True)]


def test_a_board_with_a_newspaper_on_it_is_gone_and_comes_back(profile: FlatProfile) -> None:
    eye = FlatEye(FlatReader(profile), SQUARES.board, (640, 480))
    there = PAINTER.picture(FlatScene((lying("sun", 0),)))
    dice = np.random.default_rng(1)
    paper = dice.integers(20, 240, (48, 64, 1), np.uint8).repeat(10, axis=0).repeat(10, axis=1)
    covered = paper.repeat(3, axis=2)
    told = []
    for number in range(90):
        t = number / 12
        picture = covered if 2.0 < t < 5.0 else there
        look = eye.look(Frame(picture, Seconds(t)))
        told += [] if look.sighting is None else [look.sighting]
    boards = [each.board for each in told if not each.moving]
    assert boards == [True, False, True]


def test_what_nothing_moves_is_told_once(profile: FlatProfile) -> None:
    table = FlatTable(LOOK)
    table.lay([lying("sun", 2), lying("sea", 5, 180.0)])
    assert len(watched(profile, table, 0.0, 4.0)) == 1


def test_long_words_are_written_smaller_and_signs_are_escaped() -> None:
    words = Words(45, 10, "a very long name indeed", 12, "#000000", 80)
    assert words.fitted < 12
    assert "&lt;b&gt;" in as_svg([Words(1, 1, "<b>", 2, "#000000")], 9, 12, "a & b")
