import numpy as np
import pytest

from companion.games.himiki.rules.cubes import (
    ROTATED,
    TILTED_ALONG_COLUMN,
    TILTED_ALONG_ROW,
    Colour,
    Orientation,
    cube_of,
    faces_of,
)
from vision.virtual.scenes.turns import TURNS, Direction, faces_shown, matrix_of, rolled, spun, turns_showing

ALL_DIRECTIONS: tuple[Direction, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))


def by_the_rules(letters: str, table: bytes) -> str:
    cube = cube_of(Colour.WHITE, letters)
    assert cube is not None
    return faces_of(type(cube)(table[cube]))


def test_there_are_twenty_four_and_every_orientation_of_the_rules_has_four() -> None:
    assert len({matrix_of(turn).tobytes() for turn in TURNS}) == 24
    assert {o.value: len(turns_showing(o.value)) for o in Orientation} == {o.value: 4 for o in Orientation}


def test_the_untouched_cube_shows_fire_water_wood() -> None:
    upright = next(turn for turn in TURNS if np.array_equal(matrix_of(turn), np.eye(3)))
    assert faces_shown(upright) == "HMK"


@pytest.mark.parametrize("direction", ALL_DIRECTIONS)
def test_rolling_shows_what_rule_2_2_says(direction: Direction) -> None:
    table = TILTED_ALONG_ROW if direction[0] else TILTED_ALONG_COLUMN
    for turn in TURNS:
        assert faces_shown(rolled(turn, direction)) == by_the_rules(faces_shown(turn), table)


@pytest.mark.parametrize("clockwise", [True, False])
def test_spinning_shows_what_rule_2_3_says(clockwise: bool) -> None:
    for turn in TURNS:
        assert faces_shown(spun(turn, clockwise)) == by_the_rules(faces_shown(turn), ROTATED)


@pytest.mark.parametrize("direction", ALL_DIRECTIONS)
def test_the_face_that_was_up_looks_where_the_cube_rolled(direction: Direction) -> None:
    for turn in TURNS:
        own_up = matrix_of(turn).T @ [0, 0, 1]
        assert list(matrix_of(rolled(turn, direction)) @ own_up) == [*direction, 0]


def test_rolling_there_and_back_changes_nothing() -> None:
    for turn in TURNS:
        for x, y in ALL_DIRECTIONS:
            assert rolled(rolled(turn, (x, y)), (-x, -y)) == turn


def test_four_quarter_turns_change_nothing() -> None:
    for turn in TURNS:
        assert spun(spun(spun(spun(turn)))) == turn
        assert spun(spun(turn), clockwise=False) == turn


def test_a_question_mark_fits_any_element() -> None:
    assert len(turns_showing("H??")) == 8
    assert turns_showing("HHH") == ()
