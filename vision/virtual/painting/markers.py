"""ArUco markers (dictionary 4X4_50) drawn without OpenCV's ArUco module, which 4.6 has elsewhere."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_BITS: Final = (0xB532, 0x0F9A, 0x332D, 0x9946, 0x549E, 0x79CD, 0x9E2E, 0xC4F2, 0xFEDA, 0xCF56)
"""Of ids 0 to 9, row by row from the upper left, 1 for white."""

_MODULES: Final = 6


def marker(number: int, size: int) -> NDArray[np.uint8]:
    """A marker with its black border, `size` pixels square, without a quiet zone."""
    small = np.zeros((_MODULES, _MODULES), dtype=np.uint8)
    small[1:5, 1:5] = [
        [255 * (_BITS[number] >> (15 - row * 4 - column) & 1) for column in range(4)] for row in range(4)
    ]
    return np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)
