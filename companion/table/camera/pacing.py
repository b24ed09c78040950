"""How often a drawn table is drawn: that costs more than seeing it."""

import time
from typing import Final, Protocol, runtime_checkable

from companion.table.camera.cameras import TableCamera

_RATE: Final = 15.0
"""Frames a second while something moves: a hand over the board is seen in several of them."""
_STILL_RATE: Final = 3.0
"""Frames a second of a table on which nothing moves."""

_STILL_AFTER: Final = 1.5
"""Seconds without a move until it is drawn less often."""

_AWAKE_FOR: Final = 10.0
"""Seconds after a picture was asked for in which it is drawn at full rate."""


@runtime_checkable
class Paced(Protocol):
    rate: float
    """Frames a second."""


class Pacing:
    """Of a camera at a real table nothing is to be paced."""

    def __init__(self, camera: TableCamera) -> None:
        self._camera = camera
        self._moved = 0.0
        self._watched = 0.0

    def watched(self) -> None:
        """Somebody looks at its picture."""
        self._watched = time.monotonic()

    def keep(self) -> None:
        """After every frame."""
        source, drawn = self._camera.source, self._camera.drawn
        if drawn is not None and isinstance(source, Paced):
            now = time.monotonic()
            still = now - max(self._moved, drawn.stirred) > _STILL_AFTER and not drawn.busy
            awake = now - self._watched < _AWAKE_FOR
            source.rate = _STILL_RATE if still and not awake else _RATE
            if drawn.busy:
                self._moved = now
