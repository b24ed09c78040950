"""What each tile does (R6)."""

import pytest

from companion.games.rr.rules.tiles import FACES, Tile
from tests.rr.tables import after, board, board_after, legal, refused, uses

RING = "a1smr,a2nir,a3brb,b1per,b3asb,c1ftb,c2far"
"""All but c3 and the middle; nothing of it stands alone, shields or holds anything up."""
AROUND = ["a1", "a2", "a3", "b1", "b3", "c1", "c2"]
STRAIGHT = ["a2", "b1", "b3", "c2"]
SLANTED = ["a1", "a3", "c1"]


def around(tile: str) -> list[str]:
    return uses(board(RING, zones=f"{tile}/{'te' if tile != 'te' else 'ca'}"), f"{tile}@b2")


@pytest.mark.parametrize(
    ("rule", "tiles", "squares"),
    [
        ("R6.1", "ki hi", AROUND),
        ("R6.4", "mi bi", AROUND),
        ("R6.5", "ge pa", STRAIGHT),
        ("R6.6", "wi mo", SLANTED),
    ],
)
def test_one_of_those_around(rule: str, tiles: str, squares: list[str]) -> None:
    """R6.1, R6.4, R6.5, R6.6."""
    for tile in tiles.split():
        assert FACES[Tile(tile)].rule == rule
        assert around(tile) == squares


def test_king_general_and_wizard_destroy_and_the_minister_turns() -> None:
    """R6.1, R6.4, R6.5, R6.6."""
    for tile, target in (("ki", "a1"), ("ge", "a2"), ("wi", "a1")):
        told = board_after(board("a1hib,a2cdb", zones=f"{tile}/te"), f"{tile}@b2!{target}")
        assert f"{target}{'hi' if target == 'a1' else 'cd'}xr" in told
    assert board_after(board("a1hib", zones="mi/te"), "mi@b2!a1") == "a1hir,b2mir"


def test_the_queen_turns_a_whole_direction_to_the_edge() -> None:
    """R6.2."""
    text = board("a2smr,a3nib,b1brb,c3peb", zones="qu.cd/te")
    for tile in ("qu", "cd"):
        assert uses(text, f"{tile}@a1") == ["a2+a3", "b1", "c3"]
    assert refused(text, "qu@a1!a2") == ("R4.4", "whole-group")


def test_the_princess_turns_all_orthogonal_or_all_diagonal_ones() -> None:
    """R6.3."""
    assert around("pr") == around("sa") == ["a1+a3+c1", "a2+b1+b3+c2"]


def test_castle_and_temple_have_a_shield_and_no_effect_to_use() -> None:
    """R6.7."""
    for tile in ("ca", "te"):
        text = board(f"a1{tile}b,b2cir", zones="ki.mo/-")
        assert uses(text, "ki@a2") == ["b2"]
        assert refused(text, "ki@a2!a1") == ("R5.5", "has-shield")
    assert refused(board("a1smr", zones="ca/te"), "ca@b2!a1") == ("R6.7", "no-active-effect")


def test_the_citizen_does_nothing() -> None:
    """R6.8."""
    assert refused(board("a1smr", zones="ci/te"), "ci@b2!a1") == ("R6.8", "no-active-effect")


def test_samurai_and_ninja_banish() -> None:
    """R6.9, R6.10."""
    text = board("a1hib,a2cdb", zones="sm.ni/te")
    assert uses(text, "sm@b2") == ["a2"]
    assert uses(text, "ni@b2") == ["a1"]
    assert after(text, "ni@b2!a1") == "a2cdb,b2nir b sm/te - hi -"


def test_bard_and_performer_reactivate_and_one_can_reactivate_the_other() -> None:
    """R6.11, R6.12."""
    text = board("a2kib,c3hib", zones="br.pe/te")
    assert uses(text, "br@b2") == ["a2!b2"]
    assert uses(text, "pe@b3") == ["a2!b3"]
    chain = board("b1per,c2mib,a3smr", zones="br/te")
    assert "b1!c2!b1" in uses(chain, "br@b2")
    assert board_after(chain, "br@b2!b1!c2!b2") == "a3smr,b1per,b2brb,c2mib"
    assert refused(text, "br@b2!a2") == ("R6.11", "names-woken")
    assert refused(text, "br@b2!c3!b2") == ("R6.11", "out-of-reach")


def test_a_tile_that_could_act_on_nothing_is_not_reactivated() -> None:
    """R6.11."""
    text = board("a1wib,c3mir,a3bib", zones="br/te")
    assert uses(text, "br@a2") == ["a3!a2"]
    assert refused(text, "br@a2!a1!b2") == ("R4.3", "nothing-to-act-on")


def test_a_woken_samurai_can_banish_the_bard() -> None:
    """R6.11."""
    assert after(board("b1smb", zones="br.ca/te"), "br@b2!b1!b2") == "b1smb b ca/te - br -"


