"""What is done in a game: by players, and by chance."""

from dataclasses import dataclass

from companion.games.yokai.rules.cards import Colour, Sketch, Yokai


@dataclass(frozen=True, slots=True)
class Call:
    """The top Yokai of that pile comes to the pile of the card (Y7.1)."""

    source: Colour


@dataclass(frozen=True, slots=True)
class Distract:
    """The other side's outermost sketch goes to its other colour (Y8.1, Y8.2)."""


Ability = Call | Distract


@dataclass(frozen=True, slots=True)
class Lay:
    """A card is laid at a pile; its ability is used, or not (Y4.3)."""

    sketch: Sketch
    pile: Colour
    ability: Ability | None = None


@dataclass(frozen=True, slots=True)
class End:
    """No more cards in this turn (Y3.6)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """No card in this turn (Y3.5)."""


@dataclass(frozen=True, slots=True)
class Draw:
    sketch: Sketch | None
    """None where nobody else sees it."""


@dataclass(frozen=True, slots=True)
class Reveal:
    yokai: Yokai


Chance = Draw | Reveal
Move = Lay | End | Pass | Draw | Reveal
