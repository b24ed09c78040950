"""Alone against Muk Yan: set-up, the table of rolls, his nine actions (RULES 6.1 to 6.8, 6.10)."""

import pytest

from companion.games.himiki.rules.cubes import Element
from companion.games.himiki.rules.muk_yan import reply
from companion.games.himiki.rules.position import Position, start_position
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.notation import bare
from tests.rules.tables import MUK_YAN, MUK_YAN_FIRST, MUK_YAN_WHITE, after, at, drawn, legal, result, then

# RULES 6.2: the black cube's element is the row, the white one's the column.
TABLE = """
    H  1 2 3 4 5 6 7 8 9o | 1 2 4 3 6 5 7 8 9o | 1 2 4 3 8 6 5 7 9o
    M  1 2 4 8 3 7 5 6 9o | 1 2 4 8 6 3 7 5 9o | 1 4 2 8 5 6 3 7 9d
    K  1 4 2 5 8 3 6 7 9o | 1 4 2 8 3 5 6 7 9d | 1 4 2 5 8 3 6 7 9d
"""
ORDERS = {
    black + white: cell.split()
    for black, row in (line.split(maxsplit=1) for line in TABLE.strip().splitlines())
    for white, cell in zip("HMK", row.split("|"), strict=True)
}
ROLLS = [black + white for black in "HMK" for white in "HMK"]


def muk_yan(position: Position, roll: str) -> str:
    """What Muk Yan does with that roll, black die first: the action's number and the move."""
    black, white = (Element("HMK".index(letter)) for letter in roll)
    found = reply(position, black, white)
    move = bare(position, found.move)
    assert move in legal(position) or found.action == 0
    return f"{found.action} {move}"


def mukyan(cubes: str, rest: str = "b 0-0 --- -") -> Position:
    return at(f"{cubes} {rest}", MUK_YAN)


class TestSetUp:
    """RULES 6.1."""

    @pytest.mark.parametrize(
        ("variant", "placements", "turns"),
        [
            (MUK_YAN, "wHMK@B5 wMKH@D5 wKHM@C5 bHMK@D2 bMKH@B2 bKHM@C2", "wwwbbbw"),
            (MUK_YAN_FIRST, "wHMK@B5 wMKH@D5 wKHM@C5 bHMK@D3 bMKH@B3 bKHM@C3", "wwwbbbw"),
            (MUK_YAN_WHITE, "bHMK@B5 bMKH@D5 bKHM@C5 wHMK@D2 wMKH@B2 wKHM@C2", "bbbwwwb"),
        ],
        ids=["second", "first", "the person has black"],
    )
    def test_the_person_places_three_then_muk_yan_three_and_the_person_starts(
        self, variant: Variant, placements: str, turns: str
    ) -> None:
        """RULES 6.1."""
        position = start_position(variant)
        seats = [position.seat.value]
        for placement in placements.split():
            position = after(position, placement)
            seats.append(position.seat.value)
        assert "".join(seats) == turns
        assert result(position) == f"{turns[-1]} 0-0 --- -"

    def test_any_faces_may_be_rolled_on_any_of_his_homes(self) -> None:
        """RULES 6.1."""
        start = at("B5wHMK,C5wMKH,D5wKHM b 0-0 --- setup", MUK_YAN)
        assert len(legal(start)) == 18
        assert {move[-2:] for move in legal(start)} == {"B2", "C2", "D2"}
        first = at("B5wHMK,C5wMKH,D5wKHM b 0-0 --- setup", MUK_YAN_FIRST)
        assert {move[-2:] for move in legal(first)} == {"B3", "C3", "D3"}

    def test_the_rules_of_the_duel_apply_to_both(self) -> None:
        """RULES 6.1: points, bans on rotating, five points win."""
        assert result(mukyan("B4bKHM,C5wMHK", "w 4-0 --- -"), "C5>BC4") == "w 5-0 --- -"
        assert legal(mukyan("B2bHMK,E6wHMK", "w 0-0 --- tilt")) == ["E6>BD6", "E6>BE5"]
        assert result(mukyan("C2bMHK,C4wKHM"), "C2>BC3") == "w 0-1 --- -"


