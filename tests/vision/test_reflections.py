"""A lamp that mirrors itself in the board covers nothing; what it whitens is told as glare."""

import pytest

from companion.games.himiki.rules.board import name_of
from tests.vision.virtual_tables import Table, table_of
from vision.cubes.seen import CubeSighting
from vision.frames import Frame, Seconds
from vision.sighting import Reason
from vision.virtual import DrawnHand, Scene, pieces_named
from vision.virtual.scenes.scene import LampGlare

CUBES = "B2wHMK,D4bKMH,C5wKHM,E1bMKH"
LOOKS = ("kitchen", "bulb")


@pytest.fixture(scope="module", params=LOOKS)
def table(request: pytest.FixtureRequest) -> Table:
    return table_of(request.param)


def seen(table: Table, **scene: object) -> CubeSighting:
    whole = Scene(pieces=pieces_named(CUBES, table[0]), noise=3, **scene)  # type: ignore[arg-type]
    return table[2].read(Frame(table[1].render(whole)[0], Seconds(0.0)))


@pytest.mark.parametrize("strength", [0.3, 0.5])
@pytest.mark.parametrize(("x", "y"), [(1.5, 0.6), (4.6, 0.7), (2.6, 3.4)])
def test_a_reflection_on_empty_squares_covers_nothing(
    table: Table, x: float, y: float, strength: float
) -> None:
    sighting = seen(table, glare=(LampGlare(x, y, 0.6, strength),))
    assert sighting.clear
    assert [name_of(c.square) for c in sighting.cubes if c.confidence >= 0.8] == ["B2", "C5", "D4", "E1"]


def test_what_a_reflection_whitens_is_glare(table: Table) -> None:
    sighting = seen(table, glare=(LampGlare(2.5, 0.5, 0.9, 1.0),))
    reasons = {name_of(doubt.square): doubt.reason for doubt in sighting.doubts}
    assert reasons.get("A3") is Reason.GLARE
    assert sighting.clear


def test_a_hand_in_a_reflection_is_a_hand(table: Table) -> None:
    hand = DrawnHand(2.5, 0.5, comes_from=-90)
    sighting = seen(table, glare=(LampGlare(2.5, 1.0, 0.8, 0.5),), hand=hand)
    assert not sighting.clear
