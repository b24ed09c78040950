"""Printed tiles on a board, drawn and then seen."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.drawn_tiles import PIECE, SQUARES, Tile, on, profile, table
from vision.flat.beside import outlined
from vision.flat.draw import drawn
from vision.flat.ground import Window
from vision.flat.profile import VALUES, FlatProfileError, game_of, load_flat_profile
from vision.flat.reader import FlatReader
from vision.flat.rectangles import Pose
from vision.flat.seen import FlatSighting
from vision.frames import Frame, Image, Seconds
from vision.sighting import CLAIM, Reason


@cache
def reader() -> FlatReader:
    return FlatReader(profile())


def seen(image: Image) -> FlatSighting:
    return reader().read(Frame(image, Seconds(1.0), "drawn"))


def claims(sighting: FlatSighting) -> dict[int, str]:
    return {one.square: "x" if one.down else str(one.code) for one in sighting.pieces if one.claimed}


NINE = ("ki", "qu", "pr", "mi", "ge", "wi", "hi", "cd", "back")


def test_every_tile_of_a_full_board_is_read_whichever_way_up_and_askew() -> None:
    turns = (0, 180, 9, 171, -9, 186, 4, 176, 3)
    asides = ((0.0, 0.0), (0.05, -0.05), (-0.05, 0.05))
    tiles = [on(at, code, turns[at], asides[at % 3]) for at, code in enumerate(NINE)]
    sighting = seen(table(tiles))
    assert claims(sighting) == {at: "x" if code == "back" else code for at, code in enumerate(NINE)}
    assert sighting.clear
    for piece in sighting.pieces:
        if piece.heading is not None:
            assert abs((piece.heading - turns[piece.square] + 180) % 360 - 180) < 2
    assert drawn(table(tiles), sighting).shape == table().shape


def test_an_empty_board_is_clear_and_nothing_lies_on_it() -> None:
    sighting = seen(table(seed=3))
    assert sighting.board
    assert sighting.clear
    assert not sighting.pieces
    assert not sighting.doubts


@pytest.mark.parametrize("light", [(0.45, 0.45, 0.45), (0.6, 0.85, 1.1), (1.15, 1.0, 0.8)])
def test_another_light_changes_nothing(light: tuple[float, float, float]) -> None:
    sighting = seen(table([on(0, "ki"), on(5, "sh", 180), on(7, "back")], light=light))
    assert claims(sighting) == {0: "ki", 5: "sh", 7: "x"}
    assert sighting.clear


def test_a_shadow_with_a_sharp_edge_covers_nothing() -> None:
    image = table([on(0, "ki"), on(4, "wi", 180)])
    shade = np.ones(image.shape[:2], np.float32)
    cv2.fillConvexPoly(shade, np.array([(300, 0), (640, 0), (560, 959), (400, 959)]), 0.45)
    shaded = np.asarray(image * shade[..., None], np.uint8)
    sighting = seen(shaded)
    assert claims(sighting) == {0: "ki", 4: "wi"}
    assert sighting.clear


def test_a_hand_over_the_board_is_no_tile_and_what_it_hides_is_not_claimed() -> None:
    image = table([on(0, "ki"), on(4, "wi"), on(8, "hi", 180)])
    x, y = reader().profile.ground.to_picture(SQUARES.middle(4))
    cv2.ellipse(image, (round(x), round(y)), (60, 150), 30, 0, 360, (120, 150, 205), -1)
    sighting = seen(image)
    assert not sighting.clear
    assert 4 not in claims(sighting)
    assert set(claims(sighting).items()) <= {(0, "ki"), (8, "hi")}
    assert any(doubt.reason is Reason.COVERED for doubt in sighting.doubts)


def test_a_tile_across_two_squares_is_on_neither() -> None:
    sighting = seen(table([on(0, "ki"), on(4, "pe", 20, (0.0, 0.64))]))
    assert claims(sighting) == {0: "ki"}
    assert not sighting.clear


def test_a_tile_that_was_never_learnt_is_not_taken_for_another() -> None:
    sighting = seen(table([on(0, "ki"), on(2, "zz"), on(6, "yy", 180)]))
    assert claims(sighting) == {0: "ki"}
    assert {doubt.square for doubt in sighting.doubts} == {2, 6}
    assert sighting.clear


def test_tiles_around_the_board_are_read_where_they_lie() -> None:
    tiles = [on(4, "ki"), Tile("qu", 0.4, -1.1, 2), Tile("pr", 1.5, -1.1, -2), Tile("cd", 1.0, 5.0, 181)]
    sighting = seen(table([*tiles, Tile("br", 3.9, 1.6, 1)]))
    assert claims(sighting) == {4: "ki"}
    assert {one.code for one in sighting.beside if one.claimed} == {"qu", "pr", "cd", "br"}
    assert [one.code for one in sighting.beside if one.place[1] > 3] == ["cd"]


def test_a_tile_beside_the_board_is_found_though_its_print_runs_out_to_its_edge() -> None:
    window = Window(0.0, 0.0, 6.0, 6.0, 26.0)
    plane = np.full((*window.shape, 3), 96, np.uint8)
    tile = Pose(3.0, 3.0, 4.0)
    corners = window.to_pixels(tile.of(PIECE.corners))
    cv2.fillConvexPoly(plane, np.rint(corners).astype(np.int32), (190, 190, 190))
    gable = np.array([(-0.34, 0.585), (0.34, 0.585), (0.0, 0.0)])
    cv2.fillConvexPoly(plane, np.rint(window.to_pixels(tile.of(gable))).astype(np.int32), (96, 96, 96))
    (found,) = outlined(plane, window, PIECE, np.array([(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)]))
    assert abs(found.x - tile.x) < 0.1
    assert abs(found.y - tile.y) < 0.1
    assert abs(found.turn - tile.turn) < 5


def test_half_a_tile_is_either_right_or_in_doubt() -> None:
    for share in (0.3, 0.5, 0.7):
        image = table([on(4, "sa"), on(0, "ki")])
        corners = reader().profile.ground.to_picture(
            SQUARES.middle(4)
            + np.array(
                [(-0.5, -0.64), (0.5, -0.64), (0.5, -0.64 + 1.28 * share), (-0.5, -0.64 + 1.28 * share)]
            )
        )
        cv2.fillConvexPoly(image, np.rint(corners).astype(np.int32), (60, 60, 60))
        assert set(claims(seen(image)).items()) <= {(4, "sa"), (0, "ki")}


def told(sighting: FlatSighting) -> tuple[dict[int, str], list[int], list[str | None], bool]:
    beside = sorted(one.code or "x" for one in sighting.beside if one.claimed)
    return claims(sighting), [one.square for one in sighting.doubts], [*beside], sighting.clear


def headings(sighting: FlatSighting) -> dict[int, float]:
    return {one.square: one.heading for one in sighting.pieces if one.claimed and one.heading is not None}


def test_a_tile_that_lies_still_is_told_where_it_was_whatever_the_noise_and_the_light() -> None:
    tiles = [on(0, "ki", 4), on(5, "sh", 177), Tile("qu", 0.4, -1.1, 2)]
    following = FlatReader(reader().profile)
    first = following.read(Frame(table(tiles), Seconds(0.0)))
    for seed, light in ((1, (1.0, 1.0, 1.0)), (2, (0.7, 0.7, 0.75))):
        again = following.read(Frame(table(tiles, seed=seed, light=light), Seconds(seed)))
        assert [one.outline for one in again.pieces] == [one.outline for one in first.pieces]
        assert [one.outline for one in again.beside] == [one.outline for one in first.beside]


ONE_AFTER_ANOTHER: tuple[list[Tile], ...] = (
    [on(0, "ki"), on(4, "qu", 180), Tile("pr", 0.4, -1.1), Tile("cd", 1.5, -1.1)],
    [on(0, "ki"), on(4, "qu"), Tile("pr", 0.4, -1.1), Tile("cd", 1.5, -1.1)],
    [on(0, "mi"), on(4, "qu"), on(1, "pr", 180), Tile("cd", 1.5, -1.1)],
    [on(0, "mi"), on(4, "qu", 5), on(1, "pr", 180), Tile("cd", 1.5, -1.1, 180)],
    [on(0, "back"), on(4, "zz"), on(1, "pr", 180, (0.0, 0.64)), Tile("wi", 1.5, -1.1)],
    [],
    [on(0, "ki"), on(4, "qu", 180), Tile("pr", 0.4, -1.1)],
)


def test_pictures_one_after_another_tell_what_each_of_them_tells_alone() -> None:
    following = FlatReader(reader().profile)
    for number, tiles in enumerate(ONE_AFTER_ANOTHER):
        frame = Frame(table(tiles, seed=number), Seconds(number))
        now, alone = following.read(frame), FlatReader(reader().profile).read(frame)
        assert told(now) == told(alone), number
        for square, heading in headings(alone).items():
            assert abs(headings(now)[square] - heading) < 0.5


def test_a_doubt_names_the_likeliest_kinds() -> None:
    (doubt,) = seen(table([on(2, "zz")])).doubts
    kinds = reader().gallery.codes
    assert len(doubt.odds) == len(kinds) + 2
    assert max(doubt.odds) == 0
    assert doubt.of(None) < 0


def test_a_picture_of_another_size_shows_no_board() -> None:
    sighting = seen(np.zeros((480, 640, 3), np.uint8))
    assert not sighting.board
    assert sighting.why == "size"


def test_a_profile_is_read_as_it_was_saved(tmp_path: Path) -> None:
    profile().save(tmp_path)
    again = load_flat_profile(tmp_path)
    assert game_of(tmp_path) == again.game == "rr"
    sighting = FlatReader(again).read(Frame(table([on(3, "cd", 180)]), Seconds(0.0)))
    assert [(one.square, one.code) for one in sighting.pieces if one.confidence >= CLAIM] == [(3, "cd")]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "cannot be read"),
        ("{}", "is no profile of flat pieces"),
        ('{"format": "himiki-flat", "version": 99}', "has version 99"),
        ('{"format": "himiki-flat", "version": 1}', "is damaged"),
    ],
)
def test_a_damaged_profile_is_refused_with_what_to_do(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / VALUES).write_text(text, encoding="utf-8")
    with pytest.raises(FlatProfileError, match=says) as refused:
        load_flat_profile(tmp_path)
    assert "himiki learn" in str(refused.value)


def test_a_folder_without_a_profile_is_of_no_game(tmp_path: Path) -> None:
    assert game_of(tmp_path) is None
    with pytest.raises(FlatProfileError, match="holds no profile"):
        load_flat_profile(tmp_path)
