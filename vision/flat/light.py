"""Brightness as it is compared: by its logarithm, to which stronger light adds the same everywhere.

From one picture to the next it is compared as it is.
"""

from typing import Final

import cv2
import numpy as np

from vision.frames import Image
from vision.plane.channels import Singles

_DARKEST: Final = 12.0
"""Added to brightness before its logarithm: below is noise."""

_LOGARITHMS: Final = np.log(np.arange(256, dtype=np.float32) + _DARKEST)[None]
"""Of each byte: pictures are of nothing else."""


_STILL: Final = 10.0
"""Of 255: by less, between two pictures, a place is as it was. A sensor's noise is 1 where pieces are some 24
pixels wide, the least sign of a card some 40."""


def logarithm(values: Image | Singles) -> Singles:
    if values.dtype == np.uint8:
        return np.asarray(cv2.LUT(values, _LOGARITHMS), np.float32)
    return np.asarray(np.log(values.astype(np.float32) + _DARKEST), np.float32)


def is_still(image: Image, before: Image) -> bool:
    """Whether all of a picture's part is as it was."""
    gap = cv2.blur(cv2.absdiff(image, before), (3, 3))
    return float(gap.max(initial=0)) < _STILL
