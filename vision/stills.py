"""Frames of a table that stands still, as one picture with less noise."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame, Image

_MOST: Final = 8
"""Frames: of more, what does not change from one to the next (compression, blotches) hides what is gained."""

_STEPS: Final = 256
"""Of the mean in one of the picture's: so it takes two bytes where floating point would take four, which is
a fortieth of a small Pi."""

_BAND: Final = 128
"""Rows that are added at once."""


class Stills:
    """Empty until the first frame is added; whoever adds them says when the table was touched."""

    def __init__(self) -> None:
        self._mean: NDArray[np.uint16] | None = None
        self.count = 0
        """Frames that are in it."""

    def __bool__(self) -> bool:
        return self.count > 0

    def add(self, frame: Frame) -> None:
        if self._mean is None or self._mean.shape != frame.image.shape:
            self._mean, self.count = _finely(frame.image), 1
            return
        self.count = min(self.count + 1, _MOST)
        weight = 1 / self.count
        for top in range(0, len(self._mean), _BAND):
            mean = self._mean[top : top + _BAND]
            cv2.addWeighted(mean, 1 - weight, _finely(frame.image[top : top + _BAND]), weight, 0, dst=mean)

    def clear(self) -> None:
        self._mean, self.count = None, 0

    def over(self, frame: Frame) -> Frame:
        """The frame with the mean of all that were added; itself where it is the only one."""
        if self._mean is None or self.count < 2:
            return frame
        return replace(frame, image=np.asarray(cv2.convertScaleAbs(self._mean, alpha=1 / _STEPS), np.uint8))


def _finely(image: Image) -> NDArray[np.uint16]:
    return np.multiply(image, np.uint16(_STEPS), dtype=np.uint16)
