"""A square that looks like a cube when it is bare is empty while it looks no more like one than that."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.cubes.faces import learn
from companion.games.himiki.rules.board import Square, name_of, square_named
from companion.games.himiki.rules.cubes import Colour, Element
from tests.calibration.tables import drawn, look_named, scenes, true_corners
from vision.cubes.profile import KINDS, Profile, load_profile
from vision.cubes.reading.reader import Reader
from vision.frames import Frame, Image, Seconds
from vision.plane.camera import Floats
from vision.virtual import Scene, pieces_named

LOOK = look_named("kitchen")
SQUARE = "A6"
CUBES = "B2wHMK,D4bMKH,C5wKHM"
FIRE = KINDS.index((Colour.WHITE, Element.FIRE))
FADED = 0.4
"""Share of the printed emblem: the rest is the board under it."""


def square() -> Square:
    found = square_named(SQUARE)
    assert found is not None
    return found


@cache
def plain() -> tuple[tuple[Image, ...], Profile]:
    pictures = tuple(drawn(LOOK, *scenes(LOOK)))
    return pictures, learn(pictures[0], pictures[1:], true_corners(LOOK))


def corners_of(profile: Profile, half: float, aside: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """Where something as large as that is seen where the top of a cube on the square would be."""
    x, y = 5.5 + aside[0], 0.5 + aside[1]
    around = [(x - half, y + half), (x + half, y + half), (x + half, y - half), (x - half, y - half)]
    return profile.camera().project(np.array([(*one, profile.edge) for one in around]))


def with_emblem(picture: Image) -> Image:
    """A board with a pale round fire printed where that square is seen."""
    profile = plain()[1]
    look = profile.looks[profile.kinds.index(FIRE)]
    side = look.shape[0]
    corners = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    to_picture = cv2.getPerspectiveTransform(
        corners, corners_of(profile, profile.edge / 2).astype(np.float32)
    )
    size = picture.shape[1::-1]
    print_ = cv2.warpPerspective(look, to_picture, size, flags=cv2.INTER_LINEAR)
    share = cv2.warpPerspective(np.full(look.shape, FADED, np.float32), to_picture, size)
    return np.asarray(np.clip(picture * (1 - share) + print_ * share, 0, 255), np.uint8)


def with_die(picture: Image) -> Image:
    """Something small and dark beside it."""
    place = corners_of(plain()[1], 0.13, (0.25, -0.3))
    covered = picture.copy()
    cv2.fillConvexPoly(covered, np.rint(place).astype(np.int32), (24, 22, 20), cv2.LINE_AA)
    return covered


@pytest.fixture(scope="module")
def profile() -> Profile:
    """Of that board, where a die lay when the first picture was taken: the square never looks so again."""
    empty, *faces = (with_emblem(picture) for picture in plain()[0])
    return learn(with_die(empty), faces, true_corners(LOOK))


def read(profile: Profile, picture: Image) -> dict[str, tuple[Colour, Element, bool]]:
    sighting = Reader(profile).read(Frame(picture, Seconds(0.0)))
    return {name_of(cube.square): (cube.colour, cube.top, cube.confidence >= 0.8) for cube in sighting.cubes}


def game(cubes: str, noise: int) -> Image:
    return drawn(LOOK, Scene(pieces=pieces_named(cubes, LOOK, noise), noise=noise))[0]


@pytest.mark.parametrize("noise", [3, 4, 5])
def test_an_emblem_is_not_read_as_a_cube(profile: Profile, noise: int) -> None:
    picture = with_emblem(game(CUBES, noise))
    assert SQUARE in read(replace(profile, bare=()), picture)
    assert read(profile, picture).keys() == {"B2", "D4", "C5"}


@pytest.mark.parametrize("noise", [3, 4, 5])
@pytest.mark.parametrize(
    ("cube", "kind"),
    [
        ("wHMK", (Colour.WHITE, Element.FIRE)),
        ("wMKH", (Colour.WHITE, Element.WATER)),
        ("bHMK", (Colour.BLACK, Element.FIRE)),
    ],
)
def test_a_cube_on_the_emblem_is_read(
    profile: Profile, cube: str, kind: tuple[Colour, Element], noise: int
) -> None:
    assert read(profile, game(f"{CUBES},{SQUARE}{cube}", noise))[SQUARE] == (*kind, True)


def test_bare_squares_are_kept_with_the_profile(profile: Profile, tmp_path: Path) -> None:
    profile.save(tmp_path)
    assert load_profile(tmp_path).bare == profile.bare
    assert profile.bare[square()][FIRE].alike > 0.6
