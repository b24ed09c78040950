"""How tiles are laid out to be learnt: two pictures' worth of them, in rows, as one reads."""

from typing import Final

from companion.games.rr.rules.tiles import CITIZEN, DRAWN, TILES
from vision.flat.seen import BACK

_NEUTRAL: Final = frozenset((*DRAWN, CITIZEN))

SETS: Final = (
    (*(tile for tile in TILES if tile not in _NEUTRAL), BACK),
    tuple(tile for tile in TILES if tile in _NEUTRAL),
)
"""With the colours, and a tile face down; then those without. The blank one stays in the box."""

A_ROW: Final = 6
"""Tiles of a row, as it is drawn: where people end one is seen, not told."""
