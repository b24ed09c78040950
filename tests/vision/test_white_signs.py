"""White signs on coloured tops are a print, even where lamps are mirrored as white spots on dark cubes."""

from dataclasses import replace

import pytest

from companion.games.himiki.rules.cubes import Colour
from tests.vision.virtual_tables import Table, learnt, table_of
from vision.cubes.profile import KINDS
from vision.frames import Frame, Seconds
from vision.virtual import LOOKS, Scene, pieces_named

PLACES = {"A1": "HMK", "B3": "MKH", "C2": "KHM", "D5": "HKM", "E4": "MHK", "B6": "KMH"}


def test_light_cubes_with_white_signs_on_coloured_tops_are_read_on_squares_of_both_colours() -> None:
    assert_read(table_of("garden"))


@pytest.mark.parametrize("paler", [0.2, 0.3])
@pytest.mark.long
def test_so_are_white_signs_on_pale_colours(paler: float) -> None:
    """Under some lamps such a colour is as dark as a dark cube that mirrors them."""
    look = LOOKS["garden"]
    red, blue, green = (mixed_with_white(ink, paler) for ink in look.cubes.inks_on_white)
    cubes = replace(look.cubes, inks_on_white=(red, blue, green))
    assert_read(learnt(replace(look, cubes=cubes)))


def mixed_with_white(ink: str, share: float) -> str:
    channels = (int(ink[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{round(c + (255 - c) * share):02x}" for c in channels)


def assert_read(table: Table) -> None:
    look, renderer, reader = table
    cubes = ",".join(f"{square}w{letters}" for square, letters in PLACES.items())
    picture, truth = renderer.render(Scene(pieces=pieces_named(cubes, look, 5)))
    sighting = reader.read(Frame(picture, Seconds(0.0)))
    assert sighting.clear
    seen = {cube.square: (cube.colour, cube.top) for cube in sighting.cubes}
    assert seen == {cube.square: (cube.colour, cube.top) for cube in truth.cubes}


def test_white_signs_are_learnt_as_they_are_printed() -> None:
    _, _, reader = table_of("garden")
    for look, kind in zip(reader.profile.looks, reader.profile.kinds, strict=True):
        if KINDS[kind][0] is Colour.WHITE:
            assert (look.min(axis=2) > 150).mean() > 0.1
