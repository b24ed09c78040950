"""A few of the drawn games that `python -m tests.rr.drawn_games` plays by the hundred."""

from random import Random

import pytest

from companion.games.rr.agreed import Agreed
from companion.games.rr.drawn import LOOKS, USUAL_LOOK, DrawnTable, painter_of
from companion.games.rr.rules.written.options import variant_of
from companion.games.rr.rules.written.position_text import position_text
from companion.games.rr.seeing import drawn_profile
from tests.rr.drawn_games import refereed
from tests.rr.games import words
from vision.flat.reader import FlatReader
from vision.frames import Frame, Seconds
from vision.virtual.flat.table import FlatTable


@pytest.mark.long
def test_a_drawn_game_is_understood_move_by_move() -> None:
    found = refereed("draft", 7)
    assert (found.right, found.false, found.extra) == (found.moves, 0, 0), found.wrong
    assert found.questions <= 1


@pytest.mark.long
def test_a_planted_violation_is_told_and_the_game_goes_on() -> None:
    found = refereed("", 5000, "out of turn")
    assert (found.planted, found.told, found.extra) == (1, 1, 0)
    assert (found.right, found.false) == (found.moves, 0), found.wrong


def test_every_tile_of_a_row_is_read_though_others_are_likelier_at_first_sight() -> None:
    """Red gives the Tower away, which comes to lie at the far end of blue's row."""
    table = DrawnTable(FlatTable(LOOKS[USUAL_LOOK], 17004, pace=0.0), lambda: Seconds(60.0))
    table.lay(position_text(Agreed(variant_of(words(Random("draft 17004"), "draft"))).start))
    table.do("to>b")
    picture = painter_of(USUAL_LOOK).picture(table.table.scene_at(60.0))
    sighting = FlatReader(drawn_profile(USUAL_LOOK)).read(Frame(picture, Seconds(60.0)))
    codes = sorted(each.code or "" for each in sighting.beside if each.claimed)
    assert codes == sorted(each.code for each in table.lying())
