"""Boards under leaves, behind the bars of a window, and in so little light that noise hides their print."""

from dataclasses import replace

import numpy as np
import pytest

from companion.bench.films import tops_of
from companion.games.himiki.rules.board import name_of
from tests import learning
from vision.cubes.profile import KINDS
from vision.cubes.reading.reader import Reader
from vision.cubes.seen import SOMETHING_ELSE, CubeSighting
from vision.frames import Frame, Seconds
from vision.virtual.gallery import LOOKS
from vision.virtual.harder import harder
from vision.virtual.painting.renderer import Renderer
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
