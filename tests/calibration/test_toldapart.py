"""Kinds that cannot be told are refused with the true reason: which picture, which cube, what is wrong."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from calibration.cubes.learning import learn_table
from calibration.cubes.toldapart import check_told
from calibration.refusals import CalibrationError, CubeDark, CubeShines, CubeUnlike, KindsAlike
from companion.games.himiki.rules.board import square_named
from companion.games.himiki.rules.cubes import Colour, Element
from tests import learning
from tests.calibration.tables import drawn, scenes, true_corners
from vision.cubes.profile import KINDS, LeftOut, Profile
from vision.virtual import LOOKS

WATER = KINDS.index((Colour.BLACK, Element.WATER))
WOOD = KINDS.index((Colour.BLACK, Element.WOOD))
C2 = square_named("C2")
WORN = replace(LOOKS["kitchen"].cubes, inks_on_black=("#201c1c", "#1c1c20", "#1c201c"), wear=1.0)


@pytest.fixture(scope="module")
def profile() -> Profile:
    return learning.pictured(LOOKS["kitchen"])


def mistaken(profile: Profile, which: Callable[[LeftOut], bool], own: float = 0.08) -> Profile:
    """As if those cubes had been taken for wood when they were left out, C2 worst of all."""
    told = [
        replace(one, own=own if one.square == C2 else 0.08, rival=WOOD, rivals=0.05) if which(one) else one
        for one in profile.left_out
    ]
    return replace(profile, left_out=tuple(told))


def of_water(one: LeftOut) -> bool:
    return one.kind == WATER


def refused(profile: Profile) -> CalibrationError:
    with pytest.raises(CalibrationError) as caught:
        check_told(profile)
    return caught.value


@pytest.mark.slow
def test_kinds_that_nearly_always_were_told_are_refused_nothing(profile: Profile) -> None:
    check_told(profile)
    check_told(mistaken(profile, lambda one: of_water(one) and one.square == C2))


def test_signs_that_are_worn_off_are_named_with_both_kinds() -> None:
    look = replace(LOOKS["kitchen"], cubes=WORN)
    empty, *faces = drawn(look, *scenes(look))
    with pytest.raises(KindsAlike) as caught:
        learn_table(empty, faces, true_corners(look))
    assert caught.value.told["colour"] == "black"
    assert caught.value.told["picture"] != caught.value.told["other"]


def test_where_no_cube_is_worse_than_others_the_light_is_to_blame(profile: Profile) -> None:
    error = refused(mistaken(profile, of_water))
    assert isinstance(error, KindsAlike)
    assert error.told == {"colour": "black", "picture": "water", "other": "wood"}


def test_a_lamp_on_one_cube_is_named_with_the_cube(profile: Profile) -> None:
    samples = profile.samples.copy()
    third = np.flatnonzero(np.array(profile.sample_kinds) == WATER)[2]
    side = samples.shape[1]
    samples[third, : side // 2, : side // 2] += 90
    error = refused(replace(mistaken(profile, of_water), samples=samples))
    assert isinstance(error, CubeShines)
    assert error.told == {"colour": "black", "square": "C2", "picture": "water", "other": "wood"}


def test_a_cube_unlike_the_others_is_named(profile: Profile) -> None:
    error = refused(mistaken(profile, of_water, own=0.3))
    assert isinstance(error, CubeUnlike)
    assert (error.told["square"], error.told["picture"]) == ("C2", "water")


def test_a_cube_in_the_dark_is_named(profile: Profile) -> None:
    error = refused(replace(mistaken(profile, of_water, own=0.3), noise=40.0))
    assert isinstance(error, CubeDark)
    assert error.told["square"] == "C2"


def test_samples_are_kept_in_the_order_of_their_squares(profile: Profile) -> None:
    assert list(profile.sample_kinds) == sorted(profile.sample_kinds)
    for kind in range(len(KINDS)):
        assert profile.sample_kinds.count(kind) == sum(one.kind == kind for one in profile.left_out)
