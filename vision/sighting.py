"""What was seen in one frame: the value that leaves vision (and no pixels with it)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.rules.board import Square
from companion.rules.cubes import Colour, Element
from vision.frames import Seconds

Point = tuple[float, float]
"""x and y in the picture, in pixels."""

Corners = tuple[Point, Point, Point, Point]
"""The grid's outer corners in the order A1, A6, E6, E1."""


@dataclass(frozen=True, slots=True)
class SeenCube:
    square: Square
    colour: Colour
    top: Element
    side: Element | None
    """The element along the row, where the print or a visible side tells it."""
    heading: float | None
    """Degrees clockwise seen from above, modulo 180, against its kind's faces picture."""
    confidence: float
    scores: Mapping[str, float] = field(default_factory=dict, compare=False)
    """What the confidence was made of, by name."""


class Lies(Enum):
    """What is to be said of the tray with the spare cubes (RULES 6.2)."""

    DISTURBED = "disturbed"
    """Something moves in it, or a hand is over it."""
    EMPTY = "empty"
    """All is still, and no cube is seen in it."""
    UNREAD = "unread"
    """All is still, but it does not show two cubes, flat, apart and wholly in it."""
    READ = "read"


@dataclass(frozen=True, slots=True)
class Dice:
    """The tray, where one is marked."""

    lies: Lies
    faces: tuple[Element, Element] | None = None
    """Tops of the black and of the white cube, while they are read."""
    thrown: Seconds | None = None
    """When they came to lie as they do, both otherwise than before; None: they lay there at the start."""


@dataclass(frozen=True, slots=True)
class Sighting:
    t: Seconds
    corners: Corners | None
    """None where no board is seen."""
    clear: bool
    """False while a hand or anything else covers part of the grid, or a cube is not properly on a square."""
    cubes: tuple[SeenCube, ...]
    """In board order."""
    moving: bool = False
    """Something moves over the grid or reaches in: nothing was read, and `cubes` says nothing."""
    dice: Dice | None = None
    """None: no tray is marked, or no board is seen that tells where it is."""

    @property
    def board(self) -> bool:
        return self.corners is not None
