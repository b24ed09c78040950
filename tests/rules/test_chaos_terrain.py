"""Chaos: the terrain tiles (RULES 5.7 to 5.11)."""

import pytest

from companion.games.himiki.rules.variant import Variant
from tests.rules.tables import (
    BOTH_DUELS,
    DUEL_FIRST,
    TEAMS,
    after,
    at,
    expect_refused,
    legal,
    mindlock,
    result,
    then,
)

# White tilts C5 to C4 and shows fire, before any terrain there has its say.
FOURTH_FIRE = "B2bHMK,B5wHMK,C2bHKM,C5wMHK,D2bMHK,D5wKHM"


class TestTerrain:
    """RULES 5.7."""

    PUTTING = "B2bHMK,C5wMHK w 2-0 --- land:A1.gh;hands:w.mi/b.?3;due:use.w"

    def test_it_is_put_on_any_square_with_neither_cube_nor_terrain(self) -> None:
        """RULES 5.7."""
        squares = [row + column for row in "ABCDE" for column in "123456"]
        free = [name for name in squares if name not in ("A1", "B2", "C5")]
        assert legal(at(self.PUTTING)) == [*(f"C-mi@{name}" for name in free), "C-none"]
        put = "b 2-0 --- land:A1.gh+C3.mi;hands:w/b.?3"
        assert result(at(self.PUTTING), "C-mi@C3") == put

    @pytest.mark.parametrize("square", ["B2", "C5", "A1"])
    def test_it_is_not_put_on_a_cube_or_other_terrain(self, square: str) -> None:
        """RULES 5.7."""
        expect_refused(at(self.PUTTING), f"C-mi@{square}", rule="5.7", code="terrain-occupied")

    @BOTH_DUELS
    @pytest.mark.parametrize(("turn", "tilt"), [("w", "C5>BC4"), ("b", "B4>BC4")])
    def test_it_triggers_when_a_cube_of_either_side_tilts_onto_it_and_is_discarded(
        self, duel: Variant, turn: str, tilt: str
    ) -> None:
        """RULES 5.7."""
        start = at(f"B4bMHK,C5wMHK {turn} 0-0 --- land:C4.gh+E1.mi", duel)
        assert result(start, tilt).endswith("--- land:E1.mi;used:gh")

    def test_it_triggers_before_conflicts_are_looked_at(self) -> None:
        """RULES 5.7: the mirror carries the cube away from the wood it would have beaten."""
        start = at("B4bKHM,C5wMHK w 0-0 --- land:C4.mi")
        assert then(start, "C5>BC4") == "B4bKHM,C3wHMK b 0-0 --- used:mi"

    def test_it_triggers_before_a_replay_is_looked_at(self) -> None:
        """RULES 5.7."""
        away = at("B4wHKM,C5wMHK w 0-0 --- land:C4.mi")
        assert result(away, "C5>BC4") == "b 0-0 --- used:mi"
        towards = at("B3wHKM,C5wMHK w 0-0 --- land:C4.mi")
        assert result(towards, "C5>BC4") == "w 0-0 --- again:C3!C5;used:mi"

    def test_it_triggers_before_an_influence_is_looked_at(self) -> None:
        """RULES 5.7: the fourth fire goes through the gate."""
        assert result(at(f"{FOURTH_FIRE} w 0-0 --- land:C4.gh"), "C5>BC4") == "b 0-0 --- used:gh"

    def test_a_cube_carried_onto_terrain_does_not_trigger_it(self) -> None:
        """RULES 5.7: tilts only, so neither by mirror nor by teleportation nor by transfer."""
        mirror = at("C5wMHK w 0-0 --- land:C3.vx+C4.mi")
        assert then(mirror, "C5>BC4") == "C3wHMK b 0-0 --- land:C3.vx;used:mi"
        slide = after(at("C5wMHK w 0-0 --- land:C2.gh+C4.tp"), "C5>BC4")
        assert then(slide, "C-C4>TC2") == "C2wHMK b 0-0 --- land:C2.gh;used:tp"
        swap = at("B2bHKM,C5wMHK w 0-0 --- land:B2.gh+C4.tr")
        assert then(swap, "C5>BC4", "C-C4<>B2") == "B2wHMK,C4bHKM b 0-0 --- land:B2.gh;used:tr"

    def test_neither_a_rotation_on_it_nor_a_conjuration_triggers_it(self) -> None:
        """RULES 5.7."""
        turned = at("C4wHMK,E1bHMK w 0-0 --- land:C4.gh")
        assert then(turned, "C4>PC4") == "C4wHKM,E1bHMK b 0-0 --- tilt;land:C4.gh"
        conjured = at("C4wHMK,E1bHMK b 0-2 --- land:C4.gh;hands:w/b.cj;due:use.b")
        assert result(conjured, "C-cj@C4=MKH") == "w 0-2 --- land:C4.gh;used:cj"

    def test_tilts_of_impulse_and_mana_trigger_it(self) -> None:
        """RULES 5.7."""
        impulse = after(at("C5wMHK,E1bHMK w 0-0 --- land:C3.vx+C4.im"), "C5>BC4")
        # C3 is reached as MHK, and the vortex turns that into MKH.
        assert then(impulse, "C-C4>BC3") == "C3wMKH,E1bHMK b 0-0 --- used:im.vx"
        mana = at("C5wMHK,E1bHMK w 2-0 --- land:C4.gh;used:mm;due:mana.w.M")
        assert then(mana, "C-C5>BC4") == "E1bHMK b 2-0 --- used:mm.gh"


