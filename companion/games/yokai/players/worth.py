"""What a position is worth to a player, in points of Yokai."""

from typing import Final

from companion.games.yokai.rules.cards import value_of
from companion.games.yokai.rules.ending import score
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.position import Phase, Player, Position

WINNING: Final = 100.0
"""Above all points that there are (Y1.2: 100 in the game, hardly ever more than 50 for one)."""

HOPE: Final = (0.75, 0.6, 0.5, 0.4, 0.3, 0.2, 0.15, 0.1)
"""Share of a Yokai's value that a majority promises, by the sketches that are missing: less the more can
still come between. By hand; the search looks at the answer, so it need not be exact."""

CARD: Final = 0.5
"""A card in hand, in points: less than the least that a card on the table promises. By hand."""


def worth(position: Position, player: Player, house: House = HOUSE) -> float:
    now = score(position, house)
    other = player.other
    lead = float(now.points[player] - now.points[other])
    if position.phase is Phase.OVER:
        if now.winner is None:
            return 0.0
        return lead + (WINNING if now.winner is player else -WINNING)
    for pile in position.piles:
        top = pile.yokai[0]
        # One that is still face down is worth about five, whoever has sketches there.
        value = 5 if top is None else value_of(top)
        own, theirs = len(pile.rows[player]), len(pile.rows[other])
        if own != theirs:
            promised = value * HOPE[max(0, value - own - theirs)]
            lead += promised if own > theirs else -promised
    return lead + CARD * (position.hands[player].size - position.hands[other].size)
