"""A position: everything the rules need to know about a game at one moment."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import SHOWING, Colour, Cube, Element, colour_of, is_known, top_of
from companion.games.himiki.rules.tiles import NO_TILES, Chaos, HeldTiles
from companion.games.himiki.rules.variant import WINNING_SCORE, Mode, Seat, Variant

Score = tuple[int, int]
"""White's and black's points, to be indexed by `Colour`."""

Influences = tuple[Colour | None, Colour | None, Colour | None]
"""Who holds the tile of each element, to be indexed by `Element` (RULES 3.9)."""

Ban = tuple[Square, Square]
"""The cube now on the first square may not tilt back to the second (RULES 3.7)."""


class Phase(NamedTuple):
    """Where in a turn the game stands."""

    setup: bool = False
    must_tilt: bool = False
    """RULES 3.3."""
    replay: bool = False
    """A replay is offered (RULES 3.6), or follows once the waiting decisions are made."""
    bans: tuple[Ban, ...] = ()
    """RULES 3.7, in board order."""
    over: bool = False


FRESH: Final = Phase()
MUST_TILT: Final = Phase(must_tilt=True)
SETUP: Final = Phase(setup=True)
OVER: Final = Phase(over=True)

EMPTY_BOARD: Final = bytes(30)


class Position(NamedTuple):
    """Immutable and hashable. A tuple, since search makes hundreds of thousands of them a second."""

    variant: Variant
    board: bytes
    """The cube (or none) on each square, see `cubes`."""
    seat: Seat
    """Who is on turn."""
    phase: Phase = FRESH
    score: Score = (0, 0)
    influences: Influences = (None, None, None)
    chaos: Chaos = NO_TILES

    @property
    def cubes(self) -> Iterator[tuple[Square, Cube]]:
        """The cubes on the board, in board order."""
        return ((Square(at), Cube(cube)) for at, cube in enumerate(self.board) if cube)

    def cube_at(self, square: Square) -> Cube | None:
        return Cube(self.board[square]) if self.board[square] else None

    @property
    def over(self) -> bool:
        return self.phase.over

    @property
    def winner(self) -> Colour | None:
        for colour in Colour:
            if self.score[colour] == WINNING_SCORE:
                return colour
        return None

    @property
    def fully_known(self) -> bool:
        """Whether no face that matters is hidden: of a challenge's black cubes only the top does (7.1)."""
        if self.variant.mode is Mode.MINDLOCK:
            return all(
                is_known(cube) or (colour_of(cube) is Colour.BLACK and top_of(cube) is not None)
                for _, cube in self.cubes
            )
        return self.board.isascii()


def start_position(variant: Variant) -> Position:
    """An empty board, ready for the first cube; in Chaos with face-down hands."""
    hand = HeldTiles(unknown=variant.tiles_each)
    chaos = Chaos(hands=(hand, hand)) if variant.chaos else NO_TILES
    return Position(variant, EMPTY_BOARD, variant.placing_order[0], SETUP, chaos=chaos)


def shown(board: bytes, element: Element) -> int:
    """How many cubes of either colour show that element."""
    return board.translate(SHOWING[element]).count(1)