# Positions, and how he would carry out each action that is possible in them: the roll decides which.
POSSIBLE = [
    # Fire on B2 is two tilts from the wood on B5: by way of B3 it threatens. A2 and C2 would show wood
    # beside white's wood, which presses; nothing tells them apart, and A2 comes first.
    ("B2bHMK,B5wKHM", "---", {"3": "B2>BB3", "7": "B2>BA2"}),
    # C1 makes C2 a place for a replay, with wood.
    ("B2bHMK,B5wKHM,C1bKHM", "---", {"3": "B2>BB3", "8": "B2>BC2"}),
    # Turned, B4 beats B5 on all three axes. Already it does on the top, so that from A4, B3 and C4 it
    # could come back and win; A4 is the first from which the person cannot win first.
    ("B4bMHK,B5wHMK", "b-b", {"3": "B4>BA4", "5": "B4>PB4"}),
    # And D4 is beaten on all three axes by D5.
    ("B4bMHK,B5wHMK,D4bHMK,D5wMKH", "---", {"3": "B4>BA4", "5": "B4>PB4", "6": "D4>PD4"}),
    # B4 is beaten on all three axes; on B3 it would show water, as B5 does.
    ("B4bHMK,B5wMKH", "---", {"6": "B4>PB4", "7": "B4>BB3"}),
    # On C4 and A4 B4 shows water, as C3 does; on C4 it stands beside it.
    ("B4bHKM,C3bMHK,E6wHMK", "---", {"7": "B4>BA4", "8": "B4>BC4"}),
    # B2 shows the fourth water on B1, before C2 the fourth fire; D3 beats the water on D5 from D4.
    ("B2bHMK,B5wHMK,C2bMHK,C5wHKM,D3bMKH,D5wMHK", "---", {"2": "D3>BD4", "4": "B2>BB1"}),
]


@pytest.mark.parametrize("roll", ROLLS)
class TestRolls:
    """RULES 6.2, every cell of the table."""

    @pytest.mark.parametrize(("cubes", "tiles", "possible"), POSSIBLE)
    def test_he_does_the_first_action_of_the_cell_that_is_possible(
        self, roll: str, cubes: str, tiles: str, possible: dict[str, str]
    ) -> None:
        """RULES 6.2."""
        action = next(each for each in ORDERS[roll] if each in possible)
        assert muk_yan(mukyan(cubes, f"b 0-0 {tiles} -"), roll) == f"{action} {possible[action]}"

    def test_alone_in_a_corner_he_moves(self, roll: str) -> None:
        """RULES 6.2 and 6.8: 9 is last in every cell."""
        assert muk_yan(mukyan("A1bHMK,E6wHMK"), roll) == "9 A1>BA2"

    def test_with_no_action_possible_he_passes(self, roll: str) -> None:
        """RULES 6.2: he could rotate A1, but no action makes him."""
        walled = mukyan("A1bHMK,A2wHKM,B1wHKM")
        assert muk_yan(walled, roll) == "0 pass"
        assert legal(walled) == ["A1>PA1", "pass"]
        assert result(walled, "pass") == "w 0-0 --- -"

    def test_in_a_replay_with_no_action_possible_he_stops(self, roll: str) -> None:
        """RULES 6.7, FORMATS 3."""
        walled = mukyan("A1bHMK,A2wHKM,B1wHKM", "b 0-0 --- again:A1!A2")
        assert muk_yan(walled, roll) == "0 stop"


def test_the_table_as_it_is_written() -> None:
    """RULES 6.2: every cell names each of the nine actions once, 9 last."""
    assert len(ORDERS) == 9
    for cell in ORDERS.values():
        assert sorted(each[0] for each in cell) == list("123456789")
        assert cell[-1] in ("9o", "9d")
    assert [roll for roll in ROLLS if ORDERS[roll][-1] == "9d"] == ["MK", "KM", "KK"]


def test_the_table_is_the_engines() -> None:
    """RULES 6.2, cell by cell."""
    from companion.games.himiki.rules.muk_yan import ORDERS as ENGINES

    for row, black in zip("HMK", Element, strict=True):
        for column, white in zip("HMK", Element, strict=True):
            assert ENGINES[black][white] == "".join(ORDERS[row + column])


def test_the_black_die_is_the_row_and_the_white_one_the_column() -> None:
    """RULES 6.2: fire and wood are told apart by their dice."""
    position = mukyan("B4bMHK,B5wHMK", "b 0-0 b-b -")
    assert muk_yan(position, "HK") == "3 B4>BA4"
    assert muk_yan(position, "KH") == "5 B4>PB4"


