"""Board, set-up, turns and effects in general (R1 to R5)."""

from companion.games.rr.rules.board import IN, NAMES, Player
from companion.games.rr.rules.legal import legal_moves
from companion.games.rr.rules.play import play
from companion.games.rr.rules.tiles import DRAWN, FACES, OF_PLAYER, Kind
from companion.games.rr.rules.variant import Variant, start_position
from companion.games.rr.rules.written.position_text import position_text
from tests.rr.tables import after, board, board_after, legal, refused, uses

EMPTY = "- r ca.ki.ci/te.hi sm - -"


def test_nine_squares_in_columns_and_rows() -> None:
    """R1.1."""
    assert NAMES == ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")
    assert uses(board("a1mir,b3bib", zones="ki/te"), "ki@b2") == ["a1", "b3"]
    assert uses(board("a1mir,b3bib", zones="ge/te"), "ge@b2") == ["b3"]
    assert uses(board("a1mir,b3bib", zones="wi/te"), "wi@b2") == ["a1"]


def test_whose_ally_a_tile_is_is_how_it_lies_not_what_is_printed() -> None:
    """R1.2."""
    assert board_after(board("b2hib", zones="mi/te"), "mi@b1!b2") == "b1mir,b2hir"
    assert board_after(EMPTY, "sm@a1") == "a1smr"


def test_in_front_goes_by_the_tip() -> None:
    """R1.3."""
    row3 = "a3kib,b3qub,c3prb"
    row1 = "a1mir,b1ger,c1wir"
    assert uses(board(f"{row1},{row3}", zones="ft/te"), "ft@b2") == ["a3+b3+c3"]
    assert uses(board(f"{row1},{row3}", turn="b", zones="ca/ft"), "ft@b2") == ["a1+b1+c1"]


def test_zones_are_the_rows_in_front_of_the_players() -> None:
    """R1.4."""
    assert uses(board("a1kir,a3hib", zones="as/te.bi"), "as@b2") == ["bi", "te"]


def test_seven_tiles_each_and_five_open_neutral_ones() -> None:
    """R2.1."""
    assert [len(OF_PLAYER[player]) for player in Player] == [7, 7]
    assert len(DRAWN) == 16
    assert [face.kind for face in FACES.values()].count(Kind.NEUTRAL) == 17
    start = position_text(start_position(Variant()))
    assert start == "- r ca.ci.ge.ki.mi.pr.qu.wi/bi.cd.hi.mo.pa.sa.te br.ni.pe.sh.sm - citizen"
    powers = [[FACES[tile].rule for tile in OF_PLAYER[player]] for player in Player]
    assert sorted(powers[0]) == sorted(powers[1])


def test_the_first_player_gets_the_citizen() -> None:
    """R2.2."""
    for player in Player:
        start = start_position(Variant(first=player))
        assert start.turn is player
        assert "ci" in start.zones[player].tiles
        assert "ci" not in start.zones[player.other].tiles


def test_the_first_turn_places_the_citizen_on_any_square() -> None:
    """R2.3."""
    start = position_text(start_position(Variant()))
    assert legal(start) == sorted(f"ci@{square}" for square in NAMES)
    assert refused(start, "ki@b2") == ("R2.3", "citizen-first")
    assert "ki@b2" in legal(EMPTY)  # later the Citizen is a tile like the others
    assert "ci@b2" in legal(EMPTY)


def test_what_was_destroyed_leaves_as_its_destroyers_turn_begins() -> None:
    """R3.1."""
    text = board("a1hib", zones="ki.ca/te.bi")
    assert after(text, "ki@a2!a1") == "a1hixr,a2kir b ca/bi.te - - -"
    assert after(text, "ki@a2!a1", "bi@c3") == "a2kir,c3bib r ca/te - hi -"
    assert refused(after(text, "ki@a2!a1"), "bi@a1") == ("R3.3", "square-taken")


def test_there_is_no_passing() -> None:
    """R3.1."""
    assert all("@" in move for move in legal(EMPTY))


