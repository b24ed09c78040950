"""What reaches over the grid's edge comes from afar in one piece, as broad as an arm."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.virtual_tables import table_of
from vision.cubes.matching.silhouette import Shadowcaster
from vision.cubes.reading.reader import Reader
from vision.cubes.tops import HALF, Mask
from vision.frames import Image
from vision.plane.surroundings import Surroundings

NOWHERE = np.zeros(HALF.shape, bool)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return table_of("kitchen")[2]


@pytest.fixture(scope="module")
def around(reader: Reader) -> Surroundings:
    camera = reader.profile.camera()
    grid = Shadowcaster(camera.centre(), reader.profile.edge, HALF).grid_mask(0.0)
    return Surroundings(camera, reader.profile.empty, HALF, grid)


def box(reader: Reader, left: float, bottom: float, right: float, top: float) -> NDArray[np.int32]:
    """A rectangle of the table, in board coordinates, at the height of hands, in pixels."""
    corners = np.array([(left, bottom, 0.3), (left, top, 0.3), (right, top, 0.3), (right, bottom, 0.3)])
    return np.rint(reader.profile.camera().project(corners)).astype(np.int32)


def close(left: float, bottom: float, right: float, top: float) -> Mask:
    """The same as it is seen closely."""
    x, y = HALF.points()[..., 0], HALF.points()[..., 1]
    return np.asarray((x > left) & (x < right) & (y > bottom) & (y < top), bool)


def painted(reader: Reader, *boxes: NDArray[np.int32], colour: tuple[int, int, int]) -> Image:
    picture = reader.profile.empty.copy()
    for one in boxes:
        cv2.fillConvexPoly(picture, one, colour)
    return picture


def darker(reader: Reader, one: NDArray[np.int32], share: tuple[float, float, float]) -> Image:
    picture = reader.profile.empty.copy()
    there = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(there, one, 1)
    dyed = picture * np.array(share)
    return np.asarray(np.where(there[..., None] > 0, dyed, picture), np.uint8)


def test_an_arm_reaches_over_the_edge(reader: Reader, around: Surroundings) -> None:
    picture = painted(reader, box(reader, -2.8, 2.0, 0.2, 3.0), colour=(40, 60, 250))
    assert around.reaching(picture, close(-0.8, 2.0, 0.2, 3.0), NOWHERE, NOWHERE)[0] > 0.1


def test_a_token_on_a_line_that_lies_elsewhere_reaches_nowhere(reader: Reader, around: Surroundings) -> None:
    token, line = box(reader, -0.6, 2.0, 0.1, 2.7), box(reader, -0.5, 0.5, -0.33, 2.1)
    far = box(reader, -2.4, -0.3, -0.4, 0.6)
    picture = painted(reader, token, line, far, colour=(40, 60, 250))
    assert around.reaching(picture, close(-0.8, 2.0, 0.2, 2.7), NOWHERE, NOWHERE)[0] == 0


def test_what_goes_on_from_over_the_grid_needs_less_colour(reader: Reader, around: Surroundings) -> None:
    """Skin on a pale cloth in mixed light is little more than a shadow there."""
    picture = darker(reader, box(reader, -2.8, 2.0, 0.5, 3.0), (0.35, 0.5, 0.65))
    seen, within = close(-0.8, 2.0, 0.5, 3.0), close(0.0, 2.0, 0.5, 3.0)
    assert around.reaching(picture, seen, NOWHERE, NOWHERE)[0] == 0
    assert around.reaching(picture, seen, NOWHERE, within)[0] > 0.1


def test_two_fingers_that_hold_a_piece_at_its_edge_reach_over_it(
    reader: Reader, around: Surroundings
) -> None:
    """In skin that is hardly another colour than the table's, nothing else shows them."""
    picture, cube = reader.profile.empty, close(-0.2, 2.0, 0.7, 3.0)
    upper, lower = close(-0.9, 2.9, -0.1, 3.2), close(-0.9, 1.8, -0.1, 2.1)
    area, where = around.reaching(picture, upper | lower, cube, NOWHERE)
    assert area > 0.15
    assert where.any()
    assert around.reaching(picture, upper, cube, NOWHERE)[0] == 0
    elsewhere = close(-0.2, 0.0, 0.7, 1.0)
    apart = upper | close(-0.9, 0.0, -0.1, 0.3)
    assert around.reaching(picture, apart, cube | elsewhere, NOWHERE)[0] == 0
