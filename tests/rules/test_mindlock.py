"""Alone with a challenge: Mindlock and Headlock (RULES 7)."""

import pytest

from companion.games.himiki.mindlock.scroll import challenge
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.mindlock import line_cost
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.challenge import Category, parse_challenge
from companion.games.himiki.rules.written.position_text import position_text
from companion.games.himiki.rules.written.solution import line_text, play_line
from tests.rules.tables import HEADLOCK, after, at, expect_refused, legal, marked, mindlock, result, then

BOTH = pytest.mark.parametrize("variant", [mindlock(), HEADLOCK], ids=["Mindlock", "Headlock"])

# White tilts C5 to C4 and shows fire there.
STRIKE = "B4bK??,C5wMHK,E1bH??"


def cost(start: Position, line: str) -> int:
    return line_cost(play_line(start, line))


@BOTH
class TestChallenge:
    """RULES 7.1 to 7.3, in both editions."""

    def test_black_cubes_never_move(self, variant: Variant) -> None:
        """RULES 7.1."""
        start = at(f"{STRIKE} w 0-0 --- -", variant)
        assert legal(start) == ["C5>BB5", "C5>BC4", "C5>BC6", "C5>BD5", "C5>PC5"]
        expect_refused(start, "B4>BB3", rule="7.1", code="mindlock-black")
        expect_refused(start, "E1>PE1", rule="7.1", code="mindlock-black")

    def test_a_won_conflict_removes_the_loser_and_white_is_on_turn_again(self, variant: Variant) -> None:
        """RULES 7.1: nobody scores."""
        start = at(f"{STRIKE} w 0-0 --- -", variant)
        assert then(start, "C5>BC4") == "C4wHMK,E1bH?? w 0-0 --- -"
        assert marked(start, "C5>BC4") == "C5►BC4*"

    def test_every_cube_that_loses_is_removed(self, variant: Variant) -> None:
        """RULES 7.1."""
        start = at("B4bK??,C3bKMH,C5wMHK,D4bK?H,E1bH?? w 0-0 --- -", variant)
        assert then(start, "C5>BC4") == "C4wHMK,E1bH?? w 0-0 --- -"
        assert marked(start, "C5>BC4") == "C5►BC4***"

    def test_it_is_done_when_no_black_cube_is_left(self, variant: Variant) -> None:
        """RULES 7.1."""
        done = after(at("B4bK??,C5wMHK w 0-0 --- -", variant), "C5>BC4")
        assert done.over
        assert legal(done) == []

    def test_the_side_faces_of_black_cubes_do_not_matter(self, variant: Variant) -> None:
        """RULES 7.1."""
        for faces in ("KHM", "KMH", "K??", "KH?", "K?H"):
            start = at(f"B4b{faces},C5wMHK,E1bH?? w 0-0 --- -", variant)
            assert then(start, "C5>BC4") == "C4wHMK,E1bH?? w 0-0 --- -"

    def test_a_tilt_or_a_rotation_of_any_white_cubes_is_one_move(self, variant: Variant) -> None:
        """RULES 7.2."""
        start = at("A1bK??,C5wMHK,E3wHKM w 0-0 --- -", variant)
        assert cost(start, "C5>BC4") == 1
        assert cost(start, "C5>PC5") == 1
        assert cost(start, "C5>PC5+E3>PE3") == 1
        assert cost(start, "C5>BC4 E3>PE3 C4>BC5") == 3

    def test_what_the_duel_allows_as_a_replay_is_free(self, variant: Variant) -> None:
        """RULES 7.2: fire on C4 beside the fire on D4, white or black; a tilt, a rotation."""
        for neighbour in ("wHKM", "bH??"):
            start = at(f"A1bK??,C5wMHK,D4{neighbour} w 0-0 --- -", variant)
            assert result(start, "C5>BC4") == "w 0-0 --- again:C4!C5"
            assert cost(start, "C5>BC4 R-C4>BC3") == 1
            assert cost(start, "C5>BC4 R-C4>PC4") == 1

    def test_a_cube_does_not_tilt_back_in_a_replay(self, variant: Variant) -> None:
        """RULES 7.2 and 3.7."""
        replay = at("A1bK??,C4wHMK,D4wHKM w 0-0 --- again:C4!C5", variant)
        expect_refused(replay, "R-C4>BC5", rule="3.7", code="just-left")

    def test_a_rotation_may_follow_a_rotation(self, variant: Variant) -> None:
        """RULES 7.2: 3.3 does not hold."""
        start = at("A1bK??,C5wMHK,E3wHKM w 0-0 --- -", variant)
        assert result(start, "C5>PC5") == "w 0-0 --- -"
        assert then(start, "C5>PC5", "C5>PC5+E3>PE3").startswith("A1bK??,C5wMHK,E3wHMK w ")

    def test_a_lost_conflict_removes_nothing_and_gives_no_replay(self, variant: Variant) -> None:
        """RULES 7.2: nor does it beside a cube that is alike, nor hinder another from being beaten."""
        lost = at("B4bM??,C5wMHK,D4wHKM w 0-0 --- -", variant)
        assert then(lost, "C5>BC4") == "B4bM??,C4wHMK,D4wHKM w 0-0 --- -"
        both = at("B4bM??,C5wMHK,D4bK?? w 0-0 --- -", variant)
        assert then(both, "C5>BC4") == "B4bM??,C4wHMK w 0-0 --- -"

    def test_a_rotation_ends_the_free_replay(self, variant: Variant) -> None:
        """RULES 7.2."""
        start = at("A1bK??,C5wMHK,D4wHKM w 0-0 --- -", variant)
        assert cost(start, "C5>BC4 R-C4>PC4 C4>BC5") == 2

    def test_not_taking_a_replay_is_no_move_and_the_next_turn_has_no_ban(self, variant: Variant) -> None:
        """RULES 7.6: C4 goes straight back, and that is counted."""
        start = at("A1bK??,C5wMHK,D4wHKM w 0-0 --- -", variant)
        replay = after(start, "C5>BC4")
        assert result(replay, "stop") == "w 0-0 --- -"
        back = play_line(start, "C5>BC4 C4>BC5")
        assert line_cost(back) == 2
        assert position_text(back[-1].after) == "A1bK??,C5wMHK,D4wHKM w 0-0 --- -"
        assert line_cost(play_line(start, "C5>BC4 stop C4>BC5")) == 2

    def test_a_move_without_the_replay_prefix_begins_a_new_turn(self, variant: Variant) -> None:
        """RULES 7.6: the same tilt is free as a replay and counted as a turn."""
        start = at("A1bK??,C5wMHK,D4wHKM w 0-0 --- -", variant)
        assert cost(start, "C5>BC4 R-C4>BC3") == 1
        assert cost(start, "C5>BC4 C4>BC3") == 2


