"""Chaos: hands, and when a tile may be used (RULES 5.1, 5.2, 5.12)."""

import pytest

from companion.games.himiki.rules.position import start_position
from companion.games.himiki.rules.variant import Edition, Mode, Variant
from companion.games.himiki.rules.written.position_text import position_text
from tests.rules.tables import BOTH_DUELS, TEAMS, after, at, expect_refused, legal, result

CODES = ["mh", "mm", "mk", "cj", "my", "cf", "gh", "im", "tr", "vx", "tp", "mi"]

# White tilts C5 to C4, shows fire and beats the wood on B4.
STRIKE = "B4bKHM,C5wMHK"


@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize(
    ("mode", "start"),
    [
        (Mode.DUEL, "- w 0-0 --- setup;hands:w.?3/b.?3"),
        (Mode.TEAMS, "- wl 0-0 --- setup;hands:w.?6/b.?6"),
    ],
)
def test_each_side_draws_three_tiles_in_secret_and_a_team_pools_six(
    mode: Mode, start: str, edition: Edition
) -> None:
    """RULES 5.1."""
    assert position_text(start_position(Variant(mode, edition, chaos=True))) == start


def test_the_hands_wait_until_set_up_is_done() -> None:
    """RULES 5.1."""
    start = start_position(Variant(chaos=True))
    placed = after(start, "wHMK@B5", "bHMK@B2", "bKHM@C2", "wMKH@C5", "wKHM@D5", "bMKH@D2")
    assert result(placed) == "w 0-0 --- hands:w.?3/b.?3"


def test_there_are_twelve_tiles_six_events_and_six_terrains() -> None:
    """RULES 5.1: all are to be had from face-down hands, and terrain on any of the 26 free squares."""
    start = at("A1wHMK,B2wMHK,C3wKHM,E6bHMK w 2-0 --- hands:w.?3/b.?3;due:use.w")
    moves = legal(start)
    assert {move[2:4] for move in moves if move != "C-none"} == set(CODES)
    events = ["C-mh", "C-mm", "C-mk", "C-my", "C-cf", "C-none"]
    conjured = [f"C-cj@E6={faces}" for faces in ("HKM", "KHM", "KMH", "MHK", "MKH")]
    assert set(events + conjured) <= set(moves)
    assert len(moves) == len(events) + len(conjured) + 6 * 26


def test_a_team_plays_from_the_pool_whoever_of_them_is_on_turn() -> None:
    """RULES 5.1."""
    pool = "hands:w.mh.mm.mk.cj.my.cf/b.gh.im.tr.vx.tp.mi"
    for seat in ("wl", "wd"):
        start = at(f"A2wHMK,E5wMHK,E6bHMK {seat} 2-0 --- {pool};due:use.w", TEAMS)
        assert {"C-mh", "C-mm", "C-cj@E6=HKM", "C-my", "C-cf"} <= set(legal(start))


@BOTH_DUELS
@pytest.mark.parametrize(
    ("before", "afterwards"),
    [
        ("0-3", "b 1-3 --- hands:w.im/b.?3"),
        ("1-3", "w 2-3 --- hands:w.im/b.?3;due:use.w"),
        ("2-3", "w 3-3 --- hands:w.im/b.?3;due:use.w"),
        ("3-3", "w 4-3 --- hands:w.im/b.?3;due:use.w"),
        ("4-3", "w 5-3 --- hands:w.im/b.?3"),
    ],
)
def test_whose_score_goes_up_to_two_three_or_four_may_use_a_tile(
    duel: Variant, before: str, afterwards: str
) -> None:
    """RULES 5.2: not with the first point, and not when the fifth ends the game."""
    start = at(f"{STRIKE} w {before} --- hands:w.im/b.?3", duel)
    assert result(start, "C5>BC4") == afterwards