class TestStrikes:
    """RULES 6.3."""

    def test_a_multiple_strike_is_a_tilt_that_wins_two_conflicts_or_more(self) -> None:
        """RULES 6.3: fire on C4 beats the wood on B4 and on D4."""
        both = drawn(
            """
               1    2    3  |  4    5    6
        A      ·    ·    ·  |  ·    ·    ·
        B      ·    ·    ·  | wKHM  ·    ·
        C      ·    ·  bMHK |  ·    ·    ·
        D      ·    ·    ·  | wKHM  ·    ·
        E      ·    ·    ·  |  ·    ·    ·
            """,
            "b 0-0 --- -",
            MUK_YAN,
        )
        for roll in ROLLS:
            assert muk_yan(both, roll) == "1 C3>BC4"
        assert result(both, "C3>BC4") == "w 0-2 --- -"

    @pytest.mark.parametrize("roll", ["HH", "HM", "HK", "MH", "MM"])
    def test_a_strike_is_a_tilt_that_wins_one(self, roll: str) -> None:
        """RULES 6.3."""
        assert muk_yan(mukyan("B4wKHM,C3bMHK"), roll) == "2 C3>BC4"

    def test_a_conflict_lost_beside_it_does_not_matter(self) -> None:
        """RULES 6.3: water on C5 beats the fire that comes to C4."""
        assert muk_yan(mukyan("B4wKHM,C3bMHK,C5wMHK"), "HH") == "2 C3>BC4"

    def test_with_the_white_cubes_he_does_the_same(self) -> None:
        """RULES 6.1 and 6.3: the person has chosen black."""
        start = at("B4bKHM,C3wMHK w 0-0 --- -", MUK_YAN_WHITE)
        assert muk_yan(start, "HH") == "2 C3>BC4"


class TestThreat:
    """RULES 6.4."""

    def test_a_tilt_after_which_that_cube_could_win_with_one_more(self) -> None:
        """RULES 6.4: from B3 to B4, which shows fire beside the wood on B5."""
        assert muk_yan(mukyan("B2bHMK,B5wKHM"), "HH") == "3 B2>BB3"

    def test_a_rotation_of_one_cube_after_which_it_could(self) -> None:
        """RULES 6.4: as MHK the cube on B3 would come to B4 with fire; as MKH with wood."""
        assert muk_yan(mukyan("B3bMKH,B5wKHM"), "HH") == "3 B3>PB3"

    def test_where_a_rotation_is_forbidden_it_is_no_way_to_threaten(self) -> None:
        """RULES 6.4, 6.2 and 3.3: wood on B2 or B4 presses beside white's wood instead."""
        assert muk_yan(mukyan("B3bMKH,B5wKHM", "b 0-0 --- tilt"), "HH") == "7 B3>BB2"

    def test_it_is_a_threat_to_win_and_not_merely_to_meet(self) -> None:
        """RULES 6.4: what comes to B4 would lose to the water on B5, so he only presses with water."""
        assert muk_yan(mukyan("B2bHMK,B5wMKH"), "HH") == "7 B2>BB1"


class TestInfluenceAndPressure:
    """RULES 6.5."""

    @pytest.mark.parametrize("roll", ["HM", "HK", "MH", "MM", "MK", "KH", "KM", "KK"])
    def test_influence_is_a_tilt_that_takes_a_tile(self, roll: str) -> None:
        """RULES 6.5: the fourth fire is shown on C1 or C3; C1 comes first."""
        start = mukyan("B2bHMK,B5wHMK,C2bMHK,C5wHKM,D5wMHK")
        assert muk_yan(start, roll) == "4 C2>BC1"
        assert result(start, "C2>BC1") == "w 0-1 b-- -"

    def test_with_the_fifth_point_won_the_tile_is_not_looked_at(self) -> None:
        """RULES 6.5 and 3.11: C3 shows the fourth fire on C4 and beats B4, which may end the game first."""
        cubes = "B4wKHM,C2bHMK,C3bMHK,E1bHKM,E6wHMK"
        assert muk_yan(mukyan(cubes, "b 0-3 --- -"), "KH") == "4 C3>BC4"
        assert muk_yan(mukyan(cubes, "b 0-4 --- -"), "KH") == "2 C3>BC4"

    def test_a_tile_that_he_holds_is_not_taken_again(self) -> None:
        """RULES 6.5: from C3, C2 could come to C4 with water, beside the fire on C5."""
        start = mukyan("B2bHMK,B5wHMK,C2bMHK,C5wHKM,D5wMHK", "b 0-1 b-- -")
        assert muk_yan(start, "KH") == "3 C2>BC3"

    @pytest.mark.parametrize("roll", ROLLS)
    def test_pressure_is_a_tilt_that_shows_an_element_beside_another_cube_anywhere(self, roll: str) -> None:
        """RULES 6.5: fire comes up on A2, and far off E6 shows fire."""
        assert muk_yan(mukyan("A1bMHK,E6wHMK"), roll) == "7 A1>BA2"

    def test_the_other_cube_may_be_his_own(self) -> None:
        """RULES 6.5: fire on A2, and on E1."""
        assert muk_yan(mukyan("A1bMHK,E1bHKM,E6wKMH", "b 0-0 -bb -"), "HH") == "7 A1>BA2"

    def test_no_pressure_with_an_element_whose_tile_he_holds(self) -> None:
        """RULES 6.5."""
        assert muk_yan(mukyan("A1bMHK,E6wHMK", "b 0-1 b-- -"), "HH") == "9 A1>BA2"

    def test_a_tile_that_the_person_holds_does_not_hinder_pressure(self) -> None:
        """RULES 6.5."""
        assert muk_yan(mukyan("A1bMHK,E6wHMK", "b 1-0 w-- -"), "HH") == "7 A1>BA2"


