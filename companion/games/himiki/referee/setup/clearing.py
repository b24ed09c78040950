"""Cubes that an earlier game left on the board, and a set-up that is taken off again (RULES 3.1).

Whoever begins anew clears the board, or carries the cubes to their homes, in their own time and in whatever
order: that breaks no rule, and nobody is called to order for it.
"""

from companion.games.himiki.referee.look.reading import SeenCubes, SquareCodes, known_by
from companion.games.himiki.rules.board import SQUARES, Square
from companion.games.himiki.rules.cubes import Colour, Cube, colour_of
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Variant


class OldCubes:
    """Those that stood there already when set-up began, and still stand as they did."""

    def __init__(self) -> None:
        self._first: frozenset[Square] | None = None
        self._standing: dict[Square, Colour] = {}
        self.touched = False
        """Whether anybody has begun to clear the board, or to set up."""

    def looked(self, look: SeenCubes, position: Position) -> None:
        """A look that has lasted."""
        if self._first is None:
            self._first = frozenset(look)
            self._standing = {square: seen.colour for square, seen in look.items()}
        self.touched = self.touched or self._first != look.keys()
        self._standing = {
            square: colour
            for square, colour in self._standing.items()
            if square in look and look[square].colour is colour and not position.board[square]
        }

    @property
    def squares(self) -> frozenset[Square]:
        return frozenset(self._standing)

    def in_the_way(self, variant: Variant) -> bool:
        """Whether one of them stands elsewhere than on a home of its colour."""
        return any(square not in homes_of(variant, colour) for square, colour in self._standing.items())


def homes_of(variant: Variant, colour: Colour) -> frozenset[Square]:
    seats = {seat for seat in variant.placing_order if seat.colour is colour}
    return frozenset(square for seat in seats for square in variant.homes(seat))


def missing_cubes(position: Position, look: SeenCubes) -> int:
    """How many cubes fewer than belong to the game are on the board."""
    return max(0, sum(map(bool, position.board)) - len(look))


def none_astray(position: Position, reading: SquareCodes) -> bool:
    """Whether every cube that is seen stands where one of its colour ought to."""
    return all(
        not code or (position.board[square] and colour_of(Cube(position.board[square])) is _colour(code))
        for square, code in zip(SQUARES, reading, strict=True)
    )


def _colour(code: int) -> Colour:
    return colour_of(known_by(code))
