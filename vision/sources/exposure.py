"""How long a camera exposes, and what it takes for white: found by its automatics, then held by value.

A table is read surely only while both stand still, so they are left alone once they have settled. Where the
light then becomes another altogether (a lamp in the evening, daylight that goes) they are found anew: no
reading brings back what is burnt out, or drowned in the dark.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

HELD: Final = ("ExposureTime", "AnalogueGain", "ColourGains")
"""What is kept as it was found, by libcamera's names."""

FREE: Final = {"AeEnable": True, "AwbEnable": True}
"""Gives them back to the automatics. Explicit values take them away again by themselves."""

SETTLING: Final = 45
"""Frames that are given to it at most."""

_STEADY: Final = 6
"""Frames in a row that must agree."""

_AGREES: Final = 0.02
"""Share by which they may differ and still agree."""

_ON_THE_WAY: Final = 12
"""Frames until the first one on which what was asked of a camera shows."""

_ANOTHER: Final = 1.5
"""Times that a picture is as bright as it was, or as it is now."""

_BURNT: Final = 240.0
"""Levels from which on a picture cannot become much brighter, whatever the light."""

_CLEARLY: Final = 20.0
"""Levels below that, from which a picture has to have come to be another."""

_LASTS: Final = 5.0
"""Seconds: a hand, or a page held over the board, is gone by then."""

_BLACK: Final = 4.0
"""Levels that even a picture of nothing has."""


class Exposure:
    """Tells, frame by frame, which controls are to be set now."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        """`names` of the controls that the camera advertises."""
        self._wanted = [name for name in HELD if name in names]
        self._free = {name: value for name, value in FREE.items() if name in names}
        self._left = SETTLING if self._wanted else 0
        self._skipped = 0
        self._steady = 0
        self._before: Any = None
        self._found = 0.0
        """How bright the picture was when it was held."""
        self._other_since: float | None = None

    @property
    def settled(self) -> bool:
        return self._left == 0

    def look(self, brightness: float, metadata: Mapping[str, Any], t: float) -> dict[str, Any]:
        """Nothing where all is to stay as it is; `FREE` where it begins to be found anew."""
        if not self.settled:
            return self._settling(brightness, metadata)
        if not (self._wanted and self._free and self._is_another(brightness)):
            self._other_since = None
            return {}
        if self._other_since is None:
            self._other_since = t
        return {} if t - self._other_since < _LASTS else self.anew()

    def anew(self) -> dict[str, Any]:
        """Begins to find it anew: what gives it back to the automatics, where the camera has such."""
        if not (self._wanted and self._free):
            return {}
        self._left, self._skipped, self._steady = SETTLING, _ON_THE_WAY, 0
        self._before = self._other_since = None
        return self._free

    def _settling(self, brightness: float, metadata: Mapping[str, Any]) -> dict[str, Any]:
        if self._skipped:
            self._skipped -= 1
            return {}
        self._left -= 1
        now = np.array([value for name in self._wanted for value in np.atleast_1d(metadata.get(name, 0.0))])
        agrees = self._before is not None and np.allclose(now, self._before, rtol=_AGREES)
        self._steady, self._before = self._steady + 1 if agrees else 0, now
        if self._steady >= _STEADY:
            self._left = 0
        if not self.settled:
            return {}
        self._found = brightness
        return {name: metadata[name] for name in self._wanted if name in metadata}

    def _is_another(self, brightness: float) -> bool:
        if brightness >= _BURNT > self._found + _CLEARLY:
            return True
        low, high = sorted((self._found + _BLACK, brightness + _BLACK))
        return high > _ANOTHER * low
