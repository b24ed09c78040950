"""The duel, one against one: set-up, turns, replays (RULES 3.1 to 3.3, 3.6 to 3.8, 3.13)."""

import pytest

from companion.games.himiki.rules.position import start_position
from companion.games.himiki.rules.variant import Variant
from tests.rules.tables import (
    BOTH_DUELS,
    DUEL,
    DUEL_FIRST,
    after,
    at,
    drawn,
    expect_refused,
    legal,
    result,
    then,
)

READY = "B2bHMK,B5wHMK,C2bKHM,C5wMKH,D2bMKH,D5wKHM w 0-0 --- -"


@pytest.mark.parametrize(
    ("duel", "placements", "turns"),
    [
        (DUEL, "wHMK@B5 bHMK@B2 bKHM@C2 wMKH@C5 wKHM@D5 bMKH@D2", "bbwwbw"),
        (DUEL_FIRST, "wHMK@B5 bHMK@B2 wMKH@C5 bKHM@C2 wKHM@D5 bMKH@D2", "bwbwbw"),
    ],
    ids=["second", "first"],
)
def test_set_up_is_one_two_two_one_and_in_the_first_edition_one_by_one(
    duel: Variant, placements: str, turns: str
) -> None:
    """RULES 3.1: white begins to place and, when all six stand, to play."""
    position = start_position(duel)
    assert position.seat.value == "w"
    for placement, turn in zip(placements.split(), turns, strict=True):
        position = after(position, placement)
        assert position.seat.value == turn
    assert then(position) == READY


def test_a_cube_is_placed_with_any_face_and_orientation_on_a_free_home() -> None:
    """RULES 3.1."""
    faces = ["HKM", "HMK", "KHM", "KMH", "MHK", "MKH"]
    expected = sorted(f"w{each}@{home}" for each in faces for home in ("B5", "C5", "D5"))
    assert legal(start_position(DUEL)) == expected
    last_but_one = at("B2bHMK,B5wHMK,C2bKHM,C5wMKH w 0-0 --- setup")
    assert legal(last_but_one) == sorted(f"w{each}@D5" for each in faces)


def test_set_up_stays_on_the_homes_and_in_order() -> None:
    """RULES 3.1."""
    start = start_position(DUEL)
    expect_refused(start, "wHMK@B4", rule="3.1", code="place-home")
    expect_refused(start, "wHMK@B2", rule="3.1", code="place-home")
    expect_refused(start, "bHMK@B2", rule="3.1", code="place-colour")
    placed = at("B2bHMK,B5wHMK,C2bKHM w 0-0 --- setup")
    expect_refused(placed, "wHMK@B5", rule="3.1", code="place-occupied")
    expect_refused(placed, "B5>BB4", rule="3.1", code="setup-first")
    expect_refused(placed, "B5>PB5", rule="3.1", code="setup-first")
    expect_refused(placed, "stop", rule="3.1", code="setup-first")
    expect_refused(at(READY), "wHMK@B4", rule="3.1", code="setup-done")


@BOTH_DUELS
def test_a_turn_is_one_action_a_rotation_of_any_of_ones_cubes_or_one_tilt(duel: Variant) -> None:
    """RULES 3.2."""
    start = drawn(
        """
               1    2    3  |  4    5    6
        A    wHMK   ·    ·  |  ·    ·    ·
        B      ·    ·    ·  |  ·    ·    ·
        C      ·    ·  wMKH |  ·    ·    ·
        D      ·    ·  bHMK |  ·    ·    ·
        E      ·    ·    ·  |  ·    ·  wKHM
        """,
        variant=duel,
    )
    tilts = ["A1>BA2", "A1>BB1", "C3>BB3", "C3>BC2", "C3>BC4", "E6>BD6", "E6>BE5"]
    rotations = [
        *("A1>PA1", "C3>PC3", "E6>PE6"),
        *("A1>PA1+C3>PC3", "A1>PA1+E6>PE6", "C3>PC3+E6>PE6"),
        "A1>PA1+C3>PC3+E6>PE6",
    ]
    assert legal(start) == sorted(tilts + rotations)


def test_each_chosen_cube_makes_a_quarter_turn_and_the_turn_is_over() -> None:
    """RULES 3.2."""
    start = at("A1wHMK,C3wMKH,E6wKHM,A6bHMK w 0-0 --- -")
    assert then(start, "A1>PA1+E6>PE6") == "A1wHKM,A6bHMK,C3wMKH,E6wKMH b 0-0 --- tilt"
    assert then(start, "A1>BB1") == "A6bHMK,B1wKMH,C3wMKH,E6wKHM b 0-0 --- -"


def test_never_an_opponents_cube() -> None:
    """RULES 3.2."""
    start = at("B2bHMK,B5wHMK w 0-0 --- -")
    expect_refused(start, "B2>BB3", rule="3.2", code="opponents-cube")
    expect_refused(start, "B2>PB2", rule="3.2", code="opponents-cube")
    expect_refused(start, "B2>PB2+B5>PB5", rule="3.2", code="opponents-cube")


