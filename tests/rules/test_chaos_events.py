"""Chaos: the event tiles (RULES 5.3 to 5.6)."""

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
    marked,
    result,
    then,
)


class TestMana:
    """RULES 5.3."""

    @pytest.mark.parametrize(
        ("code", "letter", "square"), [("mh", "H", "A1"), ("mm", "M", "D4"), ("mk", "K", "C6")]
    )
    def test_it_tilts_once_more_an_own_cube_that_shows_the_element(
        self, code: str, letter: str, square: str
    ) -> None:
        """RULES 5.3."""
        start = at(f"A1wHMK,C6wKHM,D4wMHK,E2bHMK w 2-0 --- hands:w.{code}/b.?3;due:use.w")
        assert legal(start) == sorted([f"C-{code}", "C-none"])
        used = after(start, f"C-{code}")
        assert result(used) == f"w 2-0 --- hands:w/b.?3;used:{code};due:mana.w.{letter}"
        around = {"A1": "A2 B1", "D4": "C4 D3 D5 E4", "C6": "B6 C5 D6"}[square].split()
        assert legal(used) == [f"C-{square}>B{target}" for target in around]

    def test_no_other_cube_and_nothing_but_a_tilt(self) -> None:
        """RULES 5.3."""
        used = at("A1wHMK,D4wMHK,E2bHMK w 2-0 --- used:mh;due:mana.w.H")
        expect_refused(used, "D4>BD5", rule="5.3", code="mana-cube")
        expect_refused(used, "E2>BE1", rule="5.3", code="mana-cube")
        expect_refused(used, "A1>BA3", rule="3.2", code="not-adjacent")
        expect_refused(used, "A1>PA1", rule="5.2", code="choice-due")
        expect_refused(used, "C-none", rule="5.2", code="choice-due")

    def test_it_is_resolved_like_any_tilt(self) -> None:
        """RULES 5.3: water on C4 beats the fire on B4, which is the second point and a new chance."""
        start = at("B4bHKM,C5wHMK w 1-2 --- hands:w.mh.gh/b.?3;due:use.w")
        tilted = after(start, "C-mh", "C-C5>BC4")
        assert result(tilted) == "w 2-2 --- hands:w.gh/b.?3;used:mh;due:use.w"
        assert marked(after(start, "C-mh"), "C-C5>BC4") == "C-C5►BC4*"

    def test_it_can_take_an_influence(self) -> None:
        """RULES 5.3."""
        start = at("B2bHMK,B5wHMK,C2bHKM,C5wMHK,D2bMHK w 2-0 --- used:mm;due:mana.w.M")
        assert result(start, "C-C5>BC4") == "b 3-0 w-- used:mm"

    def test_it_is_not_usable_without_such_a_cube(self) -> None:
        """RULES 5.3."""
        start = at("A1wHMK,E2bMHK w 2-0 --- hands:w.mm/b.?3;due:use.w")
        assert legal(start) == ["C-none"]
        expect_refused(start, "C-mm", rule="5.3", code="mana-useless")

    def test_it_is_not_usable_when_such_a_cube_is_walled_in(self) -> None:
        """RULES 5.3."""
        start = at("A1wHMK,A2bHKM,B1bMHK,E5wMHK w 2-0 --- hands:w.mh/b.?3;due:use.w")
        assert legal(start) == ["C-none"]
        expect_refused(start, "C-mh", rule="5.3", code="mana-useless")

    def test_it_is_free_of_the_ban_and_sets_one_for_the_replay_that_follows(self) -> None:
        """RULES 5.3 and 3.7."""
        start = at("C4wHMK,D5wMHK w 2-0 --- again:C4!C5;used:mh;due:mana.w.H")
        assert result(start, "C-C4>BC5") == "w 2-0 --- again:C5!C4;used:mh"
        expect_refused(after(start, "C-C4>BC5"), "C5>BC4", rule="3.7", code="just-left")

    def test_it_keeps_the_bans_of_the_other_cubes(self) -> None:
        """RULES 5.3 and 3.7."""
        start = at("C4wHMK,D4wHKM,E5wKMH w 2-0 --- again:C4!C5;used:mh;due:mana.w.H")
        assert result(start, "C-D4>BD5") == "w 2-0 --- again:C4!C5+D5!D4;used:mh"

    def test_the_last_tilt_of_the_player_on_turn_decides_about_a_replay(self) -> None:
        """RULES 5.3: the turn was to end and goes on, or was to go on and ends."""
        ending = at("C4wHMK,D5wMHK w 2-0 --- used:mh;due:mana.w.H")
        assert result(ending, "C-C4>BC5") == "w 2-0 --- again:C5!C4;used:mh"
        going_on = at("C4wHMK,D4wHKM w 2-0 --- again:C4!C5;used:mh;due:mana.w.H")
        assert result(going_on, "C-C4>BB4") == "b 2-0 --- used:mh"
        lost = at("B3bHMK,C4wHMK,D4wHKM w 2-0 --- again:C4!C5;used:mh;due:mana.w.H")
        assert result(lost, "C-C4>BB4") == "b 2-0 --- used:mh"

    # White may replay; black uses water mana, tilts A1 to A2 and beats the fire on B2.
    OUT_OF_TURN = "A1bHMK,B2wHKM,C4wHMK,D4wHKM w 1-2 --- {}hands:w.?3/b.mh.gh;due:use.b"

    def test_a_mana_tilt_by_the_side_not_on_turn_scores(self) -> None:
        """RULES 5.3 and 5.2."""
        start = at(self.OUT_OF_TURN.format("again:C4!C5;"))
        assert result(start, "C-mh").endswith("due:mana.b.H")
        tilted = after(start, "C-mh", "C-A1>BA2")
        assert result(tilted) == "w 1-3 --- again:C4!C5;hands:w.?3/b.gh;used:mh;due:use.b"

    def test_a_mana_tilt_by_the_side_not_on_turn_changes_nothing_in_the_turn(self) -> None:
        """RULES 5.3: neither a replay that waits nor a turn that was to end."""
        waiting = at(self.OUT_OF_TURN.format("again:C4!C5;"))
        replay = after(waiting, "C-mh", "C-A1>BA2", "C-none")
        assert result(replay) == "w 1-3 --- again:C4!C5;hands:w.?3/b.gh;used:mh"
        ending = at(self.OUT_OF_TURN.format(""))
        assert result(ending, "C-mh", "C-A1>BB1") == "b 1-2 --- hands:w.?3/b.gh;used:mh"

    def test_in_teams_it_tilts_a_cube_in_either_zone(self) -> None:
        """RULES 5.3."""
        start = at("A2wHMK,E5wMHK wl 2-0 --- hands:w.mh/b.?6;due:use.w", TEAMS)
        used = after(start, "C-mh")
        assert legal(used) == ["C-A2>BA1", "C-A2>BA3", "C-A2>BB2"]
        assert result(used, "C-A2>BA1") == "bl 2-0 --- hands:w/b.?6;used:mh"


