"""How cards are laid out to be learnt: all Yokai, then each kind of sketch and both backs, as one reads."""

from typing import Final

from companion.games.yokai.rules.cards import CARDS

BACK_SKETCH: Final = "back-sketch"
BACK_YOKAI: Final = "back-yokai"

SETS: Final = (tuple(CARDS.yokai), (*CARDS.kinds, BACK_SKETCH, BACK_YOKAI))

A_ROW: Final = 5
"""Cards of a row, as it is drawn, those of a colour: where people end one is seen, not told."""
