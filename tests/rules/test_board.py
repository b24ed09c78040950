"""The board (RULES 1)."""

import pytest

from companion.games.himiki.rules.board import (
    MIRRORS,
    NEIGHBOURS,
    SQUARES,
    TWO_AWAY,
    ZONES,
    Square,
    Zone,
    between,
    name_of,
    same_row,
    square_named,
)
from companion.games.himiki.rules.position import start_position
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.notation import parse_move
from tests.rules.tables import BOTH_DUELS, at, legal, then

ALL_NAMES = [row + column for row in "ABCDE" for column in "123456"]


def square(name: str) -> Square:
    found = square_named(name)
    assert found is not None
    return found


def names(squares: tuple[Square, ...]) -> set[str]:
    return {name_of(each) for each in squares}


def test_six_columns_and_five_rows_are_named_letter_first() -> None:
    """RULES 1.1."""
    assert [name_of(each) for each in SQUARES] == ALL_NAMES


@pytest.mark.parametrize("name", ALL_NAMES)
def test_a_square_is_read_in_both_spellings_and_either_case(name: str) -> None:
    """RULES 1.1."""
    for spelling in (name, name[::-1], name.lower(), name[::-1].lower()):
        assert name_of(square(spelling)) == name


@pytest.mark.parametrize("name", ["A0", "A7", "F1", "1F", "AA", "11", "A", "", "A11", " A1", "Ä1", "A²"])
def test_there_is_no_other_square(name: str) -> None:
    """RULES 1.1."""
    assert square_named(name) is None


def test_the_text_of_moves_and_positions_prints_letter_first_and_reads_both() -> None:
    """RULES 1.1."""
    assert parse_move("5B>B4B") == parse_move("B5>BB4")
    assert then(at("5BwHMK w 0-0 --- -"), "5B>B4B").startswith("B4wMHK ")


def test_columns_1_to_3_are_dark_and_4_to_6_light() -> None:
    """RULES 1.2."""
    for each in SQUARES:
        assert ZONES[each] is (Zone.DARK if name_of(each)[1] in "123" else Zone.LIGHT)


@pytest.mark.parametrize(("name", "mirrored"), [("A1", "A6"), ("B2", "B5"), ("C3", "C4"), ("E6", "E1")])
def test_the_median_axis_maps_a_column_to_seven_minus_it_in_the_same_row(name: str, mirrored: str) -> None:
    """RULES 1.2."""
    assert name_of(MIRRORS[square(name)]) == mirrored
    assert name_of(MIRRORS[square(mirrored)]) == name


def test_every_square_has_its_mirror() -> None:
    """RULES 1.2."""
    for each in SQUARES:
        name = name_of(each)
        assert name_of(MIRRORS[each]) == f"{name[0]}{7 - int(name[1])}"


@BOTH_DUELS
def test_white_starts_on_b5_c5_d5_and_black_on_b2_c2_d2(duel: Variant) -> None:
    """RULES 1.3."""
    assert {move[-2:] for move in legal(start_position(duel))} == {"B5", "C5", "D5"}
    black = at("B5wHMK b 0-0 --- setup", duel)
    assert {move[-2:] for move in legal(black)} == {"B2", "C2", "D2"}


def test_squares_that_share_an_edge_are_adjacent_and_no_others() -> None:
    """RULES 1.4."""
    for one in ALL_NAMES:
        sharing = {
            other
            for other in ALL_NAMES
            if abs(ord(one[0]) - ord(other[0])) + abs(ord(one[1]) - ord(other[1])) == 1
        }
        assert names(NEIGHBOURS[square(one)]) == sharing


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [
        ("A1", {"A2", "B1"}),
        ("A6", {"A5", "B6"}),
        ("E1", {"D1", "E2"}),
        ("C3", {"B3", "C2", "C4", "D3"}),
        ("B6", {"A6", "B5", "C6"}),
        ("C1", {"B1", "C2", "D1"}),
    ],
)
def test_corners_touch_and_diagonals_are_not_adjacent(name: str, neighbours: set[str]) -> None:
    """RULES 1.4."""
    assert names(NEIGHBOURS[square(name)]) == neighbours


@pytest.mark.parametrize(
    ("name", "reached"), [("C3", {"A3", "C1", "C5", "E3"}), ("A1", {"A3", "C1"}), ("D5", {"B5", "D3"})]
)
def test_two_squares_away_is_seen_in_a_straight_line(name: str, reached: set[str]) -> None:
    """RULES 5.5 and 5.9 look that far."""
    assert names(TWO_AWAY[square(name)]) == reached


def test_between_two_squares_lies_the_middle_one() -> None:
    """RULES 5.5."""
    assert name_of(between(square("C3"), square("C5"))) == "C4"
    assert name_of(between(square("E3"), square("C3"))) == "D3"


def test_a_row_is_a_letter() -> None:
    """RULES 1.1."""
    assert same_row(square("B1"), square("B6"))
    assert not same_row(square("A6"), square("B1"))
