"""How sure a place of the board is, by what print and cubes tell."""

import pytest

from calibration.cubes.places.search import confidence_of

SURE = 0.88


@pytest.mark.parametrize(("lead", "plain"), [(0.52, 0.87), (0.32, 0.69), (0.48, 1.22), (0.43, 1.25)])
def test_cubes_that_tell_a_place_by_far_need_less_print(lead: float, plain: float) -> None:
    assert confidence_of(lead, plain, 1.0) > SURE


@pytest.mark.parametrize(("lead", "plain"), [(0.21, 0.54), (0.6, 0.54), (0.2, 0.7), (0.08, 0.47), (0.1, 2.0)])
def test_a_place_that_neither_print_nor_a_long_lead_tells_is_asked_about(lead: float, plain: float) -> None:
    assert confidence_of(lead, plain, 1.0) < SURE


def test_where_cubes_are_missing_no_lead_is_long_enough() -> None:
    assert confidence_of(0.8, 3.0, 0.6) < SURE
