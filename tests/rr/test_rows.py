"""With the rows in view, what leaves no trace on the board is seen beside it, and nobody is asked."""

import pytest

from companion.games.decisions import SetPosition
from companion.games.rr.agreed import Agreed
from companion.games.rr.rules.variant import Game, Variant
from companion.games.rr.rules.written.options import variant_of
from tests.rr.tabletop import Tabletop

MINE, THEIRS, OPEN = "ca.ge.ki.mi.pr.qu.wi", "bi.cd.hi.mo.pa.sa.te", "as.de.dr.hm.sg"


def in_view(position: str) -> Tabletop:
    """A game that stands there, its rows in view as it has them."""
    table = Tabletop(Agreed(variant_of([])))
    board, _, zones, neutral, *_ = position.split(" ")
    table.lies("-")
    table.decide(SetPosition(position))
    one, other = zones.split("/")
    table.rows = {
        row: codes for row, codes in (("r", one), ("b", other), ("neutral", neutral)) if codes != "-"
    }
    table.lies(board)
    return table


def with_assassin() -> Tabletop:
    table = in_view(f"b2cir b {MINE}/{THEIRS} {OPEN} - -")
    table.rows["neutral"] = "de.dr.hm.sg"
    return table


def test_the_assassin_was_used_on_what_lacks_in_the_row() -> None:
    table = with_assassin()
    table.rows["r"] = "ca.ge.mi.pr.qu.wi"
    table.lies("b2cir,b1asb")
    assert table.moves == ["as@b1!ki"]
    assert "uncertain" not in table.names


def test_the_assassin_that_is_left_is_no_question_and_may_be_used_yet() -> None:
    table = with_assassin()
    table.lies("b2cir,b1asb", seconds=6.0)
    assert (table.moves, table.question) == ([], None)
    assert table.names[-1] == "placed"
    table.rows["r"] = "ca.ge.ki.mi.pr.wi"
    table.lies("b2cir,b1asb")
    assert table.moves == ["as@b1!qu"]


def test_the_next_tile_ends_a_turn_in_which_the_assassin_was_left() -> None:
    table = with_assassin()
    table.lies("b2cir,b1asb")
    table.rows["r"] = "ge.ki.mi.pr.qu.wi"
    table.lies("b2cir,b1asb,c3car")
    assert table.moves == ["as@b1", "ca@c3"]


def test_a_row_in_which_something_is_not_plain_leaves_the_question() -> None:
    table = with_assassin()
    table.rows["r"] = "ca.ge.mi.pr.qu.wi.?"
    table.lies("b2cir,b1asb", seconds=4.0)
    assert table.question is not None
    assert "as@b1!ki" in table.question.options


def test_rows_that_were_never_seen_leave_the_question() -> None:
    table = Tabletop(Agreed(variant_of(["neutral=as.hm.sg.de.dr"])))
    table.lies("-")
    table.lies("b2cir")
    table.rows = {"r": "ca.ge.mi.pr.qu.wi"}
    table.lies("b2cir,b1asb", seconds=4.0)
    assert table.question is not None


def test_what_the_hermit_took_lies_in_the_zone() -> None:
    table = in_view(f"b2cir b {MINE}/bi.hm.mo.pa.sa.te de.dr.sg cd.hi -")
    table.rows["b"] = "bi.cd.mo.pa.sa.te"
    table.lies("b2cir,b1hmb")
    assert table.moves == ["hm@b1!cd"]


@pytest.mark.parametrize(("row", "move"), [("ca.ki", "br@b1!a1!b3"), ("ca", "br@b1!b2!b3")])
def test_a_tile_gone_through_a_bard_was_taken_or_banished_as_the_row_says(row: str, move: str) -> None:
    """The Bard stands beside the Witch and the Samurai, and either can make the same tile go."""
    table = in_view("a1wtr,b2smr,b3kir,c3cib r br.ca/te - - -")
    table.rows["r"] = row
    table.lies("a1wtr,b1brr,b2smr,c3cib")
    assert table.moves == [move]
    assert "uncertain" not in table.names


def test_a_pick_is_seen_where_it_lies() -> None:
    """R10.3: and what is left over the second player takes."""
    table = Tabletop(Agreed(Variant(Game.DRAFT)))
    rows = {"r": f"ci.{MINE}", "b": THEIRS, "neutral": "br.ni.pe.sh.sm"}
    table.rows = dict(rows)
    table.lies("-")
    assert table.question is None
    table.rows |= {"r": f"br.ci.{MINE}", "neutral": "ni.pe.sh.sm"}
    table.lies("-")
    assert table.moves == ["+br"]
    table.rows |= {"b": f"ni.{THEIRS}", "neutral": "pe.sh.sm"}
    table.lies("-")
    assert table.moves == ["+br", "+ni"]
    assert table.question is None
