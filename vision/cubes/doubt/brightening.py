"""More light on a part of the board than on the rest: the sun comes in there, or a shadow ends.

It makes brighter what the board shows, and nothing else: of the same colour, with the print in it, and
without a contour. What lies over the board has its own colour, or edges.
"""

from typing import Final

import cv2
import numpy as np

from vision.cubes.tops import Mask, Singles
from vision.plane.boardlight import Comparison

_OTHER: Final = 0.5
"""Excess of what is asked for: below, it covers nothing."""

_TINTED: Final = 0.1
"""Share of its pixels that may have another colour."""

_HIDDEN: Final = 0.1
"""Share of its pixels where the print may not be found again."""

_CONTOUR: Final = 0.2
"""Share of its most by which it may change from pixel to pixel, as light that is added does."""

_STEEP: Final = 0.1
"""Share of its pixels that may change by more."""

_MOST: Final = 95
"""Percentile of the change that counts as its most."""

_AROUND: Final = np.ones((5, 5), np.uint8)


class Brightening:
    def __init__(self, seen: Comparison) -> None:
        self._seen = seen
        soft = cv2.blur(seen.bright, (3, 3))
        across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
        self._slope: Singles = np.asarray(cv2.magnitude(across, down) / 8, np.float32)
        brighter = (seen.excess > _OTHER) & (seen.bright > 0) & (seen.tint <= seen.allowed)
        self._patches = cv2.connectedComponents(brighter.view(np.uint8))[1]

    def explains(self, thing: Mask) -> bool:
        """Whether what seems to lie over the board is the board in more light."""
        seen = self._seen
        if not thing.any() or (seen.tint[thing] > seen.allowed[thing]).mean() > _TINTED:
            return False
        if (seen.bright[thing] <= 0).mean() > _TINTED or seen.lost[thing].mean() > _HIDDEN:
            return False
        return self._even(thing)

    def beyond(self, thing: Mask) -> Mask:
        """The same light beside it, where that belongs to no other thing."""
        labels = np.unique(self._patches[thing])
        for label in labels[labels > 0].tolist():
            patch = self._patches == label
            if self._even(patch):
                thing = thing | patch
        return thing

    def _even(self, patch: Mask) -> bool:
        around = cv2.dilate(patch.view(np.uint8), _AROUND).view(bool)
        most = float(np.percentile(self._seen.bright[patch], _MOST))
        return bool((self._slope[around] > _CONTOUR * most).mean() < _STEEP)
