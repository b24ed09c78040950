"""Which moves there are."""

from collections.abc import Iterator

from companion.games.yokai.rules.cards import CALL, DISTRACT, Cards, Colour, Sketch, ability_of, colours_of
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.moves import Ability, Call, Distract, Draw, End, Lay, Move, Pass, Reveal
from companion.games.yokai.rules.position import (
    IN_HAND,
    Deck,
    Phase,
    Position,
    deck_size,
    due,
    unseen_kinds,
    unseen_yokai,
)


def legal_moves(position: Position, house: House = HOUSE) -> list[Move]:
    """Each once, in any order."""
    return list(_moves(position, house.cards))


def _moves(position: Position, cards: Cards) -> Iterator[Move]:
    if position.phase is Phase.OVER:
        return
    if (at := due(position)) is not None:
        yield from map(Reveal, unseen_yokai(position, cards.colours[at], cards))
        return
    if position.phase is Phase.DRAW:
        yield from map(Draw, drawable(position, cards))
        return
    for sketch in playable(position, cards):
        for pile in colours_of(sketch):
            yield Lay(sketch, pile)
            for ability in abilities(position, sketch, pile, cards):
                yield Lay(sketch, pile, ability)
    if position.phase is not Phase.PLAY0:
        yield End()
    elif position.hand.size <= IN_HAND:
        yield Pass()


def before_draw(position: Position) -> Position:
    """With a deck to draw from: where there is none the discard becomes it (Y3.3)."""
    if deck_size(position.deck):
        return position
    discard = position.discard
    deck: Deck = discard.size if isinstance(position.deck, int) else discard.known
    return position._replace(deck=deck, discard=discard._replace(known=(), unknown=0))


def drawable(position: Position, cards: Cards) -> tuple[Sketch | None, ...]:
    position = before_draw(position)
    if not isinstance(position.deck, int):
        return tuple(sorted(set(position.deck)))
    return (None, *unseen_kinds(position, cards))


def playable(position: Position, cards: Cards) -> tuple[Sketch, ...]:
    """What can be in the hand (Y9.1)."""
    known, unknown = position.hand
    kinds = set(known)
    if unknown:
        kinds.update(unseen_kinds(position, cards))
    return tuple(sorted(kinds))


def abilities(position: Position, sketch: Sketch, pile: Colour, cards: Cards) -> Iterator[Ability]:
    """Ways to use the ability of a card that is laid there."""
    match ability_of(sketch):
        case "":
            return
        case a if a == CALL:
            for colour, other in zip(cards.colours, position.piles, strict=True):
                if colour != pile and len(other.yokai) > 1:
                    yield Call(colour)
        case a if a == DISTRACT:
            if position.piles[cards.index[pile]].rows[position.turn.other]:
                yield Distract()
