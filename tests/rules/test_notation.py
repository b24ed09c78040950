"""The text of moves (FORMATS 2)."""

import pytest

from companion.games.himiki.rules.errors import NotationError
from companion.games.himiki.rules.moves import (
    DECLINE,
    KEEP_YOKAI,
    PASS,
    STOP,
    Conjure,
    Place,
    PutTerrain,
    Rotate,
    Slide,
    SpendYokai,
    Swap,
    Tilt,
    UseEvent,
)
from companion.games.himiki.rules.position import start_position
from companion.games.himiki.rules.tiles import Tile
from companion.games.himiki.rules.written.notation import annotated, bare, parse_move, play_text
from tests.rules.tables import DUEL, after, at, expect_untrue, legal, marked, result

# A position, and a move there: bare as programs read it, annotated as people do.
FORMS = [
    ("B5wHMK w 0-0 --- -", "B5>BC5", "B5►BC5"),
    ("B5wHMK w 0-0 --- -", "B5>PB5", "B5►PB5"),
    ("B5wHMK,C5wHMK w 0-0 --- -", "B5>PB5+C5>PC5", "B5►PB5+C5►PC5"),
    ("- w 0-0 --- setup", "wHMK@B5", "wHMK@B5"),
    ("B5wHMK w 0-0 --- again:B5!B4", "stop", "stop"),
    ("B5wHMK w 0-0 --- again:B5!B4", "R-B5>BC5", "R-B5►BC5"),
    ("B5wHMK w 0-0 --- again:B5!B4", "R-B5>PB5", "R-B5►PB5"),
    ("- w 0-0 --- -", "pass", "pass"),
    ("B5wHMK w 2-0 --- hands:w.mi/b;due:use.w", "C-mi@C3", "C-mi@C3"),
    ("B5wHMK w 2-0 --- hands:w.mh/b;due:use.w", "C-mh", "C-mh"),
    ("B5wHMK w 2-0 --- hands:w.my/b;due:use.w", "C-my", "C-my"),
    ("B5wHMK w 2-0 --- hands:w.cf/b;due:use.w", "C-cf", "C-cf"),
    ("B5wHMK w 2-0 --- hands:w.cf/b;due:use.w", "C-none", "C-none"),
    ("B2bHMK,B5wHMK w 2-0 --- hands:w.cj/b;due:use.w", "C-cj@B2=KHM", "C-cj@B2=KHM"),
    ("B5wHMK w 2-0 --- due:mana.w.H", "C-B5>BC5", "C-B5►BC5"),
    ("B5wHMK w 0-0 --- again:B5!C5;due:impulse.B5", "C-B5>BC5", "C-B5►BC5"),
    ("C3wHMK w 0-0 --- again:C3!C4;due:slide.C3", "C-C3>TC5", "C-C3►TC5"),
    ("B2bHMK,C3wHMK w 0-0 --- again:C3!C4;due:swap.C3", "C-C3<>B2", "C-C3<>B2"),
    ("D2bMHK,D4wHMK w 0-0 --- again:D4!D5;armed:w;due:yokai.D4", "C-my>D2", "C-my►D2"),
    ("D2bMHK,D4wHMK w 0-0 --- again:D4!D5;armed:w;due:yokai.D4", "C-keep", "C-keep"),
]


@pytest.mark.parametrize(("position", "written", "told"), FORMS)
def test_every_form_is_printed_as_it_is_read_bare_and_annotated(
    position: str, written: str, told: str
) -> None:
    start = at(position)
    assert written in legal(start)
    for text in (written, told):
        played = play_text(start, text)
        assert bare(start, played.move) == written
        assert annotated(played) == told


@pytest.mark.parametrize(("position", "written", "told"), FORMS)
def test_lower_case_other_arrows_other_spelling_and_left_out_prefixes_are_read(
    position: str, written: str, told: str
) -> None:
    start = at(position)
    move = play_text(start, written).move
    unprefixed = written.removeprefix("R-").removeprefix("C-")
    spellings = [
        written.lower(),
        written.upper(),
        unprefixed,
        unprefixed.lower(),
        f" {written} ",
        # The exchange of a transfer has two heads and no arrow.
        written if "<>" in written else written.replace(">", "->"),
        written if "<>" in written else written.replace(">", "►"),
    ]
    for text in spellings:
        assert play_text(start, text).move == move


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        ("5B>B5C", "B5>BC5"),
        ("B5>B5C", "B5>BC5"),
        ("5b>p5b+5C->P5c", "B5>PB5+C5>PC5"),
        ("wHMK@5B", "wHMK@B5"),
        ("mi@3C", "C-mi@C3"),
        ("cj@2B=KHM", "C-cj@B2=KHM"),
        ("my>2D", "C-my>D2"),
        ("3C>T5C", "C-C3>TC5"),
        ("3C<>2B", "C-C3<>B2"),
    ],
)
def test_a_square_is_read_in_both_spellings(text: str, twin: str) -> None:
    assert parse_move(text).move == parse_move(twin).move


