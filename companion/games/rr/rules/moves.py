"""What a player can do in a turn: place a tile, and what its active effect is used for (R3.1)."""

from typing import NamedTuple, Union

from companion.games.rr.rules.board import Square
from companion.games.rr.rules.tiles import Tile


class On(NamedTuple):
    """Destroy, turn, banish, or take from the board: the tiles acted on, in order."""

    squares: tuple[Square, ...]


class Shift(NamedTuple):
    """The Fairy's (R6.18)."""

    source: Square
    target: Square


class Name(NamedTuple):
    """The Assassin's and the Hermit's: a tile that lies beside the board (R6.19, R6.20)."""

    tile: Tile


class Wake(NamedTuple):
    """Bard and Performer: the tile that is reactivated, and what it does (R6.11, R6.12)."""

    square: Square
    deed: "Deed"


Deed = Union[On, Shift, Name, Wake]  # noqa: UP007 - `Wake` names it before it is there
"""One use of an active effect."""


class Place(NamedTuple):
    tile: Tile
    square: Square
    deed: Deed | None = None
    """None: the effect is left, or there is none (R4.1)."""


class Pick(NamedTuple):
    """In a draft (R10.3)."""

    tile: Tile


Move = Place | Pick
