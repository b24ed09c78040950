"""A position: everything the rules need to know about a game at one moment."""

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from companion.games.rr.rules.board import BESIDE, NAMES, Player, Square, Squares
from companion.games.rr.rules.tiles import DRAWN, NULLIFIED_BY, SAGE, SHIELDED, Tile


class Lying(NamedTuple):
    """A tile on a square."""

    tile: Tile
    player: Player
    """Whose ally it is; face down: who destroyed it."""
    down: bool = False
    covered: Tile | None = None
    """What a Tower stands on (R6.23)."""


Board = tuple[Lying | None, ...]
"""By square."""


class Zone(NamedTuple):
    """The open row of a player (R1.4)."""

    tiles: tuple[Tile, ...] = ()
    """Sorted."""
    unknown: int = 0
    """Neutral tiles that nobody has shown (R10.2, R10.4)."""

    @property
    def size(self) -> int:
        return len(self.tiles) + self.unknown


class State(Enum):
    PLAYING = "-"
    CITIZEN = "citizen"
    """This turn places the Citizen (R2.3)."""
    DRAFT = "draft"
    """Neutral tiles are picked (R10.3)."""


EMPTY_BOARD: Final[Board] = (None,) * len(NAMES)


class Position(NamedTuple):
    """Immutable and hashable. A tuple, since search makes very many of them."""

    board: Board
    turn: Player
    zones: tuple[Zone, Zone]
    neutral: tuple[Tile, ...] = ()
    """Sorted."""
    discards: tuple[Tile, ...] = ()
    """Sorted."""
    state: State = State.PLAYING

    @property
    def lying(self) -> Iterator[tuple[Square, Lying]]:
        return ((Square(at), lying) for at, lying in enumerate(self.board) if lying is not None)


def named_in(position: Position) -> Iterator[Tile]:
    """Every tile that the position knows the place of."""
    for _, lying in position.lying:
        yield lying.tile
        if lying.covered is not None:
            yield lying.covered
    for zone in position.zones:
        yield from zone.tiles
    yield from position.neutral
    yield from position.discards


def unseen(position: Position) -> tuple[Tile, ...]:
    """What an unknown tile may be."""
    named = set(named_in(position))
    return tuple(tile for tile in DRAWN if tile not in named)


def allies(board: Board) -> tuple[int, int]:
    """Face-up tiles of each player; a Tower is one (R8.3)."""
    counts = [0, 0]
    for lying in board:
        if lying is not None and not lying.down:
            counts[lying.player] += 1
    return counts[0], counts[1]


class Lie(NamedTuple):
    """What effects ask of a board: judged once, after the placing (R4.5)."""

    free: Squares
    up: Squares
    """Face-up tiles."""
    shielded: Squares
    """Face-up tiles that only the Pirate reaches (R5.5, R5.6)."""
    nullified: Squares
    """Tiles whose active effects do not happen (R6.13, R6.14)."""
    allies: tuple[Squares, Squares]

    @property
    def open(self) -> Squares:
        """What effects can act on (R4.4)."""
        return Squares(self.up & ~self.shielded)


def lie_of(board: Board) -> Lie:
    free = up = shielded = beside_sage = nullified = 0
    allies = [0, 0]
    for at, lying in enumerate(board):
        if lying is None:
            free |= 1 << at
        elif not lying.down:
            up |= 1 << at
            allies[lying.player] |= 1 << at
            tile = lying.tile
            if tile in SHIELDED:
                shielded |= 1 << at
            elif tile == SAGE:
                beside_sage = BESIDE[at]
            elif tile in NULLIFIED_BY:
                nullified |= NULLIFIED_BY[tile][at]
    shielded |= beside_sage & up
    return Lie(
        Squares(free),
        Squares(up),
        Squares(shielded),
        Squares(nullified & ~shielded),
        (Squares(allies[0]), Squares(allies[1])),
    )