def test_a_tilt_goes_onto_a_free_neighbouring_square() -> None:
    """RULES 3.2."""
    start = at("B4bHMK,B5wHMK,C5wHMK w 0-0 --- -")
    expect_refused(start, "B5>BB4", rule="3.2", code="occupied")
    expect_refused(start, "B5>BC5", rule="3.2", code="occupied")
    for far in ("B3", "D5", "C4", "C6", "B5", "E1"):
        expect_refused(start, f"B5>B{far}", rule="3.2", code="not-adjacent")
    expect_refused(start, "A1>BA2", rule="3.2", code="no-cube")
    expect_refused(start, "A1>PA1", rule="3.2", code="no-cube")


@BOTH_DUELS
def test_after_a_turn_that_ended_with_a_rotation_the_next_action_is_a_tilt(duel: Variant) -> None:
    """RULES 3.3."""
    start = at("B2bHMK,B5wHMK w 0-0 --- -", duel)
    banned = after(start, "B5>PB5")
    assert then(banned) == "B2bHMK,B5wHKM b 0-0 --- tilt"
    assert legal(banned) == ["B2>BA2", "B2>BB1", "B2>BB3", "B2>BC2"]
    expect_refused(banned, "B2>PB2", rule="3.3", code="rotation-banned")
    assert "B5>PB5" in legal(after(banned, "B2>BB1"))


def test_a_replay_of_the_turn_that_had_to_begin_with_a_tilt_may_rotate() -> None:
    """RULES 3.3: and then it is the opponent who must tilt."""
    start = at("B2bHMK,C5wMHK,D4wHKM w 0-0 --- tilt")
    replay = after(start, "C5>BC4")
    assert {"R-C4>PC4", "R-D4>PD4", "R-C4>PC4+D4>PD4"} <= set(legal(replay))
    assert result(replay, "R-D4>PD4") == "b 0-0 --- tilt"


def test_a_replay_that_ends_with_a_rotation_binds_the_opponent() -> None:
    """RULES 3.3."""
    ended = after(at("B2bHMK,C5wMHK,D4wHKM w 0-0 --- -"), "C5>BC4", "R-C4>PC4")
    expect_refused(ended, "B2>PB2", rule="3.3", code="rotation-banned")


CORNERED = "A1bHMK,A2wKHM,B1wKHM b 0-0 --- "


def test_with_no_tilt_available_under_the_ban_the_turn_is_passed() -> None:
    """RULES 3.3."""
    start = at(CORNERED + "tilt")
    assert legal(start) == ["pass"]
    expect_refused(start, "A1>PA1", rule="3.3", code="rotation-banned")


def test_a_turn_is_not_passed_while_anything_can_be_played() -> None:
    """RULES 3.3."""
    start = at(CORNERED + "-")
    assert legal(start) == ["A1>PA1"]
    expect_refused(start, "pass", rule="3.3", code="pass-needless")
    expect_refused(at("B2bHMK,B5wHMK w 0-0 --- tilt"), "pass", rule="3.3", code="pass-needless")


def test_the_ban_is_used_up_by_a_pass() -> None:
    """RULES 3.13."""
    passed = after(at(CORNERED + "tilt"), "pass")
    assert then(passed) == "A1bHMK,A2wKHM,B1wKHM w 0-0 --- -"
    assert "A2>PA2" in legal(passed)


def test_a_side_without_cubes_passes() -> None:
    """RULES 3.3."""
    assert legal(at("B2bHMK w 0-0 --- -")) == ["pass"]


@pytest.mark.parametrize("over", ["w 5-3 w-- -", "b 2-5 --- -"])
def test_a_finished_game_has_no_legal_action(over: str) -> None:
    """RULES 3.13."""
    finished = at(f"B2bHMK,B5wHMK {over}")
    assert legal(finished) == []
    for move in ("B5>BB4", "B2>BB3", "B5>PB5", "pass", "stop", "wHMK@C5"):
        expect_refused(finished, move, rule="3.13", code="game-over")


REPLAY = "C4wHMK,D4wHKM w 0-0 --- again:C4!C5"


@BOTH_DUELS
@pytest.mark.parametrize("neighbour", ["wHKM", "bHKM", "bHMK"])
def test_a_neighbour_of_either_colour_with_the_same_top_allows_a_replay(
    duel: Variant, neighbour: str
) -> None:
    """RULES 3.6."""
    start = at(f"B4{neighbour},C5wMHK w 0-0 --- -", duel)
    assert result(start, "C5>BC4") == "w 0-0 --- again:C4!C5"


def test_in_a_replay_any_of_ones_cubes_tilts_or_rotates_once_again_or_one_stops() -> None:
    """RULES 3.6."""
    tilts = ["R-C4>BB4", "R-C4>BC3", "R-D4>BD3", "R-D4>BD5", "R-D4>BE4"]
    rotations = ["R-C4>PC4", "R-D4>PD4", "R-C4>PC4+D4>PD4"]
    assert legal(at(REPLAY)) == sorted([*tilts, *rotations, "stop"])
    assert result(at(REPLAY), "stop") == "b 0-0 --- -"


