"""What a position string is refused for, with every fault named (FORMATS 1)."""

import pytest

from companion.games.himiki.rules.errors import PositionError, RulesError
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.position_text import position_text
from tests.rules.tables import (
    DUEL,
    DUEL_FIRST,
    MUK_YAN,
    MUK_YAN_FIRST,
    MUK_YAN_WHITE,
    TEAMS,
    at,
    faults,
    mindlock,
)


@pytest.mark.parametrize(
    "cube",
    ["b", "B5", "B5w", "B5wHM", "B5wHMKH", "B5xHMK", "F1wHMK", "A7wHMK", "B5wHMX", "B5wHH?", "B5whmk"],
)
def test_what_is_no_cube_is_named(cube: str) -> None:
    assert faults(f"{cube} w 0-0 --- -") == ["bad-cube"]
    with pytest.raises(PositionError, match=cube):
        at(f"{cube} w 0-0 --- -")


@pytest.mark.parametrize("cubes", [",B5wHMK", "B5wHMK,", "B5wHMK,,C5wHMK", "-,B5wHMK"])
def test_stray_commas_are_no_cubes(cubes: str) -> None:
    assert faults(f"{cubes} w 0-0 --- -") == ["bad-cube"]


def test_two_cubes_on_a_square_are_refused() -> None:
    assert faults("B5wHMK,B5bHMK w 0-0 --- -") == ["square-twice"]
    assert faults("B5wHMK,5BwHMK w 0-0 --- -") == ["square-twice"]


@pytest.mark.parametrize(
    ("variant", "colour", "most"),
    [(DUEL, "w", 3), (DUEL, "b", 3), (MUK_YAN, "w", 3), (MUK_YAN, "b", 3), (TEAMS, "w", 4), (TEAMS, "b", 4)],
)
def test_more_cubes_of_a_colour_than_the_mode_has_are_refused(
    variant: Variant, colour: str, most: int
) -> None:
    turn = "wl" if variant is TEAMS else "w"
    squares = ["A1", "A3", "A5", "C1", "C3"]
    cubes = [f"{square}{colour}HMK" for square in squares]
    assert position_text(at(f"{','.join(cubes[:most])} {turn} 0-0 --- -", variant))
    assert faults(f"{','.join(cubes[: most + 1])} {turn} 0-0 --- -", variant) == ["too-many-cubes"]


@pytest.mark.parametrize(
    ("variant", "turn"),
    [
        (DUEL, "wl"),
        (DUEL, "x"),
        (DUEL, "W"),
        (DUEL, "-"),
        (TEAMS, "w"),
        (TEAMS, "lw"),
        (MUK_YAN, "bd"),
        (mindlock(), "b"),
    ],
)
def test_a_player_of_another_mode_is_refused(variant: Variant, turn: str) -> None:
    assert faults(f"B5wHMK {turn} 0-0 --- -", variant) == ["bad-turn"]


@pytest.mark.parametrize(
    ("score", "code"),
    [
        ("6-0", "score-too-high"),
        ("0-6", "score-too-high"),
        ("99-0", "score-too-high"),
        ("6-6", "score-too-high"),
        ("5-5", "both-won"),
        ("0", "bad-score"),
        ("0-", "bad-score"),
        ("-1-0", "bad-score"),
        ("0:0", "bad-score"),
        ("0-0-0", "bad-score"),
        ("٣-0", "bad-score"),
        ("05-0", "bad-score"),
    ],
)
def test_a_score_above_five_or_five_all_is_refused(score: str, code: str) -> None:
    assert faults(f"B5wHMK w {score} --- -") == [code]


@pytest.mark.parametrize("tiles", ["--", "----", "x--", "W--", "w-", "wbwb"])
def test_influences_name_three_holders(tiles: str) -> None:
    assert faults(f"B5wHMK w 0-0 {tiles} -") == ["bad-influences"]


@pytest.mark.parametrize(
    "state",
    [
        "foo",
        "Tilt",
        "tilt:1",
        "tilt:",
        "setup:w",
        "again:",
        "again:B5",
        "again:B5!",
        "again:B5!B7",
        "again:B5!B4+",
        "land",
        "land:",
        "land:C3",
        "land:C3.mh",
        "land:C3.xx",
        "hands:w.mh",
        "hands:b.?3/w.?3",
        "hands:w.?0/b",
        "hands:w.xx/b",
        "used:",
        "used:xx",
        "used:mh,cj",
        "armed",
        "armed:x",
        "armed:wb",
        "confused:0",
        "confused:4",
        "confused",
        "due:",
        "due:foo",
        "due:use",
        "due:use.x",
        "due:mana.w",
        "due:mana.w.X",
        "due:impulse.Z9",
        "due:swap",
        "due:impulse.C3.B2",
        "-;tilt",
    ],
)
def test_an_unknown_token_is_refused(state: str) -> None:
    assert "bad-token" in faults(f"B5wHMK w 0-0 --- {state}")


@pytest.mark.parametrize(
    "state",
    [
        "tilt;tilt",
        "land:C3.mi;land:C4.vx",
        "land:C3.mi;tilt",
        "armed:w;used:mh",
        "hands:w.mh/b;land:C3.mi",
        "confused:2;armed:w",
        "again:B5!B4;tilt",
        "used:mh;hands:w.cj/b",
        # And in the lists inside a token
        "land:D4.vx+C3.mi",
        "land:C3.vx+C3.mi",
        "hands:w.cj.mh/b",
        "hands:w.cj.cj/b",
        "used:cj.mh",
        "used:mh.mh",
    ],
)
def test_repeated_or_misordered_tokens_are_refused(state: str) -> None:
    assert "token-order" in faults(f"B5wHMK w 0-0 --- {state}")


