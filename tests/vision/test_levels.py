"""How bright a top may be: as bright as light and gloss make its kind, and no brighter."""

import numpy as np
import pytest

from vision.cubes.matching.levels import Levels
from vision.cubes.matching.templates import shrunk
from vision.cubes.tops import FINE, MIDDLE, Singles

BODY = (26.0, 28.0, 30.0)
GREEN = (20.0, 88.0, 36.0)
GREY = (48.0, 48.0, 48.0)


def look(ground: tuple[float, float, float], sign: float | None = None) -> Singles:
    picture = np.full((FINE, FINE, 3), ground, np.float32)
    if sign is not None:
        picture[FINE // 3 : -FINE // 3, FINE // 3 : -FINE // 3] *= sign
    return picture


def samples(of: Singles, *, gain: float = 1.0, veil: float = 0.0) -> Singles:
    seen = shrunk(of, MIDDLE) * gain + veil
    return np.ascontiguousarray(seen.reshape(1, -1, 3).transpose(0, 2, 1), np.float32)


def too_bright(one: Singles, seen: Singles) -> bool:
    return bool(Levels(one[None]).too_bright(seen, np.array([0]))[0])


def test_a_bright_spot_of_board_is_no_dark_body() -> None:
    body = look(BODY)
    assert too_bright(body, samples(body, gain=3.0))


def test_a_dark_body_in_better_light_is_one() -> None:
    body = look(BODY)
    assert not too_bright(body, samples(body, gain=1.4))


@pytest.mark.parametrize("ground", [GREEN, GREY])
def test_gloss_on_a_strong_colour_counts_no_more_than_on_grey(ground: tuple[float, float, float]) -> None:
    """It fills the channels that the colour lacks, and pales the sign that tells what it is."""
    signed = look(ground, sign=0.4)
    assert not too_bright(signed, samples(signed, veil=42.0))
    assert too_bright(signed, samples(signed, gain=3.5))