def test_a_replay_is_still_the_players_own_turn() -> None:
    """RULES 3.6."""
    start = at("A1bHMK," + REPLAY)
    expect_refused(start, "A1>BA2", rule="3.2", code="opponents-cube")


def test_neighbours_of_ones_own_colour_with_another_top_do_nothing() -> None:
    """RULES 3.6: they neither allow a replay nor hinder one."""
    assert result(at("B4wKHM,C5wMHK w 0-0 --- -"), "C5>BC4") == "b 0-0 --- -"
    assert result(at("B4wMHK,C5wMHK w 0-0 --- -"), "C5>BC4") == "b 0-0 --- -"
    assert result(at("B4wKHM,C5wMHK,D4wHMK w 0-0 --- -"), "C5>BC4") == "w 0-0 --- again:C4!C5"


def test_without_a_neighbour_of_the_same_top_the_turn_ends() -> None:
    """RULES 3.6: a diagonal or distant one is no neighbour."""
    assert result(at("B3wHMK,C2bHMK,C5wMHK w 0-0 --- -"), "C5>BC4") == "b 0-0 --- -"


def test_a_cube_may_not_tilt_back_to_the_square_it_has_just_left() -> None:
    """RULES 3.7."""
    expect_refused(at(REPLAY), "R-C4>BC5", rule="3.7", code="just-left")


CHAIN = """
               1    2    3  |  4    5    6
        A      ·    ·    ·  | bKHM wMHK  ·
        B      ·    ·    ·  |  ·    ·    ·
        C      ·    ·    ·  |  ·   wMHK  ·
        D      ·    ·    ·  | wHKM  ·    ·
        E      ·    ·    ·  |  ·    ·    ·
        """


def test_only_the_square_that_its_last_tilt_left_is_forbidden() -> None:
    """RULES 3.7: by a detour a cube comes back to where it began."""
    # C4 shows fire beside D4, B4 wood beside A4, B5 water beside A5: three replays in a row.
    replays = after(drawn(CHAIN), "C5>BC4", "R-C4>BB4", "R-B4>BB5")
    assert then(replays) == "A4bKHM,A5wMHK,B5wMKH,D4wHKM w 0-0 --- again:B5!B4"
    assert then(replays, "R-B5>BC5") == "A4bKHM,A5wMHK,C5wHKM,D4wHKM b 0-0 --- -"


def test_each_cube_has_the_ban_of_its_own_last_tilt() -> None:
    """RULES 3.7."""
    # C4 shows fire beside D4; then D5 shows wood beside E5.
    start = at("C5wMHK,D4wHKM,E5wKMH w 0-0 --- -")
    twice = after(start, "C5>BC4", "R-D4>BD5")
    assert then(twice) == "C4wHMK,D5wKHM,E5wKMH w 0-0 --- again:C4!C5+D5!D4"
    expect_refused(twice, "C4>BC5", rule="3.7", code="just-left")
    expect_refused(twice, "D5>BD4", rule="3.7", code="just-left")
    # What one cube left is open to the other.
    assert {"R-C4>BD4", "R-D5>BC5"} <= set(legal(twice))


def test_the_next_turn_knows_nothing_of_the_bans() -> None:
    """RULES 3.7: this turn's only."""
    start = at("A1bHMK," + REPLAY)
    assert "C4>BC5" in legal(after(start, "stop", "A1>BA2"))


def test_another_cube_may_take_the_square_that_was_left() -> None:
    """RULES 3.7: its own last tilt."""
    start = at("C4wHMK,C6wMKH,D4wHKM w 0-0 --- again:C4!C5")
    assert "R-C6>BC5" in legal(start)


def test_replays_have_no_limit() -> None:
    """RULES 3.8: eleven tilts in one turn, each of them beside a cube that shows the same."""
    position = at("B3wMKH,C2wKHM,C5bKMH,D2bMKH,D3wHMK w 0-0 --- -")
    first = "C2>BC3 R-C3>BC4 R-C4>BB4 R-B3>BC3 R-B4>BB3 R-C3>BC4"
    then_on = "R-D3>BC3 R-C3>BC2 R-C2>BB2 R-B3>BC3 R-C3>BC2"
    for move in f"{first} {then_on}".split():
        position = after(position, move)
        assert "stop" in legal(position)
    cubes = "B2wHKM,C2wMKH,C4wKHM,C5bKMH,D2bMKH"
    assert then(position) == f"{cubes} w 0-0 --- again:B2!C2+C2!C3+C4!C3"


def test_a_rotation_always_ends_the_turn_in_a_replay_too() -> None:
    """RULES 3.8."""
    assert result(at("C4wHMK,D4wHKM w 0-0 --- -"), "C4>PC4") == "b 0-0 --- tilt"
    assert result(at(REPLAY), "R-C4>PC4+D4>PD4") == "b 0-0 --- tilt"


def test_stopping_is_allowed_in_a_replay_only() -> None:
    """RULES 3.8."""
    expect_refused(at("B5wHMK w 0-0 --- -"), "stop", rule="3.8", code="no-replay")
    expect_refused(at("B5wHMK w 0-0 --- tilt"), "stop", rule="3.8", code="no-replay")
