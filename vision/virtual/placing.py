"""Cubes put down by people: a little off centre and a little turned, drawn from a seeded generator."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from companion.games.himiki.rules.board import NAMES, Square, name_of, square_named
from companion.games.himiki.rules.cubes import Colour
from vision.virtual.scenes.looks import DrawnLook
from vision.virtual.scenes.scene import Piece, middle_of
from vision.virtual.scenes.turns import CubeTurn, turns_showing

MOST_OFF: Final = 0.12
"""Of a square, in each direction."""

MOST_TURNED: Final = 12.0
"""Degrees."""

_TRIES: Final = 40
"""To lay cubes without one touching another, each time more exactly."""


class TableError(ValueError):
    """Something was asked of the virtual table that cannot be done with real cubes."""


def sloppy(
    dice: Random, piece: Piece, others: Iterable[Piece] = (), edge: float = 0.7, care: float = 1.0
) -> Piece:
    """The piece put down on its square by hand; `care` 0 is exact, 1 as people do."""
    square = piece.square
    if square is None:
        raise TableError("that cube is not over the grid")
    x, y = middle_of(square)
    near = [other for other in others if abs(other.x - x) < 1.6 and abs(other.y - y) < 1.6]
    for attempt in range(_TRIES):
        tight = care * (1 - attempt / _TRIES)
        off_x, off_y = (_clipped(dice, 0.045, MOST_OFF) * tight for _ in range(2))
        turned = _clipped(dice, 4.5, MOST_TURNED) * tight
        placed = Piece(piece.number, piece.colour, piece.turn, x + off_x, y + off_y, turned)
        if not any(_touching(placed, other, edge) for other in near):
            return placed
    return Piece(piece.number, piece.colour, piece.turn, x, y)


def _clipped(dice: Random, deviation: float, most: float) -> float:
    return max(-most, min(most, dice.gauss(0, deviation)))


def _touching(one: Piece, other: Piece, edge: float) -> bool:
    slack = 1 + 0.007 * (abs(one.yaw) + abs(other.yaw))
    return max(abs(one.x - other.x), abs(one.y - other.y)) < edge * slack


def some_turn(dice: Random, letters: str) -> CubeTurn:
    """One of the physical orientations that show these letters."""
    fitting = turns_showing(letters)
    if not fitting:
        raise TableError(f"no cube lies as {letters!r}; use each of H, M, K once, or ?")
    return dice.choice(fitting)


def parsed_cubes(text: str) -> list[tuple[Square, Colour, str]]:
    """The cubes field of a position: `B2bHMK,B5wKMH`, `-` for none."""
    found = []
    fields = text.split(maxsplit=1)
    for item in fields[0].split(",") if fields else ():
        if item == "-":
            continue
        square = square_named(item[:2])
        if square is None or len(item) != 6 or item[2] not in "wb":
            raise TableError(f"{item!r} is not a cube; write square, w or b, three letters: B5wHMK")
        found.append((square, Colour("wb".index(item[2])), item[3:]))
    names = [name_of(square) for square, _, _ in found]
    twice = [name for name in NAMES if names.count(name) > 1]
    if twice:
        raise TableError(f"two cubes on {', '.join(twice)}")
    return found


def laid_out(text: str, dice: Random, edge: float, care: float = 1.0) -> tuple[Piece, ...]:
    """The cubes of a position string, put down by hand."""
    pieces: list[Piece] = []
    counts = dict.fromkeys(Colour, 0)
    for square, colour, letters in parsed_cubes(text):
        x, y = middle_of(square)
        exact = Piece(counts[colour], colour, some_turn(dice, letters), x, y)
        counts[colour] += 1
        pieces.append(sloppy(dice, exact, pieces, edge, care))
    return tuple(pieces)


def on_square(pieces: Sequence[Piece], square: Square) -> Piece | None:
    return next((piece for piece in pieces if piece.square == square), None)


def pieces_named(cubes: str, look: DrawnLook, seed: int = 0) -> tuple[Piece, ...]:
    """Exactly centred cubes of a position string, for scenes made by hand."""
    return laid_out(cubes, Random(seed), look.cubes.edge, care=0.0)
