"""Call and Distract (Y7, Y8)."""

from tests.yokai.tables import after, field, legal, refused, table, told


def test_the_top_yokai_of_another_pile_is_called() -> None:
    """Y7.1."""
    before = table("F:7:-:-", "E:43:-:-")
    assert told(before, "FWc>F!E") == "FWc►F!E(E4)"
    done = after(before, "FWc>F!E")
    assert (field(done, "F"), field(done, "E")) == ("F:E47????:FWc:-", "E:3???:-:-")
    assert [move for move in legal(before) if move.startswith("FWc>F")] == [
        "FWc>F",
        "FWc>F!A",
        "FWc>F!E",
        "FWc>F!W",
    ]
    assert refused(before, "FWc>F!F") == ("Y7.1", "call-from-itself")
    assert refused(before, "FWc>F!") == ("Y7.1", "call-names-pile")


def test_the_last_card_of_a_pile_is_never_called() -> None:
    """Y7.2."""
    lone = table("E:4:-:-", "F:3:-:-", won="E3.E5.E6.E7/F4.F5.F6.F7")
    assert refused(lone, "FWc>F!E") == ("Y7.2", "call-last")
    assert "FWc>F!E" not in legal(lone)
    assert field(after(lone, "FWc>F!W"), "F") == "F:W73:FWc:-"


def test_a_called_yokai_is_one_of_its_pile() -> None:
    """Y7.3."""
    won = after(table("F:E4:FE.FE:FA"), "FW>F")
    assert field(won, "won") == "E4F/-"
    assert field(after(table("F:E4:FE:FA.FA"), "FW>F"), "F").endswith("E4:-:-")
    again = after(table("F:E4:-:-"), "WEc>W!F")
    assert field(again, "W") == "W:E47????:WEc:-"
    home = after(table("F:E4:-:-"), "WEc>E!F")
    assert field(home, "E") == "E:47???:WEc:-"


def test_the_count_of_the_same_card_looks_at_the_called_yokai_and_not_at_what_it_covered() -> None:
    """Y7.4."""
    before = table("F:5:FE.FE:FA", "E:4:-:-")
    assert told(before, "FWc>F!E") == "FWc►F!E(E4)+aE4"
    theirs = table("F:7:-:FA.FA.FA", "E:43:-:-")
    assert told(theirs, "FWc>F!E") == "FWc►F!E(E4)+bE4"
    covered = table("F:3:FE.FE:FA.FA", "E:53:-:-")
    done = after(covered, "FWc>F!E")
    assert (field(done, "F"), field(done, "won")) == ("F:3????:-:FA.FA", "E5F/-")


def test_the_pile_that_a_yokai_left_is_not_counted() -> None:
    """Y7.5."""
    before = table("E:73:WE.WE:FE", "F:7:-:-")
    done = after(before, "FWc>F!E")
    assert (field(done, "E"), field(done, "won")) == ("E:3???:WE.WE:FE", "-/-")
    hidden = after(table("E:7:WE.WE:FE", "F:7:-:-"), "FWc>F!E")
    assert legal(hidden) == ["reveal.E3", "reveal.E4", "reveal.E5", "reveal.E6"]


def test_the_other_sides_outermost_sketch_is_distracted() -> None:
    """Y8.1."""
    before = table("F:7:FE:FE.FA.FW")
    assert told(before, "FWd>F!") == "FWd►F!(FW►W)"
    assert field(after(before, "FWd>F!"), "F") == "F:7????:FE.FWd:FE.FA"
    assert refused(table("F:7:FE:-"), "FWd>F!") == ("Y8.1", "nothing-to-distract")
    assert refused(before, "FWd>F!E") == ("Y8.1", "distract-names-none")
    assert told(table("F:7:FE:-"), "FWd>F") == "FWd►F"
    # One that came by a Distract is the outermost as well.
    twice = after(before, "FWd>F!", "WAd>W!")
    assert (field(twice, "W"), field(twice, "F")) == ("W:7????:WAd:-", "F:7????:FE.FWd:FE.FA.FW")


def test_it_goes_to_its_other_colour_on_the_same_side_as_the_outermost() -> None:
    """Y8.2."""
    done = after(table("F:7:-:FA", "A:7:EA:WA"), "FWd>F!")
    assert field(done, "A") == "A:7????:EA:WA.FA"


def test_the_ability_of_a_moved_card_is_ignored() -> None:
    """Y8.3."""
    before = table("F:7:-:FAc", "A:7:-:-", "E:43:-:-")
    assert told(before, "FWd>F!") == "FWd►F!(FAc►A)"
    done = after(before, "FWd>F!")
    assert (field(done, "A"), field(done, "E")) == ("A:7????:-:FAc", "E:43???:-:-")


def test_the_pile_of_the_card_is_counted_first_and_then_the_goal() -> None:
    """Y8.4."""
    before = table("F:3:FE.FE:FA", "A:3:-:WA.WA")
    assert told(before, "FWd>F!") == "FWd►F!(FA►A)+aF3+bA3"
    last = table("F:3:FE.FE:FA", "A:3:-:WA.WA", won="F4.F5.F6.F7/-")
    assert told(last, "FWd>F!") == "FWd►F!(FA►A)+aF3#"
    assert field(after(last, "FWd>F!"), "won") == "F3.F4.F5.F6.F7/-"


def test_the_goal_of_a_distract_is_always_there() -> None:
    """Y8.5."""
    emptied = after(table("A:3:WA.WA:-", won="A4.A5.A6.A7/-"), "FA>A")
    assert refused(emptied, "FWd>F!") == ("Y6.1", "game-over")
