"""A bare square below a lamp's mirror image is the board's as long as its print is seen."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests import learning
from vision.cubes.matching.glare import below_glare, in_mirrored_light
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.odds import ELSE, of_nothing
from vision.cubes.matching.templates import Noise
from vision.cubes.profile import Profile
from vision.cubes.tops import MIDDLE, RASTER, Singles, padded, samples_at, softened
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


SIDE = 24
BLACK = (14.0, 12.0, 12.0)
"""A board without print: only what is added to it tells."""


def square(*, sign: bool = False, top: tuple[float, ...] = BLACK) -> Singles:
    face = np.empty((SIDE, SIDE, 3), np.float32)
    face[:] = top
    if sign:
        face[8:16, 8:16] = (60, 90, 200)
    return face


def mirrored(face: Singles, colour: tuple[float, float, float], strength: float) -> Singles:
    """1 x 3 x N, with light added that is strongest beside the middle."""
    rows, columns = np.mgrid[0:SIDE, 0:SIDE] / SIDE
    lamp = strength * np.exp(-((rows - 0.2) ** 2 + (columns - 0.7) ** 2))[..., None] * np.array(colour)
    seen = 255 * ((face / 255) ** 2.2 + lamp) ** (1 / 2.2)
    return np.ascontiguousarray(np.minimum(seen, 255).reshape(1, -1, 3).transpose(0, 2, 1), np.float32)


def bare() -> Singles:
    return np.ascontiguousarray(square().reshape(1, -1, 3).transpose(0, 2, 1), np.float32)


@pytest.mark.parametrize("strength", [0.05, 0.3, 0.6])
def test_a_lamp_mirrored_in_a_board_without_print_leaves_it_bare(strength: float) -> None:
    seen = mirrored(square(), (0.75, 0.9, 1.0), strength)
    assert in_mirrored_light(seen, bare(), Noise(1.0))[0] < 0.05


def test_what_stands_in_the_mirrored_light_is_not_bare() -> None:
    """With as much light over it as over the board beside it, which a top does not even mirror."""
    for face in (square(sign=True), square(sign=True, top=(220, 220, 220))):
        seen = mirrored(face, (0.75, 0.9, 1.0), 0.2)
        assert in_mirrored_light(seen, bare(), Noise(1.0)).tolist() == [1.0]


def test_skin_is_no_mirrored_lamp() -> None:
    palm = mirrored(square(), (0.22, 0.30, 0.55), 0.9)
    assert in_mirrored_light(palm, bare(), Noise(1.0)).tolist() == [1.0]


def test_light_that_hides_everything_tells_nothing() -> None:
    assert in_mirrored_light(mirrored(square(), (1, 1, 1), 3.0), bare(), Noise(1.0)).tolist() == [1.0]
