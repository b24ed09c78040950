"""What chance brings, from a source of it that is given."""

from random import Random

from companion.games.yokai.rules.cards import Sketch
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.legal import before_draw
from companion.games.yokai.rules.moves import Draw, Reveal
from companion.games.yokai.rules.position import (
    IN_HAND,
    Holding,
    Phase,
    Pile,
    Player,
    Position,
    due,
    unseen_yokai,
)


def dealt(chance: Random, house: House = HOUSE) -> Position:
    """An open game: everything is known, only the order of the deck is not (Y2.1, Y2.2)."""
    cards = house.cards
    piles = []
    for colour in cards.colours:
        pile = list(cards.of_colour[colour])
        chance.shuffle(pile)
        piles.append(Pile(tuple(pile)))
    deck: list[Sketch] = [kind for kind in cards.kinds for _ in range(cards.copies[kind])]
    chance.shuffle(deck)
    a, b, rest = deck[:IN_HAND], deck[IN_HAND : 2 * IN_HAND], deck[2 * IN_HAND :]
    hands = (Holding(tuple(sorted(a))), Holding(tuple(sorted(b))))
    return Position(tuple(piles), Player.A, Phase.DRAW, hands, tuple(sorted(rest)), Holding(), ((), ()))


def chance_draw(position: Position, chance: Random) -> Draw:
    """Of the deck as it is drawn from; in a closed game nobody sees which card."""
    deck = before_draw(position).deck
    return Draw(None) if isinstance(deck, int) else Draw(chance.choice(deck))


def chance_reveal(position: Position, chance: Random, house: House = HOUSE) -> Reveal:
    """Where a pile waits for it."""
    at = due(position)
    assert at is not None
    return Reveal(chance.choice(unseen_yokai(position, house.cards.colours[at], house.cards)))
