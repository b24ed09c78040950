"""Rows of cards on a drawn table, seen as they grow."""

from random import Random

import pytest

from companion.games.yokai.drawn import LOOKS, DrawnTable, painter_of
from companion.games.yokai.eye import as_sighting
from companion.games.yokai.referee.sightings import PileSeen, fits
from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.seeing import drawn_profile
from vision.flat.card_reader import CardReader
from vision.flat.card_sighting import CardSeen, PilesSighting
from vision.frames import Frame, Seconds
from vision.virtual.flat.table import FlatTable

_NO_W, _NO_E = "W:6????:-:-", "E:6????:-:-"


def seen(look: str, lies: str, won: str = "-/-", seed: int = 0) -> PilesSighting:
    table = DrawnTable(FlatTable(LOOKS[look], seed), lambda: Seconds(0.0), None, Random(seed))
    laid = lies.count(".") + sum(part != "-" for pile in lies.split() for part in pile.split(":")[2:])
    table.lay(f"{lies} a draw ?3/?3 ?{30 - laid} - {won}")
    picture = painter_of(look).picture(table.table.scene_at(0.0))
    return CardReader(drawn_profile(look)).read(Frame(picture, Seconds(0.0)))


def near(sighting: PilesSighting, colour: str) -> tuple[CardSeen, ...]:
    return next(pile.near for pile in sighting.piles if pile.colour == colour)


@pytest.mark.parametrize("look", sorted(LOOKS))
def test_a_row_that_reaches_the_edge_of_the_picture_has_all_its_cards(look: str) -> None:
    """What lies beyond the edge is not compared; what is in view of a card is."""
    laid = ["EA", "FA", "WA", "EAc", "WAd"]
    row = [
        card.text
        for card in near(seen(look, f"F:6????:FA:- {_NO_W} {_NO_E} A:6????:{'.'.join(laid)}:WAc"), "A")
    ]
    assert len(row) == len(laid)
    assert all(map(fits, row, laid)), row
    assert row[-1] == "WAd"


@pytest.mark.parametrize("look", sorted(LOOKS))
def test_rows_beside_a_pile_that_is_empty_are_read(look: str) -> None:
    """Y6.1: what is cleared there says how the game ended."""
    lies = f"F:-:FW:- {_NO_W} {_NO_E} A:6????:-:FA"
    sighting = as_sighting(seen(look, lies, won="F3.F4.F5/F6.F7"))
    assert sighting.clear
    assert sighting.piles[CARDS.colours[0]] == PileSeen(None, ("FW",), ())
    assert [pile.top for pile in sighting.piles.values()] == [None, "W6", "E6", "A6"]


@pytest.mark.parametrize("seed", [36, 45])
def test_a_card_by_itself_is_found_though_it_seems_to_fit_a_little_aside(seed: int) -> None:
    """Four of 720 cards were not: moved from their likeliest place alone, they ended beside where they lie,
    and counted as something that covers the table.
    """
    sighting = seen("veranda", "F:6????:-:FA W:6????:-:FW E:6????:-:FE A:6????:-:FA", seed=seed)
    assert sighting.clear
    assert [[card.text for card in pile.far] for pile in sighting.piles] == [["FA"], ["FW"], ["FE"], ["FA"]]
