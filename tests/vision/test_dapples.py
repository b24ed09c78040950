"""Shadows of leaves on a top: light that changes from place to place, and still the same top."""

import numpy as np
import pytest

from tests.vision.test_edges import ACROSS, EVEN, NOISE, SIDE, UPRIGHT, top
from vision.cubes.matching.dapples import in_dapples
from vision.cubes.matching.edges import in_two_lights
from vision.cubes.tops import Singles


def dappled(face: Singles, seed: int) -> Singles:
    """Three soft leaves hang over it."""
    dice = np.random.default_rng(seed)
    x, y = np.meshgrid(*2 * [(np.arange(SIDE) + 0.5) / SIDE - 0.5])
    light = np.ones((SIDE, SIDE))
    for _ in range(3):
        left, up = dice.uniform(-0.5, 0.5, 2)
        light *= 1 - 0.65 * np.exp(-(((x - left) / 0.18) ** 2 + ((y - up) / 0.26) ** 2))
    return np.asarray(face * light.reshape(-1), np.float32)


@pytest.mark.parametrize("seed", range(8))
def test_a_top_under_leaves_is_the_same_top(seed: int) -> None:
    seen = dappled(UPRIGHT, seed)
    same, other = in_dapples(seen, UPRIGHT, EVEN, NOISE), in_dapples(seen, ACROSS, EVEN, NOISE)
    assert same.misfit[0] < 0.12
    assert same.misfit[0] < in_two_lights(seen, UPRIGHT, EVEN, NOISE).misfit[0]
    assert other.misfit[0] > same.misfit[0] + 0.05
    assert same.alike[0] > max(0.8, other.alike[0] + 0.2)


def test_leaves_do_not_make_a_plain_face_of_a_printed_one() -> None:
    plain = top((slice(0, 0), slice(0, 0)))
    assert in_dapples(dappled(UPRIGHT, 1), plain, EVEN, NOISE).misfit[0] > 0.15
