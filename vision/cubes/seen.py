"""What is seen of cubes on the board, and of the two spare ones in the tray beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import Colour, Element
from vision.frames import Seconds
from vision.sighting import Doubt, Sighting


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


NOTHING: Final = 0
"""The place in `CubeDoubt.odds` of an empty square; those of the six kinds of cube follow it (`of`)."""
SOMETHING_ELSE: Final = 7
"""The place of what is neither the board nor any cube: a hand, a cup, a die."""


def place_in_odds(colour: Colour | None, top: Element | None = None) -> int:
    """Where `CubeDoubt.odds` tell of a cube; without one, of an empty square."""
    return NOTHING if colour is None or top is None else 1 + len(Element) * colour + top


@dataclass(frozen=True, slots=True)
class CubeDoubt(Doubt):
    """A square of which it is not plain what stands there; its odds are eight numbers."""

    square: Square

    def of(self, colour: Colour | None, top: Element | None = None) -> float:
        """The odds of a cube; without a colour, of nothing; without a top, of any cube of the colour."""
        if colour is None:
            return self.odds[NOTHING]
        if top is None:
            return max(self.of(colour, element) for element in Element)
        return self.odds[place_in_odds(colour, top)]


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
class CubeSighting(Sighting[SeenCube, CubeDoubt]):
    dice: Dice | None = field(default=None, kw_only=True)
    """None: no tray is marked, or no board is seen that tells where it is."""

    @property
    def cubes(self) -> tuple[SeenCube, ...]:
        """The pieces, by their own name."""
        return self.pieces
