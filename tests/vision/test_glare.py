"""A bare square below a lamp's mirror image is the board's as long as its print is seen."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests import learning
from vision.cubes.matching.glare import below_glare
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.odds import ELSE, of_nothing
from vision.cubes.matching.templates import Noise
from vision.cubes.profile import Profile
from vision.cubes.tops import MIDDLE, RASTER, padded, samples_at, softened
from vision.frames import Image
from vision.plane.plane import maps_of, seen_on

pytestmark = pytest.mark.long

OAK = Path(__file__).parents[1] / "data" / "tables" / "oak"
PLACES = np.array([[1.5, 1.5, 0.0], [2.5, 2.5, 0.0], [1.5, 3.5, 0.0]], np.float32)
LIGHT = np.ones((3, 3), np.float32)
WARM = np.array([70.0, 80.0, 90.0])


@pytest.fixture(scope="module")
def oak() -> Profile:
    return learning.photographed(OAK)[0]


def board(oak: Profile) -> Image:
    return padded(softened(seen_on(oak.empty, maps_of(oak.camera(), RASTER, oak.edge))))


def nothing(oak: Profile, plane: Image) -> list[float]:
    """The odds of each place being bare."""
    matcher = Matcher(oak.looks, oak.kinds, oak.edge, mirrors=oak.mirrors, allowance=oak.allowance)
    plains = matcher.plain_under_edges(plane, board(oak), PLACES, LIGHT)
    return [of_nothing(plain) for plain in plains.tolist()]


@pytest.mark.parametrize("strength", [0.8, 1.2, 1.6])
def test_print_seen_through_a_reflection_is_the_boards(oak: Profile, strength: float) -> None:
    plane = board(oak)
    rows, columns = np.mgrid[0 : plane.shape[0], 0 : plane.shape[1]]
    middle = RASTER.to_pixels(np.array([1.5, 2.5]))
    away = np.hypot(columns - middle[0], rows - middle[1]) / RASTER.scale
    lamp = np.exp(-((away / 3) ** 2))[..., None] * WARM * strength
    plane[..., :3] = np.clip(plane[..., :3] * 0.8 + lamp, 0, 255)
    assert min(nothing(oak, plane)) > 12


def test_a_pale_patch_without_that_print_is_not(oak: Profile) -> None:
    plane = board(oak)
    plane[..., :3] = np.clip(cv2.GaussianBlur(plane[..., :3], (0, 0), 30) * 0.6 + 2 * WARM, 0, 255)
    assert max(nothing(oak, plane)) < ELSE


@pytest.mark.parametrize("kind", range(6))
def test_no_cube_passes_for_a_board_below_a_reflection(oak: Profile, kind: int) -> None:
    plane, side = board(oak), round(oak.edge * RASTER.scale)
    look = cv2.resize(oak.looks[oak.kinds.index(kind)], (side, side))
    for x, y in PLACES[:, :2].astype(np.float64).tolist():
        left, top = (RASTER.to_pixels(np.array([x, y])) - side // 2).astype(int)
        plane[top : top + side, left : left + side, :3] = np.clip(look * 0.8 + 0.5 * WARM, 0, 255)
    seen, print_there = (
        samples_at(picture, RASTER, PLACES, oak.edge, MIDDLE, LIGHT) for picture in (plane, board(oak))
    )
    assert below_glare(seen, print_there, Noise(1.0)).tolist() == [1.0, 1.0, 1.0]
