"""The position string: every token, every refusal, what is accepted (FORMATS 1)."""

import pytest

from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.errors import HiddenFaces, NotationError, PositionError
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.perft import perft
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.notation import play_text
from companion.games.himiki.rules.written.position_text import parse_cubes, parse_position, position_text
from tests.rules.tables import (
    DUEL,
    DUEL_FIRST,
    HEADLOCK,
    MUK_YAN,
    MUK_YAN_FIRST,
    MUK_YAN_WHITE,
    TEAMS,
    at,
    expect_unreadable,
    legal,
    mindlock,
)

STANDING = [
    # Cubes, turn, score, influences
    (DUEL, "- w 0-0 --- -"),
    (DUEL, "B2bHMK,B5wHMK,C2bKHM,C5wMKH,D2bMKH,D5wKHM w 0-0 --- -"),
    (DUEL, "A1wHMK,A6bHKM,C3wMHK,D4bMKH,E1wKHM,E6bKMH b 2-4 w-b -"),
    (DUEL, "B5wHMK w 4-4 wbw -"),
    (TEAMS, "A2wHMK,A5bKHM,B1wKHM,B6bHMK,D1bHMK,D6wKHM,E2bKHM,E5wHMK bl 1-0 -b- -"),
    (TEAMS, "E5wHMK wl 0-0 --- -"),
    (TEAMS, "E5wHMK wd 0-0 --- -"),
    (TEAMS, "E5wHMK bd 0-0 --- -"),
    (MUK_YAN, "B2bHMK,B5wHMK b 0-3 bb- -"),
    (mindlock("H"), "A1wHMK,A2wHMK,A3wHMK,A4wHMK,C1bM??,C2bM??,C3bM??,C4bM?? w 0-0 w-- -"),
    # Hidden faces
    (DUEL, "B2bH??,B5w???,C2b?M?,C5w??K,D2bHM?,D5w?MK w 0-0 --- -"),
    # setup
    (DUEL, "- w 0-0 --- setup"),
    (DUEL, "B5wHMK b 0-0 --- setup"),
    (DUEL, "B2bHMK,B5wHMK,C2bHMK w 0-0 --- setup;hands:w.?3/b.?3"),
    (DUEL_FIRST, "B2bHMK,B5wHMK,D5wHMK b 0-0 --- setup"),
    (TEAMS, "A2wHMK,B6bHMK,E5wHMK bd 0-0 --- setup;hands:w.?6/b.?6"),
    (MUK_YAN, "B5wHMK,C5wHMK,D5wHMK b 0-0 --- setup"),
    (MUK_YAN_FIRST, "B3bHMK,B5wHMK,C5wHMK,D5wHMK b 0-0 --- setup"),
    (MUK_YAN_WHITE, "B2wHMK,B5bHMK,C5bHMK,D5bHMK w 0-0 --- setup"),
    # tilt, again
    (DUEL, "B5wHMK w 0-0 --- tilt"),
    (DUEL, "C5wHMK w 0-0 --- again"),
    (DUEL, "C5wHMK,D2wHMK w 0-0 --- again:C5!B5+D2!D3"),
    (MUK_YAN, "C5bHMK b 0-0 --- again:C5!B5"),
    (HEADLOCK, "A1bH??,C5wHMK w 0-0 --- again:C5!B5"),
    # land, hands, used, armed, confused
    (DUEL, "B5wHMK w 0-0 --- land:C3.mi+D4.vx"),
    (DUEL, "B5wHMK w 0-0 --- land:A1.gh+A2.im+A3.tr+A4.vx+A5.tp+A6.mi"),
    (DUEL, "B5wHMK w 0-0 --- hands:w.mh.cj/b.?3"),
    (DUEL, "B5wHMK w 0-0 --- hands:w.mh.cj.?1/b"),
    (DUEL, "B5wHMK w 0-0 --- hands:w/b.tp.mi"),
    (TEAMS, "E5wHMK wl 0-0 --- hands:w.mh.mm.mk.cj.my.cf/b.gh.im.tr.?3"),
    (mindlock(), "B5wHMK,E1bK?? w 0-0 --- hands:w.mh.cj/b"),
    (DUEL, "B5wHMK w 0-0 --- used:mh.cj"),
    (DUEL, "B5wHMK w 0-0 --- used:mh.mm.mk.cj.my.cf.gh.im.tr.vx.tp.mi"),
    (DUEL, "B5wHMK w 0-0 --- armed:w"),
    (DUEL, "B5wHMK w 0-0 --- armed:b"),
    (DUEL, "B5wHMK w 0-0 --- used:cf;confused:2"),
    (DUEL, "B5wHMK w 0-0 --- used:cf;confused:1"),
    (DUEL, "B5wHMK w 0-0 --- again:B5!B4;used:cf;confused:3"),
    # due
    (DUEL, "B5wHMK w 2-0 --- hands:w.?3/b;due:use.w"),
    (DUEL, "B5wHMK w 2-2 --- hands:w.?3/b.mh;due:use.w,use.b"),
    (DUEL, "B5wHMK w 2-0 --- used:mh;due:mana.w.H"),
    (DUEL, "B2bKHM,B5wHMK w 2-3 --- used:mk;due:mana.b.K"),
    (DUEL, "C3wHMK w 0-0 --- again:C3!C4;used:im;due:impulse.C3"),
    (DUEL, "C3wHMK w 0-0 --- again:C3!C4;used:tp;due:slide.C3"),
    (DUEL, "C3wHMK,E1bHMK w 0-0 --- again:C3!C4;used:tr;due:swap.C3"),
    (DUEL, "C1bHMK,C3wHMK w 0-0 --- again:C3!C4;armed:w;due:yokai.C3"),
    (DUEL, "B2bHMK,C1bHMK,C3wHMK w 0-0 --- again:C3!C4;used:tr;armed:w;due:yokai.C3.B2"),
    (DUEL, "C3wHMK w 2-0 --- again:C3!C4;hands:w.cj/b;used:im;due:impulse.C3,use.w"),
    # Every kind of token that goes together, in this order
    (
        DUEL,
        "B2bHMK,C5wHMK w 3-4 w-b "
        "again:C5!B5;land:C3.mi;hands:w.mh/b.?2;used:cf.tr;armed:b;confused:3;due:use.w",
    ),
    (DUEL, "B2bHMK,C5wHMK b 3-4 w-b tilt;land:C3.mi;hands:w.mh/b.?2;used:cf.tr;armed:b;confused:1"),
    # Finished games
    (DUEL, "B2bHMK,B5wHMK w 5-4 --- -"),
    (DUEL, "B2bHMK,B5wHMK b 2-5 wb- land:C3.mi;hands:w.mh/b.?2;used:cf;armed:b"),
    (TEAMS, "E5wHMK wd 5-0 --- -"),
]


