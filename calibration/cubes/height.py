"""How high over the board the camera is, by how far apart the tops of known cubes are seen.

Corners alone tell it only to a camera that leans: from straight above, a near wide lens and a far narrow one
show the same grid. The tops do not: the nearer the lens, the further from its foot they are seen.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.cubes.align import Kind
from vision.cubes.matching.outline import centre_of
from vision.plane.camera import FOCUSES, Camera, Floats, camera_of_focus, focus_costs

_OFF: Final = 0.05
"""Squares by which one cube is laid beside the middle of its square."""

_KIND_OFF: Final = 0.04
"""Squares by which all of a kind are taken to be."""

_ROUNDS: Final = 5
"""In which what all of a kind are off is told from what each is."""

_WORTH: Final = 0.01
"""Squares that a top must be seen elsewhere for another height to be worth learning anew."""

_FAR: Final = 3.0
"""Squares from the camera's foot where that is asked."""


def refocused(laid: Sequence[Kind], camera: Camera, edge: float, corners: Floats) -> Camera | None:
    """The camera of the focal length that puts the tops best over the middles of their squares.

    None where what the camera is taken for now is as good.
    """
    groups = [[sample for group in kind.groups for sample in group] for kind in laid]
    middles = [np.array([centre_of(sample.square) for sample in group]) for group in groups]
    seen = [np.array([(sample.pose.x, sample.pose.y) for sample in group]) for group in groups]
    foot, height = _stand(camera)
    on_board = [foot + (places - foot) * height / (height - edge) for places in seen]
    size_on_board = edge * height / (height - edge)
    costs = focus_costs(camera.board, corners, camera.size, camera.lens)
    for index, focus in enumerate(FOCUSES.tolist()):
        other = camera_of_focus(camera.board, corners, camera.size, camera.lens, focus)
        foot, height = _stand(other)
        drawn_in = 1 - size_on_board / (height + size_on_board)
        costs[index] += sum(
            _unlikely(foot + (places - foot) * drawn_in - middle)
            for places, middle in zip(on_board, middles, strict=True)
        )
    focus = float(FOCUSES[int(costs.argmin())])
    best = camera_of_focus(camera.board, corners, camera.size, camera.lens, focus)
    moved = edge * abs(1 / camera.centre()[2] - 1 / best.centre()[2]) * _FAR
    return best if moved > _WORTH else None


def _stand(camera: Camera) -> tuple[Floats, float]:
    """The camera's foot on the board's plane, and its height."""
    centre = camera.centre()
    return centre[:2], float(centre[2])


def _unlikely(off: Floats) -> float:
    """How unlikely it is that the cubes of one kind lie so far (N, 2) off: some are laid carelessly, and a
    sign that is not in the middle of its face moves all of them."""
    common = np.zeros(2)
    for _ in range(_ROUNDS):
        weight = 1 / (1 + ((off - common) / _OFF / 2) ** 2)
        common = (weight * off).sum(axis=0) / (weight.sum(axis=0) + (_OFF / _KIND_OFF) ** 2)
    apart = 4 * np.log1p(((off - common) / _OFF / 2) ** 2)
    return float(apart.sum() + ((common / _KIND_OFF) ** 2).sum())
