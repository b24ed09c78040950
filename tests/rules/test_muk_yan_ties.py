"""Muk Yan's ties, level by level (RULES 6.9)."""

import pytest

from tests.rules.test_muk_yan import ROLLS, muk_yan, mukyan

# From C3 he beats the wood on B4, C5 and D4 at once; from A5 that on B4 and C5.
THREE_OR_TWO = "A5bMKH,B4wKHM,C3bMHK,C5wKHM,D4wKHM"


@pytest.mark.parametrize("roll", ROLLS)
def test_first_most_points_gained_now(roll: str) -> None:
    """RULES 6.9: though A5 comes first on the board."""
    assert muk_yan(mukyan(THREE_OR_TWO), roll) == "1 C3>BC4"


def test_points_are_counted_without_the_stop_at_five() -> None:
    """RULES 6.9: one point would be enough."""
    assert muk_yan(mukyan(THREE_OR_TWO, "b 0-4 --- -"), "HH") == "1 C3>BC4"


def test_an_influence_is_a_point_gained_too() -> None:
    """RULES 6.9: C3 and E3 can both strike, but the water that E3 shows on E2 is the fourth."""
    cubes = "A1bMHK,B4wKHM,C3bMHK,E1wHMK,E3bKMH,E6wMHK"
    assert muk_yan(mukyan(cubes), "HH") == "2 E3>BE2"
    # Holding that tile already he gains the same with either, and C3 comes first.
    assert muk_yan(mukyan(cubes, "b 0-1 -b- -"), "HH") == "2 C3>BC4"


def test_a_tile_given_up_by_the_other_side_is_not_a_gain() -> None:
    """RULES 6.9: the fourth water (A1) and the fourth fire (E1) are worth the same, whoever held the tile."""
    cubes = "A1bHMK,A6wHMK,C1bMKH,C6wHKM,E1bMHK,E6wMHK"
    assert muk_yan(mukyan(cubes), "KH") == "4 A1>BA2"
    assert muk_yan(mukyan(cubes, "b 1-0 w-- -"), "KH") == "4 A1>BA2"


def test_then_fewest_conflicts_lost_now() -> None:
    """RULES 6.9: on C4 the water on C5 would beat him; on D6 nothing does, though it comes later."""
    assert muk_yan(mukyan("B4wKHM,C3bMHK,C5wMHK,C6bMKH,E6wKHM"), "HH") == "2 C6>BD6"


def test_points_gained_count_before_conflicts_lost() -> None:
    """RULES 6.9: on E2 the fourth water beats E1 and loses to D2; on C2 or D3 fire would only beat D2."""
    assert muk_yan(mukyan("A1bMHK,C3bMHK,D2wKHM,E1wHMK,E3bKMH,E6wMHK"), "HH") == "2 E3>BE2"


def test_conflicts_lost_count_before_the_persons_answer() -> None:
    """RULES 6.9: on B3 the person answers with water from A4 on A3; on C4 he loses to C5 at once."""
    assert muk_yan(mukyan("A4wHMK,B2bMHK,B4wKHM,C3bMHK,C5wMHK"), "HH") == "2 B2>BB3"


def test_then_least_that_the_persons_best_tilt_could_score() -> None:
    """RULES 6.9: to C4 the person would answer with water from D5 on D4; to E2 there is no such answer."""
    assert muk_yan(mukyan("B4wKHM,C3bMHK,D5wHMK,E1wKHM,E3bMHK"), "HH") == "2 E3>BE2"
    # Without the cube on D5 there is none to either, and C3 comes first.
    assert muk_yan(mukyan("B4wKHM,C3bMHK,E1wKHM,E3bMHK"), "HH") == "2 C3>BC4"


ANSWERED_BY_INFLUENCE = "A1bHMK,B4wKHM,C3bMHK,E1wHMK,E3bKMH,E6wKHM"


@pytest.mark.parametrize("tiles", ["---", "--w", "w--"])
def test_an_influence_counts_in_that_answer(tiles: str) -> None:
    """RULES 6.9: with fire on C4 the person could show the fourth one, and on D1 the fourth wood."""
    assert muk_yan(mukyan(ANSWERED_BY_INFLUENCE, f"b 0-0 {tiles} -"), "HH") == "2 E3>BE2"


def test_but_not_one_whose_tile_the_person_holds() -> None:
    """RULES 6.9: then C3 comes first."""
    assert muk_yan(mukyan(ANSWERED_BY_INFLUENCE, "b 2-0 w-w -"), "HH") == "2 C3>BC4"


def test_then_a_tilt_before_a_rotation() -> None:
    """RULES 6.9, in a tie of threats: B3 would have to rotate, E2 tilts, though B3 comes first."""
    assert muk_yan(mukyan("B3bMKH,B5wKHM,E2bHMK,E5wKHM"), "HH") == "3 E2>BE3"


def test_then_the_first_source_square() -> None:
    """RULES 6.9: either cube could bring up wood beside the other's."""
    assert muk_yan(mukyan("B4bHKM,C3bMHK,E6wHMK"), "MH") == "8 B4>BC4"


def test_in_a_tie_of_blocks_the_first_cube_turns() -> None:
    """RULES 6.9: B4 and D4 could both turn to block."""
    assert muk_yan(mukyan("B4bMHK,B5wHMK,D4bMHK,D5wHMK"), "KH") == "5 B4>PB4"


@pytest.mark.parametrize("roll", ROLLS)
def test_then_the_first_destination(roll: str) -> None:
    """RULES 6.9: A2 and B1 have the same value."""
    assert muk_yan(mukyan("A1bHMK,E6wHMK"), roll) == "9 A1>BA2"


@pytest.mark.parametrize("roll", ROLLS)
def test_the_order_of_squares_is_rows_first(roll: str) -> None:
    """RULES 6.9: A6, though its column is the last, comes before B1."""
    assert muk_yan(mukyan("A6bHMK,B1bHMK,E4wHMK", "b 0-2 bbb -"), roll) == "9 A6>BA5"


@pytest.mark.parametrize("roll", ROLLS)
def test_movement_chooses_each_cubes_value_first_and_only_then_the_cube(roll: str) -> None:
    """RULES 6.9 and 6.8: A1 goes to a 2, though B2 could reach a 5."""
    assert muk_yan(mukyan("A1bHMK,B2bHMK,E6wHMK"), roll) == "9 A1>BA2"


@pytest.mark.parametrize("roll", ROLLS)
def test_he_is_a_function_of_the_position_and_the_roll(roll: str) -> None:
    """RULES 6.9."""
    start = mukyan("B2bHMK,B5wHMK,C2bMHK,C5wHKM,D3bMKH,D5wMHK")
    assert {muk_yan(start, roll) for _ in range(3)} == {muk_yan(start, roll)}
