"""What stands on a square as far as it is seen: nothing, or a cube of one of six kinds."""

from collections.abc import Mapping
from typing import Final

from companion.games.himiki.referee.look.reading import SeenCubes
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import Colour, Cube, Element, colour_of, top_of
from vision.cubes.seen import CubeDoubt, SeenCube

DoubtsBySquare = Mapping[Square, CubeDoubt]
Stands = tuple[Colour, Element] | None
"""What stands on a square, as far as it is seen: a cube's colour and top, or nothing."""

KINDS: Final[tuple[Stands, ...]] = (None, *((colour, top) for colour in Colour for top in Element))


def stands_of(seen: SeenCube | None) -> Stands:
    """As far as it is told by what is seen there."""
    return None if seen is None else (seen.colour, seen.top)


def stands_on(look: SeenCubes) -> frozenset[tuple[Square, Stands]]:
    """What is seen of all cubes."""
    return frozenset((square, stands_of(seen)) for square, seen in look.items())


def as_due(cube: Cube) -> tuple[Stands, ...]:
    """Everything that can stand there, first the cube that ought to, then nothing."""
    top = top_of(cube)
    due = [(colour_of(cube), top)] if top is not None else []
    return tuple(dict.fromkeys((*due, *KINDS)))