@pytest.mark.parametrize(("variant", "text"), STANDING)
def test_what_is_printed_is_read_and_printed_again(variant: Variant, text: str) -> None:
    assert position_text(parse_position(text, variant)) == text


def test_cubes_may_come_unsorted_and_in_either_spelling_and_are_printed_sorted() -> None:
    text = "D5wKHM,5BwHMK,E1bHMK,2AbMHK w 0-0 --- -"
    assert position_text(at(text)) == "A2bMHK,B5wHMK,D5wKHM,E1bHMK w 0-0 --- -"


def test_fewer_cubes_and_a_tile_held_at_score_zero_are_accepted() -> None:
    position = at("B5wHMK w 0-0 wbw -")
    assert position.influences == (Colour.WHITE, Colour.BLACK, Colour.WHITE)
    assert position.score == (0, 0)


def test_mindlock_takes_any_number_of_cubes() -> None:
    crowd = ",".join(f"{row}{column}wHMK" for row in "ABCDE" for column in "12345")
    assert crowd in position_text(at(f"{crowd},E6bKHM w 0-0 --- -", mindlock()))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "B5wHMK w 0-0 ---",
        "B5wHMK w 0-0 --- - -",
        "B5wHMK  w 0-0 --- -",
        " B5wHMK w 0-0 --- -",
        "B5wHMK\tw\t0-0\t---\t-",
    ],
)
def test_a_position_has_five_fields_with_one_space_between(text: str) -> None:
    expect_unreadable(text)


def test_the_rules_cannot_answer_while_a_face_is_hidden() -> None:
    position = at("B2bHMK,B5wH?? w 0-0 --- -")
    with pytest.raises(HiddenFaces, match="B5"):
        legal_moves(position)
    with pytest.raises(HiddenFaces, match="B5"):
        play_text(position, "B5>BB4")
    with pytest.raises(HiddenFaces, match="B5"):
        perft(position, 1)


def test_in_a_challenge_the_sides_of_black_cubes_may_be_hidden() -> None:
    assert "B5>BB4" in legal(at("B2bH??,B5wHMK w 0-0 --- -", mindlock()))
    for hidden in ("B2b???,B5wHMK", "B2bHMK,B5wH??"):
        with pytest.raises(HiddenFaces):
            legal_moves(at(f"{hidden} w 0-0 --- -", mindlock()))


def test_the_cubes_field_is_read_alone_for_challenges() -> None:
    assert parse_cubes("-") == bytes(30)
    assert sum(1 for cube in parse_cubes("B5wHMK,E1bH??") if cube) == 2
    with pytest.raises(PositionError):
        parse_cubes("B5wHMK,B5wHMK")


def test_a_position_that_cannot_be_read_is_also_a_value_error() -> None:
    with pytest.raises(ValueError, match="five fields"):
        at("nonsense")
    assert issubclass(PositionError, ValueError)
    assert issubclass(NotationError, ValueError)
