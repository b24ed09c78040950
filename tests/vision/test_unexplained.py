"""Squares that neither a cube nor the board explains are doubted, and the likelier guess is made of them."""

from pathlib import Path

import numpy as np
import pytest

from companion.games.himiki.rules.board import square_named
from companion.games.himiki.rules.cubes import Colour, Element
from tests import learning
from vision.cubes.doubt.accepting import Acceptance, Pictured, better_than_board
from vision.cubes.doubt.bareness import BareSquares
from vision.cubes.doubt.doubts import with_guesses
from vision.cubes.matching.matcher import Matcher
from vision.cubes.matching.odds import of_cube, of_nothing
from vision.cubes.matching.silhouette import Shadowcaster
from vision.cubes.profile import Profile
from vision.cubes.seen import CubeDoubt, SeenCube, place_in_odds
from vision.cubes.tops import HALF, RASTER, Found, Pose, padded, softened
from vision.finding.grid import BOARD
from vision.frames import Image
from vision.plane.light import Light
from vision.plane.plane import maps_of, seen_on
from vision.sighting import Reason

pytestmark = pytest.mark.long

OAK = Path(__file__).parents[1] / "data" / "tables" / "oak"
SQUARE = square_named("C5")
PLACE = np.array([[4.5, 2.5, 0.0]], np.float32)
LIGHT = np.ones((1, 3), np.float32)


@pytest.fixture(scope="module")
def oak() -> Profile:
    return learning.photographed(OAK)[0]


def board(oak: Profile) -> Image:
    return padded(softened(seen_on(oak.empty, maps_of(oak.camera(), RASTER, oak.edge))))


def chequered(oak: Profile, levels: float) -> Image:
    """Something on the square that is neither cube nor board, so many levels off the board."""
    plane, side = board(oak), round(oak.edge * RASTER.scale)
    left, top = (RASTER.to_pixels(PLACE[0, :2].astype(np.float64)) - side // 2).astype(int)
    rows, columns = np.mgrid[0:side, 0:side] // 6
    off = levels * ((rows + columns) % 2 * 2 - 1)[..., None] * np.array([1.0, -1.0, 0.3])
    there = plane[top : top + side, left : left + side, :3]
    plane[top : top + side, left : left + side, :3] = np.clip(there + off, 0, 255)
    return plane


def doubted(oak: Profile, plane: Image) -> bool:
    assert SQUARE is not None
    matcher = Matcher(oak.looks, oak.kinds, oak.edge, mirrors=oak.mirrors, allowance=oak.allowance)
    caster = Shadowcaster(oak.camera().centre(), oak.edge, HALF)
    cells = [(slice(0, 1), slice(0, 1))] * 30
    differ = np.full(30, 0.3, np.float32)
    acceptance = Acceptance(matcher, caster, board(oak), cells, oak.margins, BareSquares(oak), differ)
    plain = float(matcher.plain(plane, board(oak), PLACE, LIGHT)[0])
    nothing_alike = Found(3, 3, 0, Pose(4.5, 2.5, 0.0), 0.4, 0.5, 1.0, 0.5, 0.1, plain)
    assert of_cube(nothing_alike.misfit, nothing_alike.alike) < 0
    light = Light(BOARD, np.zeros((6, 3), np.float32))
    found = {SQUARE: nothing_alike}
    return SQUARE in acceptance.undecided(found, {}, {SQUARE: of_nothing(plain)}, Pictured(plane, light))


def test_what_is_like_neither_cube_nor_board_is_doubted(oak: Profile) -> None:
    assert doubted(oak, chequered(oak, 38.0))


def test_the_bare_board_is_not(oak: Profile) -> None:
    assert not doubted(oak, board(oak))
    assert not doubted(oak, chequered(oak, 10.0))


def test_a_bare_board_in_the_shade_is_not(oak: Profile) -> None:
    assert not doubted(oak, np.asarray(board(oak) * 0.4, np.uint8))


def guess(odds: dict[int, float], reason: Reason = Reason.UNLIKE) -> SeenCube | None:
    """What is told of a square on which a white cube with fire up was seen, when weighing says this."""
    assert SQUARE is not None
    taken = SeenCube(SQUARE, Colour.WHITE, Element.FIRE, None, None, 0.7)
    doubt = CubeDoubt(SQUARE, reason, tuple(odds.get(place, -12.0) for place in range(8)))
    return next(iter(with_guesses([taken], [doubt])), None)


FIRE, WOOD = (place_in_odds(Colour.WHITE, element) for element in (Element.FIRE, Element.WOOD))


def test_what_is_likelier_in_uneven_light_is_believed() -> None:
    assert guess({0: 0.0, FIRE: -8.0}) is None
    other = guess({WOOD: 0.0, FIRE: -3.0})
    assert other is not None
    assert (other.colour, other.top) == (Colour.WHITE, Element.WOOD)
    assert other.confidence <= 0.75


def test_what_is_hardly_likelier_is_not() -> None:
    kept = guess({0: 0.0, FIRE: -1.0})
    assert kept is not None
    assert kept.top is Element.FIRE


def test_below_a_hand_what_was_seen_stays() -> None:
    assert guess({0: 0.0, FIRE: -8.0}, Reason.COVERED) is not None


@pytest.mark.parametrize(("misfit", "plain", "alike"), [(0.120, 0.193, 0.85), (0.131, 0.210, 0.87)])
def test_in_the_dark_a_sign_that_shows_tells_a_cube(misfit: float, plain: float, alike: float) -> None:
    """Measured on black cubes of a dim and noisy table, whose board in deep shade is dark as well."""
    assert better_than_board(shown(misfit, alike), plain)


@pytest.mark.parametrize(("misfit", "plain", "alike"), [(0.076, 0.11, 0.65), (0.09, 0.096, 0.81)])
def test_a_bare_square_there_is_none(misfit: float, plain: float, alike: float) -> None:
    assert not better_than_board(shown(misfit, alike), plain)


def shown(misfit: float, alike: float) -> Found:
    return Found(3, 3, 0, Pose(4.5, 2.5, 0.0), misfit, 0.2, 1.0, 0.5, alike)
