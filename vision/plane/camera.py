"""Where the camera is: from the grid's four corners to any point on or above the board, and to pixels.

Board coordinates are in squares: x from 0 at the outer line of the first column, y from 0 at that of the
first row, z up from the board. Pixels are measured from the picture's centre and divided by half its width.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.sighting import Corners

Floats = NDArray[np.float64]

_UNDISTORT_ROUNDS: Final = 25
"""After which no lens of ours leaves more than rounding does."""

_PLAUSIBLE_FOCUS: Final = (0.83, 2.8)
"""Focal lengths of 100 to 40 degrees across, in half widths."""

FOCUSES: Final = np.geomspace(*_PLAUSIBLE_FOCUS, 61)
"""Two per cent apart."""

_USUAL_FOCUS: Final = 1.5
"""In half widths: 67 degrees across, as most cameras have."""

_FOCUS_SPREAD: Final = 0.35
"""Of the logarithm of the focal length, around the usual one."""

_CORNER_ERROR: Final = 0.0016
"""One pixel of 1280: how well corners are given."""


@dataclass(frozen=True, slots=True)
class Lens:
    """Radial distortion, by the squared distance from the centre in half widths."""

    first: float = 0.0
    second: float = 0.0

    def distort(self, points: Floats) -> Floats:
        square = np.sum(points**2, axis=-1, keepdims=True)
        # Far outside the picture the polynomial folds back; there it must only stay outside.
        square = np.minimum(square, 4.0)
        return np.asarray(points * (1 + square * (self.first + square * self.second)))

    def undistort(self, points: Floats) -> Floats:
        # `cv2.undistortPoints` stops after five rounds, 0.03 pixels away at worst; how to ask it for more
        # is another call in OpenCV 4 and 5.
        straight = points.copy()
        for _ in range(_UNDISTORT_ROUNDS):
            square = np.sum(straight**2, axis=-1, keepdims=True)
            straight = points / np.maximum(1 + square * (self.first + square * self.second), 0.2)
        return straight


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera that sees the board: three rows that take (x, y, z, 1) to undistorted image coordinates."""

    board: Board
    size: tuple[int, int]
    """Width and height of its pictures."""
    lens: Lens
    focus: float
    """Focal length in half widths."""
    matrix: Floats
    """3 x 4."""

    def project(self, points: Floats) -> Floats:
        """Pixels of board points (…, 3)."""
        flat = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        depth = np.maximum(flat[..., 2:], 1e-6)
        return from_unit(self.lens.distort(flat[..., :2] / depth), self.size)

    def on_board(self, pixels: Floats) -> Floats:
        """Points of the board's plane (n, 2) that are seen in those pixels (n, 2)."""
        flat = self.lens.undistort(to_unit(pixels, self.size))
        back = np.linalg.inv(self.matrix[:, [0, 1, 3]])
        points = np.column_stack([flat, np.ones(len(flat))]) @ back.T
        return np.asarray(points[:, :2] / points[:, 2:])

    def centre(self) -> Floats:
        """The place of the lens, in board coordinates."""
        return np.asarray(-np.linalg.solve(self.matrix[:, :3], self.matrix[:, 3]))


@cache
def outline_of(board: Board) -> Floats:
    """The grid's corners on the board, in the order of `Corners`."""
    right, far = board.columns, board.rows
    corners = np.array([[0, 0], [right, 0], [right, far], [0, far]], np.float64)
    corners.flags.writeable = False
    return corners


def to_unit(pixels: Floats, size: tuple[int, int]) -> Floats:
    width, height = size
    return np.asarray((pixels - [(width - 1) / 2, (height - 1) / 2]) / (width / 2))


def from_unit(points: Floats, size: tuple[int, int]) -> Floats:
    width, height = size
    return np.asarray(points * (width / 2) + [(width - 1) / 2, (height - 1) / 2])


