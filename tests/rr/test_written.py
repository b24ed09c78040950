"""Positions and moves as text (FORMATS-RR F1, F2)."""

import pytest

from companion.games.rr.rules.written.notation import annotated, bare, play_text
from companion.games.rr.rules.written.position_text import parse_position, position_text
from companion.games.rule_errors import MarkError, NotationError
from tests.rr.tables import board, faults

AFTER_TWO = "a2smb,b2cir r ca.ge.ki.mi.pr.qu.wi/bi.cd.hi.mo.pa.sa.te br.ni.pe.sh - -"


@pytest.mark.parametrize(
    "text",
    [
        AFTER_TWO,
        "a1hixr,b2tor/ki b -/?2 - wi -",
        "c3toxr/qu b -/te.?1 sm wi -",
        "- r -/- - - -",
        "- r ca.ci.?2/te.?2 - - citizen",
        "- b ci/te br.ni.pe.sh - draft",
    ],
)
def test_positions_round_trip(text: str) -> None:
    assert position_text(parse_position(text)) == text


def test_unsorted_lists_are_read_and_printed_sorted() -> None:
    assert position_text(parse_position("b2cir,a2smb r ki.ca.?1/te pe.br mo.hi -")) == (
        "a2smb,b2cir r ca.ki.?1/te br.pe hi.mo -"
    )


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("a1kir,a1qur r -/- - - -", ["square-twice"]),
        ("a1kir r ki/- - - -", ["tile-twice"]),
        ("a1kir r -/- - ki.ki -", ["tile-twice"]),
        ("a1tor r -/- - - -", ["tower-bare"]),
        ("a1kir/qu r -/- - - -", ["covers"]),
        ("a1tor/ca r -/- - - -", ["covered-shield"]),
        ("a1tor/to r -/- - - -", ["tile-twice", "covered-shield"]),
        ("a1kixr r -/- - - -", ["own-destroyed"]),
        ("a1hixb,a2smr,a3nir,b1cir,b2kir,b3sar,c1qur,c2prr,c3mir r -/- - - -", ["down-and-full"]),
        ("- r -/- ci.ki.hi - -", ["not-neutral"] * 3),
        ("- r ?9/?8 - - -", ["too-many-unknown"]),
        ("- r ?1/- br.ni.pe.sh.sm.so.sg.wt ft.fa.as.hm.pt.dr.to.de -", ["too-many-unknown"]),
        ("a1kir r ci/- - - citizen", ["not-begun"]),
        ("- r ci/- - ki citizen", ["not-begun"]),
        ("- r -/ci - - citizen", ["no-citizen"]),
        ("- r ci/- br.ni.pe.sh - draft", ["no-citizen"]),
        ("- r ci/- br.ni - draft", ["draft-size"]),
        ("- w -/- - - -", ["bad-turn"]),
        ("- r - - - -", ["bad-zones"]),
        ("- r ca.?0/-.?1 zz - over", ["bad-list", "bad-list", "bad-list", "bad-state"]),
        ("a1,a4kir,a1KIr r -/- - - -", ["bad-tile"] * 3),
    ],
)
def test_all_faults_of_a_position_are_named(text: str, codes: list[str]) -> None:
    assert sorted(faults(text)) == sorted(codes)


@pytest.mark.parametrize("text", ["", "- r -/- - -", "- r -/- - - - -", "- r  -/- - - -", "x" * 10_000])
def test_text_of_another_shape_is_no_position(text: str) -> None:
    with pytest.raises(NotationError):
        parse_position(text)


CHAIN = board("a3hib,b1per,c2mib,c1cdb", zones="br.ki.fa.as.wt/pa.te", rest="- - -")


@pytest.mark.parametrize(
    ("move", "full"),
    [
        ("ki@b2", "ki@b2"),
        ("ki@b2!a3", "ki@b2xa3"),
        ("br@b2!b1!c2!b1", "br@b2&b1&c2~b1"),
        ("fa@b2!a3>c3", "fa@b2:a3>c3"),
        ("as@b2!te", "as@b2#te"),
        ("wt@b2!b1", "wt@b2^b1"),
    ],
)
def test_moves_bare_annotated_in_capitals_and_in_any_order(move: str, full: str) -> None:
    position = parse_position(CHAIN)
    played = play_text(position, move)
    assert (bare(played.move), annotated(played)) == (move, full)
    for written in (full, full.upper(), full.replace(">", "->"), move.upper()):
        assert play_text(position, written) == played


def test_a_move_that_ends_the_game_says_who_has_won() -> None:
    eight = "a2smr,a3nib,b1cir,b2kib,b3sab,c1qur,c2prb,c3bib"
    position = parse_position(board(eight, zones="mi/te"))
    assert annotated(play_text(position, "mi@a1!a2")) == "mi@a1~a2=b"
    for written in ("mi@a1!a2=b", "mi@a1~a2", "MI@A1~A2=B"):
        assert bare(play_text(position, written).move) == "mi@a1!a2"
    with pytest.raises(MarkError):
        play_text(position, "mi@a1!a2=r")


@pytest.mark.parametrize("text", ["ki@b2~a3", "br@b2xb1&c2~b1", "ki@b2=r"])
def test_what_is_marked_must_be_true(text: str) -> None:
    with pytest.raises(MarkError):
        play_text(parse_position(CHAIN), text)


@pytest.mark.parametrize(
    "text",
    [
        "ki",
        "ki@d4",
        "kk@b2",
        "ki@b2!",
        "ki@b2!a3!",
        "ki@b2a3",
        "ki@b2!a3+",
        "ki@b2!a3+a3",
        "ki@b2=",
        "ki@b2!a3=w",
        "+",
        "+zz",
        "+br=r",
        "ki@b2!zz",
        "fa@b2!a3>",
        "br@b2!b1+c2!c2",
        "\u212ai@b2",
        "br" + "@b2!b1" * 1000,
    ],
)
def test_other_text_is_no_move(text: str) -> None:
    with pytest.raises(NotationError):
        play_text(parse_position(CHAIN), text)


def test_targets_are_read_in_any_order() -> None:
    position = parse_position(board("a2hib,c2cdb,b1sab", zones="pr/te"))
    assert bare(play_text(position, "pr@b2!c2+a2+b1").move) == "pr@b2!a2+b1+c2"
