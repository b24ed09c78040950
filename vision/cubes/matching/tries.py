"""Several templates tried at each of several places, and which of them are worth following."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.cubes.tops import QUARTERS, Indices, Mask, Singles

_HOPELESS: Final = 3.0
"""Times the best error: a try that is worse is not followed further."""

_ALWAYS_TRIED: Final = 60.0
"""Squared levels beyond that, up to which one is followed all the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Tries:
    templates: Indices
    """K places x T."""
    poses: Singles
    """K x T x 3."""
    error: Singles
    """K x T, mean squares of levels."""
    light: Singles
    """K x 3."""

    def promising(self) -> Mask:
        """Those that are not plainly worse than the best at their place, and the same top turned otherwise:
        which way round it lies shows only where it lies well.
        """
        rows = np.arange(len(self.error))
        best = self.error.argmin(axis=1)
        least = self.error[rows, best]
        looks = self.templates // QUARTERS
        turned = looks == looks[rows, best][:, None]
        return np.asarray((self.error < least[:, None] * _HOPELESS + _ALWAYS_TRIED) | turned)

    def of(self, places: Mask | Indices) -> "Tries":
        return Tries(self.templates[places], self.poses[places], self.error[places], self.light[places])

    def chosen(self, which: Indices) -> "Tries":
        """Only these of each place: K x n."""
        rows = np.arange(len(which))[:, None]
        return Tries(
            self.templates[rows, which], self.poses[rows, which], self.error[rows, which], self.light
        )
