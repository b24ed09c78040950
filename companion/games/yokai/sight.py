"""What was seen of a table of Terres de Yokai, in the game's own words (FORMATS-YOKAI F5)."""

from collections.abc import Mapping
from typing import Any

from vision.flat.card_sighting import PileSeen, PilesSighting


def pile_as_json(pile: PileSeen) -> dict[str, Any]:
    return {
        "colour": pile.colour,
        "top": pile.top,
        "near": [card.text for card in pile.near],
        "far": [card.text for card in pile.far],
        "confidence": round(pile.confidence, 3),
    }


def as_json(image: str, sighting: PilesSighting) -> Mapping[str, Any]:
    return {
        "image": image,
        "mode": "yokai",
        "clear": sighting.clear,
        "piles": [pile_as_json(pile) for pile in sighting.piles],
    }
