"""From four pictures to a profile: looked through, the board found, then learnt."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.cubes.checks import (
    check_board,
    check_camera,
    check_cubes,
    check_cubes_of,
    check_exposure,
    check_grid,
    check_order,
    check_sizes,
    edge_width,
)
from calibration.cubes.faces import learn
from calibration.cubes.places.changes import Changes
from calibration.cubes.places.search import find_board
from calibration.cubes.toldapart import check_told
from calibration.refusals import EMPTY, Blurred, BoardUnsure, NoBoard
from vision.cubes.profile import Profile
from vision.cubes.tops import USUAL_EDGE
from vision.finding.grid import BOARD
from vision.finding.lens import find_lens
from vision.frames import Image
from vision.plane.camera import Floats, Lens, camera_from, ordered_round

_NO_EDGES: Final = 0.004
"""Of a picture's width: when its sharpest edges are that wide, blur is why no board is found."""


def learn_table(
    empty: Image, faces: Sequence[Image], corners: Floats | None = None, *, as_given: bool = False
) -> Profile:
    """`faces` in the order of the elements; a CalibrationError says what is wrong with a picture.

    With `as_given` the pictures are taken for what they are called, whatever their colours say.
    """
    check_sizes(empty, faces)
    pictures = (empty, *faces)
    size = (empty.shape[1], empty.shape[0])
    check_exposure(pictures)
    check_camera(pictures)
    changes = Changes(empty, faces)
    lens: Lens
    if corners is None:
        corners, lens = _found(empty, faces)
    else:
        corners = changes.from_a1(ordered_round(corners), size)
        lens = find_lens(empty, corners)
    check_grid(pictures, corners, lens)
    camera = camera_from(BOARD, corners, size, lens)
    check_board(pictures, camera, USUAL_EDGE)
    check_cubes(changes, camera, USUAL_EDGE)
    profile = learn(empty, faces, corners, lens)
    if not as_given:
        check_order(profile)
    check_told(profile)
    return profile


def check_standing(empty: Image, name: str, image: Image, corners: Floats) -> None:
    """Whether all eight cubes stand in one picture of the faces; `corners` go round the grid."""
    size = (empty.shape[1], empty.shape[0])
    changes = Changes(empty, [image])
    placed = changes.from_a1(corners, size)
    camera = camera_from(BOARD, placed, size, find_lens(empty, placed))
    check_cubes_of(name, changes, camera, USUAL_EDGE)


def _found(empty: Image, faces: Sequence[Image]) -> tuple[Floats, Lens]:
    try:
        found = find_board(empty, faces)
    except (NoBoard, BoardUnsure):
        if edge_width(empty) > _NO_EDGES * empty.shape[1]:
            raise Blurred(picture=EMPTY) from None
        raise
    return np.asarray(found.corners), found.lens
