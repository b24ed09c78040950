"""Counts and the end (Y5, Y6)."""

from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.position import Player
from companion.games.yokai.rules.written.position_text import parse_position
from tests.yokai.tables import after, faults, field, legal, played, refused, table, told

ALONE = {"won": "F4.F5.F6.F7/-"}
"""The other Yokai of a pile of which one is left."""


def test_sketches_of_both_sides_count_together() -> None:
    """Y5.1."""
    assert told(table("F:4:FE.FE:FA"), "FW>F") == "FW►F+aF4"


def test_a_yokai_is_complete_with_its_value_or_more() -> None:
    """Y5.2."""
    assert told(table("F:5:FE.FE:FA"), "FW>F") == "FW►F"
    assert told(table("F:4:FE.FE:FA.FA.FA"), "FW>F") == "FW►F~F4"
    assert told(table("F:3:FE.FE.FE:FA"), "FW>F") == "FW►F+aF3"


def test_who_has_more_wins_and_only_the_winners_sketches_are_discarded() -> None:
    """Y5.3."""
    # The other side has more, whoever played the card.
    done = after(table("F:53:FE:FA.FA.FA"), "FW>F")
    assert (field(done, "won"), field(done, "F")) == ("-/F5", "F:3???:FE.FW:-")
    assert field(done, "discard") == "FA.FA.FA"
    done = after(table("F:53:FE.FE.FE:FA"), "FW>F")
    assert (field(done, "won"), field(done, "F")) == ("F5/-", "F:3???:-:FA")
    assert field(done, "discard") == "FE.FE.FE.FW"


def test_a_tie_frightens_the_yokai_below_the_pile_where_it_lies() -> None:
    """Y5.4."""
    done = after(table("F:43:FE:FA.FA"), "FW>F")
    assert (field(done, "F"), field(done, "won")) == ("F:3???4:-:-", "-/-")
    assert field(done, "discard") == "FA.FA.FE.FW"
    called = after(table("F:E43:FE:FA.FA"), "FW>F")
    assert field(called, "F") == "F:3????E4:-:-"
    alone = table("F:4:FE:FA.FA", won="F3.F5.F6.F7/-")
    assert told(alone, "FW>F") == "FW►F~F4"
    assert field(after(alone, "FW>F"), "F") == "F:4:-:-"


def test_a_yokai_that_is_revealed_is_not_counted_for_that() -> None:
    """Y5.5."""
    done = after(table("F:53:FE:FA.FA.FA"), "FW>F")
    assert (field(done, "F"), field(done, "won")) == ("F:3???:FE.FW:-", "-/F5")
    # The other side's sketches would suffice: they wait for one that comes to the pile.
    done = after(table("F:63:FW.FE.FE:FA.FA"), "FW>F")
    assert (field(done, "F"), field(done, "won")) == ("F:3???:-:FA.FA", "F6/-")
    waiting = table("F:3:FE.FE.FW:FA.FA")
    assert told(waiting, "WE>W") == "WE►W"
    assert told(waiting, "FW>F") == "FW►F+aF3"


def test_six_sketches_lie_at_a_pile_at_most_and_seven_where_a_count_lapsed() -> None:
    """Y5.6."""
    assert faults(table("F:7:FE.FE.FE:FA.FA.FA")) == []
    assert faults(table("F:7:FE.FE.FE.FW:FA.FA.FA")) == ["too-many-lying"]
    full = table("F:3:FE.FE:FE.FA", "A:4:WA.WA.WA.EA:EA.EA", won="F4.F5.F6.F7/-")
    assert told(full, "FWd>F!") == "FWd►F!(FA►A)+aF3#"
    assert field(after(full, "FWd>F!"), "A").endswith(":WA.WA.WA.EA:EA.EA.FA")


def test_the_game_ends_when_a_pile_is_empty_in_the_middle_of_a_turn() -> None:
    """Y6.1."""
    last = table("F:3:FE.FE:-", **ALONE)
    assert told(last, "FW>F") == "FW►F+aF3#"
    over = after(last, "FW>F")
    assert [field(over, name) for name in ("F", "turn", "phase", "hands")] == [
        "F:-:-:-",
        "a",
        "over",
        "?3/?3",
    ]
    assert legal(over) == []
    for move in ("FW>F", "end", "pass", "draw.?", "reveal.W3"):
        assert refused(over, move) == ("Y6.1", "game-over")


def test_the_last_yokai_is_won_in_full() -> None:
    """Y6.2."""
    over = after(table("F:3:FE.FE:FA", **ALONE), "FW>F")
    assert (field(over, "F"), field(over, "won")) == ("F:-:-:FA", "F3.F4.F5.F6.F7/-")
    assert field(over, "discard") == "FE.FE.FW"


def test_points_of_won_yokai_alone_decide() -> None:
    """Y6.3."""
    over = table("F:-:-:FA", phase="over", hands="?3/?3", won="F3.F4.F5/F6.F7")
    now = score(parse_position(over))
    assert (now.points, now.winner) == ((12, 13), Player.B)


def test_equal_points_go_to_who_has_more_printed_colours() -> None:
    """Y6.4."""
    over = {"phase": "over", "hands": "?3/?3"}
    now = score(parse_position(table("F:-:-:-", won="F3.F7.W5F/F4.F5.F6", **over)))
    assert (now.points, now.colours, now.winner) == ((15, 15), (2, 1), Player.A)
    now = score(parse_position(table("F:-:-:-", won="F3.F7.W6/F4.F5.F6.W3", **over)))
    assert (now.points, now.winner) == ((16, 18), Player.B)


def test_equal_in_both_is_a_draw() -> None:
    """Y6.5."""
    over = table("F:-:-:-", phase="over", hands="?3/?3", won="F3.F4.F5.W4/F6.F7.W3")
    now = score(parse_position(over))
    assert (now.points, now.colours, now.over, now.winner) == ((16, 16), (2, 2), True, None)


def test_a_game_may_repeat_itself_without_limit() -> None:
    """Y6.6."""
    alone = table("F:4:FE:FA.FA", won="F3.F5.F6.F7/-")
    assert played(alone, "FW>F").counts[0].winner is None
    once = after(alone, "FW>F", "end")
    twice = after(once, "draw.?", "FE>F", "FE>F", "end", "draw.?", "FA>F", "FA>F")
    assert field(once, "F") == field(twice, "F") == "F:4:-:-"
    assert (field(once, "phase"), field(twice, "phase")) == ("draw", "play2")