class TestGateOfHell:
    """RULES 5.8."""

    def test_the_cube_leaves_the_game_and_nothing_else_is_resolved(self) -> None:
        """RULES 5.8: neither the conflict it would have won nor a replay."""
        won = at("B4bKHM,C5wMHK,D5wHMK w 0-0 --- land:C4.gh")
        assert then(won, "C5>BC4") == "B4bKHM,D5wHMK b 0-0 --- used:gh"
        alike = at("B4wHKM,C5wMHK w 0-0 --- land:C4.gh")
        assert then(alike, "C5>BC4") == "B4wHKM b 0-0 --- used:gh"

    def test_the_turn_ends_in_a_replay_too(self) -> None:
        """RULES 5.8."""
        replay = at("C5wMHK,D4wHKM,D5wMKH w 0-0 --- again:D4!D3;land:C4.gh")
        assert then(replay, "R-C5>BC4") == "D4wHKM,D5wMKH b 0-0 --- used:gh"

    def test_a_mana_tilt_of_the_side_not_on_turn_into_the_gate_leaves_the_replay(self) -> None:
        """RULES 5.8 and 5.3."""
        start = at("A1bHMK,C4wHMK,D4wHKM w 1-2 --- again:C4!C5;land:A2.gh;used:mh;due:mana.b.H")
        assert then(start, "C-A1>BA2") == "C4wHMK,D4wHKM w 1-2 --- again:C4!C5;used:mh.gh"

    def test_a_side_that_lost_its_last_cube_passes(self) -> None:
        """RULES 5.8."""
        start = at("C5wMHK,E1bHMK w 0-0 --- land:C4.gh")
        assert legal(after(start, "C5>BC4", "E1>BD1")) == ["pass"]


