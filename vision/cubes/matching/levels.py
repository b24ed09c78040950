"""Whether a top has the brightness of its kind: a shadow on the board can have the colour of a dark cube."""

from typing import Final

import numpy as np

from vision.cubes.tops import FINE, MIDDLE, Indices, Mask, Singles

_RIM: Final = 1 / 6
"""Share of a top's edge that is left out all round."""

_FLOOR: Final = 10.0
"""Levels added before a logarithm, so that noise in the dark stays small."""

_PLAIN: Final = 0.45
"""Logarithm by which a top without a sign may be brighter than learnt."""

_SIGNED: Final = 1 / 60
"""How much more for each level of contrast: gloss that pales a sign leaves the sign to tell what it is."""


class Levels:
    """All channels together: gloss adds to each alike, and would count for more in those a colour lacks."""

    def __init__(self, looks: Singles) -> None:
        """`looks` is look x FINE x FINE x 3."""
        rim = round(FINE * _RIM)
        inner = looks[:, rim:-rim, rim:-rim].reshape(len(looks), -1, 3)
        self._learnt = np.log(inner.mean(axis=(1, 2)) + _FLOOR)
        self._most = _PLAIN + _SIGNED * np.sqrt(inner.var(axis=1).mean(axis=1))

    def too_bright(self, samples: Singles, looks: Indices) -> Mask:
        """Which samples (K, 3, MIDDLE²) no light of the board's could make of these looks (K)."""
        rim = round(MIDDLE * _RIM)
        inner = samples.reshape(-1, 3, MIDDLE, MIDDLE)[:, :, rim:-rim, rim:-rim].mean(axis=(1, 2, 3))
        over = np.log(inner + _FLOOR) - self._learnt[looks]
        return np.asarray(over > self._most[looks])