class TestInfluence:
    """RULES 7.3."""

    def test_exactly_four_take_the_tile(self) -> None:
        """RULES 7.3."""
        start = at("A1bH??,A6wHMK,C5wMHK,E1bH?? w 0-0 --- -", mindlock("H"))
        assert result(start, "C5>BC4") == "w 0-0 w-- -"
        assert marked(start, "C5>BC4") == "C5►BC4^H"
        three = at("A1bH??,A6wHMK,C5wMHK w 0-0 --- -", mindlock("H"))
        assert result(three, "C5>BC4") == "w 0-0 --- -"
        five = at("A1bH??,A3bH??,A6wHMK,C5wMHK,E1bH?? w 0-0 --- -", mindlock("H"))
        assert result(five, "C5>BC4") == "w 0-0 --- -"

    def test_it_is_counted_before_beaten_cubes_leave(self) -> None:
        """RULES 7.3: on E1 the tilted cube shows the fourth fire; the one on B4 is beaten by the water
        that came to C4 in its place, and is still counted.
        """
        start = at("A1bH??,A6wHMK,B4bH??,C5wMHK,E1wMHK w 0-0 --- land:C4.tr", mindlock("H"))
        swapped = "A1bH??,A6wHMK,C4wMHK,E1wHMK w 0-0 w-- used:tr"
        assert then(start, "C5>BC4", "C-C4<>E1") == swapped

    def test_beating_a_cube_and_taking_a_tile_go_together(self) -> None:
        """RULES 7.3 and 3.10."""
        start = at("A1bM??,A6wMHK,B5bH??,C6wHMK,E1bM?? w 0-0 --- -", mindlock("M"))
        assert then(start, "C6>BC5") == "A1bM??,A6wMHK,C5wMHK,E1bM?? w 0-0 -w- -"
        assert marked(start, "C6>BC5") == "C6►BC5*^M"

    def test_it_neither_ends_the_turn_nor_forbids_a_replay(self) -> None:
        """RULES 7.3 and 3.10."""
        start = at("A1bH??,A6wHMK,C5wMHK,D4bH?? w 0-0 --- -", mindlock("H"))
        assert result(start, "C5>BC4") == "w 0-0 w-- again:C4!C5"

    def test_a_challenge_is_done_only_with_every_influence_that_it_lists(self) -> None:
        """RULES 7.1: the black cubes are gone, the tile is missing."""
        start = at("B4bK??,C5wMHK w 0-0 --- -", mindlock("H"))
        assert not after(start, "C5>BC4").over
        assert after(at("B4bK??,C5wMHK w 0-0 w-- -", mindlock("H")), "C5>BC4").over

    def test_influences_that_are_not_listed_are_not_taken(self) -> None:
        """RULES 7.1 and 7.3."""
        start = at("A1bH??,A6wHMK,C5wMHK,E1bH?? w 0-0 --- -", mindlock("K"))
        assert result(start, "C5>BC4") == "w 0-0 --- -"

    def test_headlock_has_none(self) -> None:
        """RULES 7.3."""
        start = at("A1bH??,A6wHMK,C5wMHK,E1bH?? w 0-0 --- -", HEADLOCK)
        assert result(start, "C5>BC4") == "w 0-0 --- -"