def test_what_is_read_is_what_is_meant() -> None:
    b5, c5 = (parse_move(f"{name}>P{name}").move for name in ("B5", "C5"))
    assert isinstance(b5, Rotate)
    assert isinstance(c5, Rotate)
    (b5_square,), (c5_square,) = b5.squares, c5.squares
    assert parse_move("B5>BC5").move == Tilt(b5_square, c5_square)
    assert parse_move("C5>PC5+B5>PB5").move == Rotate((b5_square, c5_square))
    assert parse_move("B5>TC5").move == Slide(b5_square, c5_square)
    assert parse_move("B5<>C5").move == Swap(b5_square, c5_square)
    assert parse_move("vx@B5").move == PutTerrain(Tile.VORTEX, b5_square)
    assert parse_move("mk").move == UseEvent(Tile.WOOD_MANA)
    assert parse_move("my>B5").move == SpendYokai(b5_square)
    assert [parse_move(word).move for word in ("stop", "pass", "none", "keep")] == [
        STOP,
        PASS,
        DECLINE,
        KEEP_YOKAI,
    ]
    assert isinstance(parse_move("bKHM@B5").move, Place)
    assert isinstance(parse_move("cj@B5=MKH").move, Conjure)


def test_rotations_are_printed_sorted_by_square() -> None:
    start = at("A1wHMK,B5wHMK,D5wHMK w 0-0 --- -")
    assert marked(start, "D5>PD5+A1>PA1+B5>PB5") == "A1►PA1+B5►PB5+D5►PD5"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "B5",
        "B5>",
        "B5>C5",
        "B5>BF5",
        "B5>BC7",
        "B5>XC5",
        "B5BC5",
        "B5>BC5>BD5",
        "B5>PC5",
        "B5>PB5+",
        "B5>PB5+B5>PB5",
        "B5>PB5+C5>BD5",
        "B5>BC5+C5>BD5",
        "HMK@B5",
        "gHMK@B5",
        "wHHK@B5",
        "wH??@B5",
        "wHMK@",
        "mi",
        "mi@",
        "mh@C3",
        "gg@C3",
        "cj",
        "cj@B2",
        "cj@B2=HHM",
        "my>",
        "R-C-B5>BC5",
        "X-B5>BC5",
        "*",
        "stop*now",
        "B5>BC5 C5>BD5",
        "\uff225>BC5",
        "B5>BC\u0665",
        "B5►►BC5",
        "\x00",
        "B5>BC5" * 1000,
    ],
)
def test_anything_else_is_no_move(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_move(text)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


# White tilts C5 to C4 and shows fire: it beats B4's wood and D4's, and is the fourth fire.
BOTH_MARKS = "A1wHMK,A6bHMK,B4bKHM,C5wMHK,D4bKHM,E1wHKM w 0-0 --- -"


class TestMarks:
    """A star per conflict won, the sign of an influence."""

    def test_the_annotated_form_has_both(self) -> None:
        assert annotated(play_text(at(BOTH_MARKS), "C5>BC4")) == "C5►BC4**🔥"
        assert marked(at(BOTH_MARKS), "C5>BC4") == "C5►BC4**^H"

    @pytest.mark.parametrize(
        ("cubes", "sign"),
        [("B2bHMK,C2bHKM,D2bHMK,C5wMHK", "🔥"), ("B2bMHK,C2bMKH,D2bMHK,C5wHMK", "💧")],
    )
    def test_each_element_has_its_sign(self, cubes: str, sign: str) -> None:
        assert annotated(play_text(at(f"{cubes} w 0-0 --- -"), "C5>BC4")) == f"C5►BC4{sign}"
        wood = at("B2bKHM,C2bKMH,D2bKHM,C5wHKM w 0-0 --- -")
        assert annotated(play_text(wood, "C5>BC4")) == "C5►BC4🌲"

    @pytest.mark.parametrize(
        "true",
        ["C5>BC4**🔥", "C5>BC4**", "C5>BC4🔥", "C5>BC4^H", "C5>BC4^h**", "C5>BC4*🔥*", "C5>BC4"],
    )
    def test_true_marks_are_read_and_either_kind_may_be_left_out(self, true: str) -> None:
        assert result(at(BOTH_MARKS), true) == "b 3-0 w-- -"

    @pytest.mark.parametrize(
        ("untrue", "code"),
        [
            ("C5>BC4*", "wrong-stars"),
            ("C5>BC4***", "wrong-stars"),
            ("C5>BC4*🔥", "wrong-stars"),
            ("C5>BC4💧", "wrong-signs"),
            ("C5>BC4**🌲", "wrong-signs"),
            ("C5>BC4🔥💧", "wrong-signs"),
            ("C5>BC4^K", "wrong-signs"),
        ],
    )
    def test_untrue_marks_are_an_error(self, untrue: str, code: str) -> None:
        expect_untrue(at(BOTH_MARKS), untrue, code=code)

    def test_marks_on_a_move_that_brings_nothing_are_an_error(self) -> None:
        quiet = at("B5wHMK w 0-0 --- -")
        expect_untrue(quiet, "B5>BC5*", code="wrong-stars")
        expect_untrue(quiet, "B5>BC5🔥", code="wrong-signs")
        expect_untrue(quiet, "B5>PB5*", code="wrong-stars")

    def test_stars_count_past_the_fifth_point_and_the_influence_is_not_looked_at_then(self) -> None:
        start = at(BOTH_MARKS.replace("0-0", "4-0"))
        assert marked(start, "C5>BC4") == "C5►BC4**"
        expect_untrue(start, "C5>BC4**🔥", code="wrong-signs")
        expect_untrue(start, "C5>BC4*", code="wrong-stars")

    def test_where_a_decision_delays_the_resolution_the_last_one_has_the_marks(self) -> None:
        start = at("B4bKHM,C2bKMH,C5wMHK w 1-0 --- armed:w")
        assert marked(start, "C5>BC4") == "C5►BC4"
        expect_untrue(start, "C5>BC4*", code="wrong-stars")
        assert marked(after(start, "C5>BC4"), "C-keep*") == "C-keep*"
        pushed = at("B3bHKM,C5wMHK w 0-0 --- land:C4.im")
        assert marked(pushed, "C5>BC4") == "C5►BC4"
        assert marked(after(pushed, "C5>BC4"), "C-C4>BC3*") == "C-C4►BC3*"

    def test_a_tile_already_held_has_no_sign(self) -> None:
        assert marked(at(BOTH_MARKS.replace("0-0 ---", "1-0 w--")), "C5>BC4") == "C5►BC4**"


class TestPrefixes:
    """R- for a replay, C- for what a Chaos tile does, never both."""

    def test_a_chaos_tilt_in_a_replay_is_c(self) -> None:
        start = at("C4wHMK,D4wHKM w 2-0 --- again:C4!C5;due:mana.w.H")
        assert "C-C4>BB4" in legal(start)
        assert marked(start, "C4>BB4") == "C-C4►BB4"
        expect_untrue(start, "R-C4>BB4", code="wrong-prefix")

    @pytest.mark.parametrize(
        ("position", "wrong"),
        [
            ("B5wHMK w 0-0 --- -", "R-B5>BC5"),
            ("B5wHMK w 0-0 --- -", "C-B5>BC5"),
            ("B5wHMK w 0-0 --- -", "R-B5>PB5"),
            ("B5wHMK w 0-0 --- again:B5!B4", "C-B5>BC5"),
            ("B5wHMK w 0-0 --- again:B5!B4", "R-stop"),
            ("B5wHMK w 0-0 --- again:B5!B4", "C-stop"),
            ("- w 0-0 --- -", "R-pass"),
            ("- w 0-0 --- setup", "R-wHMK@B5"),
            ("B5wHMK w 2-0 --- hands:w.mi/b;due:use.w", "R-mi@C3"),
            ("B5wHMK w 2-0 --- hands:w.mi/b;due:use.w", "R-none"),
        ],
    )
    def test_a_wrong_prefix_is_an_error(self, position: str, wrong: str) -> None:
        expect_untrue(at(position), wrong, code="wrong-prefix")

    def test_without_a_prefix_it_is_found_out(self) -> None:
        assert marked(at("B5wHMK w 0-0 --- again:B5!B4"), "B5>BC5") == "R-B5►BC5"
        assert marked(at("B5wHMK w 2-0 --- hands:w.mi/b;due:use.w"), "mi@C3") == "C-mi@C3"


def test_single_choices_are_still_asked() -> None:
    """An impulse with one way out, a transfer with one other cube; mirror, vortex and gate never are."""
    impulse = after(at("B4bKHM,C3bKHM,C5wMHK,D4bKHM w 0-0 --- land:C4.im"), "C5>BC4")
    assert legal(impulse) == ["C-C4>BC5"]
    transfer = after(at("B2bMHK,C5wMHK w 0-0 --- land:C4.tr"), "C5>BC4")
    assert legal(transfer) == ["C-C4<>B2"]
    for tile in ("mi", "vx", "gh"):
        assert not after(at(f"A1bHMK,C5wMHK w 0-0 --- land:C4.{tile}"), "C5>BC4").chaos.due


def test_the_first_placement_leads_to_the_position_of_the_example() -> None:
    assert result(start_position(DUEL), "wHMK@B5") == "b 0-0 --- setup"
