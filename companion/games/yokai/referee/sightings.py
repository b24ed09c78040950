"""What a camera says of the table, a steady picture at a time (FORMATS-YOKAI F5)."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

from companion.games.decisions import Refused
from companion.games.quoting import quoted
from companion.games.yokai.rules.cards import Cards, Colour, Yokai

CLAIM: Final = 0.8
"""Confidence from which on a reading is claimed: the bound that all readings keep."""
_END: Final = re.compile(r"[A-Z?]\?|[A-Z]{2}[a-z]?")


class SightingError(Refused, ValueError):
    """A line that is no sighting; the text says why."""


@dataclass(frozen=True, slots=True)
class PileSeen:
    top: Yokai | None
    """None where it is covered."""
    near: tuple[str, ...]
    """From the pile outwards: `FW`, `F?` where only that half is legible, `??` a card of which nothing is."""
    far: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sighting:
    t: float
    clear: bool
    piles: Mapping[Colour, PileSeen]
    """Those that are claimed, by the colour of their place."""
    draws: int | None
    """How often a hand was at the deck since the last clear one; None where it is not in view."""
    board: bool = True
    """Whether the piles are in view at all."""
    why: str = ""
    """Why they are not."""


def read_sighting(line: str, cards: Cards) -> Sighting:
    """Raises `SightingError`."""
    try:
        table = json.loads(line)
    except (ValueError, RecursionError):
        raise SightingError(f"no JSON: {quoted(line)}") from None
    if not isinstance(table, dict):
        raise SightingError(f"no sighting: {quoted(line)}")
    t, clear, piles, draws = (table.get(key) for key in ("t", "clear", "piles", "draws"))
    if isinstance(t, bool) or not isinstance(t, (int, float)) or not isfinite(t):
        raise SightingError("a sighting has its time, 't', in seconds")
    if draws is not None and (type(draws) is not int or draws < 0):
        raise SightingError("'draws' is a number or null")
    if clear is not True:
        return Sighting(float(t), False, {}, draws)
    if not isinstance(piles, list):
        raise SightingError("'piles' is a list")
    seen = dict(_pile(each, cards) for each in piles if _claimed(each))
    return Sighting(float(t), True, seen, draws)


def _claimed(pile: object) -> bool:
    confidence = pile.get("confidence", 1.0) if isinstance(pile, dict) else 1.0
    return isinstance(confidence, (int, float)) and confidence >= CLAIM


def _pile(table: Any, cards: Cards) -> tuple[Colour, PileSeen]:
    if not isinstance(table, dict) or table.get("colour") not in cards.index:
        raise SightingError("a pile has the 'colour' of its place")
    top = table.get("top")
    if top is not None and top not in cards.known_yokai:
        raise SightingError(f"there is no Yokai {quoted(str(top))}")
    return Colour(table["colour"]), PileSeen(top, _row(table.get("near")), _row(table.get("far")))


def _row(items: object) -> tuple[str, ...]:
    if not isinstance(items, list) or not all(
        isinstance(each, str) and _END.fullmatch(each) for each in items
    ):
        raise SightingError("'near' and 'far' are lists of cards, such as FW, FWc, F? or ??")
    return tuple(items)


def fits(seen: str, sketch: str) -> bool:
    """`F?` any with F, `FW` any copy of it, in either order of its colours."""
    if seen == "??":
        return True
    if seen[1] == "?":
        return seen[0] in sketch[:2]
    return seen in (sketch, sketch[1::-1] + sketch[2:])
