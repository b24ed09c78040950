"""Faces with a sign, however dark the cube, and faces without."""

import numpy as np
import pytest

from calibration.cubes.signs import is_plain, plain_looks
from companion.games.himiki.rules.cubes import Colour
from vision.cubes.profile import KINDS
from vision.cubes.tops import FINE, Singles

WHITE, BLACK = ([i for i, (colour, _) in enumerate(KINDS) if colour is of] for of in Colour)


def face(
    ground: float | tuple[float, float, float], ink: tuple[float, float, float] | None = None
) -> Singles:
    """One colour all over, with a cross of so many levels more or less on it."""
    look = np.full((FINE, FINE, 3), ground, np.float32)
    if ink is not None:
        look[6:18, 11:13] += ink
        look[11:13, 6:18] += ink
    return look


@pytest.mark.parametrize("levels", [11.0, 20.0, 60.0])
def test_a_dim_sign_on_a_dark_cube_is_one(levels: float) -> None:
    assert not is_plain(face(38.0, (0.0, levels, 0.0)))


def test_noise_on_a_dark_cube_is_none() -> None:
    assert is_plain(face(38.0, (2.0, 3.0, 2.0)))
    assert is_plain(face(200.0, (9.0, 9.0, 9.0)))


def test_a_sign_that_is_not_seen_makes_no_faces_that_nobody_could_tell() -> None:
    """All signs of a colour stand on one ground: without them, its cubes would look alike."""
    looks = [face(200.0, (-90.0, -90.0, 0.0)) for _ in WHITE]
    looks += [face(40.0, (0.0, 0.0, 60.0)), face(40.0, (60.0, 0.0, 0.0)), face(40.0, (0.0, 3.0, 0.0))]
    assert plain_looks(looks, [*WHITE, *BLACK]) == []


def test_where_grounds_tell_kinds_faces_without_a_sign_are_expected_of_all() -> None:
    grounds = [(40.0, 40.0, 200.0), (200.0, 60.0, 40.0), (60.0, 160.0, 40.0)]
    looks = [face(ground, (50.0, 50.0, 50.0)) for ground in grounds[:2]] + [face(grounds[2])]
    made = plain_looks(looks, WHITE)
    assert [kind for kind, _ in made] == WHITE[:2]
    assert all(is_plain(look) for _, look in made)
