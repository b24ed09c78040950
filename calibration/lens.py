"""The lens's distortion, from the lines of an empty board that must come out straight."""

from typing import Final

import cv2
import numpy as np

from companion.rules.board import COLUMNS, ROWS
from vision.camera import Floats, Lens, camera_of_focus
from vision.frames import Image
from vision.plane import Raster, maps_of, seen_on

_RASTER: Final = Raster(scale=50, margin=0.16)
_RANGE: Final = (-0.36, 0.12)
_COARSE: Final = 0.02
_FINE: Final = 0.004
_DOUBT: Final = 0.02
"""Share of straightness that a distortion has to bring before it is believed."""

_EDGE: Final = 30.0
"""Grey levels of gradient from which on an edge is as good as any other."""


def straightness(image: Image, corners: Floats, lens: Lens) -> float:
    """How strongly gradients add up along whole columns and rows of the rectified board."""
    height, width = image.shape[:2]
    camera = camera_of_focus(corners, (width, height), lens, 1.5)
    plane = seen_on(image, maps_of(camera, _RASTER, 0.0))
    grey = cv2.GaussianBlur(cv2.cvtColor(plane, cv2.COLOR_BGR2GRAY), (0, 0), 0.8).astype(np.float32)
    across = np.tanh(cv2.Sobel(grey, cv2.CV_32F, 1, 0) / _EDGE)
    down = np.tanh(cv2.Sobel(grey, cv2.CV_32F, 0, 1) / _EDGE)
    return _even(across.mean(axis=0), COLUMNS) + _even(down.mean(axis=1), ROWS)


def _even(profile: Floats, squares: int) -> float:
    """Strength of what a profile repeats at every line of the grid."""
    margin = round(_RASTER.margin * _RASTER.scale)
    starts = margin + _RASTER.scale * np.arange(squares + 1)
    near = np.abs(profile)[starts[:, None] + np.arange(-margin, margin)]
    return float(np.sum(near.mean(axis=0) ** 2))


def find_lens(empty: Image, corners: Floats) -> Lens:
    """The distortion under which the board's lines are straightest; none where they do not tell."""

    def worth(first: float) -> float:
        return straightness(empty, corners, Lens(first))

    none = worth(0.0)
    coarse = max(np.arange(_RANGE[0], _RANGE[1] + 1e-9, _COARSE), key=lambda k: worth(float(k)))
    fine = max(coarse + np.arange(-_COARSE, _COARSE + 1e-9, _FINE), key=lambda k: worth(float(k)))
    if worth(float(fine)) < none * (1 + _DOUBT):
        return Lens()
    return Lens(round(float(fine), 4))
