"""Light that is not the same everywhere covers nothing: patches of sun, sun and sky, little of it and noise.

A drawn table's picture is lit again, point by point: brighter by some share, in one colour or another.
"""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.himiki.rules.board import name_of
from tests.vision.virtual_tables import Table, table_of
from vision.cubes.seen import CubeSighting
from vision.cubes.tops import HALF
from vision.frames import Frame, Image, Seconds
from vision.plane.boardlight import EmptyBoard
from vision.virtual import DrawnHand, Scene, pieces_named

Floats = NDArray[np.float64]

CUBES = "B2wHMK,D4bKMH,C5wKHM,E1bMKH"
GAMMA = 2.2
ALL = np.ones(HALF.shape, bool)


@pytest.fixture(scope="module")
def table() -> Table:
    return table_of("kitchen")


def places(table: Table, shape: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Board coordinates of every pixel, on the plane of the board."""
    corners = np.asarray(table[2].profile.corners, np.float32)
    board = np.array([(0, 0), (6, 0), (6, 5), (0, 5)], np.float32)
    across, down = np.meshgrid(np.arange(shape[1]), np.arange(shape[0]))
    pixels = np.stack([across, down], axis=-1).reshape(-1, 1, 2).astype(np.float64)
    there = cv2.perspectiveTransform(pixels, cv2.getPerspectiveTransform(corners, board))
    x, y = there.reshape(*shape[:2], 2).transpose(2, 0, 1)
    return np.asarray(x, np.float64), np.asarray(y, np.float64)


def relit(picture: Image, light: Floats) -> Image:
    """`light` is how many times brighter each pixel becomes, or each of its channels."""
    linear = (picture / 255.0) ** GAMMA * (light if light.ndim == 3 else light[..., None])
    return np.asarray(np.clip(linear, 0, 1) ** (1 / GAMMA) * 255, np.uint8)


def seen(table: Table, picture: Image) -> CubeSighting:
    return table[2].read(Frame(picture, Seconds(0.0)))


def drawn(table: Table, hand: DrawnHand | None = None) -> Image:
    return table[1].render(Scene(pieces=pieces_named(CUBES, table[0]), hand=hand, noise=3))[0]


def patch_of_sun(table: Table, shape: tuple[int, ...], strength: float, soft: float) -> Floats:
    """Over the corner of A1, as far as A3, and beside it; it ends over so many squares."""
    x, y = places(table, shape)
    far = np.hypot(x - 1.5, y + 0.8)
    return np.asarray(1 + strength * np.clip((2.2 - far) / soft, 0, 1), np.float64)


@pytest.mark.parametrize("strength", [1.6, 2.4])
def test_a_patch_of_sun_covers_nothing(table: Table, strength: float) -> None:
    mild = relit(drawn(table), np.asarray(0.35))
    sighting = seen(table, relit(mild, patch_of_sun(table, mild.shape, strength, 1.6)))
    assert sighting.clear
    assert [name_of(cube.square) for cube in sighting.cubes] == ["B2", "C5", "D4", "E1"]


def test_a_hand_in_a_patch_of_sun_is_a_hand(table: Table) -> None:
    mild = relit(drawn(table, DrawnHand(1.5, 0.6, comes_from=-90)), np.asarray(0.35))
    assert not seen(table, relit(mild, patch_of_sun(table, mild.shape, 2.4, 1.6))).clear


def test_paper_of_the_boards_own_colour_covers_it(table: Table) -> None:
    """No tint tells it from a patch of sun, but it has edges and shows no print."""
    picture = relit(drawn(table), np.asarray(0.35))
    x, y = places(table, picture.shape)
    paper = (np.abs(x - 1.5) < 0.9) & (np.abs(y) < 0.8)
    linear = (picture[paper] / 255.0) ** GAMMA
    picture[paper] = np.clip(2.4 * linear.mean(axis=0), 0, 1) ** (1 / GAMMA) * 255
    assert not seen(table, picture).clear


def in_sun_and_sky(lit: float) -> float:
    """The most that is other in the sun, where this share of one half of a pale board is in it, and the
    rest in the sky's light alone."""
    pale = np.full((*HALF.shape, 3), 170, np.uint8)
    pale[::24], pale[:, ::24] = 90, 90
    x, y = HALF.points()[..., 0], HALF.points()[..., 1]
    sun = (x < 3) | (y < 5 * lit)
    light = np.where(sun[..., None], (1.0, 1.0, 1.0), (0.5, 0.36, 0.25))
    seen = EmptyBoard(HALF, pale, 0.5).compare(relit(pale, light), ALL)
    inside = cv2.erode(sun.view(np.uint8), np.ones((9, 9), np.uint8)).view(bool) & (x > 3)
    return float(np.percentile(seen.excess[inside], 95))


@pytest.mark.parametrize("lit", [0.25, 0.4, 0.8])
def test_what_the_sun_shines_on_is_as_it_was(lit: float) -> None:
    assert in_sun_and_sky(lit) < 0.4


def in_coarse_noise(level: int, deviation: float) -> float:
    """The share of a dark board that seems covered, where its colours are as noisy as cameras make them."""
    dice = np.random.default_rng(4)
    board = np.full((*HALF.shape, 3), level, np.uint8)
    board[::24], board[:, ::24] = level + 30, level + 30
    noise = dice.normal(0, deviation, (HALF.shape[0] // 2, HALF.shape[1] // 2, 3))
    noise -= noise.mean(axis=2, keepdims=True)
    coarse = cv2.resize(noise, HALF.shape[::-1], interpolation=cv2.INTER_LINEAR)
    noisy = np.clip(np.rint(board + coarse), 0, 255).astype(np.uint8)
    return float((EmptyBoard(HALF, board, 0.9).compare(noisy, ALL).excess > 0.6).mean())


@pytest.mark.parametrize("deviation", [2.0, 3.0])
def test_noise_of_colours_is_no_cover(deviation: float) -> None:
    assert in_coarse_noise(16, deviation) < 0.01


LAMP_GONE = (1.1, 0.7, 0.35)
"""What is left of blue, green and red in the shadow of a bulb, where daylight comes from elsewhere."""


def shadow_of_a_bulb(table: Table, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """With edges, beside the board and over three squares: of a lamp's foot, perhaps."""
    x, y = places(table, shape)
    return np.asarray((np.abs(x - 1.5) < 1.2) & (np.abs(y) < 0.9), np.bool_)


def test_a_coloured_shadow_covers_nothing(table: Table) -> None:
    """Where two lamps shine, what is left where one is taken away has the colour of the other."""
    picture = relit(drawn(table), np.asarray(0.6))
    shadow = shadow_of_a_bulb(table, picture.shape)
    sighting = seen(table, relit(picture, np.where(shadow[..., None], LAMP_GONE, 1.0)))
    assert sighting.clear
    assert [name_of(cube.square) for cube in sighting.cubes] == ["B2", "C5", "D4", "E1"]


def test_cloth_as_dark_and_coloured_as_that_shadow_covers_it(table: Table) -> None:
    """It does not show the board's print."""
    picture = relit(drawn(table), np.asarray(0.6))
    shadow = shadow_of_a_bulb(table, picture.shape)
    picture[shadow] = (70, 40, 20)
    assert not seen(table, picture).clear
