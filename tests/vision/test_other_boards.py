"""The plane knows no game: a board of three by four is followed, found again and lit as any other."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.board import Board
from vision.frames import Frame, Image, Seconds
from vision.plane.attention import Attention, State
from vision.plane.boardlight import EmptyBoard, noise_of
from vision.plane.camera import Lens, camera_from, outline_of
from vision.plane.channels import Mask
from vision.plane.plane import Raster, maps_of, seen_on
from vision.plane.profile import BoardProfile
from vision.plane.relocate import Relocator, moved
from vision.plane.surroundings import Surroundings
from vision.sighting import CLAIM, Corners, Doubt, Reason, Sighting

BOARD = Board(rows=4, columns=3)
SIZE = (640, 480)
CORNERS: Corners = ((205.0, 430.0), (445.0, 425.0), (420.0, 90.0), (225.0, 95.0))
PER_SQUARE = 60


@cache
def printed() -> Image:
    """Each square in its own colour with its own blot, on a table that is not all alike."""
    dice = np.random.default_rng(7)
    board = np.zeros((BOARD.rows * PER_SQUARE, BOARD.columns * PER_SQUARE, 3), np.uint8)
    for square in range(BOARD.squares):
        row, column = divmod(square, BOARD.columns)
        top = (BOARD.rows - 1 - row) * PER_SQUARE
        part = board[top : top + PER_SQUARE, column * PER_SQUARE : (column + 1) * PER_SQUARE]
        part[:] = dice.integers(70, 190, 3)
        for _ in range(4):
            x, y = (int(place) for place in dice.integers(8, PER_SQUARE - 8, 2))
            shade = tuple(int(level) for level in dice.integers(20, 240, 3))
            cv2.circle(part, (x, y), int(dice.integers(3, 7)), shade, -1)
    return board


def seen(corners: Corners = CORNERS, *, light: float = 1.0) -> Image:
    dice = np.random.default_rng(3)
    width, height = SIZE
    rows, columns = BOARD.rows * PER_SQUARE, BOARD.columns * PER_SQUARE
    source = np.array([(0, rows), (columns, rows), (columns, 0), (0, 0)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, np.array(corners, np.float32))
    table = np.full((height, width, 3), (90, 110, 130), np.uint8)
    drawn = cv2.warpPerspective(printed(), matrix, SIZE)
    there = cv2.warpPerspective(np.full(printed().shape[:2], 255, np.uint8), matrix, SIZE)
    table[there > 127] = drawn[there > 127]
    noisy = table * light + dice.normal(0, 1.5, table.shape)
    return np.clip(np.rint(noisy), 0, 255).astype(np.uint8)


def shifted(right: float, down: float) -> Corners:
    a, b, c, d = ((x + right, y + down) for x, y in CORNERS)
    return a, b, c, d


def on_grid(raster: Raster) -> Mask:
    points = raster.points()
    within = (points > 0) & (points < np.array([BOARD.columns, BOARD.rows]))
    return np.asarray(within.all(axis=-1), np.bool_)


def profile() -> BoardProfile:
    camera = camera_from(BOARD, CORNERS, SIZE)
    return BoardProfile(SIZE, CORNERS, Lens(), camera.focus, seen(), board=BOARD)


def test_its_corners_lie_where_the_camera_sees_them() -> None:
    camera = profile().camera()
    pixels = camera.project(np.column_stack([outline_of(BOARD), np.zeros(4)]))
    assert np.abs(pixels - np.array(CORNERS)).max() < 0.01
    assert np.abs(camera.on_board(np.array(CORNERS)) - outline_of(BOARD)).max() < 1e-4


def test_from_straight_above_every_square_has_its_own_colour() -> None:
    raster = Raster(BOARD, scale=24)
    plane = seen_on(seen(), maps_of(profile().camera(), raster, 0.0))
    assert plane.shape[:2] == raster.shape == ((4 + 1) * 24, (3 + 1) * 24)
    for square in range(BOARD.squares):
        row, column = divmod(square, BOARD.columns)
        left, top = np.rint(raster.to_pixels(np.array([column + 0.1, row + 0.9]))).astype(int)
        part = plane[top : top + 19, left : left + 19].reshape(-1, 3)
        there = printed()[
            (BOARD.rows - 1 - row) * PER_SQUARE : (BOARD.rows - row) * PER_SQUARE,
            column * PER_SQUARE : (column + 1) * PER_SQUARE,
        ].reshape(-1, 3)
        assert np.abs(np.median(part, axis=0) - np.median(there, axis=0)).max() < 12


def test_a_piece_that_is_laid_down_is_seen_on_its_square_alone() -> None:
    attention = Attention(BOARD, CORNERS, SIZE)
    plain, laid = seen(), seen()
    camera = profile().camera()
    corners = camera.project(np.array([[2.2, 3.2, 0], [2.8, 3.2, 0], [2.8, 3.8, 0], [2.2, 3.8, 0]]))
    cv2.fillConvexPoly(laid, np.rint(corners).astype(np.int32), (250, 250, 250))
    states = []
    squares: tuple[int, ...] = ()
    for number in range(20):
        glance = attention.look(Frame(plain if number < 8 else laid, Seconds(number / 10)))
        states.append(glance.state)
        squares = glance.squares or squares
    assert states.count(State.CHANGED) == 2
    assert squares == (3 * BOARD.columns + 2,)


def test_pushed_aside_it_is_found_again() -> None:
    known = profile()
    there = shifted(35, -20)
    places = Relocator(known).find(seen(there))
    assert places
    assert np.abs(np.array(places[0].corners) - np.array(there)).max() < 2.5
    elsewhere = moved(known, places[0].corners)
    assert elsewhere.board == BOARD
    assert elsewhere.corners == places[0].corners


def test_less_light_is_told_from_something_on_it() -> None:
    known, raster = profile(), Raster(BOARD, scale=24)
    maps = maps_of(known.camera(), raster, 0.0)
    board = EmptyBoard(raster, seen_on(known.empty, maps), noise_of(known.empty))
    inside = on_grid(raster)
    dim = board.compare(seen_on(seen(light=0.6), maps), inside)
    assert abs(float(dim.light.at(1.5, 2.0).mean()) - 0.6) < 0.06
    assert float((dim.excess[inside] > 1).mean()) < 0.02


def test_nothing_reaches_over_the_edge_of_an_empty_table() -> None:
    known, raster = profile(), Raster(BOARD, scale=24)
    grid = on_grid(raster)
    around = Surroundings(known.camera(), known.empty, raster, grid)
    nothing = np.zeros(grid.shape, bool)
    assert around.reaching(seen(), nothing, nothing, nothing)[0] == 0.0


@dataclass(frozen=True)
class Token:
    square: int
    confidence: float


def test_a_sighting_carries_pieces_of_any_kind() -> None:
    doubt = Doubt(5, Reason.COVERED, (-4.0, -3.0, 0.0))
    sighting = Sighting(Seconds(1), CORNERS, False, (Token(2, CLAIM),), doubts=(doubt,))
    assert sighting.board
    assert doubt.hidden
    assert doubt.as_likely_as_any(0).odds == (0.0, -3.0, 0.0)
    assert [piece.square for piece in sighting.pieces] == [2]
