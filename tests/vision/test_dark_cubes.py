"""Dark cubes with dim signs: a faint sign tells as much as any, and a board in the shade is none."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests import learning
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.odds import of_cube, of_nothing
from vision.cubes.profile import Profile
from vision.cubes.tops import RASTER, Singles, padded, softened
from vision.frames import Image
from vision.plane.plane import maps_of, seen_on

pytestmark = pytest.mark.long

OAK = Path(__file__).parents[1] / "data" / "tables" / "oak"
BLACK = (3, 4, 5)
PLACE = np.array([[4.5, 2.5, 0.0]], np.float32)
LIGHT = np.ones((1, 3), np.float32)


@pytest.fixture(scope="module")
def oak() -> Profile:
    return learning.photographed(OAK)[0]


def dim(oak: Profile, kind: int, share: float) -> Singles:
    """What a black cube looks like whose sign has so much of its contrast."""
    look = oak.looks[oak.kinds.index(kind)]
    ground = np.median(look.reshape(-1, 3), axis=0)
    return np.asarray(ground + share * (look - ground), np.float32)


def matcher(oak: Profile, look: Singles) -> Matcher:
    return Matcher(np.stack([look, oak.looks[0]]), (3, 0), oak.edge, mirrors=False, allowance=1.0)


def board(oak: Profile) -> Image:
    return padded(softened(seen_on(oak.empty, maps_of(oak.camera(), RASTER, oak.edge))))


def with_top(oak: Profile, look: Singles) -> Image:
    plane, side = board(oak), round(oak.edge * RASTER.scale)
    left, top = (RASTER.to_pixels(PLACE[0, :2].astype(np.float64)) - side // 2).astype(int)
    plane[top : top + side, left : left + side, :3] = np.clip(cv2.resize(look, (side, side)), 0, 255)
    return plane


@pytest.mark.parametrize("kind", BLACK)
@pytest.mark.parametrize("shade", [0.2, 0.4, 0.7])
def test_a_board_in_the_shade_is_the_board(oak: Profile, kind: int, shade: float) -> None:
    one, plane = matcher(oak, dim(oak, kind, 0.5)), np.asarray(board(oak) * shade, np.uint8)
    misfit, alike = one.judge(plane, np.array([0]), PLACE, LIGHT)
    plain = one.plain(plane, board(oak), PLACE, LIGHT)
    assert of_nothing(float(plain[0])) > of_cube(float(misfit[0]), float(alike[0])) + 3


@pytest.mark.parametrize("kind", BLACK)
def test_a_faint_sign_is_as_like_itself_as_a_stronger_one(oak: Profile, kind: int) -> None:
    faint, stronger = (likeness(oak, dim(oak, kind, share)) for share in (0.3, 0.5))
    assert faint > stronger - 0.06


def likeness(oak: Profile, look: Singles) -> float:
    _, alike = matcher(oak, look).judge(with_top(oak, look), np.array([0]), PLACE, LIGHT)
    return float(alike[0])
