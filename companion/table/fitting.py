"""What a table has for the game that is played at it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.table.camera.cameras import TableCamera


@dataclass(frozen=True, slots=True)
class Fitted:
    camera: TableCamera
    profile: Any
    """What was learnt; None: nothing was."""
    kept: Path | None = None
    """The folder in which that is kept."""


Fitting = Callable[[str, TableCamera], Fitted]
"""For the game of that name, with the camera of the one before: a real one stays, a drawn table is another.
Raises `OtherGame`."""
