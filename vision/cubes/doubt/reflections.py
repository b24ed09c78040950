"""Lamps and windows that mirror themselves in the board: light that is added, evenly and without a contour.

A hand or a cup has steep edges of its own and takes away what lies below it; a reflection only adds to it.
"""

from functools import cached_property
from typing import Final

import cv2
import numpy as np

from vision.cubes.matching.glare import GAMMA, WHITE
from vision.cubes.tops import Mask, Singles
from vision.frames import Image
from vision.plane.boardlight import EmptyBoard
from vision.plane.channels import total
from vision.plane.light import Light

_LINEAR: Final = ((np.arange(256, dtype=np.float32) / 255) ** GAMMA).astype(np.float32)
"""Light by level, as cameras encode it."""

_WHITE_FROM: Final = (WHITE, WHITE, WHITE)
_WHITE_TO: Final = (255, 255, 255)
"""The same for all channels, and the most that there is."""

_CONTOUR: Final = 0.2
"""Share of its brightest by which added light may change from pixel to pixel."""

_STEEP: Final = 0.06
"""Share of its pixels that may change more: reflections stay below, hands reach .2 and things more."""

_BRIGHTER: Final = 0.9
"""Share of its pixels where every channel must be brighter."""

_COLOURED: Final = 0.4
"""Share of the strongest channel that the weakest adds: lamps are not more coloured than that."""

_BRIGHTEST: Final = 95
"""Percentile of added light that counts as its brightest."""

_AROUND: Final = np.ones((5, 5), np.uint8)


class Reflections:
    """The light that one picture shows beyond the board's own."""

    def __init__(self, board: EmptyBoard, half: Image, light: Light) -> None:
        board_alone = cv2.pow(board.lit(light) / 255, GAMMA)
        self._added = np.asarray(cv2.LUT(half, _LINEAR) - board_alone, np.float32)
        self.white: Mask = np.asarray(cv2.inRange(half, _WHITE_FROM, _WHITE_TO), np.uint8) > 0
        """Where nothing else can be seen."""

    def explains(self, thing: Mask) -> bool:
        """Whether what seems to lie over the board is light alone."""
        added = self._added[thing]
        if not len(added) or (added.min(axis=1) > 0).mean() < _BRIGHTER:
            return False
        by_channel = added.mean(axis=0)
        if by_channel.min() < _COLOURED * by_channel.max():
            return False
        around = cv2.dilate(thing.view(np.uint8), _AROUND).view(bool) & ~self.white
        if not around.any():
            return True
        soft, slope = self._relief
        brightest = float(np.percentile(soft[thing], _BRIGHTEST))
        return bool((slope[around] > _CONTOUR * brightest).mean() < _STEEP)

    @cached_property
    def _relief(self) -> tuple[Singles, Singles]:
        """How much light is added, all channels together, and how steeply that changes."""
        soft = cv2.blur(np.asarray(total(self._added) / 3, np.float32), (3, 3))
        across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
        return np.asarray(soft, np.float32), np.asarray(cv2.magnitude(across, down) / 8, np.float32)
