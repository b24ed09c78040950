"""What a player sees of a game, and worlds that could lie behind it."""

from collections import Counter
from random import Random

from companion.games.yokai.rules.cards import Sketch, Yokai, colour_of
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.position import (
    Holding,
    Pile,
    Player,
    Position,
    deck_size,
    in_sight,
    unseen_yokai,
)


def seen_by(position: Position, player: Player, house: House = HOUSE) -> Position:
    """Without the other hand, the deck, and what lies face down (Y2.2, Y2.4)."""
    theirs = Holding((), position.hands[player.other].size)
    own = position.hands[player]
    piles = []
    for colour, pile in zip(house.cards.colours, position.piles, strict=True):
        # What came to a pile from another one has been seen; the rest of it may never have been.
        below = (yokai if yokai and colour_of(yokai) != colour else None for yokai in pile.yokai[1:])
        piles.append(Pile((*pile.yokai[:1], *below), pile.rows))
    return position._replace(
        piles=tuple(piles),
        hands=(own, theirs) if player is Player.A else (theirs, own),
        deck=deck_size(position.deck),
    )


def world(seen: Position, chance: Random, house: House = HOUSE) -> Position:
    """One way to fill in all that is not known, each as likely as it is."""
    cards = house.cards
    known = Counter(in_sight(seen))
    unseen = [kind for kind in cards.kinds for _ in range(cards.copies[kind] - known[kind])]
    chance.shuffle(unseen)
    hands = (_filled(seen.hands[0], unseen), _filled(seen.hands[1], unseen))
    discard = _filled(seen.discard, unseen)
    piles = []
    for colour, pile in zip(cards.colours, seen.piles, strict=True):
        hidden: list[Yokai] = list(unseen_yokai(seen, colour, cards))
        chance.shuffle(hidden)
        piles.append(Pile(tuple(yokai or hidden.pop() for yokai in pile.yokai), pile.rows))
    return seen._replace(piles=tuple(piles), hands=hands, discard=discard, deck=tuple(sorted(unseen)))


def _filled(holding: Holding, unseen: list[Sketch]) -> Holding:
    drawn = [unseen.pop() for _ in range(holding.unknown)]
    return Holding(tuple(sorted((*holding.known, *drawn))))