def test_misordered_and_repeated_bans_are_refused() -> None:
    cubes = "B5wHMK,C5wHMK"
    assert faults(f"{cubes} w 0-0 --- again:C5!C4+B5!B4") == ["token-order"]
    assert faults(f"{cubes} w 0-0 --- again:B5!B4+B5!A5") == ["token-order"]


@pytest.mark.parametrize(
    ("state", "code"),
    [
        ("hands:w.mh/b.mh", "mh"),
        ("land:C3.mi;hands:w.mi/b", "mi"),
        ("land:C3.mi+C4.mi", "mi"),
        ("hands:w.cj/b;used:cj", "cj"),
        ("land:C3.vx;used:vx", "vx"),
        ("hands:w.my/b;armed:b", "my"),
        ("used:my;armed:w", "my"),
    ],
)
def test_a_tile_that_is_in_two_places_is_refused(state: str, code: str) -> None:
    text = f"B5wHMK w 0-0 --- {state}"
    assert faults(text) == ["tile-twice"]
    with pytest.raises(PositionError, match=f"tile {code} twice"):
        at(text)


@pytest.mark.parametrize(
    ("variant", "turn", "hands"),
    [
        (DUEL, "w", "w.?4/b"),
        (DUEL, "w", "w/b.?4"),
        (DUEL, "w", "w.mh.mm.mk.cj/b"),
        (DUEL, "w", "w.mh.?3/b"),
        (TEAMS, "wl", "w.?7/b"),
        (TEAMS, "wl", "w.mh.?6/b"),
    ],
)
def test_a_hand_too_large_is_refused(variant: Variant, turn: str, hands: str) -> None:
    assert faults(f"E5wHMK {turn} 0-0 --- hands:{hands}", variant) == ["hand-too-large"]


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        (DUEL, "- b 0-0 --- setup"),  # white begins
        (DUEL, "B5wHMK w 0-0 --- setup"),  # then black
        (DUEL, "B4wHMK b 0-0 --- setup"),  # on the homes
        (DUEL, "B2wHMK b 0-0 --- setup"),  # each on its own
        (DUEL, "B5wHMK,C5wHMK b 0-0 --- setup"),  # one, two, two, one
        (DUEL_FIRST, "B2bHMK,B5wHMK,C2bHMK w 0-0 --- setup"),  # one by one
        (DUEL, "B2bHMK,B5wHMK,C2bHMK,C5wHMK,D2bHMK,D5wHMK w 0-0 --- setup"),  # all stand
        (TEAMS, "- bl 0-0 --- setup"),
        (TEAMS, "A2wHMK bl 0-0 --- setup"),
        (TEAMS, "D6wHMK,E5wHMK wd 0-0 --- setup"),
        (MUK_YAN, "B2bHMK,B5wHMK w 0-0 --- setup"),
        (MUK_YAN_FIRST, "B2bHMK,B5wHMK,C5wHMK,D5wHMK b 0-0 --- setup"),
        (MUK_YAN_WHITE, "- w 0-0 --- setup"),
    ],
)
def test_a_set_up_that_does_not_fit_the_order_is_refused(variant: Variant, text: str) -> None:
    assert faults(text, variant) == ["setup-order"]


@pytest.mark.parametrize("token", ["tilt", "again:B5!B4", "used:cf;confused:2", "hands:w.?3/b;due:use.w"])
def test_a_finished_game_keeps_only_land_hands_used_and_armed(token: str) -> None:
    assert "over-token" in faults(f"B5wHMK w 5-0 --- {token}")


@pytest.mark.parametrize("state", ["land:C3.mi", "hands:w.?3/b.?3", "used:mh", "armed:w", "confused:2"])
def test_muk_yan_knows_no_tiles(state: str) -> None:
    assert "token-mode" in faults(f"B5wHMK w 0-0 --- {state}", MUK_YAN)


def test_all_faults_are_named_at_once() -> None:
    cubes = "B5wHMK,B5bHMK,A1wHHH,C1wHMK,C2wHMK,C3wHMK"
    state = "foo;hands:w.mh.?4/b.mh;land:E1.mi"
    assert sorted(faults(f"{cubes} wl 6-0 w {state}")) == [
        "bad-cube",
        "bad-influences",
        "bad-token",
        "bad-turn",
        "hand-too-large",
        "score-too-high",
        "square-twice",
        "tile-twice",
        "token-order",
        "too-many-cubes",
    ]


def test_the_refusal_is_one_line_that_names_what_is_wrong_where() -> None:
    with pytest.raises(PositionError) as refused:
        at("B5wHMK,B5bHMK w 6-0 --- -")
    assert "two cubes on B5" in str(refused.value)
    assert "a score above 5" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_refusal_of_hostile_text_stays_short_and_printable() -> None:
    for text in ("\x00\x1b[2J w 0-0 --- -", f"{'B5wHMX' * 10_000} w 0-0 --- -", "B5wHMK w 0-0 --- \x07"):
        with pytest.raises(RulesError) as refused:
            at(text)
        assert str(refused.value).isprintable()
        assert len(str(refused.value)) < 300
