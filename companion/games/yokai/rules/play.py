"""Carrying moves out."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from companion.games.yokai.rules.cards import Colour, Sketch, Yokai, colour_of, other_colour, value_of
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.legal import before_draw
from companion.games.yokai.rules.moves import Call, Distract, Draw, End, Lay, Move, Pass, Reveal
from companion.games.yokai.rules.position import (
    MOST_IN_A_TURN,
    PLAYING,
    Holding,
    Phase,
    Pile,
    Player,
    Position,
    Won,
    due,
)
from companion.games.yokai.rules.refusal import refusal


@dataclass(frozen=True, slots=True)
class Counted:
    """A Yokai that was complete: who won it, or None where it was frightened (Y5.3, Y5.4)."""

    yokai: Yokai
    pile: Colour
    winner: Player | None


@dataclass(frozen=True, slots=True)
class Moved:
    """A distracted sketch, and the pile that it has come to."""

    sketch: Sketch
    goal: Colour


@dataclass(frozen=True, slots=True)
class Played:
    move: Move
    before: Position
    after: Position
    called: Yokai | None = None
    moved: Moved | None = None
    counts: tuple[Counted, ...] = ()
    """In the order of counting; only those that completed a Yokai."""

    @property
    def over(self) -> bool:
        return self.after.phase is Phase.OVER


def play(position: Position, move: Move, house: House = HOUSE) -> Played:
    """Raises `IllegalMove`."""
    if (refused := refusal(position, move, house)) is not None:
        raise refused
    return carried_out(position, move, house)


def carried_out(position: Position, move: Move, house: House = HOUSE) -> Played:
    """A legal move, and what comes of it."""
    match move:
        case Lay():
            return _laid(position, move, house)
        case Draw(sketch):
            return Played(move, position, _drawn(position, sketch))
        case Reveal(yokai):
            at = due(position)
            assert at is not None
            pile = position.piles[at]
            shown = Pile((yokai, *pile.yokai[1:]), pile.rows)
            return Played(move, position, _with_pile(position, at, shown))
        case End() | Pass():
            return Played(move, position, _next_turn(position))


def _drawn(position: Position, sketch: Sketch | None) -> Position:
    position = before_draw(position)
    hand, deck = position.hand, position.deck
    if isinstance(deck, int):
        deck -= 1
    else:
        assert sketch is not None
        deck = _without(deck, sketch)
    hand = Holding(hand.known, hand.unknown + 1) if sketch is None else _with(hand, [sketch])
    return _with_hand(position, hand)._replace(deck=deck, phase=Phase.PLAY0)


def _laid(position: Position, move: Lay, house: House) -> Played:
    before, index = position, house.cards.index
    player, hand = position.turn, position.hand
    if move.sketch in hand.known:
        hand = Holding(_without(hand.known, move.sketch), hand.unknown)
    else:
        hand = Holding(hand.known, hand.unknown - 1)
    at = index[move.pile]
    pile = position.piles[at]
    position = _with_hand(position, hand)
    position = _with_pile(position, at, pile.with_row(player, (*pile.rows[player], move.sketch)))
    called: Yokai | None = None
    moved: Moved | None = None
    to_count = [move.pile]
    match move.ability:
        case Call(source):
            position, called = _called(position, index[source], at)
        case Distract():
            position, moved = _distracted(position, move.pile, house)
            to_count.append(moved.goal)
            if house.rulings.first_count == "goal":
                to_count.reverse()
    counts: list[Counted] = []
    for colour in to_count:
        position, counted = _counted(position, colour, house)
        if counted is not None:
            counts.append(counted)
        if position.phase is Phase.OVER:
            break
    if position.phase is not Phase.OVER:
        done = position.phase.cards_played + 1
        if done == MOST_IN_A_TURN or not position.hand.size:
            position = _next_turn(position)
        else:
            position = position._replace(phase=PLAYING[done])
    return Played(move, before, position, called, moved, tuple(counts))


def _called(position: Position, source: int, goal: int) -> tuple[Position, Yokai]:
    """Y7.1; neither pile is counted for what comes to light (Y7.5)."""
    left = position.piles[source]
    yokai = left.yokai[0]
    assert yokai is not None
    position = _with_pile(position, source, Pile(left.yokai[1:], left.rows))
    pile = position.piles[goal]
    return _with_pile(position, goal, Pile((yokai, *pile.yokai), pile.rows)), yokai


def _distracted(position: Position, colour: Colour, house: House) -> tuple[Position, Moved]:
    """Y8.1, Y8.2; it stays a card of the other side (Y8.3)."""
    opponent, index = position.turn.other, house.cards.index
    pile = position.piles[index[colour]]
    *left, sketch = pile.rows[opponent]
    position = _with_pile(position, index[colour], pile.with_row(opponent, tuple(left)))
    goal = other_colour(sketch, colour)
    pile = position.piles[index[goal]]
    row = pile.rows[opponent]
    row = (*row, sketch) if house.rulings.moved_to == "outermost" else (sketch, *row)
    return _with_pile(position, index[goal], pile.with_row(opponent, row)), Moved(sketch, goal)


def _counted(position: Position, colour: Colour, house: House) -> tuple[Position, Counted | None]:
    """The sketches of both sides against the Yokai on top, once (Y5.1 to Y5.5)."""
    at = house.cards.index[colour]
    pile = position.piles[at]
    top = pile.yokai[0]
    assert top is not None
    if pile.lying < value_of(top):
        return position, None
    a, b = map(len, pile.rows)
    if a == b:
        position = _discarding(position, chain(*pile.rows))
        position = _frightened(_with_pile(position, at, Pile(pile.yokai[1:])), at, top, house)
        return _ending(position), Counted(top, colour, None)
    winner = Player.A if a > b else Player.B
    position = _discarding(position, pile.rows[winner])
    position = _with_pile(position, at, Pile(pile.yokai[1:], pile.rows).with_row(winner, ()))
    own = tuple(sorted((*position.won[winner], Won(top, colour))))
    won = (own, position.won[1]) if winner is Player.A else (position.won[0], own)
    return _ending(position._replace(won=won)), Counted(top, colour, winner)


def _frightened(position: Position, at: int, yokai: Yokai, house: House) -> Position:
    """Below its pile, face up; alone there it is on top again (Y5.4)."""
    if house.rulings.scared_to == "colour":
        at = house.cards.index[colour_of(yokai)]
    pile = position.piles[at]
    return _with_pile(position, at, Pile((*pile.yokai, yokai), pile.rows))


def _ending(position: Position) -> Position:
    """An empty pile ends the game at once; the turn stays with who ended it (Y6.1)."""
    if all(pile.yokai for pile in position.piles):
        return position
    return position._replace(phase=Phase.OVER)


def _next_turn(position: Position) -> Position:
    return position._replace(turn=position.turn.other, phase=Phase.DRAW)


def _with_pile(position: Position, at: int, pile: Pile) -> Position:
    piles = position.piles
    return position._replace(piles=(*piles[:at], pile, *piles[at + 1 :]))


def _with_hand(position: Position, hand: Holding) -> Position:
    hands = position.hands
    return position._replace(hands=(hand, hands[1]) if position.turn is Player.A else (hands[0], hand))


def _discarding(position: Position, sketches: Iterable[Sketch]) -> Position:
    return position._replace(discard=_with(position.discard, sketches))


def _with(holding: Holding, sketches: Iterable[Sketch]) -> Holding:
    return Holding(tuple(sorted((*holding.known, *sketches))), holding.unknown)


def _without(sketches: tuple[Sketch, ...], sketch: Sketch) -> tuple[Sketch, ...]:
    at = sketches.index(sketch)
    return (*sketches[:at], *sketches[at + 1 :])
