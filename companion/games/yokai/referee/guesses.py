"""Cards that were cleared before anybody read them: which they may have been, by all that was laid besides.

No more copies of a card can have been laid than there are (RULES Y9.1).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from companion.games.yokai.rules.cards import Cards, Sketch, ability_of, colours_of
from companion.games.yokai.rules.house import House
from companion.games.yokai.rules.moves import Draw, Lay
from companion.games.yokai.rules.play import Played, carried_out
from companion.games.yokai.rules.position import Position, deck_size

Moves = tuple[Played, ...]


@dataclass
class _Shuffle:
    """What was laid from one shuffle of the cards to the next (Y3.3)."""

    read: Counter[Sketch]
    unread: list[int] = field(default_factory=list)
    """Places among the moves."""


def possible(moves: Moves, position: Position, house: House) -> Moves | None:
    """Moves that led to a position, with other guesses where more copies of a card were laid than there are;
    None where no guess makes that good."""
    found = list(moves)
    for shuffle in _shuffles(moves, position, house.cards):
        laid = shuffle.read + Counter(_lay(moves[at]).sketch for at in shuffle.unread)
        if all(laid[sketch] <= house.cards.copies[sketch] for sketch in laid):
            continue
        guesses = _guessed(moves, shuffle, house.cards)
        if guesses is None:
            return None
        for at, sketch in guesses.items():
            before = moves[at].before
            found[at] = carried_out(before, replace(_lay(moves[at]), sketch=sketch), house)
    return tuple(found)


def _shuffles(moves: Moves, position: Position, cards: Cards) -> Iterator[_Shuffle]:
    now = _Shuffle(Counter())
    for at, played in enumerate(moves):
        if isinstance(played.move, Draw) and not deck_size(played.before.deck):
            yield now
            rows = (row for pile in played.before.piles for row in pile.rows)
            now = _Shuffle(Counter(sketch for row in rows for sketch in row))
        if isinstance(played.move, Lay):
            then = moves[at + 1].before if at + 1 < len(moves) else position
            if then.discard.unknown > played.after.discard.unknown:
                now.unread.append(at)
            else:
                now.read[played.move.sketch] += 1
    yield now


def _guessed(moves: Moves, shuffle: _Shuffle, cards: Cards) -> dict[int, Sketch] | None:
    """For each that nobody read a card of which a copy is left, its own one if that can be."""
    holders: dict[Sketch, list[int]] = {kind: [] for kind in cards.kinds}

    def finds(at: int, asked: set[Sketch]) -> bool:
        for kind in _kinds(_lay(moves[at]), cards):
            if kind in asked:
                continue
            asked.add(kind)
            if len(holders[kind]) < cards.copies[kind] - shuffle.read[kind]:
                holders[kind].append(at)
                return True
            for other in holders[kind]:
                if finds(other, asked):
                    holders[kind].remove(other)
                    holders[kind].append(at)
                    return True
        return False

    if not all(finds(at, set()) for at in shuffle.unread):
        return None
    return {at: kind for kind, held in holders.items() for at in held}


def _kinds(move: Lay, cards: Cards) -> list[Sketch]:
    """What may lie there and do the same, likeliest first: as it was guessed, plain ones, others."""
    kinds = [
        kind
        for kind in cards.kinds
        if move.pile in colours_of(kind)
        and (move.ability is None or ability_of(kind) == ability_of(move.sketch))
    ]
    return sorted(kinds, key=lambda kind: (kind != move.sketch, len(kind), kind))


def _lay(played: Played) -> Lay:
    assert isinstance(played.move, Lay)
    return played.move
