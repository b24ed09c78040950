"""What was seen in one frame: the value that leaves vision (and no pixels with it)."""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Generic, Self, TypeVar

from vision.frames import Seconds

Point = tuple[float, float]
"""x and y in the picture, in pixels."""

Corners = tuple[Point, Point, Point, Point]
"""The grid's outer corners, going round it: where the first row begins and ends, where the last one ends and
begins."""

CLAIM: Final = 0.8
"""Confidence from which on a piece is claimed."""


class Reason(Enum):
    """Why what lies on a square is not plain: a word that somebody at the table can act on."""

    COVERED = "covered"
    """A hand, or a thing that is no piece, lies over it."""
    BETWEEN = "between"
    """A piece lies across two squares."""
    TIPPED = "tipped"
    """A piece does not lie flat on the board: it leans, or is held over it."""
    GLARE = "glare"
    """A lamp mirrors itself there."""
    DARK = "dark"
    """There is too little light to tell."""
    UNLIKE = "unlike"
    """It looks like nothing that was learnt, or like two kinds alike."""

    @property
    def unseats(self) -> bool:
        """Whether people have to put something right, not lamps: it is not clear then."""
        return self in (Reason.COVERED, Reason.BETWEEN, Reason.TIPPED)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A square of which it is not plain what lies there."""

    square: int
    """Its number on the board."""
    reason: Reason
    odds: tuple[float, ...]
    """Logarithms of how likely what is seen is, 0 for the likeliest: were it nothing, each kind of piece in
    their order, or last something else: neither the board nor any piece."""

    @property
    def hidden(self) -> bool:
        """Whether something lies over it that is no piece: below may be anything, or it is in a hand."""
        return self.reason is Reason.COVERED and self.odds[-1] == max(self.odds)

    def as_likely_as_any(self, place: int) -> Self:
        """The same where something, by its place in the odds, is as likely as what is likeliest."""
        best = max(self.odds)
        return replace(self, odds=tuple(best if at == place else one for at, one in enumerate(self.odds)))


Seen = TypeVar("Seen")
"""A piece as it was seen."""

Doubted = TypeVar("Doubted", bound=Doubt)


@dataclass(frozen=True, slots=True)
class Moved:
    """The board lies elsewhere in the picture, by more than is followed without a word."""

    t: Seconds
    reason: str
    turned: bool = False
    """It lies the other way round, or on its side."""


@dataclass(frozen=True, slots=True)
class Sighting(Generic[Seen, Doubted]):
    """Of pieces of a kind: each game adds what else there is to be seen of its own."""

    t: Seconds
    corners: Corners | None
    """None where no board is seen."""
    clear: bool
    """False while a hand or anything else covers part of the grid, or a piece is not properly on a square."""
    pieces: tuple[Seen, ...]
    """In board order."""
    moving: bool = field(default=False, kw_only=True)
    """Something moves over the grid or reaches in: nothing was read, and `pieces` says nothing."""
    doubts: tuple[Doubted, ...] = field(default=(), kw_only=True)
    """In board order: the squares that are not plain. What lies there most likely is in `pieces` too,
    without a claim; of every other square `pieces` says all."""
    why: str = field(default="", kw_only=True)
    """Why no board is seen, where none is."""
    moved: Moved | None = field(default=None, kw_only=True)
    """The last time that the board was moved, as far as the eye knows."""

    @property
    def board(self) -> bool:
        return self.corners is not None
