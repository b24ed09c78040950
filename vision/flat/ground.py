"""The plane on which pieces lie, as a camera sees it: lengths on it are true, whatever the slant."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.frames import Image
from vision.plane.camera import FOCUSES, Floats, Lens, from_unit, homography, to_unit
from vision.plane.plane import Maps

_SKEW: Final = 0.01
"""Cosine by which corners that are square may be seen askew."""
_USUAL_FOCUS: Final = 1.6
"""Focal length in half widths of the picture, as most cameras have it."""
_FOCUS_SPREAD: Final = 0.3
"""Spread of its logarithm, from phones to webcams."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Points of the plane have x to the right and y upwards as the picture shows them, about, in any unit."""

    size: tuple[int, int]
    """Width and height of the pictures."""
    lens: Lens
    matrix: Floats
    """3 x 3: from the plane to the picture without distortion, in half widths from its middle."""

    def to_picture(self, points: Floats) -> Floats:
        """Pixels of points (…, 2)."""
        flat = points @ self.matrix[:, :2].T + self.matrix[:, 2]
        return from_unit(self.lens.distort(flat[..., :2] / flat[..., 2:]), self.size)

    def on_plane(self, pixels: Floats) -> Floats:
        """Points that are seen in pixels (n, 2)."""
        flat = np.column_stack([self.lens.undistort(to_unit(pixels, self.size)), np.ones(len(pixels))])
        points = flat @ np.linalg.inv(self.matrix).T
        return np.asarray(points[:, :2] / points[:, 2:])

    def turned(self, degrees: float) -> "Ground":
        """The same plane, whose y is where so many degrees clockwise of y were."""
        sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
        return replace(
            self, matrix=self.matrix @ np.array([[cosine, sine, 0], [-sine, cosine, 0], [0, 0, 1]])
        )

    def in_size(self, size: tuple[int, int]) -> "Ground":
        """The same in pictures of another size."""
        return replace(self, size=size)

    def pixels_to_unit(self, point: Floats) -> float:
        """How many pixels a unit of length takes around a point."""
        steps = point + np.array([[0.0, 0.0], [0.05, 0.0], [0.0, 0.05]])
        at, right, up = self.to_picture(steps)
        return float(np.sqrt(np.linalg.norm(right - at) * np.linalg.norm(up - at)) / 0.05)


def true_ground(
    corners: Floats, lens: Lens, size: tuple[int, int], length: float = 1.0
) -> tuple[Ground, float]:
    """Of a rectangle's corners in pixels, going round it: the ground on which its first side has that length,
    and how long its second is. From straight above that is hardly to be told from a slant; a usual lens
    decides then."""
    unit = lens.undistort(to_unit(corners, size))
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    plane = homography(square, unit)
    best = (np.inf, 1.0)
    for focus in FOCUSES:
        first, second = plane[:, 0] / [focus, focus, 1.0], plane[:, 1] / [focus, focus, 1.0]
        long, wide = float(np.linalg.norm(second)), float(np.linalg.norm(first))
        askew = float(first @ second) / (long * wide)
        cost = (askew / _SKEW) ** 2 + (np.log(focus / _USUAL_FOCUS) / _FOCUS_SPREAD) ** 2
        best = min(best, (cost, long / wide))
    second_side = best[1] * length
    return Ground(size, lens, homography(square * [length, second_side], unit)), second_side


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of the ground as a picture: its first row is the upper end."""

    left: float
    low: float
    right: float
    high: float
    scale: float
    """Pixels to a unit."""

    @property
    def shape(self) -> tuple[int, int]:
        return round((self.high - self.low) * self.scale), round((self.right - self.left) * self.scale)

    def to_pixels(self, points: Floats) -> Floats:
        x = (points[..., 0] - self.left) * self.scale - 0.5
        y = (self.high - points[..., 1]) * self.scale - 0.5
        return np.stack([x, y], axis=-1)

    def pixels_of(self, x: Floats, y: Floats) -> Maps:
        """The same of points in two arrays, as pictures are sampled by."""
        across, along = (x - self.left) * self.scale - 0.5, (self.high - y) * self.scale - 0.5
        return across.astype(np.float32), along.astype(np.float32)

    def to_plane(self, pixels: Floats) -> Floats:
        x = (pixels[..., 0] + 0.5) / self.scale + self.left
        y = self.high - (pixels[..., 1] + 0.5) / self.scale
        return np.stack([x, y], axis=-1)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where one pixel is on the plane."""
        return (x + 0.5) / self.scale + self.left, self.high - (y + 0.5) / self.scale

    def points(self) -> Floats:
        rows, columns = self.shape
        xs, ys = np.meshgrid(np.arange(columns, dtype=np.float64), np.arange(rows, dtype=np.float64))
        return self.to_plane(np.stack([xs, ys], axis=-1))

    def holds(self, x: float, y: float) -> bool:
        return self.left < x < self.right and self.low < y < self.high

    def maps(self, ground: Ground) -> Maps:
        """Where in the picture each pixel of the window is."""
        pixels = ground.to_picture(self.points()).astype(np.float32)
        return np.ascontiguousarray(pixels[..., 0]), np.ascontiguousarray(pixels[..., 1])


def seen_through(image: Image, maps: Maps) -> Image:
    return np.asarray(
        cv2.remap(image, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