class TestImpulse:
    """RULES 5.9."""

    def test_the_cube_must_tilt_once_more_and_may_go_back(self) -> None:
        """RULES 5.9."""
        start = at("B4bKHM,C5wMHK,E1wHMK w 0-0 --- land:C4.im")
        pushed = after(start, "C5>BC4")
        assert result(pushed) == "w 0-0 --- again:C4!C5;used:im;due:impulse.C4"
        assert legal(pushed) == ["C-C4>BC3", "C-C4>BC5", "C-C4>BD4"]
        # Back on C5 it has met nobody: what it passed on C4 does not count.
        assert then(pushed, "C-C4>BC5") == "B4bKHM,C5wMHK,E1wHMK b 0-0 --- used:im"

    def test_no_other_cube_and_no_other_action_will_do(self) -> None:
        """RULES 5.9."""
        pushed = at("B4bKHM,C4wHMK,E1wHMK w 0-0 --- again:C4!C5;used:im;due:impulse.C4")
        expect_refused(pushed, "E1>BE2", rule="5.9", code="impulse-cube")
        expect_refused(pushed, "C4>BB4", rule="3.2", code="occupied")
        expect_refused(pushed, "C4>PC4", rule="5.2", code="choice-due")
        expect_refused(pushed, "stop", rule="5.2", code="choice-due")

    def test_the_second_tilt_is_resolved_and_its_ban_replaces_the_first(self) -> None:
        """RULES 5.9 and 3.7."""
        won = after(at("B3bHKM,C5wMHK w 0-0 --- land:C4.im"), "C5>BC4")
        assert then(won, "C-C4>BC3") == "B3bHKM,C3wMHK b 1-0 --- used:im"
        alike = after(at("C5wMHK,D5wMHK w 0-0 --- land:C4.im"), "C5>BC4")
        assert result(alike, "C-C4>BC5") == "w 0-0 --- again:C5!C4;used:im"

    def test_it_is_always_possible(self) -> None:
        """RULES 5.9: the square that the cube came from is free."""
        pushed = after(at("B4bKHM,C3bKHM,C5wMHK,D4bKHM w 0-0 --- land:C4.im"), "C5>BC4")
        assert legal(pushed) == ["C-C4>BC5"]


class TestTeleportation:
    """RULES 5.9."""

    def test_the_cube_slides_two_squares_with_its_faces_unchanged_over_cubes_too(self) -> None:
        """RULES 5.9."""
        start = at("B4bKHM,C3wKHM,C5wMHK,E4bHMK w 0-0 --- land:C4.tp")
        landed = after(start, "C5>BC4")
        assert result(landed) == "w 0-0 --- again:C4!C5;used:tp;due:slide.C4"
        assert legal(landed) == ["C-C4>TA4", "C-C4>TC2", "C-C4>TC6"]
        assert then(landed, "C-C4>TC2") == "B4bKHM,C2wHMK,C3wKHM,E4bHMK b 0-0 --- used:tp"

    def test_play_resolves_where_it_arrives(self) -> None:
        """RULES 5.9: on A4 fire meets the wood on B4 after all; on C2 the fire on B2 allows a replay."""
        won = after(at("B4bKHM,C5wMHK w 0-0 --- land:C4.tp"), "C5>BC4")
        assert result(won, "C-C4>TA4") == "b 1-0 --- used:tp"
        alike = after(at("B2bHKM,C5wMHK w 0-0 --- land:C4.tp"), "C5>BC4")
        assert result(alike, "C-C4>TC2") == "w 0-0 --- again:C2!C5;used:tp"

    def test_it_is_exactly_two_squares_onto_a_free_one_and_must_be_made(self) -> None:
        """RULES 5.9."""
        landed = at("C4wHMK,C5wKHM,E4bHMK w 0-0 --- again:C4!D4;used:tp;due:slide.C4")
        for target in ("C3", "E4", "B3", "A6", "C1"):
            expect_refused(landed, f"C4>T{target}", rule="5.9", code="slide-target")
        expect_refused(landed, "C5>TC3", rule="5.9", code="slide-cube")
        expect_refused(landed, "stop", rule="5.2", code="choice-due")

    @pytest.mark.parametrize(
        "start",
        [
            "A4bHKM,C2bHMK,C5wMHK,C6wHMK,E4wHKM w 0-0 --- land:C4.tp",
            "A3bKHM,B1wKMH,C1bMHK w 0-0 --- land:A1.tp",
        ],
        ids=["all four occupied", "in the corner"],
    )
    def test_with_all_landing_squares_occupied_or_off_the_board_the_tile_stays(self, start: str) -> None:
        """RULES 5.9."""
        position = at(start)
        tilt = "C5>BC4" if "C4.tp" in start else "B1>BA1"
        assert result(position, tilt) == f"b {start.split(' ', 2)[2]}"

    def test_it_never_triggers_later_for_a_cube_already_there(self) -> None:
        """RULES 5.9: not even when a landing square is freed, nor when it is the cube that rotates."""
        stood = at("A3bKHM,A1wHMK,C1bMHK b 0-0 --- land:A1.tp")
        later = after(stood, "A3>BA4")
        assert result(later) == "w 0-0 --- land:A1.tp"
        assert result(later, "A1>PA1") == "b 0-0 --- tilt;land:A1.tp"


