"""Brightness as it is compared: by its logarithm, to which stronger light adds the same everywhere."""

from typing import Final

import cv2
import numpy as np

from vision.frames import Image
from vision.plane.channels import Singles

_DARKEST: Final = 12.0
"""Added to brightness before its logarithm: below is noise."""

_LOGARITHMS: Final = np.log(np.arange(256, dtype=np.float32) + _DARKEST)[None]
"""Of each byte: pictures are of nothing else."""


def logarithm(values: Image | Singles) -> Singles:
    if values.dtype == np.uint8:
        return np.asarray(cv2.LUT(values, _LOGARITHMS), np.float32)
    return np.asarray(np.log(values.astype(np.float32) + _DARKEST), np.float32)
