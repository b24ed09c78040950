"""A camera over the table: pose and lens as OpenCV models them, points in and rays out.

World units are squares of the board: the grid spans x 0..6 and y 0..5 at z = 0.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Map = NDArray[np.float32]

_RAY_GRID = 8


@dataclass(frozen=True, slots=True)
class CameraPlace:
    """Where a camera stands and what lens it has."""

    width: int = 1280
    height: int = 960
    field: float = 60.0
    """Degrees of view across the width."""
    above: float = 12.0
    """Height over the board, in squares."""
    tilt: float = 10.0
    """Degrees between the optical axis and straight down."""
    side: float = 180.0
    """From where it leans in: degrees clockwise from row E, so 180 is row A and 90 column 6."""
    roll: float = 0.0
    aim: tuple[float, float] = (3.0, 2.5)
    k1: float = 0.0
    k2: float = 0.0


@dataclass(frozen=True, slots=True)
class Shift:
    """A bump: moved by squares, then turned clockwise by degrees about the board's middle."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0

    def matrix(self) -> Floats:
        """Takes points on the plane (x, y, 1) to where they are after the bump."""
        angle = np.radians(-self.turn)
        cos, sin = float(np.cos(angle)), float(np.sin(angle))
        back = np.array([[1, 0, -3.0], [0, 1, -2.5], [0, 0, 1]])
        turned = np.array([[cos, -sin, 3.0 + self.x], [sin, cos, 2.5 + self.y], [0, 0, 1]])
        return np.asarray(turned @ back, dtype=np.float64)


class DrawnLens:
    """What a camera at its place makes of the world."""

    def __init__(self, place: CameraPlace, bump: Shift | None = None) -> None:
        self.place = place
        edge = np.tan(np.radians(place.field) / 2)
        radius = edge * (1 + place.k1 * edge**2 + place.k2 * edge**4)
        focal = place.width / 2 / radius
        self.matrix = np.array(
            [[focal, 0, (place.width - 1) / 2], [0, focal, (place.height - 1) / 2], [0, 0, 1]]
        )
        self.distortion = np.array([place.k1, place.k2, 0.0, 0.0, 0.0])
        self._stand(bump or Shift())

    def _stand(self, bump: Shift) -> None:
        place = self.place
        azimuth, tilt = np.radians(place.side), np.radians(place.tilt)
        outwards = np.array([np.sin(azimuth), np.cos(azimuth), 0.0])
        aim = np.array([*place.aim, 0.0])
        centre = aim + outwards * place.above * np.tan(tilt) + np.array([0, 0, place.above])
        forward = (aim - centre) / np.linalg.norm(aim - centre)
        up = -outwards * np.cos(tilt) - np.array([0, 0, np.sin(tilt)])
        up = -outwards if place.tilt < 0.01 else up - forward * float(up @ forward)
        up /= np.linalg.norm(up)
        right = np.cross(forward, up)
        roll = np.radians(place.roll)
        right, up = right * np.cos(roll) + up * np.sin(roll), up * np.cos(roll) - right * np.sin(roll)
        turned = bump.matrix()
        spin = np.eye(3)
        spin[:2, :2] = turned[:2, :2]
        self.centre: Floats = np.append((turned @ np.array([centre[0], centre[1], 1.0]))[:2], centre[2])
        self.rotation: Floats = np.stack([right, -up, forward]) @ spin.T

    def project(self, points: Floats) -> Floats:
        """World points (n, 3) to pixels (n, 2)."""
        seen = (np.asarray(points, dtype=np.float64) - self.centre) @ self.rotation.T
        x, y = seen[:, 0] / seen[:, 2], seen[:, 1] / seen[:, 2]
        square = x * x + y * y
        bent = 1 + self.place.k1 * square + self.place.k2 * square * square
        return np.stack(
            [
                self.matrix[0, 0] * x * bent + self.matrix[0, 2],
                self.matrix[1, 1] * y * bent + self.matrix[1, 2],
            ],
            axis=1,
        )

    def straightened(self, pixels: Floats) -> Floats:
        """Pixels (..., 2) to undistorted directions at depth one, by Newton's method on the radius."""
        bent = (pixels - self.matrix[:2, 2]) / np.array([self.matrix[0, 0], self.matrix[1, 1]])
        wanted = np.hypot(bent[..., 0], bent[..., 1])
        k1, k2 = self.place.k1, self.place.k2
        radius = wanted.copy()
        for _ in range(12):
            square = radius * radius
            miss = radius * (1 + k1 * square + k2 * square * square) - wanted
            radius -= miss / np.maximum(1 + 3 * k1 * square + 5 * k2 * square * square, 0.1)
        return np.asarray(bent * (radius / np.maximum(wanted, 1e-12))[..., None], dtype=np.float64)

    @cached_property
    def _coarse_rays(self) -> Map:
        place = self.place
        columns = np.arange(0, place.width + _RAY_GRID, _RAY_GRID, dtype=np.float64)
        rows = np.arange(0, place.height + _RAY_GRID, _RAY_GRID, dtype=np.float64)
        grid = np.stack(np.meshgrid(columns, rows), axis=-1)
        return self.straightened(grid).astype(np.float32)

    def rays(self, left: int, top: int, right: int, bottom: int) -> Map:
        """For the window's pixels the undistorted directions (height, width, 2): x and y at depth one."""
        x, y = np.meshgrid(
            np.arange(left, right, dtype=np.float32) / _RAY_GRID,
            np.arange(top, bottom, dtype=np.float32) / _RAY_GRID,
        )
        return np.asarray(cv2.remap(self._coarse_rays, x, y, cv2.INTER_LINEAR), dtype=np.float32)

    def on_plane(self, rays: Map, z: float) -> tuple[Map, Map]:
        """Where rays meet the plane at that height: world x and y."""
        turn = self.rotation.astype(np.float32)
        u, v = rays[..., 0], rays[..., 1]
        dx = turn[0, 0] * u + turn[1, 0] * v + turn[2, 0]
        dy = turn[0, 1] * u + turn[1, 1] * v + turn[2, 1]
        dz = turn[0, 2] * u + turn[1, 2] * v + turn[2, 2]
        far = np.float32(z - self.centre[2]) / np.minimum(dz, np.float32(-1e-3))
        return np.float32(self.centre[0]) + far * dx, np.float32(self.centre[1]) + far * dy
