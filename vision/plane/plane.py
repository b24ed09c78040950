"""Pictures of a plane at some height above the board, seen straight from above: the last row is up."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.frames import Image
from vision.plane.camera import Camera, Floats

Maps = tuple[NDArray[np.float32], NDArray[np.float32]]

MARGIN: Final = 0.5
"""How much of the surroundings a plane's picture shows on each side, in squares."""


@dataclass(frozen=True, slots=True)
class Raster:
    """Pixels on a plane over a board."""

    board: Board
    scale: int
    """Pixels to a square."""
    margin: float = MARGIN

    @property
    def shape(self) -> tuple[int, int]:
        return (
            round((self.board.rows + 2 * self.margin) * self.scale),
            round((self.board.columns + 2 * self.margin) * self.scale),
        )

    def to_pixels(self, points: Floats) -> Floats:
        """Pixels (x, y) of board points (…, 2)."""
        x = (points[..., 0] + self.margin) * self.scale - 0.5
        y = (self.board.rows - points[..., 1] + self.margin) * self.scale - 0.5
        return np.stack([x, y], axis=-1)

    def to_board(self, pixels: Floats) -> Floats:
        x = (pixels[..., 0] + 0.5) / self.scale - self.margin
        y = self.board.rows + self.margin - (pixels[..., 1] + 0.5) / self.scale
        return np.stack([x, y], axis=-1)

    def points(self) -> Floats:
        """The board point of every pixel, height x width x 2."""
        rows, columns = self.shape
        xs, ys = np.meshgrid(np.arange(columns, dtype=np.float64), np.arange(rows, dtype=np.float64))
        return self.to_board(np.stack([xs, ys], axis=-1))


def maps_of(camera: Camera, raster: Raster, height: float) -> Maps:
    """Where in the camera's picture each pixel of the plane at this height is."""
    points = raster.points()
    flat = np.concatenate([points, np.full((*points.shape[:2], 1), height)], axis=-1)
    pixels = camera.project(flat).astype(np.float32)
    return np.ascontiguousarray(pixels[..., 0]), np.ascontiguousarray(pixels[..., 1])


def seen_on(image: Image, maps: Maps, sharpness: int = cv2.INTER_LINEAR) -> Image:
    return np.asarray(
        cv2.remap(image, maps[0], maps[1], sharpness, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