class TestTiles:
    """RULES 7.4."""

    def test_terrain_works_as_in_the_duel_and_is_free(self) -> None:
        """RULES 7.4: the impulse's second tilt costs nothing."""
        start = at("A1bK??,C5wMHK w 0-0 --- land:C4.im", mindlock())
        pushed = after(start, "C5>BC4")
        assert legal(pushed) == ["C-C4>BB4", "C-C4>BC3", "C-C4>BC5", "C-C4>BD4"]
        assert cost(start, "C5>BC4 C-C4>BC3") == 1
        slid = at("A1bK??,C5wMHK w 0-0 --- land:C4.tp", mindlock())
        assert cost(slid, "C5>BC4 C-C4>TC2") == 1

    def test_a_gate_takes_the_cube_and_a_mirror_carries_it(self) -> None:
        """RULES 7.4."""
        gate = at("A1bK??,C5wMHK,E5wHMK w 0-0 --- land:C4.gh", mindlock())
        assert then(gate, "C5>BC4") == "A1bK??,E5wHMK w 0-0 --- used:gh"
        mirror = at("A1bH??,C2bK??,C5wMHK w 0-0 --- land:C4.mi", mindlock())
        assert then(mirror, "C5>BC4") == "A1bH??,C3wHMK w 0-0 --- used:mi"

    def test_events_can_be_used_at_any_moment_and_are_free(self) -> None:
        """RULES 7.4: before a move, and in a replay."""
        start = at("A1bK??,C5wMHK,D4wHKM w 0-0 --- hands:w.mh.mm/b", mindlock())
        assert {"C-mh", "C-mm"} <= set(legal(start))
        used = after(start, "C-mh")
        assert result(used) == "w 0-0 --- hands:w.mm/b;used:mh;due:mana.w.H"
        # A black cube never moves, and C5 shows water.
        assert legal(used) == ["C-D4>BC4", "C-D4>BD3", "C-D4>BD5", "C-D4>BE4"]
        assert cost(start, "C-mh C-D4>BD3") == 0
        assert cost(start, "C-mh C-D4>BD3 C-mm C-C5>BB5") == 0
        assert cost(start, "C-mh C-D4>BD3 C5>BB5") == 1
        replay = after(start, "C5>BC4")
        assert {"C-mh", "R-C4>BC3", "stop"} <= set(legal(replay))

    def test_a_mana_tilts_a_white_cube_that_shows_its_element(self) -> None:
        """RULES 7.4: the black cube that shows it does not count."""
        start = at("A1bK??,C5wMHK w 0-0 --- hands:w.mk/b", mindlock())
        assert "C-mk" not in legal(start)
        expect_refused(start, "C-mk", rule="5.3", code="mana-useless")

    def test_confusion_does_not_occur(self) -> None:
        """RULES 7.4."""
        with pytest.raises(RulesError):
            at("A1bK??,C5wMHK w 0-0 --- used:cf;confused:2", mindlock())
        start = at("A1bK??,C5wMHK w 0-0 --- hands:w.?1/b", mindlock())
        assert "C-cf" not in legal(start)
        expect_refused(start, "C-cf", rule="7.4", code="not-this-mode")

    def test_of_a_conjured_black_cube_only_the_top_matters(self) -> None:
        """RULES 7.4: a known cube and one with hidden sides come to wood and are beaten alike."""
        for faces in ("MHK", "M??"):
            start = at(f"B4b{faces},C5wMHK w 0-0 --- hands:w.cj/b", mindlock())
            for orientation in ("KHM", "KMH"):
                assert cost(start, f"C-cj@B4={orientation} C5>BC4*") == 1
                assert after(start, f"C-cj@B4={orientation}", "C5>BC4").over

    def test_the_yokai_may_be_spent_in_a_challenge(self) -> None:
        """RULES 7.4 and 5.5: the cube two squares away is removed, for nothing."""
        start = at("C2bK??,C5wMHK w 0-0 --- hands:w.my/b", mindlock())
        line = play_line(start, "C-my C5►BC4 C-my►C2*")
        assert line_cost(line) == 1
        assert line[-1].after.over


