"""What a camera cannot tell, and for how long: a referee that waits for a plain picture says so."""

from collections.abc import Mapping
from typing import Final

from companion.games.events import Doubtful
from companion.games.yokai.referee.sightings import PileSeen, Sighting
from companion.games.yokai.rules.cards import Cards, colour_of

PATIENCE: Final = 3.0
"""Seconds in which a still table is not plain: a second and a third reading have not helped then."""
HIDDEN: Final = 8.0
"""The same where something lies over the cards: hands that settle a card take up to six."""

_COVERED: Final = "covered"
_UNLIKE: Final = "unlike"


class Unread:
    def __init__(self, cards: Cards) -> None:
        self._cards = cards
        self.told: Mapping[str, str] = {}
        """By pile, the reason's word."""
        self._stands: Mapping[str, str] = {}
        self._since = 0.0

    def of(self, sighting: Sighting, *, begun: bool, puzzled: bool) -> Doubtful | None:
        """What is to be said now; `puzzled`: what was read follows from nothing."""
        stands = self._open(sighting, begun=begun, puzzled=puzzled)
        if stands != self._stands:
            self._stands, self._since = stands, sighting.t
        wait = PATIENCE if sighting.clear else HIDDEN
        if stands == self.told or (stands and sighting.t - self._since < wait):
            return None
        return Doubtful(
            t=sighting.t, squares=tuple(stands), reasons=tuple(stands.values()), since=self._since
        )

    def _open(self, sighting: Sighting, *, begun: bool, puzzled: bool) -> dict[str, str]:
        colours = self._cards.colours
        if not sighting.board:
            return {}
        if not sighting.clear:
            return dict.fromkeys(colours, _COVERED)
        open_ones = {}
        for colour in colours:
            seen = sighting.piles.get(colour)
            if seen is None or seen.top is None or (puzzled and _is_partly_read(seen)):
                open_ones[str(colour)] = _UNLIKE
            elif not begun and colour_of(seen.top) != colour:
                # Piles that were changed about: the game would wait for ever.
                open_ones[str(colour)] = _UNLIKE
        return open_ones


def _is_partly_read(seen: PileSeen) -> bool:
    return any("?" in card for card in (*seen.near, *seen.far))
