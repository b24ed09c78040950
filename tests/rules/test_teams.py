"""Two against two (RULES 4)."""

import pytest

from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.errors import IllegalMove
from companion.games.himiki.rules.play import claimed, unclaimed
from companion.games.himiki.rules.position import start_position
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.position_text import position_text
from tests.rules.tables import BOTH_TEAMS, TEAMS, after, at, expect_refused, legal, result, then

READY = "A2wHMK,A5bKHM,B1wKHM,B6bHMK,D1bHMK,D6wKHM,E2bKHM,E5wHMK wl 0-0 --- -"


@BOTH_TEAMS
def test_set_up_goes_one_cube_each_twice_round_in_the_order_of_the_turns(teams: Variant) -> None:
    """RULES 4.1 and 4.6, in both editions."""
    position = start_position(teams)
    seats = [position.seat.value]
    placements = "wHMK@E5 bHMK@B6 wHMK@A2 bHMK@D1 wKHM@D6 bKHM@A5 wKHM@B1 bKHM@E2"
    for placement in placements.split():
        position = after(position, placement)
        seats.append(position.seat.value)
    assert seats == ["wl", "bl", "wd", "bd", "wl", "bl", "wd", "bd", "wl"]
    assert then(position) == READY


@pytest.mark.parametrize(
    ("position", "homes"),
    [
        ("- wl 0-0 --- setup", {"E5", "D6"}),
        ("E5wHMK bl 0-0 --- setup", {"B6", "A5"}),
        ("B6bHMK,E5wHMK wd 0-0 --- setup", {"A2", "B1"}),
        ("A2wHMK,B6bHMK,E5wHMK bd 0-0 --- setup", {"D1", "E2"}),
        ("A2wHMK,B6bHMK,D1bHMK,E5wHMK wl 0-0 --- setup", {"D6"}),
    ],
)
def test_each_player_has_two_homes(position: str, homes: set[str]) -> None:
    """RULES 4.1."""
    moves = legal(at(position, TEAMS))
    assert {move[-2:] for move in moves} == homes
    assert len(moves) == 6 * len(homes)


def test_a_home_of_the_partner_is_none_of_ones_own() -> None:
    """RULES 4.1."""
    expect_refused(start_position(TEAMS), "wHMK@A2", rule="4.1", code="place-home")
    expect_refused(start_position(TEAMS), "wHMK@B5", rule="4.1", code="place-home")
    expect_refused(start_position(TEAMS), "bHMK@B6", rule="4.1", code="place-colour")


@BOTH_TEAMS
def test_turns_go_white_light_black_light_white_dark_black_dark(teams: Variant) -> None:
    """RULES 4.1 and 4.6, in both editions."""
    position = at(READY, teams)
    seats = []
    for tilt in ("E5>BE4", "B6>BB5", "A2>BA3", "D1>BD2"):
        position = after(position, tilt)
        seats.append(position.seat.value)
    assert seats == ["bl", "wd", "bd", "wl"]


APART = "A2wHMK,C2wMHK,D2bHMK,E5wHMK "


@BOTH_TEAMS
def test_a_player_plays_the_cubes_of_their_colour_in_their_zone(teams: Variant) -> None:
    """RULES 4.2 and 4.6, in both editions."""
    light = at(APART + "wl 0-0 --- -", teams)
    assert legal(light) == ["E5>BD5", "E5>BE4", "E5>BE6", "E5>PE5"]
    dark = at(APART + "wd 0-0 --- -", teams)
    tilts = ["A2>BA1", "A2>BA3", "A2>BB2", "C2>BB2", "C2>BC1", "C2>BC3"]
    assert legal(dark) == sorted([*tilts, "A2>PA2", "C2>PC2", "A2>PA2+C2>PC2"])


def test_the_partners_cubes_are_out_of_reach() -> None:
    """RULES 4.2."""
    light = at(APART + "wl 0-0 --- -", TEAMS)
    expect_refused(light, "A2>BA1", rule="4.2", code="outside-zone")
    expect_refused(light, "A2>PA2", rule="4.2", code="outside-zone")
    expect_refused(light, "A2>PA2+E5>PE5", rule="4.2", code="outside-zone")
    expect_refused(light, "D2>BD3", rule="3.2", code="opponents-cube")


def test_in_a_replay_a_player_also_plays_what_they_moved_out_of_their_zone_this_turn() -> None:
    """RULES 4.2: C3 is dark, but white Light came there from C4; C2 stays out of reach."""
    start = at("C2wHKM,C4wMHK,E5wKHM wl 0-0 --- -", TEAMS)
    replay = after(start, "C4>BC3")
    tilts = ["R-C3>BB3", "R-C3>BD3", "R-E5>BD5", "R-E5>BE4", "R-E5>BE6"]
    rotations = ["R-C3>PC3", "R-E5>PE5", "R-C3>PC3+E5>PE5"]
    assert legal(replay) == sorted([*tilts, *rotations, "stop"])
    expect_refused(replay, "C2>BB2", rule="4.2", code="outside-zone")


def test_after_the_turn_a_cube_belongs_to_whose_zone_it_stands_in() -> None:
    """RULES 4.2."""
    start = at("C2wHKM,C4wMHK,E5wKHM,A6bHMK,A1bHMK wl 0-0 --- -", TEAMS)
    dark = after(start, "C4>BC3", "stop", "A6>BA5")
    assert "C3>BD3" in legal(dark)
    light = after(dark, "C3>BD3", "A1>BB1")
    assert light.seat.value == "wl"
    expect_refused(light, "D3>BD4", rule="4.2", code="outside-zone")