def test_a_tile_comes_from_the_zone_or_the_neutral_zone() -> None:
    """R3.2."""
    assert {move[:2] for move in legal(EMPTY)} == {"ca", "ki", "ci", "sm"}
    assert after(EMPTY, "sm@b2") == "b2smr b ca.ci.ki/hi.te - - -"
    assert refused(EMPTY, "hi@b2") == ("R3.2", "not-yours")


def test_a_face_down_tile_takes_up_its_square() -> None:
    """R3.3."""
    text = board("a1hixb,a2kir,b1smb")
    assert [move[-2:] for move in legal(text)] == ["a3", "b2", "b3", "c1", "c2", "c3"]
    assert refused(text, "ca@a1") == ("R3.3", "square-taken")


def test_an_effect_may_be_left_and_follows_the_placing_alone() -> None:
    """R4.1."""
    text = board("a1hib,c3kir", zones="ge.fa/te")
    assert {"ge@a2", "ge@a2!a1"} <= set(legal(text))
    assert board_after(text, "fa@b3!c3>a2") == "a1hib,a2kir,b3far"  # the King that is moved destroys nothing


def test_a_passive_effect_works_on_tiles_of_both_sides_while_it_lies_face_up() -> None:
    """R4.2."""
    for side in "rb":
        assert uses(board(f"a1sh{side},c3cib", zones="sm/te"), "sm@a2") == []
    assert uses(board("a1shxb,b2cib", zones="sm/te"), "sm@a2") == ["b2"]
    assert uses(board("a1cib", zones="sm/te.ca"), "sm@a2") == ["a1"]  # a Castle in a zone has no shield


def test_an_effect_without_a_target_is_not_announced() -> None:
    """R4.3."""
    text = board("c3hib", zones="ki/te")
    assert uses(text, "ki@a1") == []
    assert refused(text, "ki@a1!c3") == ("R4.3", "nothing-to-act-on")


def test_one_tile_is_chosen_and_groups_are_taken_whole_over_gaps_and_shields() -> None:
    """R4.4."""
    text = board("a3hib,c3cdb,b2teb,b3smxb", zones="qu.pr/bi")
    assert uses(text, "qu@a1") == ["a3", "c3"]
    assert uses(text, "qu@b1") == []
    assert uses(board("a1hib,b2teb,c3cdb", zones="qu/bi"), "qu@a3") == ["a1", "c3"]
    assert uses(board("a2hib,c2cdb,b1teb", zones="pr/bi"), "pr@b2") == ["a2+c2"]
    assert refused(board("a2hib,c2cdb", zones="pr/bi"), "pr@b2!a2") == ("R4.4", "whole-group")
    assert refused(board("a2hib,c2cdb", zones="ki/bi"), "ki@b2!a2+c2") == ("R6.1", "one-only")
    assert refused(board("a2hib", zones="ki/bi"), "ki@b2!b2") == ("R4.4", "itself")
    assert refused(board("a2hib,c2smxb", zones="ki/bi"), "ki@b2!c2") == ("R4.4", "nothing-there")


def test_an_arrow_goes_on_over_a_shield() -> None:
    """R4.4."""
    assert uses(board("b1teb,c1hib", zones="qu/bi"), "qu@a1") == ["c1"]


def test_targets_are_judged_once_and_acted_on_together() -> None:
    """R4.5."""
    text = board("a1sgr,a2hib,b1cdb,c2ger", zones="dr/te")
    assert uses(text, "dr@b2") == ["a1+a2+c2"]  # the Sage shields the tile beside her though she turns too
    assert board_after(text, "dr@b2!a1+a2+c2") == "a1sgb,a2hir,b1cdb,b2drr,c2geb"


