"""What is in memory: the board's part of the last seconds, in no more bytes than it may have."""

import numpy as np

from companion.clips.ring import Ring
from companion.clips.shots import Crop, Packing, in_box, in_picture
from tests.clips.shots import picture, shot
from vision.marked import Mark, Marked

BOARD = ((300.0, 200.0), (900.0, 200.0), (900.0, 700.0), (300.0, 700.0))
SIZE = (1280, 960)


def test_the_ring_has_the_last_seconds_and_no_more() -> None:
    ring = Ring(2.0, 10**6)
    for count in range(60):
        ring.add(shot(count / 4))
    assert [each.t for each in ring.between(0, 100)] == [each / 4 for each in range(51, 60)]


def test_the_ring_never_has_more_bytes_than_it_may() -> None:
    ring = Ring(100.0, 10_000)
    for count in range(60):
        ring.add(shot(count / 10, jpeg=bytes(900)))
        assert ring.size <= 10_000
    assert len(ring) == 11
    assert ring.size == 11 * 900


def test_one_picture_that_is_too_large_leaves_the_ring_empty_and_usable() -> None:
    ring = Ring(100.0, 10_000)
    ring.add(shot(0.1, jpeg=bytes(20_000)))
    ring.add(shot(0.2, jpeg=bytes(200)))
    assert [each.t for each in ring.between(0, 1)] == [0.2]


def test_time_that_begins_anew_begins_the_ring_anew() -> None:
    ring = Ring(20.0, 10**6)
    ring.add(shot(9.0))
    ring.add(shot(1.0))
    assert [each.t for each in ring.between(0, 100)] == [1.0]


def test_of_a_picture_only_the_board_and_a_little_around_it_is_kept() -> None:
    left, top, right, bottom = Crop().of(Marked(SIZE, BOARD), SIZE)
    assert (left, top, right, bottom) == (210, 125, 990, 775)


def test_a_board_at_the_pictures_edge_is_cut_at_the_edge() -> None:
    close = tuple((x - 280, y - 190) for x, y in BOARD)
    left, top, _, _ = Crop().of(Marked(SIZE, close), SIZE)
    assert (left, top) == (0, 0)


def test_pieces_beside_the_board_are_in_the_picture() -> None:
    beside = Mark(((1000.0, 300.0), (1100.0, 300.0), (1100.0, 420.0), (1000.0, 420.0)), "R1", sure=True)
    assert Crop().of(Marked(SIZE, BOARD, (beside,)), SIZE)[2] == 1100


def test_the_part_stays_the_same_while_the_board_lies_where_it_was() -> None:
    """Also when a piece beside it is gone again, and for a camera that trembles."""
    crop = Crop()
    beside = Mark(((1000.0, 300.0), (1100.0, 300.0), (1100.0, 420.0), (1000.0, 420.0)), "R1", sure=True)
    wide = crop.of(Marked(SIZE, BOARD, (beside,)), SIZE)
    trembling = tuple((x + 3, y - 2) for x, y in BOARD)
    assert crop.of(Marked(SIZE, trembling), SIZE)[2] == wide[2]


def test_a_board_that_is_moved_is_followed() -> None:
    crop = Crop()
    crop.of(Marked(SIZE, BOARD), SIZE)
    moved = tuple((x - 150, y) for x, y in BOARD)
    assert crop.of(Marked(SIZE, moved), SIZE) == (60, 125, 840, 775)


def test_what_was_read_is_told_in_places_of_the_part() -> None:
    top = Mark(((600.0, 450.0), (660.0, 450.0), (660.0, 510.0), (600.0, 510.0)), "B2 wH", sure=False)
    box = (210, 125, 990, 775)
    board, piece = in_box(Marked(SIZE, BOARD, (top,)), box)
    assert board.words == ""
    assert piece.outline[0] == (0.5, 0.5)
    assert (piece.words, piece.sure) == ("B2 wH", False)


def test_what_was_read_of_a_smaller_picture_fits_the_larger_one() -> None:
    half = Marked((640, 480), tuple((x / 2, y / 2) for x, y in BOARD))
    assert in_picture(half, SIZE).board == BOARD
    assert in_picture(Marked(None, BOARD), SIZE).board == BOARD


def test_pictures_that_take_too_much_room_are_packed_more_tightly_and_back() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (300, 400, 3)).astype(np.uint8)
    packing = Packing(40_000)
    box = (0, 0, 400, 300)
    sizes = [len(packing.pack(noise, box)) for _ in range(6)]
    assert sizes[0] > 40_000 > sizes[-1]
    soft = np.ascontiguousarray(np.tile(picture(), (5, 5, 1)))
    for _ in range(4):
        packing.pack(soft, box)
    assert len(packing.pack(noise, box)) == sizes[0]
