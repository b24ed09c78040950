"""Whether a picture is good enough to read from: light, glare, sharpness, noise."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

import cv2
import numpy as np

from vision.frames import Image

_DARK, _BRIGHT = 45.0, 215.0
"""Typical grey value between which a picture is usable."""

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
        float(np.count_nonzero(grey >= 252)) / grey.size,
        float(cv2.Laplacian(small, cv2.CV_64F).var()),
        noise,
    )
