"""A lamp's image on a dark top has a halo, and neither is print."""

import numpy as np
import pytest

from vision.cubes.tops import FINE, Singles, unmirrored

BODY, INK = (46.0, 40.0, 38.0), (30.0, 130.0, 225.0)
PRINT = (slice(3, 6), slice(4, 20))


def glossy(lamp: tuple[float, float, float], wide: float) -> Singles:
    """A dark top with one coloured stroke, and a lamp's image of this colour below it."""
    top = np.full((FINE, FINE, 3), BODY, np.float32)
    top[PRINT] = INK
    down, across = np.mgrid[0:FINE, 0:FINE]
    spot = 330 * np.exp(-((across - 13) ** 2 + (down - 16) ** 2) / wide**2)
    return np.asarray(np.clip(top + spot[..., None] * np.array(lamp), 0, 255), np.float32)


@pytest.mark.parametrize("lamp", [(1.0, 1.0, 1.0), (0.7, 0.85, 1.0), (1.0, 0.85, 0.75)])
@pytest.mark.parametrize("wide", [2.0, 3.0, 4.0])
def test_the_halo_of_a_lamps_image_is_no_print(lamp: tuple[float, float, float], wide: float) -> None:
    top = glossy(lamp, wide)
    patch, glare = unmirrored(top.reshape(1, -1, 3))
    cleaned = patch.reshape(FINE, FINE, 3)
    assert (cleaned.min(axis=2) - min(BODY)).max() < 45
    assert not glare.reshape(FINE, FINE)[PRINT].any()
    assert (cleaned[PRINT] == top[PRINT]).all()
