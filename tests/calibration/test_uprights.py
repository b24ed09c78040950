"""How signs stand to each other, whatever gloss lies over them."""

from pathlib import Path

import numpy as np
import pytest

from calibration.uprights import uprights
from tests import learning
from vision.profile import Profile
from vision.tops import FINE, Singles, turned

pytestmark = pytest.mark.long

OAK = Path(__file__).parents[1] / "data" / "tables" / "oak"


@pytest.fixture(scope="module")
def oak() -> Profile:
    return learning.photographed(OAK)[0]


def glossy(look: Singles, quarters: int, strength: float) -> Singles:
    """A cube turned by quarters under a lamp that stays: a bright stripe along one rim and a pale veil."""
    down, across = np.mgrid[0:FINE, 0:FINE] / (FINE - 1)
    veil = strength * (0.6 * across + 0.4 * across * down)
    stripe = np.where((across > 0.86) & (down > 0.15), 90.0, 0.0)
    return np.asarray(turned(look, quarters) + (veil + stripe)[..., None], np.float32)


@pytest.mark.parametrize("kind", range(6))
@pytest.mark.parametrize("quarters", [(0, 0, 2, 0), (0, 1, 2, 3), (0, 0, 0, 1)])
def test_signs_tell_how_cubes_stand_under_gloss(oak: Profile, kind: int, quarters: tuple[int, ...]) -> None:
    look = oak.looks[oak.kinds.index(kind)]
    cubes = [glossy(look, quarter, 15.0 * index) for index, quarter in enumerate(quarters)]
    none = [np.zeros((FINE, FINE), bool)] * len(cubes)
    found = uprights(cubes, none)
    axes = [quarter % 2 for quarter in quarters]
    assert [quarter % 2 for quarter in found.quarters] == axes
    assert found.one_axis is (len(set(axes)) == 1)


def test_a_lamps_image_on_one_sign_is_left_out(oak: Profile) -> None:
    look = oak.looks[oak.kinds.index(3)]
    cubes = [turned(look, quarter) for quarter in (0, 0, 1, 1)]
    hole = np.zeros((FINE, FINE), bool)
    hole[8:14, 9:15] = True
    cubes[2] = np.where(hole[..., None], np.float32(255), cubes[2])
    found = uprights(cubes, [np.zeros_like(hole), np.zeros_like(hole), hole, np.zeros_like(hole)])
    assert [quarter % 2 for quarter in found.quarters] == [0, 0, 1, 1]