class TestConjuration:
    """RULES 5.4."""

    START = "B2bHMK,B5wHKM,C5wMHK w 2-0 --- hands:w.cj/b.?3;due:use.w"

    @BOTH_DUELS
    def test_an_opposing_cube_gets_any_other_of_its_six_orientations(self, duel: Variant) -> None:
        """RULES 5.4."""
        start = at(self.START, duel)
        turned = [f"C-cj@B2={faces}" for faces in ("HKM", "KHM", "KMH", "MHK", "MKH")]
        assert legal(start) == [*turned, "C-none"]
        used = then(start, "C-cj@B2=KHM")
        assert used == "B2bKHM,B5wHKM,C5wMHK b 2-0 --- hands:w/b.?3;used:cj"

    def test_not_an_own_cube_not_as_it_stands_and_not_none(self) -> None:
        """RULES 5.4."""
        start = at(self.START)
        expect_refused(start, "C-cj@B5=KHM", rule="5.4", code="conjure-own")
        expect_refused(start, "C-cj@B2=HMK", rule="5.4", code="conjure-same")
        expect_refused(start, "C-cj@A1=HMK", rule="5.4", code="no-cube")

    def test_it_makes_no_conflict_and_takes_no_influence(self) -> None:
        """RULES 5.4: wood beside fire, then the fourth fire."""
        beside = at("B4bMHK,C4wHMK w 2-0 --- hands:w.cj/b.?3;due:use.w")
        assert result(beside, "C-cj@B4=KHM") == "b 2-0 --- hands:w/b.?3;used:cj"
        fourth = at("B2bHMK,B5wHKM,C2bMHK,C5wHMK,D5wHMK w 2-0 --- hands:w.cj/b.?3;due:use.w")
        assert result(fourth, "C-cj@C2=HMK") == "b 2-0 --- hands:w/b.?3;used:cj"

    def test_it_counts_from_the_next_tilt_on(self) -> None:
        """RULES 5.4: the wood that it made is beaten by the next tilt beside it."""
        start = at("B4bMHK,C5wMHK,E1bHMK w 2-0 --- hands:w.cj/b.?3;due:use.w")
        conjured = after(start, "C-cj@B4=KHM", "E1>BD1")
        assert result(conjured, "C5>BC4") == "b 3-0 --- hands:w/b.?3;used:cj"