class TestMirror:
    """RULES 5.9."""

    @pytest.mark.parametrize(
        ("start", "tilt", "arrived"),
        [
            ("C5wMHK w 0-0 --- land:C4.mi", "C5>BC4", "C3wHMK b 0-0 --- used:mi"),
            ("A2wMHK w 0-0 --- land:A1.mi", "A2>BA1", "A6wHMK b 0-0 --- used:mi"),
            ("D5bMHK b 0-0 --- land:E5.mi", "D5>BE5", "E2bKHM w 0-0 --- used:mi"),
        ],
    )
    def test_the_cube_is_carried_to_the_mirrored_square_with_its_faces_unchanged(
        self, start: str, tilt: str, arrived: str
    ) -> None:
        """RULES 5.9."""
        assert then(at(start), tilt) == arrived

    def test_play_resolves_where_it_arrives(self) -> None:
        """RULES 5.9."""
        assert result(at("B3bKHM,C5wMHK w 0-0 --- land:C4.mi"), "C5>BC4") == "b 1-0 --- used:mi"

    def test_onto_an_occupied_square_it_is_not_applied_and_play_resolves_here(self) -> None:
        """RULES 5.9: the cube on C3 is beaten from C4, and the mirror stays."""
        start = at("C3bKHM,C5wMHK w 0-0 --- land:C4.mi")
        assert then(start, "C5>BC4") == "C3bKHM,C4wHMK b 1-0 --- land:C4.mi"

    def test_it_never_triggers_later_for_a_cube_already_there(self) -> None:
        """RULES 5.9: but for one that comes back."""
        stood = at("C3bKHM,C4wHMK b 1-0 --- land:C4.mi")
        freed = after(stood, "C3>BC2", "C4>PC4", "C2>BC1")
        assert then(freed) == "C1bKHM,C4wHKM w 1-0 --- land:C4.mi"
        back = after(freed, "C4>BB4", "C1>BB1")
        assert then(back, "B4>BC4") == "B1bMHK,C3wHKM b 1-0 --- used:mi"

    def test_the_ban_names_the_square_left_even_far_away(self) -> None:
        """RULES 5.9 and 3.7: it forbids nothing there."""
        replay = at("B3wHKM,C3wHMK w 0-0 --- again:C3!C5;used:mi")
        assert {"R-C3>BC2", "R-C3>BC4", "R-C3>BD3"} <= set(legal(replay))


class TestVortex:
    """RULES 5.10."""

    def test_the_cube_makes_a_quarter_turn_and_play_resolves(self) -> None:
        """RULES 5.10: fire stays up and beats the wood."""
        start = at("B4bKHM,C5wMHK w 0-0 --- land:C4.vx")
        assert then(start, "C5>BC4") == "B4bKHM,C4wHKM b 1-0 --- used:vx"

    def test_no_ban_on_rotating_follows(self) -> None:
        """RULES 5.10."""
        turned = after(at("A1bHMK,C5wMHK w 0-0 --- land:C4.vx"), "C5>BC4")
        assert then(turned) == "A1bHMK,C4wHKM b 0-0 --- used:vx"
        assert "A1>PA1" in legal(turned)


