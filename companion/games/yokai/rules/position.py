"""A position: everything the rules need to know about a game at one moment."""

from collections import Counter
from collections.abc import Iterator
from enum import Enum, IntEnum
from typing import NamedTuple

from companion.games.yokai.rules.cards import Cards, Colour, Sketch, Yokai, colour_of


class Player(IntEnum):
    """`a` begins (Y2.3)."""

    A = 0
    B = 1

    @property
    def letter(self) -> str:
        return "ab"[self]

    @property
    def other(self) -> "Player":
        return Player(1 - self)


class Phase(Enum):
    DRAW = "draw"
    PLAY0 = "play0"
    PLAY1 = "play1"
    PLAY2 = "play2"
    OVER = "over"

    @property
    def cards_played(self) -> int:
        return _CARDS_PLAYED[self]


_CARDS_PLAYED = {Phase.DRAW: 0, Phase.PLAY0: 0, Phase.PLAY1: 1, Phase.PLAY2: 2, Phase.OVER: 0}
PLAYING = (Phase.PLAY0, Phase.PLAY1, Phase.PLAY2)
"""By the number of cards played in this turn."""
MOST_IN_A_TURN = len(PLAYING)
"""Cards (Y3.4)."""
IN_HAND = 3
"""Cards before a draw at most (Y2.1, Y3.5)."""

Row = tuple[Sketch, ...]
"""First laid first: the last is the outermost."""


class Pile(NamedTuple):
    yokai: tuple[Yokai | None, ...]
    """From top to bottom; None lies face down (Y2.2)."""
    rows: tuple[Row, Row] = ((), ())
    """By player."""

    @property
    def lying(self) -> int:
        """Sketches of both sides (Y5.1)."""
        return len(self.rows[0]) + len(self.rows[1])

    def with_row(self, player: Player, row: Row) -> "Pile":
        return Pile(self.yokai, (row, self.rows[1]) if player is Player.A else (self.rows[0], row))


class Holding(NamedTuple):
    """Sketches of which some are perhaps not known."""

    known: tuple[Sketch, ...] = ()
    """Sorted."""
    unknown: int = 0

    @property
    def size(self) -> int:
        return len(self.known) + self.unknown


class Won(NamedTuple):
    yokai: Yokai
    pile: Colour
    """Where it was won: of another colour for a called one (Y7.3)."""


Deck = tuple[Sketch, ...] | int
"""What it holds, sorted, in an open game; in a closed one how many."""


class Position(NamedTuple):
    """Immutable and hashable. A tuple, since search makes very many of them."""

    piles: tuple[Pile, ...]
    """In the order of the colours."""
    turn: Player
    phase: Phase
    hands: tuple[Holding, Holding]
    deck: Deck
    discard: Holding
    won: tuple[tuple[Won, ...], tuple[Won, ...]]
    """Sorted, by player."""

    @property
    def open(self) -> bool:
        return not isinstance(self.deck, int)

    @property
    def hand(self) -> Holding:
        """Of the player on turn."""
        return self.hands[self.turn]


def start_position(cards: Cards) -> Position:
    """Closed, and before the first Yokai are turned up (Y2.1, Y2.2)."""
    piles = tuple(Pile((None,) * len(cards.of_colour[colour])) for colour in cards.colours)
    return Position(
        piles,
        Player.A,
        Phase.DRAW,
        (Holding((), IN_HAND), Holding((), IN_HAND)),
        cards.sketches - 2 * IN_HAND,
        Holding(),
        ((), ()),
    )


def deck_size(deck: Deck) -> int:
    return deck if isinstance(deck, int) else len(deck)


def in_sight(position: Position) -> Iterator[Sketch]:
    """Every sketch of which the position knows the place."""
    for pile in position.piles:
        for row in pile.rows:
            yield from row
    for hand in position.hands:
        yield from hand.known
    yield from position.discard.known
    if not isinstance(position.deck, int):
        yield from position.deck


def unseen_kinds(position: Position, cards: Cards) -> tuple[Sketch, ...]:
    """Kinds of which not all copies are in sight (Y9.1), sorted."""
    seen = Counter(in_sight(position))
    return tuple(kind for kind in cards.kinds if cards.copies[kind] > seen[kind])


def known_yokai(position: Position) -> Iterator[Yokai]:
    for pile in position.piles:
        yield from (yokai for yokai in pile.yokai if yokai is not None)
    for each in position.won:
        yield from (won.yokai for won in each)


def unseen_yokai(position: Position, colour: Colour, cards: Cards) -> tuple[Yokai, ...]:
    known = {yokai for yokai in known_yokai(position) if colour_of(yokai) == colour}
    return tuple(yokai for yokai in cards.of_colour[colour] if yokai not in known)


def due(position: Position) -> int | None:
    """The first pile whose top lies face down and has to be turned up (Y5.5)."""
    if position.phase is not Phase.OVER:
        for at, pile in enumerate(position.piles):
            if pile.yokai and pile.yokai[0] is None:
                return at
    return None