def test_shaman_and_sorceress_nullify_what_is_placed_and_what_would_be_woken() -> None:
    """R6.13, R6.14."""
    shaman = board("b2shb,a1smr", zones="mi.ge.br/te")
    assert refused(shaman, "mi@a2!a1") == ("R6.13", "nullified")
    assert refused(shaman, "mi@b1!a1") == ("R6.13", "nullified")
    sorceress = board("b2sob,b1smr", zones="mi/te")
    assert refused(sorceress, "mi@a1!b1") == ("R6.14", "nullified")
    assert uses(sorceress, "mi@a2") == ["b1", "b2"]
    held = board("b2shr,a2mib,a1smb", zones="br/te")
    assert [use for use in uses(held, "br@a3") if use.startswith("a2")] == []
    assert refused(held, "br@a3!a2!a1") == ("R6.13", "nullified")


def test_the_sage_protects_both_tiles_beside_her() -> None:
    """R6.15."""
    text = board("a2smb,b2sgb,c2nib", zones="dr.ki/te")
    assert uses(text, "dr@b1") == ["b2"]


def test_the_witch_takes_an_ally_but_never_the_tile_just_placed() -> None:
    """R6.16."""
    text = board("a1hir,b2cib,c3smr,b1tor/ki", zones="wt/te")
    assert uses(text, "wt@a2") == ["a1", "c3"]
    assert after(text, "wt@a2!a1") == "a2wtr,b1tor/ki,b2cib,c3smr b hi/te - - -"
    assert refused(text, "wt@a2!b2") == ("R6.16", "not-your-ally")
    woken = board("a1hir,b2wtb", zones="br/te")
    assert [use for use in uses(woken, "br@b1") if use.startswith("b2")] == ["b2!a1"]
    assert refused(woken, "br@b1!b2!b1") == ("R6.16", "just-placed")


def test_the_fortuneteller_turns_all_in_front() -> None:
    """R6.17."""
    assert uses(board("a2smb,b2nir,c1cib", zones="ft/te"), "ft@b1") == ["a2+b2"]
    assert uses(board("a2smb", zones="ft/te"), "ft@b3") == []


def test_the_fairy_moves_one_tile_with_its_heading_to_any_free_square() -> None:
    """R6.18."""
    text = board("a1hib,b1smr,b2teb", zones="fa/ki")
    moved = uses(text, "fa@c3")
    assert len(moved) == 2 * 5
    assert board_after(text, "fa@c3!a1>a2") == "a2hib,b1smr,b2teb,c3far"
    assert refused(text, "fa@c3!a1>b1") == ("R6.18", "not-free")
    assert refused(text, "fa@c3!c3>a2") == ("R4.4", "itself")


def test_the_assassin_takes_any_tile_of_the_other_zone_an_unknown_one_unseen() -> None:
    """R6.19."""
    text = board("c3cir", zones="as/te.?1")
    assert "dr" in uses(text, "as@a1")
    assert "te" in uses(text, "as@a1")
    assert after(text, "as@a1!dr") == "a1asr,c3cir b -/te - dr -"
    assert refused(text, "as@a1!ki") == ("R6.19", "not-in-zone")


def test_the_hermit_takes_any_discard() -> None:
    """R6.20."""
    text = board("c3cir", zones="hm/te", rest="- ki.hi.sm -")
    assert uses(text, "hm@a1") == ["hi", "ki", "sm"]
    assert after(text, "hm@a1!hi") == "a1hmr,c3cir b hi/te - ki.sm -"
    assert refused(text, "hm@a1!qu") == ("R6.20", "not-discarded")


def test_the_pirate_destroys_a_tile_that_has_a_shield() -> None:
    """R6.21."""
    text = board("a1teb,a2smb,b1tor/ki,c1nib", zones="pt.ca/hi")
    assert uses(text, "pt@b2") == ["a1", "b1"]
    assert refused(text, "pt@b2!a2") == ("R6.21", "no-shield")


def test_the_dragon_turns_all_around() -> None:
    """R6.22."""
    assert around("dr") == ["+".join(AROUND)]
    assert uses(board("a1hib,a2smr,c3cir", zones="dr/te"), "dr@b2") == ["a1+a2+c3"]


def test_the_tower_covers_an_ally_without_a_shield() -> None:
    """R6.23."""
    text = board("a1kir,a2hib,b1car", zones="to/te")
    assert legal(text) == ["to@a1"]
    assert board_after(text, "to@a1") == "a1tor/ki,a2hib,b1car"
    assert refused(text, "to@a2") == ("R6.23", "tower-on-ally")
    assert refused(text, "to@b1") == ("R6.23", "tower-on-shield")
    assert refused(text, "to@c3") == ("R6.23", "tower-on-ally")


def test_what_a_tower_covers_leaves_with_it_and_has_no_effect() -> None:
    """R6.23."""
    covered = board("a1tor/sh,b1hib,c3cir", zones="mi/te.pt", turn="r")
    assert uses(covered, "mi@a2") == ["b1"]
    text = board("a1tor/ki,c3cir", turn="b", zones="ca.ge.qu/pt.te")
    assert after(text, "pt@a2!a1") == "a1toxb/ki,a2ptb,c3cir r ca.ge.qu/te - - -"
    assert after(text, "pt@a2!a1", "ge@c1") == "a2ptb,c1ger,c3cir b ca.qu/te - ki.to -"


def test_death_has_no_effect_to_use() -> None:
    """R6.24."""
    assert refused(board("a1smr", zones="de/te"), "de@b2!a1") == ("R6.24", "no-active-effect")
