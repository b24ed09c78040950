"""A square cut out of a picture: the right one, wholly in it, whatever camera looks from wherever."""

import cv2
import numpy as np
import pytest

from companion.games.himiki.rules.board import Square, square_named
from tests.vision.virtual_tables import Table, table_of
from vision.cubes.reading.cutout import cut_out
from vision.frames import Frame, Image, Seconds
from vision.sighting import Corners
from vision.virtual import Scene, pieces_named

LOOKS = ("kitchen", "bulb", "workshop")


@pytest.fixture(scope="module", params=LOOKS)
def table(request: pytest.FixtureRequest) -> Table:
    return table_of(request.param)


def picture(table: Table, cubes: str) -> tuple[Image, Corners]:
    image = table[1].render(Scene(pieces=pieces_named(cubes, table[0]) if cubes else (), noise=3))[0]
    corners = table[2].read(Frame(image, Seconds(0.0))).corners
    assert corners is not None
    return image, corners


def square(name: str) -> Square:
    found = square_named(name)
    assert found is not None
    return found


def change(one: Image | None, other: Image | None) -> tuple[float, float]:
    """Mean change in the middle, and at the rim."""
    assert one is not None
    assert other is not None
    assert one.shape == other.shape
    apart = np.abs(one.astype(float) - other).mean(axis=2)
    inner = np.zeros(apart.shape, bool)
    quarter = apart.shape[0] // 4, apart.shape[1] // 4
    inner[quarter[0] : -quarter[0], quarter[1] : -quarter[1]] = True
    return float(apart[inner].mean()), float(apart[~inner].mean())


@pytest.mark.parametrize("name", ["A1", "A6", "C3", "E1", "E6"])
@pytest.mark.parametrize("taught", [True, False])
def test_a_cube_lies_in_the_middle_of_its_squares_picture(table: Table, name: str, taught: bool) -> None:
    image, corners = picture(table, f"{name}wHMK")
    plain, _ = picture(table, "")
    profile = table[2].profile if taught else None
    seen = [cut_out(each, corners, square(name), profile) for each in (image, plain)]
    middle, rim = change(*seen)
    assert middle > 15
    assert middle > 3 * rim


def test_all_squares_are_large_and_each_is_another(table: Table) -> None:
    image, corners = picture(table, "B2wHMK,D4bKMH")
    shown = [cut_out(image, corners, Square(at), table[2].profile) for at in range(30)]
    assert all(each is not None and max(each.shape) == pytest.approx(480, abs=2) for each in shown)
    small = {cv2.resize(each, (16, 16)).tobytes() for each in shown if each is not None}
    assert len(small) == 30


def test_a_square_outside_of_the_picture_has_no_picture(table: Table) -> None:
    image, corners = picture(table, "")
    a1, a6, e6, e1 = ((x + 3 * image.shape[1], y) for x, y in corners)
    moved: Corners = (a1, a6, e6, e1)
    assert cut_out(image, moved, square("C3")) is None


def test_its_corners_are_marked(table: Table) -> None:
    image, corners = picture(table, "")
    dark = np.zeros_like(image)
    marked = cut_out(dark, corners, square("C3"), table[2].profile)
    assert marked is not None
    assert 0.002 < (marked.max(axis=2) > 200).mean() < 0.05