class TestMajorYokai:
    """RULES 5.5."""

    # White tilts C5 to C4 and shows fire; C2 is two squares away, C3 between them free.
    REACHED = "C2bKHM,C5wMHK w 2-0 --- armed:w"

    def test_it_is_armed_when_used_and_not_discarded_yet(self) -> None:
        """RULES 5.5."""
        start = at("C2bKHM,C5wMHK w 2-0 --- hands:w.my/b.?3;due:use.w")
        assert result(start, "C-my") == "b 2-0 --- hands:w/b.?3;armed:w"

    def test_before_a_later_tilt_is_resolved_it_may_be_spent_or_kept(self) -> None:
        """RULES 5.5."""
        asked = after(at(self.REACHED), "C5>BC4")
        assert result(asked) == "w 2-0 --- again:C4!C5;armed:w;due:yokai.C4"
        assert legal(asked) == ["C-keep", "C-my>C2"]
        assert result(asked, "C-keep") == "b 2-0 --- armed:w"

    @pytest.mark.parametrize(
        ("target", "resolved", "stars"),
        [
            ("bKHM", "b 3-0 --- used:my", "*"),
            ("bMHK", "b 2-0 --- used:my", ""),
            ("bHKM", "w 2-0 --- again:C4!C5;used:my", ""),
        ],
        ids=["won", "lost", "alike"],
    )
    def test_the_cube_it_is_spent_on_counts_as_a_neighbour(
        self, target: str, resolved: str, stars: str
    ) -> None:
        """RULES 5.5."""
        asked = after(at(f"C2{target},C5wMHK w 2-0 --- armed:w"), "C5>BC4")
        assert result(asked, "C-my>C2") == resolved
        assert marked(asked, "C-my>C2") == f"C-my►C2{stars}"

    def test_it_adds_to_the_conflicts_of_the_tilt(self) -> None:
        """RULES 5.5."""
        asked = after(at("B4bKHM,C2bKMH,C5wMHK w 1-0 --- armed:w"), "C5>BC4")
        assert result(asked, "C-keep") == "b 2-0 --- armed:w"
        assert marked(asked, "C-keep") == "C-keep*"
        assert result(asked, "C-my>C2") == "b 3-0 --- used:my"
        assert marked(asked, "C-my>C2") == "C-my►C2**"

    def test_it_reaches_one_of_several(self) -> None:
        """RULES 5.5."""
        asked = after(at("A4bKHM,C2bKMH,C5wMHK,E4bHMK w 1-0 --- armed:w"), "C5>BC4")
        assert legal(asked) == ["C-keep", "C-my>A4", "C-my>C2", "C-my>E4"]
        assert result(asked, "C-my>A4") == "b 2-0 --- used:my"

    @pytest.mark.parametrize(
        "cubes",
        ["C2bKHM,C3wKMH", "C2wHKM", "B3bKHM", "C1bKHM", "B2bKHM"],
        ids=["occupied between", "own cube", "diagonal", "three away", "a knight's move"],
    )
    def test_exactly_two_squares_in_a_straight_line_with_the_square_between_free(self, cubes: str) -> None:
        """RULES 5.5: otherwise it is not asked, and stays armed."""
        start = at(f"{cubes},C5wMHK w 2-0 --- armed:w")
        assert result(start, "C5>BC4") == "b 2-0 --- armed:w"

    def test_no_other_cube_can_be_chosen(self) -> None:
        """RULES 5.5."""
        asked = after(at("B3bKHM,C2bKMH,C5wMHK w 1-0 --- armed:w"), "C5>BC4")
        expect_refused(asked, "C-my>B3", rule="5.5", code="yokai-target")
        expect_refused(asked, "C-none", rule="5.2", code="choice-due")
        expect_refused(asked, "stop", rule="5.2", code="choice-due")

    def test_only_its_owners_tilts_ask(self) -> None:
        """RULES 5.5."""
        start = at("C1bHKM,C4wKHM b 2-0 --- armed:w")
        assert result(start, "C1>BC2") == "w 2-0 --- armed:w"

    def test_the_tilts_of_the_same_turn_that_follow_ask_too(self) -> None:
        """RULES 5.5: armed in a chance, then a replay."""
        start = at("B5bMHK,C4wHMK,D4wHKM w 2-0 --- again:C4!C5;hands:w.my/b.?3;due:use.w")
        armed = after(start, "C-my")
        assert result(armed) == "w 2-0 --- again:C4!C5;hands:w/b.?3;armed:w"
        asked = "w 2-0 --- again:C4!C5+D5!D4;hands:w/b.?3;armed:w;due:yokai.D5"
        assert result(armed, "R-D4>BD5") == asked

    def test_after_a_transfer_the_distance_is_seen_from_the_tilted_cube(self) -> None:
        """RULES 5.5: it stands on B2 then, two squares from D2."""
        start = at("B2bMHK,C5wMHK,D2bKHM w 0-0 --- land:C4.tr;armed:w")
        asked = after(start, "C5>BC4", "C-C4<>B2")
        assert result(asked) == "w 0-0 --- again:B2!C5;used:tr;armed:w;due:yokai.B2.C4"
        assert legal(asked) == ["C-keep", "C-my>D2"]
        assert result(asked, "C-my>D2") == "b 1-0 --- used:my.tr"

    def test_a_cube_two_squares_from_the_other_active_cube_is_not_reached(self) -> None:
        """RULES 5.5: A4 is seen from C4, but the tilted cube has gone to E1."""
        start = at("A4bKHM,C5wMHK,E1wHKM w 0-0 --- land:C4.tr;armed:w")
        assert result(start, "C5>BC4", "C-C4<>E1") == "b 0-0 --- used:tr;armed:w"

    def test_in_the_first_edition_it_turns_the_first_lost_conflict_by_itself(self) -> None:
        """RULES 5.5: fire on C4 would lose to B4 and D4; B4 comes first."""
        start = at("B4bMHK,C5wMHK,D4bMKH w 2-0 --- armed:w", DUEL_FIRST)
        assert result(start, "C5>BC4") == "b 3-0 --- used:my"
        assert marked(start, "C5>BC4") == "C5►BC4*"

    @pytest.mark.parametrize(
        ("cubes", "score"), [("B4bKHM,C2bKMH", "3-0"), ("B4wKHM,C2bMKH", "2-0")], ids=["won", "no conflict"]
    )
    def test_in_the_first_edition_it_waits_for_a_conflict_that_would_be_lost(
        self, cubes: str, score: str
    ) -> None:
        """RULES 5.5: and nothing is asked about cubes two squares away."""
        start = at(f"{cubes},C5wMHK w 2-0 --- armed:w", DUEL_FIRST)
        assert result(start, "C5>BC4") == f"b {score} --- armed:w"

    def test_in_the_first_edition_it_is_its_owners_active_cube_that_it_helps(self) -> None:
        """RULES 5.5: black's cube loses to white's, whose yokai stays armed."""
        start = at("C2bHKM,C4wHMK b 2-0 --- armed:w", DUEL_FIRST)
        assert result(start, "C2>BC3") == "w 2-0 --- armed:w"