def test_with_no_cube_to_play_the_turn_is_passed() -> None:
    """RULES 4.2."""
    start = at("A2wHMK,E5bHMK wl 0-0 --- -", TEAMS)
    assert legal(start) == ["pass"]
    assert result(start, "pass") == "bl 0-0 --- -"


# White Light tilts E5 to E4 and shows fire, beside nobody: the sixth.
SIXTH_FIRE = "A2wHMK,A5bHMK,B1wHKM,B6bHMK,D1bHMK,D6wKHM,E2bKHM,E5wMHK"


@BOTH_TEAMS
def test_the_sixth_cube_of_an_element_takes_its_tile(teams: Variant) -> None:
    """RULES 4.3 and 4.6, in both editions."""
    assert result(at(f"{SIXTH_FIRE} wl 0-0 --- -", teams), "E5>BE4") == "bl 1-0 w-- -"


@pytest.mark.parametrize(
    ("cube", "instead"), [("D1bHMK", "D1bKMH"), ("D6wKHM", "D6wHKM"), ("A2wHMK,A5bHMK", "A2wKMH,A5bKMH")]
)
def test_exactly_six(cube: str, instead: str) -> None:
    """RULES 4.3: not five, not seven, and not the four of a duel."""
    start = at(f"{SIXTH_FIRE.replace(cube, instead)} wl 0-0 --- -", TEAMS)
    assert result(start, "E5>BE4") == "bl 0-0 --- -"


# White Dark tilts A2 to A3 and shows the sixth fire.
PARTNER = "A2wMHK,A5bHMK,B1wHKM,B6bHMK,D1bHMK,E5wHMK"


@pytest.mark.parametrize(
    ("before", "then_"),
    [
        ("1-0 w--", "bd 1-0 w-- -"),
        ("0-1 b--", "bd 1-0 w-- -"),
        ("4-2 ---", "wd 5-2 w-- -"),
    ],
    ids=["the partner holds it", "the other team held it", "the fifth point"],
)
def test_scores_and_tiles_belong_to_the_team_and_five_points_win(before: str, then_: str) -> None:
    """RULES 4.3."""
    assert result(at(f"{PARTNER} wd {before} -", TEAMS), "A2>BA3") == then_


def test_a_conflict_scores_for_the_team() -> None:
    """RULES 4.3: black Dark's tilt is black's point."""
    assert result(at("C2bMHK,C4wKHM bd 1-2 --- -", TEAMS), "C2>BC3") == "wl 1-3 --- -"


@BOTH_TEAMS
def test_the_other_team_claims_a_point_for_talking_and_the_claim_can_be_undone(teams: Variant) -> None:
    """RULES 4.4 and 4.6, in both editions: the turn goes on as it was."""
    start = at("C2wHKM,C3wHMK wl 0-1 --- again:C3!C4", teams)
    black = claimed(start, Colour.BLACK)
    assert position_text(black) == "C2wHKM,C3wHMK wl 0-2 --- again:C3!C4"
    assert position_text(claimed(black, Colour.WHITE)).endswith(" wl 1-2 --- again:C3!C4")
    assert unclaimed(black, Colour.BLACK) == start


def test_a_claim_triggers_no_chaos_tile() -> None:
    """RULES 4.4."""
    start = at("A2wHMK wl 1-1 --- hands:w.gh/b.?6", TEAMS)
    for side in Colour:
        assert not claimed(start, side).chaos.due


def test_a_claim_can_be_the_fifth_point() -> None:
    """RULES 4.4."""
    finished = claimed(at("A2wHMK,E5bHMK wl 3-4 --- -", TEAMS), Colour.BLACK)
    assert position_text(finished) == "A2wHMK,E5bHMK wl 3-5 --- -"
    assert legal(finished) == []
    with pytest.raises(IllegalMove) as refused:
        claimed(finished, Colour.WHITE)
    assert refused.value.rule == "3.13"


def test_talking_is_claimed_between_teams_only() -> None:
    """RULES 4.4."""
    for change in (claimed, unclaimed):
        with pytest.raises(IllegalMove) as refused:
            change(at("B5wHMK w 0-0 --- -"), Colour.WHITE)
        assert (refused.value.rule, refused.value.why.code) == ("4.4", "claim-mode")


@BOTH_TEAMS
def test_the_ban_on_rotating_binds_the_next_player_of_the_other_team(teams: Variant) -> None:
    """RULES 4.5 and 4.6, in both editions."""
    banned = after(at(READY, teams), "E5>PE5")
    assert result(banned) == "bl 0-0 --- tilt"
    expect_refused(banned, "B6>PB6", rule="3.3", code="rotation-banned")
    partner = after(banned, "B6>BB5")
    assert result(partner) == "wd 0-0 --- -"
    assert "A2>PA2" in legal(partner)


def test_a_pass_of_that_player_uses_the_ban_up() -> None:
    """RULES 4.5: the other player of that team is not bound."""
    start = at("A2wHMK,D1bHMK,E5wHMK wl 0-0 --- -", TEAMS)
    banned = after(start, "E5>PE5")
    assert legal(banned) == ["pass"]
    dark = after(banned, "pass", "A2>BA1")
    assert "D1>PD1" in legal(dark)
