"""What the empty board explains of a square over which another cube's side is seen."""

import numpy as np
import pytest

from tests.vision.virtual_tables import table_of
from vision.cubes.reading.reader import Reader
from vision.cubes.tops import HALF, RASTER, Mask, Pose, Singles, padded, softened
from vision.plane.plane import maps_of, seen_on

pytestmark = pytest.mark.long

HERE = Pose(1.5, 2.5, 0.1)
LIGHT = np.ones(3, np.float32)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return table_of("garden")[2]


def hidden_left_of(x: float) -> Mask:
    mask = np.zeros(HALF.shape, bool)
    mask[:, : round(float(HALF.to_pixels(np.array([x, 0.0]))[0]))] = True
    return mask


def misfits(reader: Reader, painted: Mask, hidden: Mask) -> tuple[float, float]:
    """Of the board at that place, where a plane is painted orange: everywhere, and beside what is hidden."""
    profile = reader.profile
    empty = seen_on(profile.empty, maps_of(profile.camera(), RASTER, profile.edge))
    plane = empty.copy()
    plane[np.kron(painted, np.ones((2, 2), bool))] = (60, 120, 240)
    soft, board = padded(softened(plane)), padded(softened(empty))
    row: Singles = np.array([[HERE.x, HERE.y, HERE.turn]], np.float32)
    everywhere = reader.matcher.plain(soft, board, row, LIGHT[None])[0]
    beside = reader.matcher.plain_beside(soft, board, row, LIGHT[None], hidden)[0]
    return float(everywhere), float(beside)


def test_of_what_is_hidden_altogether_the_board_explains_everything(reader: Reader) -> None:
    assert misfits(reader, hidden_left_of(1.35), hidden_left_of(6.0))[1] == 0.0


def test_the_board_beside_a_side_is_board(reader: Reader) -> None:
    everywhere, beside = misfits(reader, hidden_left_of(1.35), hidden_left_of(1.4))
    assert everywhere > 0.1
    assert beside < 0.02


def test_what_stands_beside_a_side_is_not(reader: Reader) -> None:
    _, beside = misfits(reader, hidden_left_of(1.8), hidden_left_of(1.35))
    assert beside > 0.3


def test_where_all_is_hidden_nothing_speaks_against_the_board(reader: Reader) -> None:
    assert misfits(reader, hidden_left_of(2.5), hidden_left_of(2.5))[1] == 0.0