class TestConfusion:
    """RULES 5.6."""

    @BOTH_DUELS
    def test_in_the_next_two_turns_a_cube_of_the_other_colour_is_played(self, duel: Variant) -> None:
        """RULES 5.6: black's turn, then white's; the third one is free again."""
        start = at("B2bHMK,C5wMHK w 2-0 --- hands:w.cf/b.?3;due:use.w", duel)
        black = after(start, "C-cf")
        assert result(black) == "b 2-0 --- hands:w/b.?3;used:cf;confused:2"
        assert legal(black) == ["C5>BB5", "C5>BC4", "C5>BC6", "C5>BD5", "C5>PC5"]
        expect_refused(black, "B2>BB3", rule="5.6", code="own-cube-confused")
        expect_refused(black, "B2>PB2", rule="5.6", code="own-cube-confused")
        white = after(black, "C5>BC6")
        assert result(white) == "w 2-0 --- hands:w/b.?3;used:cf;confused:1"
        assert legal(white) == ["B2>BA2", "B2>BB1", "B2>BB3", "B2>BC2", "B2>PB2"]
        free = after(white, "B2>BB1")
        assert result(free) == "b 2-0 --- hands:w/b.?3;used:cf"
        assert "B1>PB1" in legal(free)

    def test_only_one_cube_is_rotated(self) -> None:
        """RULES 5.6."""
        start = at("B2bHMK,B5wHMK,D5wHMK b 0-0 --- used:cf;confused:2")
        assert [move for move in legal(start) if "P" in move] == ["B5>PB5", "D5>PD5"]
        expect_refused(start, "B5>PB5+D5>PD5", rule="5.6", code="rotation-one")

    @pytest.mark.parametrize(
        ("black", "resolved"),
        [
            ("C3bKHM", "w 0-1 --- used:cf;confused:1"),
            ("C3bMHK", "w 0-0 --- used:cf;confused:1"),
            ("C3bHMK", "b 0-0 --- again:C4!C5;used:cf;confused:2"),
        ],
        ids=["won", "lost", "alike"],
    )
    def test_conflicts_are_seen_from_the_active_cube_and_score_for_who_moved_it(
        self, black: str, resolved: str
    ) -> None:
        """RULES 5.6: black moves white's cube beside its own."""
        start = at(f"{black},C5wMHK b 0-0 --- used:cf;confused:2")
        assert result(start, "C5>BC4") == resolved

    def test_beside_a_cube_of_its_own_colour_there_is_no_conflict(self) -> None:
        """RULES 5.6: still between cubes of different colours."""
        start = at("C3wKHM,C5wMHK,A1bHMK b 0-0 --- used:cf;confused:2")
        assert result(start, "C5>BC4") == "w 0-0 --- used:cf;confused:1"

    def test_a_replay_plays_the_other_colour_too(self) -> None:
        """RULES 5.6."""
        replay = at("C3bHMK,C4wHMK b 0-0 --- again:C4!C5;used:cf;confused:2")
        assert legal(replay) == ["R-C4>BB4", "R-C4>BD4", "R-C4>PC4", "stop"]
        expect_refused(replay, "R-C3>BC2", rule="5.6", code="own-cube-confused")

    def test_an_influence_goes_to_the_player_who_moved_the_cube(self) -> None:
        """RULES 5.6."""
        start = at("B2bHMK,B5wHMK,C2bHKM,C5wMHK,D2bMHK,D5wKHM b 1-0 w-- used:cf;confused:2")
        assert result(start, "C5>BC4") == "w 0-1 b-- used:cf;confused:1"

    def test_a_rotation_still_forbids_the_next_one(self) -> None:
        """RULES 5.6 and 3.3."""
        start = at("B2bHMK,C5wMHK b 0-0 --- used:cf;confused:2")
        turned = after(start, "C5>PC5")
        assert result(turned) == "w 0-0 --- tilt;used:cf;confused:1"
        assert legal(turned) == ["B2>BA2", "B2>BB1", "B2>BB3", "B2>BC2"]

    def test_the_turn_in_which_it_is_used_goes_on_unaffected(self) -> None:
        """RULES 5.6: a replay of that turn plays one's own cubes, and any number of them."""
        start = at("B2bHMK,C4wHMK,D4wHKM w 2-0 --- again:C4!C5;hands:w.cf/b.?3;due:use.w")
        replay = after(start, "C-cf")
        assert result(replay) == "w 2-0 --- again:C4!C5;hands:w/b.?3;used:cf;confused:3"
        assert "R-C4>PC4+D4>PD4" in legal(replay)
        expect_refused(replay, "R-B2>BB3", rule="3.2", code="opponents-cube")
        assert result(replay, "stop") == "b 2-0 --- hands:w/b.?3;used:cf;confused:2"

    def test_a_pass_uses_up_one_of_the_two_turns(self) -> None:
        """RULES 5.6."""
        start = at("A1wHMK,A2bHMK,B1bMHK b 0-0 --- tilt;used:cf;confused:2")
        assert legal(start) == ["pass"]
        assert result(start, "pass") == "w 0-0 --- used:cf;confused:1"

    def test_in_teams_it_is_a_cube_that_stands_in_ones_zone(self) -> None:
        """RULES 5.6."""
        start = at("A2wHMK,A5bHMK,E5wHMK bl 0-0 --- used:cf;confused:2", TEAMS)
        assert legal(start) == ["E5>BD5", "E5>BE4", "E5>BE6", "E5>PE5"]
        expect_refused(start, "A2>BA1", rule="4.2", code="outside-zone")
        expect_refused(start, "A5>BA4", rule="5.6", code="own-cube-confused")

    def test_in_teams_a_cube_that_left_the_zone_is_not_played_in_a_confused_replay(self) -> None:
        """RULES 5.6: only one standing in the zone."""
        start = at("C2bHKM,C4wMHK,E5wHMK bl 0-0 --- used:cf;confused:2", TEAMS)
        replay = after(start, "C4>BC3")
        assert result(replay) == "bl 0-0 --- again:C3!C4;used:cf;confused:2"
        assert legal(replay) == ["R-E5>BD5", "R-E5>BE4", "R-E5>BE6", "R-E5>PE5", "stop"]
        expect_refused(replay, "R-C3>BB3", rule="4.2", code="outside-zone")

    def test_opposing_means_of_the_other_colour_than_the_active_cube(self) -> None:
        """RULES 5.6: black's yokai, spent through a white cube, reaches a black one."""
        start = at("A4wKHM,C2bKHM,C5wMHK b 0-0 --- used:cf;armed:b;confused:2")
        asked = after(start, "C5>BC4")
        assert result(asked) == "b 0-0 --- again:C4!C5;used:cf;armed:b;confused:2;due:yokai.C4"
        assert legal(asked) == ["C-keep", "C-my>C2"]
        assert result(asked, "C-my>C2") == "w 0-1 --- used:my.cf;confused:1"
