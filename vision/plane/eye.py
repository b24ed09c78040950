"""What an eye that follows a table tells of each frame, whatever lies on the board."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from vision.frames import Seconds
from vision.plane.attention import Glance
from vision.sighting import Corners, Sighting


@dataclass(frozen=True, slots=True)
class BoardGone:
    """The board is not where it was, or not seen at all. No sighting claims anything until it is found."""

    t: Seconds
    reason: str


@dataclass(frozen=True, slots=True)
class BoardBack:
    t: Seconds
    corners: Corners
    turned: bool = False
    """It lies the other way round, or on its side, in the picture."""


@dataclass(frozen=True, slots=True)
class LightChanged:
    """A lamp was switched, or the light has drifted far from what it was."""

    t: Seconds


Happening = BoardGone | BoardBack | LightChanged

Sighted = TypeVar("Sighted", bound=Sighting[Any, Any])


@dataclass(frozen=True, slots=True)
class Look(Generic[Sighted]):
    """What one frame brought."""

    t: Seconds
    glance: Glance
    sighting: Sighted | None = None
    """None where nothing new is known: the last one still holds."""
    happenings: tuple[Happening, ...] = ()
    """In the order in which they are to be told, before the sighting."""
