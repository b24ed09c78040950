"""Whether a picture is good enough to read from: light, glare, sharpness, noise.

The numbers stand here for all who judge pictures: the page while it shows them, the wizard, the checks
before a table is learnt, and the doctor.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

import cv2
import numpy as np

from vision.frames import Image

_DARK, _BRIGHT = 45.0, 215.0
"""Typical grey value between which a picture is usable."""

LEAST_LIGHT: Final = 50.0
"""Level that the brightest tenth of a board has at least, where noise does not drown its print."""

WHITE: Final = 250
"""Level from which on a pixel is taken for burnt."""

BURNT_SQUARE, BURNT_BOARD = 0.35, 0.4
"""Share of a square, and of the board, that is pure white: no print is left there."""

BLURRED_EDGE: Final = 0.045
"""Width of an edge, in squares (standard deviation), at which signs run into each other."""

_BURNT: Final = 0.08
"""Share of pixels at the end of the scale from which glare hides things."""

_SOFT: Final = 18.0
"""Variance of the Laplacian of a half-size picture below which nothing in it has an edge."""

_NOISY: Final = 9.0
"""Grey values by which a still picture differs from one frame to the next."""


class Weakness(Enum):
    DARK = "dark"
    BRIGHT = "bright"
    GLARE = "glare"
    BLURRED = "blurred"
    NOISY = "noisy"


@dataclass(frozen=True, slots=True)
class Quality:
    typical: float
    """Grey value of the middle pixel, 0 to 255."""
    burnt: float
    """Share of pixels that are white from too much light."""
    sharpness: float
    noise: float = 0.0

    @property
    def weaknesses(self) -> tuple[Weakness, ...]:
        """The worst first."""
        found = []
        if self.typical < _DARK:
            found.append(Weakness.DARK)
        if self.sharpness < _SOFT:
            found.append(Weakness.BLURRED)
        if self.typical > _BRIGHT:
            found.append(Weakness.BRIGHT)
        elif self.burnt > _BURNT:
            found.append(Weakness.GLARE)
        if self.noise > _NOISY:
            found.append(Weakness.NOISY)
        return tuple(found)


def quality_of(image: Image, before: Image | None = None) -> Quality:
    """`before` is an earlier picture of the same scene, while nothing moves in it: it tells the noise."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    noise = 0.0
    if before is not None and before.shape == image.shape:
        noise = float(np.mean(cv2.absdiff(grey, cv2.cvtColor(before, cv2.COLOR_BGR2GRAY))))
    return Quality(
        float(np.median(grey)),
        float(np.count_nonzero(grey >= WHITE)) / grey.size,
        float(cv2.Laplacian(small, cv2.CV_64F).var()),
        noise,
    )
