"""A shadow's edge across a top: two lights on it, and still the same top."""

import numpy as np
import pytest

from vision.cubes.matching.edges import in_two_lights
from vision.cubes.matching.templates import Noise
from vision.cubes.tops import Singles

SIDE = 12
EVEN = np.full((1, SIDE * SIDE), 1 / SIDE**2, np.float32)
NOISE = Noise(1.0)


def top(
    mark: tuple[slice, slice], ground: float = 200.0, ink: tuple[float, float, float] = (40, 40, 190)
) -> Singles:
    """A light face with one mark on it: 1 x 3 x N."""
    face = np.full((SIDE, SIDE, 3), ground, np.float32)
    face[mark] = ink
    return np.ascontiguousarray(face.reshape(1, -1, 3).transpose(0, 2, 1))


UPRIGHT = top((slice(2, 10), slice(5, 7)))
ACROSS = top((slice(5, 7), slice(2, 10)))


def shaded(face: Singles, angle: float, place: float, level: float) -> Singles:
    line = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    x, y = np.meshgrid(line, line)
    dark = np.cos(angle) * x + np.sin(angle) * y > place
    return np.asarray(face * np.where(dark.reshape(-1), level, 1.0), np.float32)


@pytest.mark.parametrize("level", [0.4, 0.6])
@pytest.mark.parametrize("place", [-0.2, 0.05, 0.2])
@pytest.mark.parametrize("angle", [0.0, 0.4, 1.2, 2.4])
def test_a_top_half_in_shadow_is_the_same_top(angle: float, place: float, level: float) -> None:
    seen = shaded(UPRIGHT, angle, place, level)
    same, other = in_two_lights(seen, UPRIGHT, EVEN, NOISE), in_two_lights(seen, ACROSS, EVEN, NOISE)
    assert same.misfit[0] < 0.15
    assert other.misfit[0] > same.misfit[0] + 0.05
    assert same.alike[0] > other.alike[0]


def test_without_an_edge_there_are_no_two_lights() -> None:
    fit = in_two_lights(UPRIGHT, UPRIGHT, EVEN, NOISE)
    assert (fit.misfit[0], fit.alike[0]) == (1.0, 0.0)


def test_two_lights_do_not_make_a_plain_face_of_a_printed_one() -> None:
    plain = top((slice(0, 0), slice(0, 0)))
    assert in_two_lights(shaded(UPRIGHT, 0.0, 0.1, 0.5), plain, EVEN, NOISE).misfit[0] > 0.15


def behind_a_bar(face: Singles, angle: float, place: float, level: float) -> Singles:
    line = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    x, y = np.meshgrid(line, line)
    dark = np.abs(np.cos(angle) * x + np.sin(angle) * y - place) < 0.15
    return np.asarray(face * np.where(dark.reshape(-1), level, 1.0), np.float32)


@pytest.mark.parametrize("level", [0.3, 0.5])
@pytest.mark.parametrize("place", [-0.1, 0.05])
@pytest.mark.parametrize("angle", [0.0, 0.4, 1.2, 2.4])
def test_a_top_with_the_shadow_of_a_bar_across_it_is_the_same_top(
    angle: float, place: float, level: float
) -> None:
    seen = behind_a_bar(UPRIGHT, angle, place, level)
    same, other = in_two_lights(seen, UPRIGHT, EVEN, NOISE), in_two_lights(seen, ACROSS, EVEN, NOISE)
    # Both its edges fall between samples.
    assert same.misfit[0] < 0.2
    assert other.misfit[0] > same.misfit[0] + 0.05
    assert same.alike[0] > other.alike[0]


def test_a_band_of_print_is_no_shadow() -> None:
    plain = top((slice(0, 0), slice(0, 0)))
    printed = top((slice(0, 12), slice(4, 8)))
    assert in_two_lights(printed, plain, EVEN, NOISE).misfit[0] > 0.15
