"""A deck that the companion deals from: who holds what follows from a seed and the moves so far.

Nothing of it is kept beside the seed, so that taking back and resuming need no care; and no position, event
or record says what it knows.
"""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from companion.games.yokai.rules.cards import Cards, Colour, Sketch, Yokai
from companion.games.yokai.rules.moves import Draw, Lay
from companion.games.yokai.rules.play import Played
from companion.games.yokai.rules.position import IN_HAND, Player, Position, deck_size, unseen_yokai


class NotDealt(ValueError):
    """Moves that this deck cannot have brought."""


class Hands(NamedTuple):
    a: tuple[Sketch, ...]
    """In the order in which they were drawn."""
    b: tuple[Sketch, ...]


class Dealer:
    def __init__(self, seed: int, cards: Cards) -> None:
        self._seed = seed
        self._cards = cards
        chance = Random(f"{seed} deal")
        deck = [kind for kind in cards.kinds for _ in range(cards.copies[kind])]
        chance.shuffle(deck)
        self._deck: tuple[Sketch, ...] = tuple(deck)
        self._piles: dict[Colour, list[Yokai]] = {}
        for colour in cards.colours:
            pile = list(cards.of_colour[colour])
            chance.shuffle(pile)
            self._piles[colour] = pile

    def hands(self, steps: Iterable[Played]) -> Hands:
        """What each side holds after these moves, from the start of a game on. Raises `NotDealt`."""
        deck = list(self._deck)
        held = [[deck.pop() for _ in range(IN_HAND)] for _ in Player]
        for number, step in enumerate(steps):
            hand = held[step.before.turn]
            match step.move:
                case Draw():
                    if not deck_size(step.before.deck):
                        # The discard is open to all, its order in the new deck is not (Y3.3).
                        deck = list(step.before.discard.known)
                        Random(f"{self._seed} {number}").shuffle(deck)
                    hand.append(deck.pop())
                case Lay(sketch):
                    if sketch not in hand:
                        raise NotDealt(f"{sketch} is not in the hand of {Player(step.before.turn).letter}")
                    hand.remove(sketch)
                case _:
                    pass
        return Hands(tuple(held[Player.A]), tuple(held[Player.B]))

    def comes_up(self, position: Position, colour: Colour) -> Yokai:
        """What a pile turns up next (Y5.5): those that nobody has seen lie in the order of the shuffle."""
        unseen = unseen_yokai(position, colour, self._cards)
        return next(yokai for yokai in self._piles[colour] if yokai in unseen)
