"""What hands do at the table for one card, step by step, and which pictures lie between."""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import combinations

from companion.games.yokai.referee.sightings import PileSeen, Sighting, fits
from companion.games.yokai.rules.cards import Cards, Colour, Sketch, Yokai, colour_of
from companion.games.yokai.rules.house import House
from companion.games.yokai.rules.moves import Call, Lay
from companion.games.yokai.rules.play import Played
from companion.games.yokai.rules.position import Pile, Player, Position, Row, known_yokai


@dataclass(frozen=True, slots=True)
class Called:
    """The top of one pile is carried onto another."""

    yokai: Yokai
    source: Colour
    goal: Colour


@dataclass(frozen=True, slots=True)
class Carried:
    """A distracted sketch goes from one pile to another."""

    sketch: Sketch
    player: Player
    source: Colour
    goal: Colour


@dataclass(frozen=True, slots=True)
class Taken:
    """A Yokai leaves the top of its pile: to its winner, or frightened below."""

    yokai: Yokai
    pile: Colour
    winner: Player | None


@dataclass(frozen=True, slots=True)
class Cleared:
    """A row goes to the discard."""

    pile: Colour
    player: Player
    row: Row


Step = Called | Carried | Taken | Cleared

Table = tuple[Pile, ...]
"""The piles as they lie, by the order of the colours."""


def steps_of(played: Played, house: House) -> tuple[Step, ...]:
    """All that is done after the card is laid, in order."""
    move, player = played.move, played.before.turn
    if not isinstance(move, Lay):
        return ()
    table = laid(played, house.cards)
    steps: list[Step] = []
    if played.called is not None and isinstance(move.ability, Call):
        steps.append(Called(played.called, move.ability.source, move.pile))
    if played.moved is not None:
        steps.append(Carried(played.moved.sketch, player.other, move.pile, played.moved.goal))
    for step in steps:
        table = done(table, step, house.cards)
    for counted in played.counts:
        rows = table[house.cards.index[counted.pile]].rows
        steps.append(Taken(counted.yokai, counted.pile, counted.winner))
        losing = Player if counted.winner is None else (counted.winner,)
        steps += [Cleared(counted.pile, each, rows[each]) for each in losing if rows[each]]
    return tuple(steps)


def laid(played: Played, cards: Cards) -> Table:
    """The first picture of a card: it lies there, and nothing else has been done."""
    move = played.move
    assert isinstance(move, Lay)
    piles = list(played.before.piles)
    at, player = cards.index[move.pile], played.before.turn
    piles[at] = piles[at].with_row(player, (*piles[at].rows[player], move.sketch))
    return tuple(piles)


def done(table: Table, step: Step, cards: Cards) -> Table:
    """With one step done; what it needs that is not there yet it leaves alone."""
    piles, index = list(table), cards.index
    match step:
        case Called(yokai, source, goal):
            piles[index[source]] = _without_yokai(piles[index[source]], yokai)
            to = piles[index[goal]]
            piles[index[goal]] = Pile((yokai, *to.yokai), to.rows)
        case Carried(sketch, player, source, goal):
            row = list(piles[index[source]].rows[player])
            if sketch in row:
                del row[len(row) - 1 - row[::-1].index(sketch)]
            piles[index[source]] = piles[index[source]].with_row(player, tuple(row))
            to = piles[index[goal]]
            piles[index[goal]] = to.with_row(player, (*to.rows[player], sketch))
        case Taken(yokai, pile, winner):
            left = _without_yokai(piles[index[pile]], yokai)
            piles[index[pile]] = left if winner is not None else Pile((*left.yokai, yokai), left.rows)
        case Cleared(pile, player, row):
            rest = list(piles[index[pile]].rows[player])
            for sketch in row:
                if sketch in rest:
                    rest.remove(sketch)
            piles[index[pile]] = piles[index[pile]].with_row(player, tuple(rest))
    return tuple(piles)


def _without_yokai(pile: Pile, yokai: Yokai) -> Pile:
    if yokai not in pile.yokai:
        return pile
    at = pile.yokai.index(yokai)
    return Pile((*pile.yokai[:at], *pile.yokai[at + 1 :]), pile.rows)


def left_to_do(
    start: Table, steps: tuple[Step, ...], after: Position, sighting: Sighting, near: Player, house: House
) -> tuple[Step, ...] | None:
    """The steps that are still to be done, the fewest that fit; None where the picture is none of theirs."""
    known = frozenset(known_yokai(after))
    for missing in range(len(steps) + 1):
        for left in combinations(steps, missing):
            table = start
            possible = True
            for step in steps:
                if step not in left:
                    possible = possible and _can_be_done(table, step, house.cards)
                    table = done(table, step, house.cards)
            if possible and looks_like(table, known, sighting, near, house.cards):
                return left
    return None


def _can_be_done(table: Table, step: Step, cards: Cards) -> bool:
    """Nobody takes a Yokai from a pile to which it has not been called yet."""
    return not isinstance(step, Taken) or step.yokai in table[cards.index[step.pile]].yokai


def looks_like(table: Table, known: Set[Yokai], sighting: Sighting, near: Player, cards: Cards) -> bool:
    """`known`: Yokai that cannot come up where one lies face down."""
    return all(
        _pile_fits(colour, table[cards.index[colour]], known, seen, near)
        for colour, seen in sighting.piles.items()
    )


def _pile_fits(colour: Colour, pile: Pile, known: Set[Yokai], seen: PileSeen, near: Player) -> bool:
    return (
        _top_fits(colour, pile, known, seen)
        and _row_fits(pile.rows[near], seen.near)
        and _row_fits(pile.rows[near.other], seen.far)
    )


def _top_fits(colour: Colour, pile: Pile, known: Set[Yokai], seen: PileSeen) -> bool:
    if seen.top is None:
        return True
    if not pile.yokai:
        return False
    top = pile.yokai[0]
    # What has never been seen is of the pile's colour, and none that lies elsewhere.
    return colour_of(seen.top) == colour and seen.top not in known if top is None else top == seen.top


def _row_fits(row: Row, seen: tuple[str, ...]) -> bool:
    return len(row) == len(seen) and all(map(fits, seen, row))


def unlike(position: Position, sighting: Sighting, near: Player, cards: Cards) -> Iterator[Colour]:
    """Piles that lie otherwise than they should."""
    known = frozenset(known_yokai(position))
    for colour, seen in sighting.piles.items():
        if not _pile_fits(colour, position.piles[cards.index[colour]], known, seen, near):
            yield colour
