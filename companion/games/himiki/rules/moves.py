"""The moves of the game as values. Their text is the business of `notation`."""

from dataclasses import dataclass
from typing import Final

from companion.games.himiki.rules.board import NEIGHBOURS, SQUARES, Square
from companion.games.himiki.rules.cubes import Cube, Orientation
from companion.games.himiki.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Place:
    """Put a cube on the board in set-up."""

    cube: Cube
    square: Square


@dataclass(frozen=True, slots=True)
class Tilt:
    source: Square
    target: Square


@dataclass(frozen=True, slots=True)
class Rotate:
    """A quarter turn of one or more cubes."""

    squares: tuple[Square, ...]
    """In board order, none twice."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Decline a replay (RULES 3.8)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing can be played (RULES 3.3, 4.2, 6.2)."""


@dataclass(frozen=True, slots=True)
class PutTerrain:
    tile: Tile
    square: Square


@dataclass(frozen=True, slots=True)
class UseEvent:
    """Mana, Confusion, or arming the Major Yokai."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Conjure:
    """Give an opposing cube another orientation (RULES 5.4)."""

    square: Square
    orientation: Orientation


@dataclass(frozen=True, slots=True)
class SpendYokai:
    target: Square


@dataclass(frozen=True, slots=True)
class KeepYokai:
    pass


@dataclass(frozen=True, slots=True)
class Decline:
    """Use no tile now."""


@dataclass(frozen=True, slots=True)
class Slide:
    """Teleportation's two squares (RULES 5.9)."""

    source: Square
    target: Square


@dataclass(frozen=True, slots=True)
class Swap:
    """Transfer: the tilted cube changes places with another (RULES 5.11)."""

    source: Square
    other: Square


ChaosChoice = PutTerrain | UseEvent | Conjure | SpendYokai | KeepYokai | Decline | Slide | Swap
Move = Place | Tilt | Rotate | Stop | Pass | ChaosChoice

STOP: Final = Stop()
PASS: Final = Pass()
DECLINE: Final = Decline()
KEEP_YOKAI: Final = KeepYokai()

TILTS: Final = tuple(
    tuple((target, Tilt(source, target)) for target in NEIGHBOURS[source]) for source in SQUARES
)
"""From each square: where a cube can tilt, and the move that does it."""