@pytest.mark.parametrize(("before", "chances"), [("0-0", 2), ("1-0", 3), ("2-0", 0)])
def test_a_tilt_gives_one_chance_for_every_value_that_it_passes(before: str, chances: int) -> None:
    """RULES 5.2: three conflicts are won at once; reaching five ends the game instead."""
    start = at(f"B4bKHM,C3bKHM,C5wMHK,D4bKHM w {before} --- hands:w.gh.im.tr/b.?3")
    due = after(start, "C5>BC4").chaos.due
    assert len(due) == chances


def test_chances_are_asked_after_all_points_of_the_tilt_are_counted() -> None:
    """RULES 5.2: a conflict and an influence bring 1 to 3, so two chances."""
    start = at("B2bHMK,B4bKHM,B5wHMK,C2bHKM,C5wMHK,D5wKHM w 1-0 --- hands:w.gh.im/b.?3")
    assert result(start, "C5>BC4") == "w 3-0 w-- hands:w.gh.im/b.?3;due:use.w,use.w"


def test_a_score_that_goes_down_gives_no_chance() -> None:
    """RULES 5.2: black falls from 3 to 2 as it gives up its tile."""
    start = at("B2bHMK,B5wHMK,C2bHKM,C5wMHK,D2bMHK,D5wKHM w 0-3 b-- hands:w.gh/b.im")
    assert result(start, "C5>BC4") == "b 1-2 w-- hands:w.gh/b.im"


def test_the_turn_stays_until_the_chance_is_used_or_declined() -> None:
    """RULES 5.2."""
    start = at(f"{STRIKE} w 1-0 --- hands:w.gh.im/b.?3")
    assert result(start, "C5>BC4", "C-none") == "b 2-0 --- hands:w.gh.im/b.?3"
    assert result(start, "C5>BC4", "C-gh@A1") == "b 2-0 --- land:A1.gh;hands:w.im/b.?3"


def test_one_tile_for_each_chance() -> None:
    """RULES 5.2."""
    start = at("B4bKHM,C3bKHM,C5wMHK w 1-0 --- hands:w.gh.im/b.?3")
    one = after(start, "C5>BC4", "C-gh@A1")
    assert result(one) == "w 3-0 --- land:A1.gh;hands:w.im/b.?3;due:use.w"
    assert result(one, "C-im@A2") == "b 3-0 --- land:A1.gh+A2.im;hands:w/b.?3"


def test_it_is_asked_even_when_no_tile_in_the_hand_can_be_used() -> None:
    """RULES 5.2: white has no cube that shows water."""
    asked = after(at(f"{STRIKE} w 1-0 --- hands:w.mm/b.?3"), "C5>BC4")
    assert result(asked) == "w 2-0 --- hands:w.mm/b.?3;due:use.w"
    assert legal(asked) == ["C-none"]


def test_an_empty_hand_is_not_asked() -> None:
    """RULES 5.2."""
    start = at(f"{STRIKE} w 1-0 --- hands:w/b.?3")
    assert result(start, "C5>BC4") == "b 2-0 --- hands:w/b.?3"


def test_chances_are_dropped_when_the_hand_gets_empty() -> None:
    """RULES 5.2: two chances, one tile."""
    start = at("B4bKHM,C3bKHM,C5wMHK w 1-0 --- hands:w.gh/b.?3")
    assert result(start, "C5>BC4").endswith("due:use.w,use.w")
    assert result(start, "C5>BC4", "C-gh@A1") == "b 3-0 --- land:A1.gh;hands:w/b.?3"


def test_a_replay_follows_after_the_chance() -> None:
    """RULES 5.2 and 3.10."""
    start = at("B2bHMK,C2bHKM,C5wMHK,D2bMHK,D4wHMK,E6wKHM w 1-0 --- hands:w.gh/b.?3")
    asked = after(start, "C5>BC4")
    assert result(asked) == "w 2-0 w-- again:C4!C5;hands:w.gh/b.?3;due:use.w"
    assert result(asked, "C-none") == "w 2-0 w-- again:C4!C5;hands:w.gh/b.?3"


