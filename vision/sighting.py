"""What was seen in one frame: the value that leaves vision (and no pixels with it)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

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


CLAIM: Final = 0.8
"""Confidence from which on a cube is claimed (FORMATS 4)."""

NOTHING: Final = 0
"""The place in `Doubt.odds` of an empty square; those of the six kinds of cube follow it (`Doubt.of`)."""
SOMETHING_ELSE: Final = 7
"""The place of what is neither the board nor any cube: a hand, a cup, a die."""


class Reason(Enum):
    """Why what stands on a square is not plain: a word that somebody at the table can act on."""

    COVERED = "covered"
    """A hand, or a thing that is no cube, lies over it."""
    BETWEEN = "between"
    """A cube lies across two squares."""
    TIPPED = "tipped"
    """A cube does not lie flat on the board: it leans, or is held over it."""
    GLARE = "glare"
    """A lamp mirrors itself there."""
    DARK = "dark"
    """There is too little light to tell."""
    UNLIKE = "unlike"
    """It looks like nothing that was learnt, or like two kinds alike."""

    @property
    def unseats(self) -> bool:
        """Whether people have to put something right, not lamps: it is not clear then (FORMATS 4)."""
        return self in (Reason.COVERED, Reason.BETWEEN, Reason.TIPPED)


def place_in_odds(colour: Colour | None, top: Element | None = None) -> int:
    """Where `Doubt.odds` tell of a cube; without one, of an empty square."""
    return NOTHING if colour is None or top is None else 1 + len(Element) * colour + top


@dataclass(frozen=True, slots=True)
class Doubt:
    """A square of which it is not plain what stands there."""

    square: Square
    reason: Reason
    odds: tuple[float, ...]
    """Logarithms of how likely what is seen is, were it nothing, each of the six kinds, or something else:
    eight numbers, 0 for the likeliest of them."""

    def of(self, colour: Colour | None, top: Element | None = None) -> float:
        """The odds of a cube; without a colour, of nothing; without a top, of any cube of the colour."""
        if colour is None:
            return self.odds[NOTHING]
        if top is None:
            return max(self.of(colour, element) for element in Element)
        return self.odds[place_in_odds(colour, top)]

    @property
    def hidden(self) -> bool:
        """Whether something lies over it that is no cube: below may be anything, or it is in a hand."""
        return self.reason is Reason.COVERED and self.odds[SOMETHING_ELSE] == max(self.odds)

    def as_likely_as_any(self, place: int) -> "Doubt":
        """The same where something, by its place in the odds, is as likely as what is likeliest."""
        best = max(self.odds)
        return replace(self, odds=tuple(best if at == place else one for at, one in enumerate(self.odds)))


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
    doubts: tuple[Doubt, ...] = ()
    """In board order: the squares that are not plain. What stands there most likely is in `cubes` too,
    without a claim; of every other square `cubes` says all."""

    @property
    def board(self) -> bool:
        return self.corners is not None
