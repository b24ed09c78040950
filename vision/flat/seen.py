"""What is seen of pieces that lie flat: values, and no pixels with them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from vision.sighting import CLAIM, Doubt, Point, Sighting

BACK: Final = "back"
"""How the look of a piece that lies face down is called among the codes of a profile."""


@dataclass(frozen=True, slots=True)
class FlatPiece:
    """A piece on a square."""

    square: int
    """Its number on the board, which counts from the first corner towards the second."""
    code: str | None
    """None: face down, or not known."""
    heading: float | None
    """Degrees clockwise seen from above, 0 to 360: where the printed top points, 0 from the first corner
    towards the second. None where it cannot be told, as of a back that is the same from two sides."""
    down: bool
    confidence: float
    outline: tuple[Point, Point, Point, Point]
    """In the picture: printed top left, top right, bottom right, bottom left, as far as that is known."""
    scores: Mapping[str, float] = field(default_factory=dict, compare=False)
    """What the confidence was made of, by name."""

    @property
    def claimed(self) -> bool:
        return self.confidence >= CLAIM


@dataclass(frozen=True, slots=True)
class FlatDoubt(Doubt):
    """A square of which it is not plain what lies there.

    Its odds are as many as the sighting has kinds, and two: nothing first, then the kinds in their order,
    last something else.
    """

    def of(self, kind: int | None) -> float:
        """The odds of a kind by its place among the sighting's; of nothing, where None."""
        return self.odds[0 if kind is None else kind + 1]


@dataclass(frozen=True, slots=True)
class LooseFlat:
    """A piece in view beside the board."""

    code: str | None
    heading: float | None
    down: bool
    place: Point
    """Its middle, in squares from the board's first corner: across first, then along."""
    confidence: float
    outline: tuple[Point, Point, Point, Point]

    @property
    def claimed(self) -> bool:
        return self.confidence >= CLAIM


@dataclass(frozen=True, slots=True)
class FlatSighting(Sighting[FlatPiece, FlatDoubt]):
    """A board of squares on which pieces lie, and what lies open around it."""

    kinds: tuple[str, ...] = field(default=(), kw_only=True)
    """The codes that were learnt, backs too, in the order of the doubts' odds."""
    beside: tuple[LooseFlat, ...] = field(default=(), kw_only=True)
    """Around the board, as far as pieces are seen there at all."""
