"""Boards under leaves, behind the bars of a window, and in so little light that noise hides their print."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.bench.films import tops_of
from companion.games.himiki.rules.board import name_of
from tests import learning
from vision.cubes.following.eye import Eye
from vision.cubes.profile import KINDS
from vision.cubes.reading.reader import Reader
from vision.cubes.seen import SOMETHING_ELSE, CubeSighting
from vision.frames import Frame, Seconds
from vision.plane.eye import BoardBack, BoardGone, LightChanged, Look
from vision.sighting import Corners, Reason
from vision.virtual import Shift
from vision.virtual.gallery import LOOKS
from vision.virtual.harder import harder
from vision.virtual.painting.renderer import Renderer
from vision.virtual.scenes.scene import DrawnHand
from vision.virtual.table import VirtualTable

_TOPS = ["-", *(colour.letter + element.letter for colour, element in KINDS)]


def seen_in(light: str, look: str, seed: int, cubes: str) -> tuple[CubeSighting, dict[str, str]]:
    """One picture of a table that was learnt in mild light, and what truly lies there."""
    hard = harder(LOOKS[look], light, seed)
    table = VirtualTable(hard, seed, care=1.0)
    table.lay(cubes)
    image, truth = Renderer(hard).render(replace(table.scene_at(0.0), noise=1))
    reader = Reader(learning.drawn(LOOKS[look]))
    return reader.read(Frame(image, Seconds(0.0))), dict(tops_of(truth))


class Following:
    """An eye over a table in hard light that stands still."""

    def __init__(self, light: str, look: str, seed: int, cubes: str) -> None:
        hard = harder(LOOKS[look], light, seed)
        table = VirtualTable(hard, seed, care=1.0)
        table.lay(cubes)
        self.scene, self.renderer = table.scene_at(0.0), Renderer(hard)
        self.eye = Eye(learning.drawn(LOOKS[look]))
        self.frames = 0
        self.corners: Corners | None = None

    def see(self, frames: int, **changes: Any) -> list[Look[CubeSighting]]:
        looks = []
        for _ in range(frames):
            self.frames += 1
            image, truth = self.renderer.render(replace(self.scene, noise=self.frames, **changes))
            self.corners = truth.corners
            looks.append(self.eye.look(Frame(image, Seconds(self.frames / 3))))
        return looks


def happenings(looks: list[Look[CubeSighting]]) -> list[Any]:
    return [each for look in looks for each in look.happenings if not isinstance(each, LightChanged)]


def likeliest(sighting: CubeSighting) -> dict[str, str]:
    """By square, what is claimed to stand there, or is the likeliest of what may; `?` for something else."""
    there = {name_of(cube.square): f"{cube.colour.letter}{cube.top.letter}" for cube in sighting.cubes}
    for doubt in sighting.doubts:
        best = int(np.argmax(doubt.odds))
        there[name_of(doubt.square)] = "?" if best == SOMETHING_ELSE else _TOPS[best]
    return {square: top for square, top in there.items() if top != "-"}


@pytest.mark.parametrize(
    "cubes",
    [
        "A1bKHM,A4bKHM,B1wMHK,B4wMKH,C1bKMH,C6wMHK,E1bMHK,E2wHMK",
        "A4wHMK,A6wMHK,B1bMKH,D4wHKM,D5bHMK,E1bMHK,E3bHKM,E4wMHK",
    ],
)
def test_a_board_in_the_dark_between_bars_is_seen_by_its_print_as_a_whole(cubes: str) -> None:
    sighting, truth = seen_in("bars", "study", 7005, cubes)
    assert sighting.board
    assert likeliest(sighting) == truth


@pytest.mark.parametrize(
    "cubes",
    [
        "B2bKHM,B3bKMH,C3wKHM,C6wMHK,D2wKMH,D3bKHM,D5bMHK,E5wHMK",
        "B2wKHM,B6wKMH,C1bHMK,C5bMHK,C6bHKM,D5wMHK,E1wHMK,E2bHMK",
    ],
)
def test_cubes_under_leaves_are_told_from_each_other_and_from_bare_squares(cubes: str) -> None:
    sighting, truth = seen_in("leaves", "bulb", 7006, cubes)
    assert likeliest(sighting) == truth


@pytest.mark.parametrize("seed", [7, 31004])
def test_a_cube_under_a_bar_is_not_taken_for_a_tile_in_silence(seed: int) -> None:
    sighting, truth = seen_in("bars", "kitchen", seed, "B2bHKM,B6wKHM,C2bKMH,C5wHMK,D2bMKH,D5wHMK")
    assert likeliest(sighting) == truth


def test_a_board_where_it_was_is_found_again_though_leaves_hide_the_marks_it_is_sought_by() -> None:
    following = Following("leaves", "bulb", 3, "B2bHKM,B6wKHM,C2bKMH,C5wHMK,D2bMKH,D5wHMK")
    following.see(4)
    (lost,) = happenings(following.see(4, gain=(0.0, 0.0, 0.0)))
    assert isinstance(lost, BoardGone)
    (found,) = happenings(following.see(10))
    assert isinstance(found, BoardBack)
    assert np.abs(np.array(found.corners) - np.array(following.corners)).max() < 8


@pytest.mark.parametrize("seed", [3, 8])
def test_a_board_that_is_pushed_under_leaves_is_followed_by_its_print(seed: int) -> None:
    following = Following("leaves", "bulb", seed, "B2bHKM,B6wKHM,C2bKMH,C5wHMK,D2bMKH,D5wHMK")
    following.see(4)
    said = happenings(following.see(12, board_bump=Shift(0.25, 0.2, 1)))
    assert isinstance(said[-1], BoardBack)
    assert np.abs(np.array(said[-1].corners) - np.array(following.corners)).max() < 8


def _best(sighting: CubeSighting) -> dict[str, str]:
    """By square, the likeliest of all that may stand there as one of the game's own."""
    best = {name_of(d.square): _TOPS[int(np.argmax(d.odds[:SOMETHING_ELSE]))] for d in sighting.doubts}
    claimed = {name_of(cube.square): f"{cube.colour.letter}{cube.top.letter}" for cube in sighting.cubes}
    return {square: top for square, top in {**claimed, **best}.items() if top != "-"}


