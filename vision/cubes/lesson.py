"""How eight cubes lie while their faces are learnt: a picture for each element, it on top of all of them."""

from typing import Final

from companion.games.himiki.rules.board import name_of, squares_named
from companion.games.himiki.rules.cubes import Colour, Element

WHITE_PLACES: Final = squares_named("A5", "B5", "C5", "D5")
BLACK_PLACES: Final = squares_named("A2", "B2", "C2", "D2")

STANDING: Final = {Element.FIRE: "HMK", Element.WATER: "MKH", Element.WOOD: "KHM"}
"""Every element is on top once, and once along either axis."""


def cubes_of(element: Element) -> str:
    """Those of its picture, as RULES 2.1 writes them."""
    pairs = zip(WHITE_PLACES, BLACK_PLACES, strict=True)
    return ",".join(
        f"{name_of(square)}{colour.letter}{STANDING[element]}"
        for pair in pairs
        for square, colour in zip(pair, Colour, strict=True)
    )
