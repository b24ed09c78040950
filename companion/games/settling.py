"""When a look has stayed the same for long enough to be judged: stillness is a state, not a delay."""

from collections import deque
from collections.abc import Hashable
from enum import Enum
from statistics import median
from typing import Final

_DENSE: Final = 0.2
"""Seconds between sightings under which their number says nothing and only time does."""
_EPSILON: Final = 0.002
"""Times are whole milliseconds."""


class Patience(Enum):
    """How long a look has to stay the same before it is acted on.

    Seconds where looks come densely (a live camera), and a number of looks where they do not (pictures
    in a folder): the rarer looks are, the more each of them counts.
    """

    NONE = (0.0, 1, 0.0)
    MOVE = (0.12, 1, 0.0)
    UNUSUAL = (0.4, 1, 0.0)
    UNSURE = (0.5, 2, 0.0)
    WRONG = (0.6, 2, 0.3)
    GONE = (1.5, 3, 0.6)
    BESIDE = (1.5, 3, 0.5)
    CATCHING_UP = (1.0, 2, 0.3)
    HALFWAY = (3.0, 6, 1.8)
    LEFT = (15.0, 45, 12.0)

    def __init__(self, dense: float, looks: int, sparse: float) -> None:
        self.dense = dense
        self.looks = looks
        self.sparse = sparse


class Settling:
    def __init__(self) -> None:
        self._gaps: deque[float] = deque(maxlen=5)
        self._last: float | None = None
        self._key: Hashable = None
        self._since: float | None = None
        self._count = 0

    def sighted(self, t: float) -> None:
        """Every sighting, also one that shows nothing: it tells how densely they come."""
        if self._last is not None and t > self._last:
            self._gaps.append(t - self._last)
        self._last = t

    def looked(self, key: Hashable, t: float) -> None:
        """A clear look; `key` is equal for two looks that say the same."""
        if self._since is None or key != self._key:
            self._key, self._since, self._count = key, t, 0
        self._count += 1

    def disturbed(self) -> None:
        """A hand, or no board: what comes next begins anew."""
        self._key = self._since = None
        self._count = 0

    @property
    def since(self) -> float | None:
        """When the look that stands now was first seen."""
        return self._since

    def lasts(self, patience: Patience, t: float) -> bool:
        if self._since is None:
            return False
        lasted = t - self._since + _EPSILON
        if not self._gaps:
            return patience is Patience.NONE or (self._count >= 2 and lasted >= patience.dense)
        if median(self._gaps) < _DENSE:
            return lasted >= patience.dense
        return self._count >= patience.looks and lasted >= patience.sparse