class TestBlockAndDodge:
    """RULES 6.6."""

    def test_a_block_beats_a_neighbour_of_the_other_colour_on_all_three_axes(self) -> None:
        """RULES 6.6: MKH against HMK."""
        assert muk_yan(mukyan("B4bMHK,B5wHMK"), "KH") == "5 B4>PB4"

    def test_two_axes_are_no_block(self) -> None:
        """RULES 6.6: turned to MHK it would beat HMK on the top only."""
        assert muk_yan(mukyan("B4bMKH,B5wHMK"), "KH")[0] != "5"

    def test_a_block_by_tilting_wins_too_so_the_action_is_always_a_rotation(self) -> None:
        """RULES 6.10: B3 to B4 would block B5; as a strike it comes first even where 5 comes early."""
        start = mukyan("B3bKMH,B5wHMK")
        # On B4 it stands as MKH, which beats HMK on all axes.
        assert then(start, "B3>BB4") == "B4bMKH,B5wHMK w 0-1 --- -"
        for roll in ROLLS:
            assert muk_yan(start, roll) == "2 B3>BB4"

    def test_a_dodge_rotates_every_cube_that_is_blocked_and_no_other(self) -> None:
        """RULES 6.6: B4 and D4 are beaten on all axes, C2 is not."""
        start = mukyan("B4bHMK,B5wMKH,C2bHMK,D4bHMK,D5wMKH")
        assert muk_yan(start, "MM") == "6 B4>PB4+D4>PD4"

    def test_a_dodge_rotates_the_one_that_is_blocked(self) -> None:
        """RULES 6.6."""
        assert muk_yan(mukyan("B4bHMK,B5wMKH"), "MM") == "6 B4>PB4"

    def test_nobody_dodges_where_a_rotation_is_forbidden(self) -> None:
        """RULES 6.6, 6.2 and 3.3."""
        assert muk_yan(mukyan("B4bHMK,B5wMKH", "b 0-0 --- tilt"), "MM")[0] != "6"

    def test_nobody_dodges_a_cube_that_beats_him_on_the_top_only(self) -> None:
        """RULES 6.6."""
        assert muk_yan(mukyan("B4bHKM,B5wMKH"), "MM")[0] != "6"


class TestPlayAgain:
    """RULES 6.7."""

    def test_a_tilt_that_allows_a_replay(self) -> None:
        """RULES 6.7: fire on C4 below the fire on B4."""
        start = mukyan("B4bHKM,C3bMHK,E6wHMK", "b 0-0 --- -")
        assert muk_yan(start, "MH") == "8 B4>BC4"
        assert result(start, "B4>BC4") == "b 0-0 --- again:C4!B4"

    def test_then_he_rolls_again_for_the_next_move(self) -> None:
        """RULES 6.7 and 6.2: with the ban of 3.7, and written as a replay."""
        again = mukyan("B2bHMK,B5wKHM", "b 0-0 -b- again:B2!B3")
        # B3, from which it would threaten, is the square it came from: wood on A2 presses.
        assert muk_yan(again, "HH") == "7 R-B2>BA2"
        free = mukyan("B2bHMK,B5wKHM", "b 0-0 -b- again:B2!C2")
        assert muk_yan(free, "HH") == "3 R-B2>BB3"

    def test_a_lost_conflict_allows_no_replay(self) -> None:
        """RULES 6.7 and 3.5: fire on C4 meets the fire on B4, but then the water on C5 as well."""
        assert muk_yan(mukyan("B4wHKM,C3bMHK"), "MH") == "8 C3>BC4"
        # Turned, C3 would come to C4 with wood and beat that water: a threat.
        assert muk_yan(mukyan("B4wHKM,C3bMHK,C5wMKH"), "MH") == "3 C3>PC3"

    def test_after_any_other_action_he_stops(self) -> None:
        """RULES 6.7: pressure beside his own cube would allow a replay, and may be stopped."""
        start = mukyan("A1bMHK,A3bHKM,E6wKMH")
        assert muk_yan(start, "HH") == "7 A1>BA2"
        offered = after(start, "A1>BA2")
        assert result(offered) == "b 0-0 --- again:A2!A1"
        assert result(offered, "stop") == "w 0-0 --- -"


