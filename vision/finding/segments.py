"""Straight edges of a picture, and what of them could be a line of the board."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.frames import Image
from vision.plane.camera import Floats, Lens, to_unit

WIDTH: Final = 640
"""Pixels across at which a board is looked for."""

_SEGMENT_WIDTH: Final = 960
"""Pixels across at which straight edges are looked for."""

_COARSE_WIDTH: Final = 480
"""The same coarsely."""

_COARSE_BLUR: Final = 1.6
"""Pixels of that: a square of a board that is a third of the picture has 25."""

_SHORTEST: Final = 0.03
"""Of the picture's half width: shorter edges have no direction worth the name."""

_MOST: Final = 700
"""Edges at most, the longest."""

_NOISES: Final = 2.0
"""Times the usual noise that a line must be stronger than to be lifted."""


@dataclass(frozen=True, slots=True)
class Segments:
    """Straight edges in units of half the picture's width from its middle, longest first."""

    ends: Floats
    """N x 2 x 2."""

    @property
    def lengths(self) -> Floats:
        return np.asarray(np.linalg.norm(self.ends[:, 1] - self.ends[:, 0], axis=1))

    def undistorted(self, lens: Lens) -> "Segments":
        return Segments(lens.undistort(self.ends.reshape(-1, 2)).reshape(-1, 2, 2))


def resized(image: Image, width: int) -> Image:
    """At most this wide; smaller pictures stay as they are."""
    if image.shape[1] <= width:
        return image
    height = max(1, round(image.shape[0] * width / image.shape[1]))
    return np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def segments_of(image: Image, *, coarse: bool = False) -> Segments:
    """Coarsely, what is finer than a board's lines is blurred away: straw, weave, grain."""
    small = resized(image, _COARSE_WIDTH if coarse else _SEGMENT_WIDTH)
    if coarse:
        small = np.asarray(cv2.GaussianBlur(small, (0, 0), _COARSE_BLUR), np.uint8)
    height, width = small.shape[:2]
    grey = evened(np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8))
    lines = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(grey)[0]
    # Without any edge it returns None, whatever its stub says.
    seen = np.array([] if lines is None else lines, np.float64)  # type: ignore[redundant-expr]
    ends = to_unit(seen.reshape(-1, 2, 2), (width, height))
    length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    order = np.argsort(-length)[:_MOST]
    return Segments(ends[order[length[order] > _SHORTEST]])


def evened(grey: Image) -> Image:
    """With the faint lines of dark and of pale places made as strong as the others, noise left alone."""
    values = np.log(grey.astype(np.float32) + 12)
    soft = cv2.GaussianBlur(values, (0, 0), 0.8)
    local = soft - cv2.GaussianBlur(soft, (0, 0), 20)
    energy = cv2.GaussianBlur(local * local, (0, 0), 20)
    floor = float(np.median(np.abs(values - soft))) * _NOISES + 0.02
    even = local / np.sqrt(energy + floor * floor)
    return np.asarray(np.clip(128 + 48 * even, 0, 255), np.uint8)