def homography(source: Floats, target: Floats) -> Floats:
    """Through four or more pairs of points."""
    if len(source) == 4:
        return np.asarray(
            cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32)), np.float64
        )
    found, _ = cv2.findHomography(source, target)
    return np.asarray(found, np.float64)


def _board_homography(board: Board, corners: Corners | Floats, size: tuple[int, int], lens: Lens) -> Floats:
    return homography(outline_of(board), lens.undistort(to_unit(np.asarray(corners, np.float64), size)))


def _pose(board: Board, plane: Floats, focus: float) -> Floats:
    """The rigid 3 x 4 matrix that is nearest to the plane's homography at this focal length."""
    columns = plane / np.array([[focus], [focus], [1.0]])
    if columns[2] @ [board.columns / 2, board.rows / 2, 1.0] < 0:
        columns = -columns
    scale = 2 / (np.linalg.norm(columns[:, 0]) + np.linalg.norm(columns[:, 1]))
    columns = columns * scale
    raw = np.column_stack([columns[:, 0], columns[:, 1], np.cross(columns[:, 0], columns[:, 1])])
    u, _, vt = np.linalg.svd(raw)
    rotation = u @ np.diag([1.0, 1.0, float(np.sign(np.linalg.det(u @ vt)))]) @ vt
    matrix = np.column_stack([rotation, columns[:, 2]])
    return np.asarray(np.array([[focus], [focus], [1.0]]) * matrix)


def _misfit(board: Board, plane: Floats, focus: float) -> float:
    """How far, in pixels of 1280 across, a rigid camera of this focal length misses the corners."""
    matrix = _pose(board, plane, focus)
    corners = outline_of(board)
    flat = corners @ matrix[:, :2].T + matrix[:, 3]
    true = np.column_stack([corners, np.ones(4)]) @ plane.T
    gap = flat[:, :2] / flat[:, 2:] - true[:, :2] / true[:, 2:]
    return float(np.sqrt(np.mean(gap**2)))


def camera_from(
    board: Board, corners: Corners | Floats, size: tuple[int, int], lens: Lens = Lens()
) -> Camera:
    """The camera whose pictures show the grid's corners there."""
    costs = focus_costs(board, corners, size, lens)
    return camera_of_focus(board, corners, size, lens, float(FOCUSES[int(np.argmin(costs))]))


def focus_costs(board: Board, corners: Corners | Floats, size: tuple[int, int], lens: Lens) -> Floats:
    """How unlikely each of the focal lengths is, in halves of a likelihood's logarithm.

    From straight above, corners tell next to nothing: a lens as usual is then as good as it gets.
    """
    plane = _board_homography(board, corners, size, lens)
    costs = [
        (_misfit(board, plane, focus) / _CORNER_ERROR) ** 2
        + (np.log(focus / _USUAL_FOCUS) / _FOCUS_SPREAD) ** 2
        for focus in FOCUSES
    ]
    return np.array(costs)


def camera_of_focus(
    board: Board, corners: Corners | Floats, size: tuple[int, int], lens: Lens, focus: float
) -> Camera:
    """The same with a known focal length; the board's plane is met exactly at the corners."""
    plane = _board_homography(board, corners, size, lens)
    rigid = _pose(board, plane, focus)
    scale = np.linalg.norm(rigid[:, [0, 1, 3]]) / np.linalg.norm(plane)
    if plane[2] @ [board.columns / 2, board.rows / 2, 1.0] < 0:
        scale = -scale
    exact = plane * scale
    matrix = np.column_stack([exact[:, 0], exact[:, 1], rigid[:, 2], exact[:, 2]])
    return Camera(board, size, lens, focus, matrix)


def ordered_round(corners: Sequence[Sequence[float]] | Floats) -> Floats:
    """The four corners counter-clockwise as seen in the picture, as `Corners` go round from above."""
    points = np.asarray(corners, np.float64)
    middle = points.mean(axis=0)
    angle = np.arctan2(-(points[:, 1] - middle[1]), points[:, 0] - middle[0])
    return np.asarray(points[np.argsort(angle)])
