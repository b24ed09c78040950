"""How signs stand to each other, whatever gloss lies over them."""

from pathlib import Path

import numpy as np
import pytest

from calibration.cubes.uprights import uprights
from tests import learning
from vision.cubes.profile import Profile
from vision.cubes.tops import FINE, Singles, turned

pytestmark = pytest.mark.long

WHITE = np.ones(3, np.float32)
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


@pytest.mark.few(4)
@pytest.mark.parametrize("kind", range(6))
@pytest.mark.parametrize("quarters", [(0, 0, 2, 0), (0, 1, 2, 3), (0, 0, 0, 1)])
def test_signs_tell_how_cubes_stand_under_gloss(oak: Profile, kind: int, quarters: tuple[int, ...]) -> None:
    look = oak.looks[oak.kinds.index(kind)]
    cubes = [glossy(look, quarter, 15.0 * index) for index, quarter in enumerate(quarters)]
    none = [np.zeros((FINE, FINE), bool)] * len(cubes)
    found = uprights(cubes, none, WHITE)
    axes = [quarter % 2 for quarter in quarters]
    assert [quarter % 2 for quarter in found.quarters] == axes
    assert found.one_axis is (len(set(axes)) == 1)


def test_a_lamps_image_on_one_sign_is_left_out(oak: Profile) -> None:
    look = oak.looks[oak.kinds.index(3)]
    cubes = [turned(look, quarter) for quarter in (0, 0, 1, 1)]
    hole = np.zeros((FINE, FINE), bool)
    hole[8:14, 9:15] = True
    cubes[2] = np.where(hole[..., None], np.float32(255), cubes[2])
    found = uprights(cubes, [np.zeros_like(hole), np.zeros_like(hole), hole, np.zeros_like(hole)], WHITE)
    assert [quarter % 2 for quarter in found.quarters] == [0, 0, 1, 1]


def patch_of_light(look: Singles, quarters: int, where: tuple[float, float]) -> Singles:
    """A dark cube turned by quarters, on which a lamp that stays where it is lies as a pale spot."""
    down, across = np.mgrid[0:FINE, 0:FINE] / (FINE - 1)
    spot = 110.0 / (1 + np.exp(30 * (np.hypot(across - where[0], down - where[1]) - 0.6)))
    return np.asarray(turned(look, quarters) + spot[..., None], np.float32)


def dim(look: Singles, share: float) -> Singles:
    """The same with a sign of so much contrast."""
    ground = np.median(look.reshape(-1, 3), axis=0)
    return np.asarray(ground + share * (look - ground), np.float32)


SPOTS = ((0.1, 0.2), (0.0, 0.5), (0.3, 0.0), (0.9, 0.2))


@pytest.mark.parametrize("kind", [3, 4, 5])
@pytest.mark.parametrize("quarters", [(0, 0, 2, 0), (0, 2, 2, 0)])
def test_a_lamp_on_dark_cubes_turns_no_sign_round(oak: Profile, kind: int, quarters: tuple[int, ...]) -> None:
    look = dim(oak.looks[oak.kinds.index(kind)], 0.3)
    cubes = [patch_of_light(look, quarter, spot) for quarter, spot in zip(quarters, SPOTS, strict=True)]
    found = uprights(cubes, [np.zeros((FINE, FINE), bool)] * len(cubes), WHITE)
    assert found.quarters == quarters
