"""The cubes (RULES 2)."""

from itertools import product

import pytest

from companion.games.himiki.rules.cubes import BEATS, Colour, Element, Orientation, cube_of, faces_of, top_of
from tests.rules.tables import at, faults, legal, marked, then

ALONG_A_ROW = {"HMK": "MHK", "HKM": "KHM", "MHK": "HMK", "MKH": "KMH", "KHM": "HKM", "KMH": "MKH"}
ALONG_A_COLUMN = {"HMK": "KMH", "HKM": "MKH", "MHK": "KHM", "MKH": "HKM", "KHM": "MHK", "KMH": "HMK"}
ROTATED = {"HMK": "HKM", "HKM": "HMK", "MHK": "MKH", "MKH": "MHK", "KHM": "KMH", "KMH": "KHM"}


def test_a_cube_is_one_of_the_six_orders_of_three_elements() -> None:
    """RULES 2.1."""
    assert {each.value for each in Orientation} == {"HMK", "HKM", "MHK", "MKH", "KHM", "KMH"}
    for letters in map("".join, product("HMK", repeat=3)):
        for colour in Colour:
            cube = cube_of(colour, letters)
            assert (cube is not None) == (len(set(letters)) == 3)
            assert cube is None or faces_of(cube) == letters


@pytest.mark.parametrize("letters", ["HHK", "MMM", "KHK"])
def test_opposite_faces_carry_the_same_element_so_no_element_stands_on_two_axes(letters: str) -> None:
    """RULES 2.1."""
    assert faults(f"C3w{letters} w 0-0 --- -") == ["bad-cube"]


@pytest.mark.parametrize(("letter", "element"), list(zip("HMK", Element, strict=True)))
def test_the_first_letter_is_the_top(letter: str, element: Element) -> None:
    """RULES 2.1: H fire, M water, K wood."""
    for each in Orientation:
        cube = cube_of(Colour.BLACK, each.value)
        assert cube is not None
        assert (top_of(cube) is element) == (each.value[0] == letter)


def test_hmk_looks_along_the_row_with_water_and_along_the_column_with_wood() -> None:
    """RULES 2.1: so a tilt along the row brings water up, one along the column wood."""
    start = at("C3wHMK w 0-0 --- -")
    assert then(start, "C3>BC4").startswith("C4wM")
    assert then(start, "C3>BB3").startswith("B3wK")


@pytest.mark.parametrize("faces", ALONG_A_ROW)
@pytest.mark.parametrize("target", ["C2", "C4"])
def test_a_tilt_to_a_neighbouring_column_swaps_the_first_two_letters(faces: str, target: str) -> None:
    """RULES 2.2."""
    played = then(at(f"C3w{faces} w 0-0 --- -"), f"C3>B{target}")
    assert played == f"{target}w{ALONG_A_ROW[faces]} b 0-0 --- -"


@pytest.mark.parametrize("faces", ALONG_A_COLUMN)
@pytest.mark.parametrize("target", ["B3", "D3"])
def test_a_tilt_to_a_neighbouring_row_swaps_the_first_and_the_last_letter(faces: str, target: str) -> None:
    """RULES 2.2."""
    played = then(at(f"C3b{faces} b 0-0 --- -"), f"C3>B{target}")
    assert played == f"{target}b{ALONG_A_COLUMN[faces]} w 0-0 --- -"


@pytest.mark.parametrize("faces", ROTATED)
def test_a_rotation_swaps_the_last_two_letters_and_nothing_else(faces: str) -> None:
    """RULES 2.3."""
    assert then(at(f"C3w{faces} w 0-0 --- -"), "C3>PC3") == f"C3w{ROTATED[faces]} b 0-0 --- tilt"


@pytest.mark.parametrize(
    ("mine", "theirs", "outcome"),
    [
        ("H", "K", "won"),
        ("K", "M", "won"),
        ("M", "H", "won"),
        ("K", "H", "lost"),
        ("M", "K", "lost"),
        ("H", "M", "lost"),
        ("H", "H", "alike"),
        ("M", "M", "alike"),
        ("K", "K", "alike"),
    ],
)
def test_fire_beats_wood_wood_beats_water_water_beats_fire(mine: str, theirs: str, outcome: str) -> None:
    """RULES 2.4."""
    second = {"H": "M", "M": "K", "K": "H"}[mine]
    third = ({"H", "M", "K"} - {mine, second}).pop()
    rest = "".join(letter for letter in "HMK" if letter != theirs)
    # The active cube arrives from C5 on C4, where it shows `mine`; C3 holds the other cube.
    start = at(f"C3b{theirs}{rest},C5w{second}{mine}{third} w 0-0 --- -")
    assert marked(start, "C5>BC4") == ("C5►BC4*" if outcome == "won" else "C5►BC4")
    turn = then(start, "C5>BC4").split(" ", 1)[1]
    expected = {"won": "b 1-0 --- -", "lost": "b 0-0 --- -", "alike": "w 0-0 --- again:C4!C5"}
    assert turn == expected[outcome]


def test_every_element_beats_one_and_is_beaten_by_one() -> None:
    """RULES 2.4."""
    assert BEATS == {
        Element.FIRE: Element.WOOD,
        Element.WOOD: Element.WATER,
        Element.WATER: Element.FIRE,
    }


def test_a_cube_alone_has_four_tilts_and_one_rotation() -> None:
    """RULES 2.2 and 2.3."""
    moves = ["C3>BB3", "C3>BC2", "C3>BC4", "C3>BD3", "C3>PC3"]
    assert legal(at("C3wHMK w 0-0 --- -")) == moves
