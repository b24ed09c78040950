"""Several templates tried at each of several places, and which of them are worth following."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.tops import Indices, Mask, Singles

_HOPELESS: Final = 3.0
_ALWAYS_TRIED: Final = 60.0
"""Times the best error, and squared levels above it: a try that is worse is not followed further."""


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
        """Those that are not plainly worse than the best at their place."""
        return np.asarray(self.error < self.error.min(axis=1, keepdims=True) * _HOPELESS + _ALWAYS_TRIED)

    def of(self, places: Mask) -> "Tries":
        return Tries(self.templates[places], self.poses[places], self.error[places], self.light[places])

    def chosen(self, which: Indices) -> "Tries":
        """Only these of each place: K x n."""
        rows = np.arange(len(which))[:, None]
        return Tries(
            self.templates[rows, which], self.poses[rows, which], self.error[rows, which], self.light
        )
