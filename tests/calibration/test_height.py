"""The height of the camera, which a grid seen from straight above does not tell, is learnt from the cubes."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.virtual_tables import learnt
from vision.virtual import LOOKS
from vision.virtual.scenes.optics import DrawnLens

pytestmark = pytest.mark.long

KITCHEN = LOOKS["kitchen"]
TOPS = [(x + 0.5, y + 0.5) for x in range(6) for y in range(5)]


@pytest.mark.few(1)
@pytest.mark.parametrize(("field", "above"), [(48.0, 13.5), (88.0, 6.2)])
def test_from_straight_above_tops_are_looked_for_where_they_are(field: float, above: float) -> None:
    """A narrow lens far up and a wide one near show the same grid, and tops in other places."""
    camera = replace(KITCHEN.camera, tilt=1.0, field=field, above=above)
    look, _, reader = learnt(replace(KITCHEN, camera=camera))
    profile, lens = reader.profile, DrawnLens(look.camera)
    learnt_to_be = profile.camera()
    tops = np.array([(x, y, look.cubes.edge) for x, y in TOPS])
    off = np.linalg.norm(learnt_to_be.project(tops) - lens.project(tops), axis=1)
    one, next_one = lens.project(np.array([(3.0, 2.5, 0.0), (4.0, 2.5, 0.0)]))
    assert off.max() / np.linalg.norm(next_one - one) < 0.03
    assert learnt_to_be.centre()[2] == pytest.approx(lens.centre[2], rel=0.12)
