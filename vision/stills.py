"""Frames of a table that stands still, as one picture with less noise."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Frame

_MOST: Final = 8
"""Frames: of more, what does not change from one to the next (compression, blotches) hides what is gained."""


class Stills:
    """Empty until the first frame is added; whoever adds them says when the table was touched."""

    def __init__(self) -> None:
        self._mean: NDArray[np.float32] | None = None
        self.count = 0
        """Frames that are in it."""

    def __bool__(self) -> bool:
        return self.count > 0

    def add(self, frame: Frame) -> None:
        if self._mean is None or self._mean.shape != frame.image.shape:
            self._mean, self.count = frame.image.astype(np.float32), 1
            return
        self.count = min(self.count + 1, _MOST)
        cv2.accumulateWeighted(frame.image, self._mean, 1 / self.count)

    def clear(self) -> None:
        self._mean, self.count = None, 0

    def over(self, frame: Frame) -> Frame:
        """The frame with the mean of all that were added; itself where it is the only one."""
        if self._mean is None or self.count < 2:
            return frame
        return replace(frame, image=np.asarray(cv2.convertScaleAbs(self._mean), np.uint8))