# RULES 6.8, rows A to E.
VALUES = ["123321", "246642", "357753", "246642", "123321"]


def value(square: str) -> int:
    return int(VALUES["ABCDE".index(square[0])][int(square[1]) - 1])


class TestMovement:
    """RULES 6.8."""

    # One black cube alone shows no element twice and threatens nobody: he can only move.
    @pytest.mark.parametrize(
        ("source", "target"),
        [
            ("A1", "A2"),  # 1: beside two 2s, A2 is the first
            ("B2", "C2"),  # 4: beside 2, 2, 6 and 5, the nearest above is 5
            ("B1", "C1"),  # 2: beside 1, 4 and 3
            ("A3", "B3"),  # 3: beside 2, 3 and 6: above before equal
            ("C3", "C4"),  # 7: beside 6, 5, 7 and 6: none above, so the equal one
            ("C1", "C2"),  # 3: beside 2, 5 and 2
            ("B3", "C3"),  # 6: beside 3, 4, 6 and 7
            ("E1", "D1"),  # 1: beside D1 and E2, both 2
        ],
    )
    def test_a_cube_goes_to_the_nearest_value_above_failing_that_an_equal_one(
        self, source: str, target: str
    ) -> None:
        """RULES 6.8."""
        white = "E6wHMK" if source[0] in "AB" or source == "C1" else "A6wHMK"
        cubes = ",".join(sorted([f"{source}bHMK", white]))
        own, reached = value(source), value(target)
        assert reached > own or (reached == own == 7)
        for roll in ROLLS:
            assert muk_yan(mukyan(cubes, "b 0-2 bbb -"), roll) == f"9 {source}>B{target}"

    def test_failing_both_it_goes_to_the_nearest_below(self) -> None:
        """RULES 6.8: C3 and C4 stand on the two 7s and go to a 6; B3 is the first."""
        assert muk_yan(mukyan("C3bHMK,C4bHMK,E6wHMK"), "HH") == "9 C3>BB3"

    def test_an_occupied_square_is_left_out(self) -> None:
        """RULES 6.8: with C2 taken, B3 is the nearest above B2's 4."""
        start = mukyan("B2bHMK,C2bHMK,E6wHMK", "b 0-3 bbb -")
        assert muk_yan(start, "HH") == "9 B2>BB3"

    # White's wood on D4 would be beaten from C4, where C3 came from in this turn.
    BANNED = "C3bMHK,D3bKMH,D4wKHM"

    @pytest.mark.parametrize("roll", ["HH", "HM", "HK", "MH", "MM", "KH"])
    def test_9o_leaves_a_cube_that_threatens_and_acts_only_with_a_ban(self, roll: str) -> None:
        """RULES 6.8 and 6.10: C3 threatens, so D3 goes, to the nearest below."""
        assert muk_yan(mukyan(self.BANNED, "b 0-0 -bb again:C3!C4"), roll) == "9 R-D3>BD2"

    @pytest.mark.parametrize("roll", ["MK", "KM", "KK"])
    def test_9d_lets_a_cube_go_that_threatens(self, roll: str) -> None:
        """RULES 6.8: C3 blocks nobody and comes first; B3 is the nearest below."""
        assert muk_yan(mukyan(self.BANNED, "b 0-0 -bb again:C3!C4"), roll) == "9 R-C3>BB3"

    @pytest.mark.parametrize("roll", ROLLS)
    def test_without_the_ban_it_would_strike(self, roll: str) -> None:
        """RULES 6.10."""
        assert muk_yan(mukyan(self.BANNED, "b 0-0 -bb again"), roll) == "2 R-C3>BC4"