def test_you_are_the_player_on_turn_in_a_reactivated_effect_too() -> None:
    """R4.6."""
    text = board("b1hib,c2smr", zones="br.ki/te")
    assert after(text, "br@b2!b1!c2").startswith("b1hib,b2brr,c2smxr b ")
    witch = board("b1wtb,c3smr,a3nib", zones="br/te")
    assert uses(witch, "br@b2") == ["b1!c3"]
    front = board("b2ftb,a1kir,b1qur,c1prr,a3geb,c3mib", zones="br/te")
    assert "b2!a1+b1+c1" in uses(front, "br@b3")


def test_turning_makes_an_ally_an_enemy_and_the_reverse() -> None:
    """R5.1."""
    text = board("a1hib,a2smr", zones="pr/te")
    assert board_after(text, "pr@b1!a1") == "a1hir,a2smr,b1prr"
    assert board_after(text, "pr@b1!a2") == "a1hib,a2smb,b1prr"


def test_a_destroyed_tile_has_no_effect_and_counts_for_nobody() -> None:
    """R5.2."""
    text = board("a1shxb,a2hib,c3cir", zones="mi/te")
    assert uses(text, "mi@b1") == ["a2"]
    assert refused(text, "mi@b1!a1") == ("R4.4", "nothing-there")


def test_on_the_last_space_nothing_is_destroyed() -> None:
    """R5.3."""
    eight = "a1hib,a2smr,a3nib,b1cir,b3sab,c1qur,c2prr,c3mir"
    assert uses(board(eight, zones="ki/te"), "ki@b2") == []
    assert refused(board(eight, zones="ki/te"), "ki@b2!a1") == ("R5.3", "last-space")
    woken = board(eight, zones="br/te")
    assert [use for use in uses(woken, "br@b2") if use.startswith("a2!")] == ["a2!a1", "a2!a3", "a2!b2"]
    hidden = board("a1hib,a2smxb,a3nib,b1cir,b3sab,c1qur,c2prr,c3mir", zones="ki.pt/te")
    assert uses(hidden, "ki@b2") == []  # a face-down tile takes up its square here too
    assert uses(board(eight.replace("a1hi", "a1te"), zones="pt/ca"), "pt@b2") == []
    destroyer = board(eight.replace("a2sm", "a2ge"), zones="br/te")
    assert [use for use in uses(destroyer, "br@b2") if use.startswith("a2")] == []
    assert refused(destroyer, "br@b2!a2!a1") == ("R5.3", "last-space")


def test_a_banished_tile_leaves_at_once_for_the_discards() -> None:
    """R5.4."""
    text = board("a1hib", zones="sm/te")
    assert after(text, "sm@a2!a1") == "a2smr b -/te - hi -"
    assert after(board("c3cir", zones="as/te.bi"), "as@a2!te") == "a2asr,c3cir b -/bi - te -"


def test_no_effect_acts_on_a_shield_but_the_pirates() -> None:
    """R5.5."""
    text = board("a1teb,b1cir,b2bib", zones="ki.mi.sm.fa.br.pt/hi")
    for move in ("ki@a2!a1", "mi@a2!a1", "sm@a2!a1", "fa@a2!a1>c3", "br@a2!a1!b1"):
        assert refused(text, move) == ("R5.5", "has-shield")
    assert uses(text, "pt@a2") == ["a1"]


def test_the_sage_shields_what_lies_beside_her_from_the_start() -> None:
    """R5.6."""
    text = board("b2sgb,a2hib,c3cir", zones="ki.pt.mi/te")
    assert refused(text, "ki@a1!a2") == ("R5.6", "beside-sage")
    assert uses(text, "pt@a1") == ["a2"]
    assert uses(text, "pt@a3") == ["a2"]
    held = board("b2sgb,c1shr,b3cir", zones="mi/te")
    assert "b3" in uses(held, "mi@c2")  # placed beside the Sage, and so not nullified
    assert uses(board("b2sgxb,c1shr,b3cir", zones="mi/te"), "mi@c2") == []


def test_every_set_of_squares_is_listed_in_order() -> None:
    """R1.1."""
    assert IN[0b100000011] == (0, 1, 8)
    position = start_position(Variant())
    assert play(position, legal_moves(position)[0]).after.board[0] is not None
