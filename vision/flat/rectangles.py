"""Rectangles of one size on the ground: where one lies by its four edges, as well as a picture tells."""

from dataclasses import dataclass, replace
from math import cos, radians, sin
from typing import Final

import cv2
import numpy as np

from vision.flat.ground import Window
from vision.flat.light import logarithm
from vision.frames import Image
from vision.plane.camera import Floats
from vision.plane.channels import Singles

_ALONG: Final = np.linspace(-0.44, 0.44, 15)
"""Of a side, where it is looked at: corners are round."""


@dataclass(frozen=True, slots=True)
class Size:
    """Of every piece, in units of the ground."""

    width: float
    height: float

    @property
    def area(self) -> float:
        return self.width * self.height

    def unlike(self, other: "Size") -> float:
        """By how much of a side they differ, at most."""
        return max(abs(self.width / other.width - 1), abs(self.height / other.height - 1))

    @property
    def corners(self) -> Floats:
        """Printed top left, top right, bottom right, bottom left, around the middle."""
        right, up = self.width / 2, self.height / 2
        return np.array([(-right, up), (right, up), (right, -up), (-right, -up)])


@dataclass(frozen=True, slots=True)
class Pose:
    """Of a piece on the ground: its middle, and how many degrees it is turned, clockwise seen from above."""

    x: float
    y: float
    turn: float
    wide: float = 1.0
    high: float = 1.0
    """How much larger it is seen across and along than its size says: the ground is not known that well."""

    def of(self, points: Floats) -> Floats:
        """Where points of the piece (…, 2), from its middle, lie on the ground."""
        sine, cosine = np.sin(np.radians(self.turn)), np.cos(np.radians(self.turn))
        stretched = points * [self.wide, self.high]
        return np.asarray(stretched @ np.array([[cosine, -sine], [sine, cosine]]) + [self.x, self.y])

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The same of one point."""
        sine, cosine = sin(radians(self.turn)), cos(radians(self.turn))
        x, y = x * self.wide, y * self.high
        return x * cosine + y * sine + self.x, y * cosine - x * sine + self.y

    def turned(self, degrees: float) -> "Pose":
        return replace(self, turn=self.turn + degrees)


class Edges:
    """How a picture of the ground changes across and along."""

    def __init__(self, plane: Image | Singles, window: Window) -> None:
        """Bytes are brightness; other numbers are taken as they are."""
        soft = logarithm(plane) if plane.dtype == np.uint8 else plane
        self._across, self._along = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
        self._window = window

    def strength(self, poses: Floats, size: Size) -> Floats:
        """Of rectangles by (n, 3) x, y and turn: how strong each of their four sides is, upper, lower, right,
        left, n x 4. What changes one way here and the other way there is texture, and no side."""
        right, up = size.width / 2, size.height / 2
        level = [np.stack([_ALONG * size.width, np.full_like(_ALONG, y)], axis=-1) for y in (up, -up)]
        upright = [
            np.stack([np.full_like(_ALONG, x), _ALONG * size.height], axis=-1) for x in (right, -right)
        ]
        flat = np.concatenate(level + upright)
        angle = np.radians(poses[:, 2])
        sine, cosine = np.sin(angle)[:, None], np.cos(angle)[:, None]
        x = flat[:, 0] * cosine + flat[:, 1] * sine + poses[:, :1]
        y = -flat[:, 0] * sine + flat[:, 1] * cosine + poses[:, 1:2]
        pixels = self._window.to_pixels(np.stack([x, y], axis=-1)).astype(np.float32)
        maps = np.ascontiguousarray(pixels[..., 0]), np.ascontiguousarray(pixels[..., 1])
        across, along = (
            cv2.remap(values, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
            .reshape(len(poses), 4, len(_ALONG), -1)
            .mean(axis=2)
            for values in (self._across, self._along)
        )
        # Rows of the picture run down, the ground's run up.
        sine, cosine = sine[..., None], cosine[..., None]
        changes = np.concatenate(
            [(across * sine - along * cosine)[:, :2], (across * cosine + along * sine)[:, 2:]], axis=1
        )
        return np.asarray(np.linalg.norm(changes, axis=2), np.float64)


_REACHES: Final = ((0.16, 24.0, 7, 9), (0.05, 5.0, 5, 5), (0.02, 1.5, 5, 5))
"""Of the width, and degrees, by which a rectangle is moved onto its edges; in how many steps of each."""

_ONE_SIDE: Final = 0.1
"""What a side's strength counts for, against that of the weaker one of two."""


def best_pose(edges: Edges, pose: Pose, size: Size) -> Pose:
    """From nearby, where its four edges are strongest."""
    start = np.array([pose.x, pose.y, pose.turn])
    for reach, degrees, places, turns in _REACHES:
        steps = np.linspace(-1, 1, places) * reach * size.width
        x, y, turn = np.meshgrid(steps, steps, np.linspace(-1, 1, turns) * degrees)
        rivals = start + np.stack([x.ravel(), y.ravel(), turn.ravel()], axis=1)
        start = rivals[int(four_sided(edges.strength(rivals, size)).argmax())]
    return Pose(float(start[0]), float(start[1]), float(start[2]))


def four_sided(strength: Floats) -> Floats:
    """How much four sides (n x 4) speak for a rectangle: what is printed along one side is stronger than the
    side, and the one across it tells that it is not it."""
    pairs = np.minimum(strength[:, 0], strength[:, 1]) + np.minimum(strength[:, 2], strength[:, 3])
    return np.asarray(pairs + _ONE_SIDE * strength.sum(axis=1))