@pytest.mark.parametrize(
    ("light", "seed", "cubes"),
    [
        ("leaves", 9000, "A2bKHM,B5wKHM,B6wMHK,D1wHKM,E3bMKH"),
        ("leaves", 9001, "A5wHMK,B2bKHM,C3wMKH,D5wKMH,E2bMHK"),
        ("bars", 9001, "A5wHMK,B2bKHM,C3wMKH,D5wKMH,E2bMHK"),
    ],
)
def test_broken_light_on_a_table_at_a_slant_covers_nothing(light: str, seed: int, cubes: str) -> None:
    """Sun and shade were taken for something that reaches over the whole board, and nothing was sought."""
    sighting, truth = seen_in(light, "garden", seed, cubes)
    best = _best(sighting)
    assert {square: best.get(square) for square in truth} == truth
    # Of thirty squares, more than twenty were.
    assert sum(doubt.hidden for doubt in sighting.doubts) <= 4


@pytest.mark.parametrize("x", [2.0, 4.0])
def test_a_hand_under_leaves_covers_what_it_reaches_over(x: float) -> None:
    hard = harder(LOOKS["garden"], "leaves", 9001)
    table = VirtualTable(hard, 9001, care=1.0)
    table.lay("A5wHMK,B2bKHM,D5wKMH,E2bMHK")
    scene = replace(table.scene_at(0.0), noise=1, hand=DrawnHand(x, 2.5))
    image, _ = Renderer(hard).render(scene)
    sighting = Reader(learning.drawn(LOOKS["garden"])).read(Frame(image, Seconds(0.0)))
    assert not sighting.clear
    assert Reason.COVERED in {doubt.reason for doubt in sighting.doubts}


def test_how_a_cube_is_turned_is_told_by_its_sign_though_it_is_not_plain() -> None:
    """What stood most likely on a square had no heading, and a rotation of it went unseen."""
    turned = {"A2": 0, "B5": 0, "B6": 90, "D1": 90, "E3": 0}
    sighting, _ = seen_in("bars", "shelf", 9000, "A2bKHM,B5wKHM,B6wMHK,D1wHKM,E3bMKH")
    headings = {name_of(cube.square): cube.heading for cube in sighting.cubes}
    assert headings.keys() == turned.keys()
    for square, axis in turned.items():
        heading = headings[square]
        assert heading is not None, square
        assert abs((heading - axis + 90) % 180 - 90) < 25, square
