"""What a referee who does not see hands assumes (Y9)."""

from tests.yokai.tables import after, field, legal, refused, table


def test_a_card_may_be_played_if_it_can_be_in_that_hand() -> None:
    """Y9.1."""
    known = table(hands="FW.FA.FA/?3")
    assert {move.split(">")[0] for move in legal(known)} == {"FW", "FA", "pass"}
    assert refused(known, "WE>W") == ("Y9.1", "not-in-hand")
    unknown = table("F:7:FWc:-", hands="FW.?2/FWd.?2")
    assert field(after(unknown, "FW>F", "FW>F"), "hands") == "?1/FWd.?2"
    assert refused(unknown, "FWc>F") == ("Y9.1", "all-in-sight")
    assert refused(unknown, "FWd>F") == ("Y9.1", "all-in-sight")
    all_copies = table("F:7:FW.FW:FW", "W:7:FW:-")
    assert refused(all_copies, "FW>F") == ("Y9.1", "all-in-sight")
    assert "WE>W" in legal(all_copies)


def test_a_turn_begins_with_a_draw_that_nobody_sees() -> None:
    """Y9.2. What a referee makes of it stands in the tests of the referee."""
    draw = table(phase="draw", hands="?3/?3")
    assert "draw.?" in legal(draw)
    assert field(after(draw, "draw.?"), "hands") == "?4/?3"
    assert field(after(draw, "draw.?", "FW>F", "end", "draw.?"), "hands") == "?3/?4"


def test_a_hand_that_is_known_in_part_gives_its_known_cards_first() -> None:
    """Y9.1, Y9.3: the fewer assumptions."""
    assert field(after(table(hands="FW.?3/?3"), "FW>F"), "hands") == "?3/?3"
    assert field(after(table(hands="FA.?3/?3"), "FW>F"), "hands") == "FA.?2/?3"