class TestTransfer:
    """RULES 5.11."""

    # On B2 the tilted fire meets the wood on B3; on C4 black's water meets the fire on D4.
    BOTH_WIN = "B2bMHK,B3bKHM,C5wMHK,D4wHKM w {} --- land:C4.tr"

    def test_the_cube_must_change_places_with_any_other_cube_faces_unchanged(self) -> None:
        """RULES 5.11."""
        start = at(self.BOTH_WIN.format("0-0"))
        landed = after(start, "C5>BC4")
        assert result(landed) == "w 0-0 --- again:C4!C5;used:tr;due:swap.C4"
        assert legal(landed) == ["C-C4<>B2", "C-C4<>B3", "C-C4<>D4"]
        assert then(landed, "C-C4<>B2").startswith("B2wHMK,B3bKHM,C4bMHK,D4wHKM ")
        expect_refused(landed, "C4<>A1", rule="5.11", code="swap-target")
        expect_refused(landed, "C4<>C4", rule="5.11", code="swap-target")
        expect_refused(landed, "B2<>B3", rule="5.11", code="swap-cube")
        expect_refused(landed, "C-none", rule="5.2", code="choice-due")

    def test_both_are_active_and_each_wins_for_its_owner(self) -> None:
        """RULES 5.11."""
        start = at(self.BOTH_WIN.format("0-0"))
        assert result(start, "C5>BC4", "C-C4<>B2") == "b 1-1 --- used:tr"

    def test_in_the_first_edition_only_the_tilted_cube_is_active(self) -> None:
        """RULES 5.11."""
        start = at(self.BOTH_WIN.format("0-0"), DUEL_FIRST)
        assert result(start, "C5>BC4", "C-C4<>B2") == "b 1-0 --- used:tr"

    @pytest.mark.parametrize(
        ("other", "second", "first"),
        [("B4bKHM", "1-0", "1-0"), ("B4bMHK", "0-1", "0-0")],
        ids=["the tilted cube wins", "the other one wins"],
    )
    def test_a_conflict_between_the_two_counts_once(self, other: str, second: str, first: str) -> None:
        """RULES 5.11."""
        text = f"{other},C5wMHK w 0-0 --- land:C4.tr"
        for start, score in ((at(text), second), (at(text, DUEL_FIRST), first)):
            assert result(start, "C5>BC4", "C-C4<>B4") == f"b {score} --- used:tr"

    def test_an_own_cube_that_it_changed_places_with_is_active_too(self) -> None:
        """RULES 5.11: on C4 it beats the wood on B4."""
        text = "B4bKHM,C5wMHK,E1wHKM w 0-0 --- land:C4.tr"
        assert result(at(text), "C5>BC4", "C-C4<>E1") == "b 1-0 --- used:tr"
        assert result(at(text, DUEL_FIRST), "C5>BC4", "C-C4<>E1") == "b 0-0 --- used:tr"

    def test_the_influence_looks_at_the_tilted_cube(self) -> None:
        """RULES 5.11: four fires with it count; four waters with the other one do not."""
        fires = at(f"{FOURTH_FIRE} w 0-0 --- land:C4.tr")
        assert result(fires, "C5>BC4", "C-C4<>D5") == "b 1-0 w-- used:tr"
        waters = at("B2bMHK,B5wMHK,C2bMKH,C5wMHK,D2bMHK w 0-0 --- land:C4.tr")
        assert result(waters, "C5>BC4", "C-C4<>B5") == "b 0-0 --- used:tr"

    def test_without_a_conflict_of_the_players_own_a_replay_may_follow(self) -> None:
        """RULES 5.11: black's active cube wins from white's, but white's own stands beside fire."""
        start = at("B2bMHK,B3bHKM,C5wMHK,D4wHKM w 0-0 --- land:C4.tr")
        assert result(start, "C5>BC4", "C-C4<>B2") == "w 0-1 --- again:B2!C5;used:tr"

    def test_a_conflict_of_the_players_other_active_cube_ends_the_turn(self) -> None:
        """RULES 5.11: on C4 white's other cube loses to water, though on E1 fire stands beside fire."""
        text = "B4bMHK,C5wMHK,D1bHMK,E1wHKM w 0-0 --- land:C4.tr"
        assert result(at(text), "C5>BC4", "C-C4<>E1") == "b 0-0 --- used:tr"
        assert result(at(text, DUEL_FIRST), "C5>BC4", "C-C4<>E1") == "w 0-0 --- again:E1!C5;used:tr"

    def test_the_players_other_active_cube_may_bring_the_replay(self) -> None:
        """RULES 5.11: it is the one that stands beside the fire on D4."""
        text = "C5wMHK,D4bHMK,E1wHKM w 0-0 --- land:C4.tr"
        assert result(at(text), "C5>BC4", "C-C4<>E1") == "w 0-0 --- again:E1!C5;used:tr"
        assert result(at(text, DUEL_FIRST), "C5>BC4", "C-C4<>E1") == "b 0-0 --- used:tr"

    @BOTH_DUELS
    def test_with_no_other_cube_it_is_not_applied_and_stays(self, duel: Variant) -> None:
        """RULES 5.11."""
        start = at("C5wMHK w 0-0 --- land:C4.tr", duel)
        assert then(start, "C5>BC4") == "C4wHMK b 0-0 --- land:C4.tr"

    def test_when_both_reach_five_the_mover_has_won(self) -> None:
        """RULES 5.11: the mover's points are counted first and end the game."""
        start = at(self.BOTH_WIN.format("4-4"))
        finished = after(start, "C5>BC4", "C-C4<>B2")
        assert result(finished) == "w 5-4 --- used:tr"
        assert legal(finished) == []

    def test_both_sides_may_use_a_tile_the_side_to_move_first(self) -> None:
        """RULES 5.2 and 5.11."""
        start = at(self.BOTH_WIN.format("1-1") + ";hands:w.gh/b.im")
        both = after(start, "C5>BC4", "C-C4<>B2")
        assert result(both) == "w 2-2 --- hands:w.gh/b.im;used:tr;due:use.w,use.b"
        white = after(both, "C-none")
        assert result(white) == "w 2-2 --- hands:w.gh/b.im;used:tr;due:use.b"
        assert result(white, "C-im@A1") == "b 2-2 --- land:A1.im;hands:w.gh/b;used:tr"

    def test_only_the_net_change_of_the_tilt_gives_chances(self) -> None:
        """RULES 5.2 and 5.11: black wins a conflict and gives up a tile, which leaves it at 1."""
        cubes = "A1bHMK,B2bMHK,B3bKHM,C5wMHK,D4wHKM,E6wHMK"
        start = at(f"{cubes} w 0-1 b-- land:C4.tr;hands:w.gh/b.im")
        resolved = "w 2-1 w-- hands:w.gh/b.im;used:tr;due:use.w"
        assert result(start, "C5>BC4", "C-C4<>B2") == resolved

    def test_in_teams_a_swapped_own_cube_is_not_thereby_playable_outside_the_zone(self) -> None:
        """RULES 5.11: white Light's cube from E5 now stands on C3, which is dark."""
        start = at("C2wHMK,C4wMHK,E5wHKM wl 0-0 --- land:C3.tr", TEAMS)
        replay = after(start, "C4>BC3", "C-C3<>E5")
        assert then(replay) == "C2wHMK,C3wHKM,E5wHMK wl 0-0 --- again:E5!C4;used:tr"
        expect_refused(replay, "R-C3>BD3", rule="4.2", code="outside-zone")
        assert "R-E5>BE4" in legal(replay)

    def test_in_teams_the_tilted_cube_that_left_the_zone_stays_playable(self) -> None:
        """RULES 5.11 and 4.2: it went from C5 by way of C4 to A2, beside the fire on B2."""
        start = at("A2wKHM,B2bHMK,C5wMHK wl 0-0 --- land:C4.tr", TEAMS)
        replay = after(start, "C5>BC4", "C-C4<>A2")
        assert result(replay) == "wl 0-0 --- again:A2!C5;used:tr"
        assert {"R-A2>BA1", "R-A2>BA3", "R-C4>BC3"} <= set(legal(replay))

    def test_in_mindlock_a_black_active_cube_wins_nothing(self) -> None:
        """RULES 5.11: D4 stays, and B3 is removed."""
        start = at("B2bM??,B3bK??,C5wMHK,D4wHKM w 0-0 --- land:C4.tr", mindlock())
        swapped = "B2wHMK,C4bM??,D4wHKM w 0-0 --- used:tr"
        assert then(start, "C5>BC4", "C-C4<>B2") == swapped
