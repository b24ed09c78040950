"""Which moves lead from a position to what is seen (RULES Y9)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.games.yokai.referee.sightings import Sighting, fits
from companion.games.yokai.referee.steps import (
    Called,
    Carried,
    Step,
    Table,
    done,
    laid,
    left_to_do,
    steps_of,
    unlike,
)
from companion.games.yokai.rules.cards import CALL, DISTRACT, Cards, Colour, Sketch, ability_of, colours_of
from companion.games.yokai.rules.house import House
from companion.games.yokai.rules.legal import abilities, playable
from companion.games.yokai.rules.moves import Draw, End, Lay, Pass, Reveal
from companion.games.yokai.rules.play import Played, carried_out
from companion.games.yokai.rules.position import (
    IN_HAND,
    Holding,
    Phase,
    Player,
    Position,
    due,
    unseen_yokai,
)

MOST_CARDS: Final = 3
"""Between two steady pictures (FORMATS-YOKAI F5)."""
MOST_WAYS: Final = 30
"""From which a second or third card is tried: where several came between two pictures, each of them
brought the table nearer to the later one."""
MOST_UNSEEN: Final = 6
"""Ends and passes: more cannot follow each other, for hands fill up to four (Y3.5)."""


@dataclass(frozen=True, slots=True)
class Explanation:
    steps: tuple[Played, ...]
    """All moves, those of chance too."""
    turns: int
    draws: int
    left: tuple[Step, ...]
    """What hands have still to do for the last card."""
    start: Table
    """How the table lay when the last card had just been laid."""
    pending: tuple[Step, ...]
    """All that is to be done for the last card."""
    after: Position
    """With a card in the discard that nobody has read as one that is not known."""

    @property
    def cards(self) -> tuple[Played, ...]:
        return tuple(each for each in self.steps if isinstance(each.move, Lay))


@dataclass(frozen=True, slots=True)
class _Way:
    """Moves so far, up to where a card can be laid."""

    position: Position
    steps: tuple[Played, ...] = ()
    turns: int = 0
    draws: int = 0
    unseen: int = 0


def explanations(
    position: Position,
    sighting: Sighting,
    near: Player,
    draws: int | None,
    house: House,
    most_ways: int = MOST_WAYS,
) -> Iterator[list[Explanation]]:
    """By one card, then by two, then by three: each time those with the fewest turns first, and what differs
    in nothing that matters once."""
    ways = [_Way(position)]
    for cards in range(1, MOST_CARDS + 1):
        found: list[Explanation] = []
        reached: list[_Way] = []
        for way in ways:
            for ready in _ready(way, draws, house):
                for then, explained in _laid(ready, sighting, near, draws, house):
                    if explained is not None:
                        found.append(explained)
                    elif cards < MOST_CARDS:
                        reached.append(then)
        yield _sorted(found)
        ways = _nearest(reached, sighting, near, house.cards)[:most_ways]


def _sorted(found: list[Explanation]) -> list[Explanation]:
    """By turns; of equal ones first the one that leaves least to be done, then the plainer card."""
    order = sorted(
        found,
        key=lambda each: (each.turns, len(each.left), [_plainness(step) for step in each.cards]),
    )
    return list({each.after: each for each in reversed(order)}.values())[::-1]


def _plainness(played: Played) -> tuple[int, str]:
    assert isinstance(played.move, Lay)
    return len(played.move.sketch), played.move.sketch


def _nearest(ways: list[_Way], sighting: Sighting, near: Player, cards: Cards) -> list[_Way]:
    """Each position once, those first that look most like the picture."""
    best: dict[Position, _Way] = {}
    for way in sorted(ways, key=lambda each: each.turns):
        best.setdefault(way.position, way)

    def distance(way: _Way) -> tuple[int, int]:
        return sum(1 for _ in unlike(way.position, sighting, near, cards)), way.turns

    return sorted(best.values(), key=distance)[:MOST_WAYS]


def _ready(way: _Way, draws: int | None, house: House) -> Iterator[_Way]:
    """Where the next card can be laid: in this turn, or after ends, passes and draws that nobody sees."""
    position = way.position
    if position.phase is Phase.OVER:
        return
    if (at := due(position)) is not None:
        colour = house.cards.colours[at]
        for yokai in unseen_yokai(position, colour, house.cards):
            yield from _ready(_then(way, carried_out(position, Reveal(yokai), house)), draws, house)
        return
    if position.phase is Phase.DRAW:
        if draws is None or way.draws < draws:
            yield from _ready(_then(way, carried_out(position, Draw(None), house), draws=1), draws, house)
        return
    yield way
    if way.unseen < MOST_UNSEEN:
        if position.phase is not Phase.PLAY0:
            ended = carried_out(position, End(), house)
            yield from _ready(_then(way, ended, turns=1, unseen=1), draws, house)
        elif position.hand.size <= IN_HAND:
            passed = carried_out(position, Pass(), house)
            yield from _ready(_then(way, passed, turns=1, unseen=1), draws, house)


def _then(way: _Way, played: Played, *, turns: int = 0, draws: int = 0, unseen: int = 0) -> _Way:
    return _Way(
        played.after,
        (*way.steps, played),
        way.turns + turns,
        way.draws + draws,
        way.unseen + unseen,
    )


def _laid(
    way: _Way, sighting: Sighting, near: Player, draws: int | None, house: House
) -> Iterator[tuple[_Way, Explanation | None]]:
    """Every card that could have been laid there, and whether that alone explains the picture."""
    position = way.position
    for move in _cards(position, sighting, near, house.cards):
        played = carried_out(position, move, house)
        then = _then(way, played)
        if draws is not None and way.draws != draws:
            yield then, None
            continue
        start, pending = laid(played, house.cards), steps_of(played, house)
        left = left_to_do(start, pending, played.after, sighting, near, house)
        if left is None or _is_cleared_too_soon(start, pending, left, house.cards):
            yield then, None
        else:
            after = _as_read(played, move, sighting, near, house.cards)
            yield then, Explanation(then.steps, then.turns, then.draws, left, start, pending, after)


def _is_cleared_too_soon(
    start: Table, pending: tuple[Step, ...], left: tuple[Step, ...], cards: Cards
) -> bool:
    """Whether something was won or cleared by an ability that was not used yet, for a card that nobody saw:
    that is rather a row which was cleared wrongly."""
    if not any(isinstance(step, (Called, Carried)) for step in left):
        return False
    # The last Yokai of a pile that is frightened goes below none: nobody sees that it was done (Y5.4).
    table, traces = start, 0
    for step in pending:
        before, table = table, done(table, step, cards)
        traces += table != before
    return len(left) < traces


def _as_read(played: Played, move: Lay, sighting: Sighting, near: Player, cards: Cards) -> Position:
    after, player = played.after, played.before.turn
    at = len(played.before.piles[cards.index[move.pile]].rows[player])
    seen = sighting.piles.get(move.pile)
    shown = () if seen is None else seen.near if player is near else seen.far
    if (at < len(shown) and "?" not in shown[at]) or move.sketch not in after.discard.known:
        return after
    known = list(after.discard.known)
    known.remove(move.sketch)
    return after._replace(discard=Holding(tuple(known), after.discard.unknown + 1))


def _cards(position: Position, sighting: Sighting, near: Player, cards: Cards) -> Iterator[Lay]:
    """Where a pile looks as before no card was laid: it would lie there, or its count would show."""
    player = position.turn
    changed = set(_changed(position, sighting, near, cards))
    for sketch in playable(position, cards):
        for pile in colours_of(sketch):
            if pile not in changed or not _may_be(position, sketch, pile, player, sighting, near, cards):
                continue
            yield Lay(sketch, pile)
            if ability_of(sketch) in (CALL, DISTRACT):
                for ability in abilities(position, sketch, pile, cards):
                    yield Lay(sketch, pile, ability)


def _changed(position: Position, sighting: Sighting, near: Player, cards: Cards) -> Iterator[Colour]:
    for colour in cards.colours:
        seen = sighting.piles.get(colour)
        pile = position.piles[cards.index[colour]]
        if seen is None:
            yield colour
            continue
        rows = (pile.rows[near], seen.near), (pile.rows[near.other], seen.far)
        if not pile.yokai or pile.yokai[0] != seen.top or any(not _same(*each) for each in rows):
            yield colour


def _same(row: tuple[Sketch, ...], seen: tuple[str, ...]) -> bool:
    return len(row) == len(seen) and all(map(fits, seen, row))


def _may_be(
    position: Position,
    sketch: Sketch,
    pile: Colour,
    player: Player,
    sighting: Sighting,
    near: Player,
    cards: Cards,
) -> bool:
    """Where the row has grown, its next card is the one that is seen there; where it has not, it was cleared
    or moved, and may have been any."""
    seen = sighting.piles.get(pile)
    if seen is None:
        return True
    row = position.piles[cards.index[pile]].rows[player]
    shown = seen.near if player is near else seen.far
    return len(shown) <= len(row) or fits(shown[len(row)], sketch)
