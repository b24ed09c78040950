"""Names for challenges that nobody named: two words, by chance."""

from collections.abc import Container
from random import Random
from typing import Final

from companion.games.himiki.rules.cubes import SHOWING, Element
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.written.position_text import position_text

_FIRST: Final = {
    Element.FIRE: ("Ember", "Lantern", "Cinder", "Kindled", "Scarlet", "Glowing", "Sunlit", "Smouldering"),
    Element.WATER: ("Tidal", "Rainy", "Misty", "River", "Frozen", "Moonlit", "Drifting", "Silent"),
    Element.WOOD: ("Mossy", "Bamboo", "Cedar", "Hidden", "Rooted", "Hollow", "Autumn", "Wandering"),
}
"""By the element that most cubes show."""

_SECOND: Final = (
    *("Gate", "Bridge", "Path", "Garden", "Shrine", "Steps", "Crossing", "Courtyard", "Corner"),
    *("Watch", "Detour", "Trap", "Knot", "Dance", "Visit", "Riddle", "Ladder", "Window", "Quarrel"),
)


def title(start: Position, taken: Container[str]) -> str:
    """The same challenge gets the same one, as long as it is not taken."""
    counts = {e: sum(SHOWING[e][cube] for _, cube in start.cubes) for e in Element}
    most = max(Element, key=lambda element: counts[element])
    pairs = [f"{first} {second}" for first in _FIRST[most] for second in _SECOND]
    Random(position_text(start)).shuffle(pairs)
    return next((pair for pair in pairs if pair not in taken), pairs[0])