def test_a_tile_is_used_only_when_there_is_a_chance_and_then_nothing_else_is_played() -> None:
    """RULES 5.2."""
    expect_refused(at(f"{STRIKE} w 2-0 --- hands:w.gh/b.?3"), "C-gh@A1", rule="5.2", code="choice-not-due")
    expect_refused(at(f"{STRIKE} w 2-0 --- hands:w.gh/b.?3"), "C-none", rule="5.2", code="choice-not-due")
    asked = at("B4bKHM,C4wHMK w 2-0 --- hands:w.gh/b.?3;due:use.w")
    expect_refused(asked, "C4>BC5", rule="5.2", code="choice-due")
    expect_refused(asked, "stop", rule="5.2", code="choice-due")
    expect_refused(asked, "pass", rule="5.2", code="choice-due")
    expect_refused(asked, "C-im@A1", rule="5.2", code="tile-not-held")
    expect_refused(asked, "C-my", rule="5.2", code="tile-not-held")


def test_used_tiles_are_discarded_and_never_come_back() -> None:
    """RULES 5.2: an event at once, terrain when it triggers; a face-down tile cannot be one of them."""
    asked = at("A1wHMK,E6bHMK w 3-0 --- hands:w.cj.vx/b.?3;due:use.w,use.w")
    used = after(asked, "C-cj@E6=KHM", "C-vx@A2")
    assert result(used) == "b 3-0 --- land:A2.vx;hands:w/b.?3;used:cj"
    later = after(used, "E6>BD6", "A1>BA2")
    assert result(later) == "b 3-0 --- hands:w/b.?3;used:cj.vx"
    black = at("A2wMKH,D6bMHK b 3-2 --- hands:w/b.?3;used:cj.vx;due:use.b")
    expect_refused(black, "C-cj@A2=HMK", rule="5.2", code="tile-not-held")
    expect_refused(black, "C-vx@C3", rule="5.2", code="tile-not-held")


def test_using_a_face_down_tile_reveals_it() -> None:
    """RULES 5.12."""
    asked = at("B4bKHM,C4wHMK w 2-0 --- hands:w.?3/b.?3;due:use.w")
    assert result(asked, "C-gh@A1") == "b 2-0 --- land:A1.gh;hands:w.?2/b.?3"
    assert result(asked, "C-my") == "b 2-0 --- hands:w.?2/b.?3;armed:w"
    assert result(asked, "C-cf") == "b 2-0 --- hands:w.?2/b.?3;used:cf;confused:2"


def test_a_known_tile_is_used_before_a_face_down_one() -> None:
    """RULES 5.12: the hand is partly known."""
    asked = at("B4bKHM,C4wHMK w 2-0 --- hands:w.gh.?1/b.?3;due:use.w")
    assert result(asked, "C-gh@A1") == "b 2-0 --- land:A1.gh;hands:w.?1/b.?3"
    assert result(asked, "C-im@A1") == "b 2-0 --- land:A1.im;hands:w.gh/b.?3"


def test_a_face_down_tile_is_none_that_lies_open_anywhere() -> None:
    """RULES 5.12: neither in a hand, nor on the board, nor used, nor the armed yokai."""
    asked = at("B4bKHM,C4wHMK w 2-0 --- land:A1.vx;hands:w.?1/b.im.?2;used:cj;armed:b;due:use.w")
    codes = {move[2:4] for move in legal(asked) if move != "C-none"}
    # Of the other eight, water and wood mana are useless: white shows nothing but fire.
    assert codes == {"mh", "cf", "gh", "tr", "tp", "mi"}
    for move in ("C-im@C3", "C-vx@C3", "C-cj@B4=HMK", "C-my"):
        expect_refused(asked, move, rule="5.2", code="tile-not-held")
