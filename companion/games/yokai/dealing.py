"""Who deals: words of settings, of a command's options and of the API."""

from typing import Final

OWN: Final = "own"
"""Real cards: everybody draws from a real deck, and turns real Yokai up."""
DEALT: Final = "dealt"
"""The companion deals: each hand is known to the phone of its seat alone."""
HANDS: Final = (OWN, DEALT)
