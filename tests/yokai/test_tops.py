"""The Yokai on top of their piles, drawn and then seen, a little aside and askew as hands leave them."""

import random

import pytest

from companion.games.yokai.drawn import USUAL_LOOK, painter_of
from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.seeing import drawn_profile
from vision.flat.card_reader import CardReader
from vision.frames import Frame, Seconds
from vision.virtual.flat.scene import FlatScene, FlatThing


@pytest.mark.parametrize("seed", [21, 27, 34])
def test_every_top_is_read_though_another_one_looks_likelier_at_first_sight(seed: int) -> None:
    """Of five values of a colour the picture is much the same."""
    chance = random.Random(seed)
    profile = drawn_profile(USUAL_LOOK)
    tops = [colour + chance.choice("34567") for colour in CARDS.colours]
    lying = tuple(
        FlatThing(
            top, top, x + chance.uniform(-0.04, 0.04), y + chance.uniform(-0.04, 0.04), chance.uniform(-3, 3)
        )
        for top, (_, x, y) in zip(tops, profile.places, strict=True)
    )
    picture = painter_of(USUAL_LOOK).picture(FlatScene(lying, noise=seed))
    sighting = CardReader(profile).read(Frame(picture, Seconds(0.0)))
    assert [pile.top for pile in sighting.piles] == tops
