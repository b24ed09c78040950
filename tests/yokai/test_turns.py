"""Turns and cards that are played (Y3, Y4)."""

from tests.yokai.tables import after, field, legal, refused, table, told


def test_a_turn_is_a_draw_and_then_a_play_and_players_alternate() -> None:
    """Y3.1."""
    draw = table(phase="draw", hands="?3/?3")
    assert refused(draw, "FW>F") == ("Y3.1", "draw-first")
    assert refused(draw, "pass") == ("Y3.1", "draw-first")
    drawn = after(draw, "draw.?")
    assert [field(drawn, name) for name in ("turn", "phase", "hands")] == ["a", "play0", "?4/?3"]
    ended = after(drawn, "FW>F", "end")
    assert [field(ended, name) for name in ("turn", "phase", "hands")] == ["b", "draw", "?3/?3"]


def test_exactly_one_card_is_drawn_and_never_declined() -> None:
    """Y3.2."""
    draw = table(phase="draw", hands="?3/?3")
    assert {move.split(".")[0] for move in legal(draw)} == {"draw"}
    assert refused(after(draw, "draw.?"), "draw.?") == ("Y3.2", "drawn-already")
    known = after(draw, "draw.FWc")
    assert field(known, "hands") == "FWc.?3/?3"
    assert field(known, "deck") == field(after(draw, "draw.?"), "deck")


def test_the_discard_becomes_the_deck_when_a_card_has_to_be_drawn() -> None:
    """Y3.3."""
    kinds = ["FA.FA.FA.FA.FAc.FAd", "FE.FE.FE.FE.FEc.FEd", "FW.FW.FW.FW.FWc.FWd"]
    kinds += ["EA.EA.EA.EA.EAc.EAd", "WA.WA.WA.WA.WAc.WAd"]
    empty = table(phase="draw", hands="WE.WE.WE/WE.WEc.WEd", discard=".".join(kinds))
    assert (field(empty, "deck"), len(field(empty, "discard").split("."))) == ("?0", 30)
    drawn = after(empty, "draw.FA")
    assert (field(drawn, "deck"), field(drawn, "discard")) == ("?29", "-")
    known = empty.replace("?0", "-")
    open_one = after(known, "draw.FAc")
    assert field(open_one, "deck") == ".".join(sorted(".".join(kinds).split("."))).replace("FAc.", "")
    assert field(open_one, "discard") == "-"


def test_an_empty_deck_waits_until_a_card_has_to_be_drawn() -> None:
    """Y3.3."""
    held = "FW.FW.FE.FE.FA.FA.WE.WE.WA.WA.EA.EA.FWc.FWd.FEc.FEd.FAc.FAd.WEc.WEd.WAc.WAd.EAc.EAd"
    before = table("F:3:FE.FE:-", "W:7:FW.FW:WA.WA", hands="FA.?3/?2", discard=held)
    assert field(before, "deck") == "?0"
    waiting = after(before, "FA>F", "reveal.F4", "end")
    assert field(waiting, "deck") == "?0"
    assert len(field(waiting, "discard").split(".")) == 27
    drawn = after(waiting, "draw.FA")
    assert (field(drawn, "deck"), field(drawn, "discard")) == ("?26", "-")


def test_up_to_three_cards_are_played_one_after_the_other() -> None:
    """Y3.4."""
    three = after(table(), "FW>F", "WE>W", "EA>A")
    assert [field(three, name) for name in ("turn", "phase", "hands")] == ["b", "draw", "?1/?3"]
    assert refused(three, "FW>F") == ("Y3.1", "draw-first")
    # The first is settled before the next: the same pile then shows another Yokai.
    settled = after(table("F:34:FW.FW:-"), "FE>F", "FA>F")
    assert (field(settled, "F"), field(settled, "won")) == ("F:4???:FA:-", "F3/-")


def test_with_four_cards_in_hand_one_has_to_be_played() -> None:
    """Y3.5."""
    assert "pass" not in legal(table())
    assert refused(table(), "pass") == ("Y3.5", "four-in-hand")
    fewer = table(hands="?3/?3")
    assert "pass" in legal(fewer)
    assert field(after(fewer, "pass"), "turn") == "b"
    assert refused(after(table(), "FW>F"), "pass") == ("Y3.6", "pass-after-card")


def test_one_may_stop_after_a_card_and_the_turn_ends_by_itself() -> None:
    """Y3.6."""
    assert refused(table(hands="?3/?3"), "end") == ("Y3.6", "end-before-card")
    for moves in (["FW>F"], ["FW>F", "WE>W"]):
        assert "end" in legal(after(table(), *moves))
    for hands in ("FW/?3", "?1/?3"):
        emptied = after(table(hands=hands), "FW>F")
        assert [field(emptied, name) for name in ("turn", "phase", "hands")] == ["b", "draw", "-/?3"]


def test_a_card_goes_to_one_of_its_colours_as_the_outermost() -> None:
    """Y4.1."""
    before = table("F:7:FE.FA:FE")
    assert field(after(before, "FW>F"), "F") == "F:7????:FE.FA.FW:FE"
    assert refused(before, "FW>E") == ("Y4.1", "wrong-colour")


def test_any_pile_may_be_chosen_whoever_it_helps() -> None:
    """Y4.2."""
    helped = table("F:3:-:FE.FA")
    assert told(helped, "FW>F") == "FW►F+bF3"
    assert {"FW>F", "FW>W"} <= set(legal(helped))


def test_an_ability_is_used_or_declined_before_the_count() -> None:
    """Y4.3."""
    before = table("F:3:FE.FA:-", "E:7:-:-")
    assert told(before, "FWc>F") == "FWc►F+aF3"
    assert told(before, "FWc>F!E") == "FWc►F!E(E7)"
    saved = table("F:3:FE:FA", hands="?4/?3")
    assert told(saved, "FWd>F") == "FWd►F+aF3"
    assert told(saved, "FWd>F!") == "FWd►F!(FA►A)"
    assert refused(before, "FW>F!") == ("Y4.3", "no-ability")


def test_a_yokai_won_through_an_ability_is_taken_before_the_next_card() -> None:
    """Y4.4."""
    before = table("F:7:-:FA", "A:3:FA:WA")
    assert told(before, "FWd>F!") == "FWd►F!(FA►A)+bA3"
    done = after(before, "FWd>F!", "reveal.A4")
    assert (field(done, "won"), field(done, "A")) == ("-/A3", "A:4???:FA:-")
    assert refused(after(before, "FWd>F!"), "FW>F") == ("Y5.5", "reveal-first")
