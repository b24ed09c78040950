"""What is seen of cards in piles and of the rows beside them: values, and no pixels with them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from vision.sighting import CLAIM, Doubt, Point, Sighting

UNREAD: Final = "??"
"""A card of which nothing can be read."""

HALF_READ: Final = "?"
"""After the letter of a half: of the rest nothing can be told."""

Outline = tuple[Point, Point, Point, Point]
"""In the picture: printed top left, top right, bottom right, bottom left."""


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card of a row: its code begins with the letters of its two halves."""

    code: str | None
    """None where it cannot be told from others."""
    half: str | None
    """The letter of the half that is read, the one that lies outwards if both are."""
    confidence: float
    outline: Outline
    scores: Mapping[str, float] = field(default_factory=dict, compare=False)
    """What the confidence was made of, by name."""

    @property
    def text(self) -> str:
        """As much as is claimed, and never a guess."""
        if self.confidence < CLAIM or (self.code is None and self.half is None):
            return UNREAD
        return self.code if self.code is not None else f"{self.half}{HALF_READ}"


@dataclass(frozen=True, slots=True)
class PileSeen:
    """A pile, and the rows on both sides of it, from the pile outwards."""

    colour: str
    """That of its place, as it was learnt."""
    top: str | None
    """None where it is covered, or cannot be told."""
    near: tuple[CardSeen, ...]
    """On the camera's side: the lower one in the picture."""
    far: tuple[CardSeen, ...]
    confidence: float
    """Of its top, and of how many cards lie in its rows."""
    outline: Outline

    @property
    def claimed(self) -> bool:
        return self.confidence >= CLAIM


@dataclass(frozen=True, slots=True)
class PilesSighting(Sighting[PileSeen, Doubt]):
    """Piles from left to right in the picture, as `pieces`; a doubt's square counts them."""

    @property
    def piles(self) -> tuple[PileSeen, ...]:
        return self.pieces
