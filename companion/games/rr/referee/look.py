"""How the board looks, square by square, and how it would look (FORMATS-RR F5)."""

from typing import Final, NewType

from companion.games.rr.rules.board import NAMES, Square
from companion.games.rr.rules.position import Board, Lying, Position
from companion.games.rr.rules.tiles import tile_coded
from vision.flat.seen import FlatPiece, FlatSighting

Cell = NewType("Cell", str)
"""`kir`: a King that is Regality's ally."""

Cells = tuple[Cell, ...]
"""By square."""

FREE: Final = Cell("")
DOWN: Final = Cell("x")
"""Which tile it is and who destroyed it is not seen."""
UNPLAIN: Final = Cell("??")
"""Something lies there, or may."""

ASKEW: Final = 60.0
"""Degrees off either player's upright from which on it is left open for whom a tile lies: two thirds of the
way to lying across."""


def look_of(sighting: FlatSighting) -> Cells:
    """What is claimed of it; the rest is not plain."""
    cells = [FREE] * len(NAMES)
    for piece in sighting.pieces:
        cells[piece.square] = _cell_of_piece(piece)
    for doubt in sighting.doubts:
        cells[doubt.square] = UNPLAIN
    return tuple(cells)


def _cell_of_piece(piece: FlatPiece) -> Cell:
    if not piece.claimed:
        return UNPLAIN
    if piece.down:
        return DOWN
    if piece.code is None or piece.heading is None or tile_coded(piece.code) is None:
        return UNPLAIN
    off = abs((piece.heading + 180) % 360 - 180)
    if ASKEW < off < 180 - ASKEW:
        return UNPLAIN
    return Cell(piece.code + ("r" if off <= ASKEW else "b"))


def cell_of(lying: Lying | None) -> Cell:
    if lying is None:
        return FREE
    return DOWN if lying.down else Cell(lying.tile + lying.player.letter)


def plain_look(board: Board) -> Cells:
    return tuple(map(cell_of, board))


def sight_text(look: Cells) -> str:
    """`b2kir,c1x`."""
    return ",".join(f"{NAMES[at]}{cell}" for at, cell in enumerate(look) if cell != FREE) or "-"


class Standing:
    """How a position may look: what was destroyed by the player on turn lies there until it is taken away,
    though the position has it among the discards (R3.1)."""

    __slots__ = ("leaving", "look", "position")

    def __init__(self, position: Position, leaving: frozenset[Square] = frozenset()) -> None:
        self.position = position
        self.leaving = leaving
        """Squares from which a destroyed tile has to be taken away."""
        self.look = plain_look(position.board)

    def allows(self, square: int, cell: Cell) -> bool:
        return cell == self.look[square] or (cell == DOWN and square in self.leaving)

    def fits(self, look: Cells) -> bool:
        return all(self.allows(at, cell) for at, cell in enumerate(look))


def leaving_after(before: Position, turn_passed: Position) -> frozenset[Square]:
    """What the player who is now on turn has to take away."""
    return frozenset(at for at, lying in before.lying if lying.down and lying.player is turn_passed.turn)
