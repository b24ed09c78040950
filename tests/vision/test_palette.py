"""The colours that a page draws a board in are those that calibration saw."""

import colorsys

import pytest

from tests import learning
from vision.cubes.palette import palette_of
from vision.virtual import LOOKS


def _rgb(told: str) -> tuple[float, ...]:
    return tuple(int(told[at : at + 2], 16) / 255 for at in (1, 3, 5))


@pytest.mark.long
@pytest.mark.parametrize("name", ["kitchen", "garden"])
def test_cubes_stay_dark_and_pale_and_the_halves_of_the_board_differ(name: str) -> None:
    palette = palette_of(learning.drawn(LOOKS[name]))
    assert max(_rgb(palette.black)) < 0.35
    assert min(_rgb(palette.white)) > 0.6
    dark, light = (colorsys.rgb_to_hls(*_rgb(each)) for each in (palette.dark, palette.light))
    assert abs(light[1] - dark[1]) + abs(light[0] - dark[0]) > 0.04


@pytest.mark.long
def test_another_board_has_other_colours() -> None:
    one, other = (palette_of(learning.drawn(LOOKS[name])) for name in ("kitchen", "garden"))
    assert (one.dark, one.light) != (other.dark, other.light)