class TestSolutions:
    """RULES 7.5."""

    F01 = "C4►BC3* C3►BD3* D3►BD4*"

    def test_c4_c3_d3_d4_solves_f01_in_par_3(self) -> None:
        """RULES 7.5."""
        start = challenge("F01").start
        line = play_line(start, self.F01)
        assert line[-1].after.over
        assert (line_cost(line), challenge("F01").par) == (3, 3)
        assert line_text(line) == self.F01

    def test_each_move_is_start_arrow_letter_destination_and_marks(self) -> None:
        """RULES 7.5: a rotation's destination is its start, R- is a free replay, C- a Chaos effect."""
        start = at("A1bH??,A6wHMK,C5wMHK,D4bH?? w 0-0 --- -", mindlock("H"))
        assert line_text(play_line(start, "C5>BC4^H R-C4>PC4")) == "C5►BC4🔥 R-C4►PC4"
        pushed = at("A1bK??,C5wMHK w 0-0 --- land:C4.im", mindlock())
        assert line_text(play_line(pushed, "C5>BC4 C4>BC3")) == "C5►BC4 C-C4►BC3"

    def test_declining_a_replay_is_not_written(self) -> None:
        """RULES 7.5 and 7.6."""
        start = at("A1bK??,C5wMHK,D4wHKM w 0-0 --- -", mindlock())
        line = play_line(start, "C5>BC4 C4>BC5")
        assert line_text(line) == "C5►BC4 C4►BC5"

    @pytest.mark.parametrize(
        "wrong",
        [
            "C4►BC3 C3►BD3*** D3►BD4*",  # three stars, one cube
            "C4►BC3*🔥",  # no influence is taken
            "C4►BC5 R-C5►BC6",  # no replay is offered
            "C4►BA1",  # no tilt
            "C-C4►BC3",  # no tile
        ],
    )
    def test_a_solution_that_marks_what_does_not_happen_is_refused(self, wrong: str) -> None:
        """RULES 7.5."""
        with pytest.raises(RulesError):
            play_line(challenge("F01").start, wrong)


@pytest.mark.parametrize(
    ("letter", "category"),
    [("F", Category.EASY), ("M", Category.MEDIUM), ("D", Category.HARD), ("E", Category.EXPERT)],
)
def test_categories_are_easy_medium_hard_expert(letter: str, category: Category) -> None:
    """RULES 7.1: and a challenge is named after its own."""
    text = f'name = "{letter}07"\ncategory = "{letter}"\npar = 1\nposition = "B4bK??,C5wMHK"'
    read = parse_challenge(text)
    assert (read.name, read.category) == (f"{letter}07", category)
