"""Positions as text (FORMATS-YOKAI F1)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from companion.games.quoting import quoted
from companion.games.rule_errors import NotationError, PositionError
from companion.games.yokai.rules.cards import Cards, Colour, Sketch, Yokai, colour_of, colours_of
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.messages import RuleMessage, message
from companion.games.yokai.rules.position import (
    IN_HAND,
    Deck,
    Holding,
    Phase,
    Pile,
    Player,
    Position,
    Row,
    Won,
    deck_size,
    in_sight,
    known_yokai,
)

NOTHING: Final = "-"
UNKNOWN: Final = "?"
_COUNT: Final = re.compile(r"\?([1-9][0-9]{0,3})")
"""Nobody has ten thousand cards."""


# Printing


def position_text(position: Position, house: House = HOUSE) -> str:
    colours = house.cards.colours
    piles = [pile_text(*each) for each in zip(colours, position.piles, strict=True)]
    hands = "/".join(map(holding_text, position.hands))
    won = "/".join(_listed(map(won_text, each)) for each in position.won)
    deck = f"?{position.deck}" if isinstance(position.deck, int) else _listed(position.deck)
    discard = holding_text(position.discard)
    return " ".join([*piles, position.turn.letter, position.phase.value, hands, deck, discard, won])


def pile_text(colour: Colour, pile: Pile) -> str:
    yokai = "".join(_yokai_text(colour, each) for each in pile.yokai) or NOTHING
    return f"{colour}:{yokai}:{_listed(pile.rows[0])}:{_listed(pile.rows[1])}"


def _yokai_text(colour: Colour, yokai: Yokai | None) -> str:
    if yokai is None:
        return UNKNOWN
    return yokai[1:] if colour_of(yokai) == colour else yokai


def holding_text(holding: Holding) -> str:
    return _listed([*holding.known, *([f"?{holding.unknown}"] if holding.unknown else [])])


def won_text(won: Won) -> str:
    return won.yokai + ("" if colour_of(won.yokai) == won.pile else won.pile)


def _listed(items: Iterable[str]) -> str:
    return ".".join(items) or NOTHING


# Reading


def parse_position(text: str, house: House = HOUSE) -> Position:
    """Raises `NotationError`, or `PositionError` with every fault."""
    cards = house.cards
    fields = text.split(" ")
    piles = len(cards.colours)
    if len(fields) != piles + 6:
        raise NotationError("position", text, f"{piles + 6} fields, one space between, not {len(fields)}")
    reading = _Reading(cards)
    position = Position(
        tuple(map(reading.pile, cards.colours, fields)),
        reading.turn(fields[piles]),
        reading.phase(fields[piles + 1]),
        reading.hands(fields[piles + 2]),
        reading.deck(fields[piles + 3]),
        reading.discard(fields[piles + 4]),
        reading.won(fields[piles + 5]),
    )
    faults = [*reading.faults, *_faults_of_piles(position, cards)]
    if not reading.faults:
        faults += _faults(position, cards)
    if faults:
        raise PositionError(tuple(faults))
    return position


class _Reading:
    """Reads one field after the other; one that cannot be read leaves a fault, and counts as empty."""

    def __init__(self, cards: Cards) -> None:
        self._cards = cards
        self.faults: list[RuleMessage] = []

    def _fault(self, code: str, text: str, **values: object) -> None:
        self.faults.append(message(code, text=_shown(text), **values))

    def pile(self, colour: Colour, text: str) -> Pile:
        parts = text.split(":")
        yokai = None
        if len(parts) == 4 and parts[0] == colour:
            yokai = _yokai_read(parts[1], colour, self._cards)
        if yokai is None:
            self._fault("bad-pile", text, pile=colour)
            return Pile((None,))
        rows = (self._row(parts[2]), self._row(parts[3]))
        return Pile(yokai, rows)

    def _row(self, text: str) -> Row:
        items = _items(text)
        if items is None or not all(item in self._cards.copies for item in items):
            self._fault("bad-row", text)
            return ()
        return tuple(map(Sketch, items))

    def turn(self, text: str) -> Player:
        if text not in ("a", "b"):
            self._fault("bad-turn", text)
        return Player.B if text == "b" else Player.A

    def phase(self, text: str) -> Phase:
        try:
            return Phase(text)
        except ValueError:
            self._fault("bad-phase", text)
            return Phase.DRAW

    def hands(self, text: str) -> tuple[Holding, Holding]:
        parts = [_holding(part, self._cards) for part in text.split("/")]
        if len(parts) != 2 or parts[0] is None or parts[1] is None:
            self._fault("bad-hands", text)
            return Holding(), Holding()
        return parts[0], parts[1]

    def deck(self, text: str) -> Deck:
        if text == "?0":
            return 0
        read = _holding(text, self._cards)
        if read is None or (read.known and read.unknown):
            self._fault("bad-deck", text)
            return 0
        return read.unknown or read.known

    def discard(self, text: str) -> Holding:
        read = _holding(text, self._cards)
        if read is None:
            self._fault("bad-discard", text)
            return Holding()
        return read

    def won(self, text: str) -> tuple[tuple[Won, ...], tuple[Won, ...]]:
        parts = [_won(part, self._cards) for part in text.split("/")]
        if len(parts) != 2 or parts[0] is None or parts[1] is None:
            self._fault("bad-won", text)
            return (), ()
        return parts[0], parts[1]


def _shown(text: str) -> str:
    return f"'{quoted(text)}'"


def _items(text: str) -> list[str] | None:
    """None for what is no list."""
    if text == NOTHING:
        return []
    items = text.split(".")
    return items if all(items) else None


def _yokai_read(text: str, colour: Colour, cards: Cards) -> tuple[Yokai | None, ...] | None:
    if text == NOTHING:
        return ()
    found: list[Yokai | None] = []
    at = 0
    while at < len(text):
        if text[at] == UNKNOWN:
            found.append(None)
            at += 1
            continue
        called = text[at] in cards.index and text[at] != colour
        yokai = Yokai(text[at : at + 2] if called else colour + text[at])
        if yokai not in cards.known_yokai:
            return None
        found.append(yokai)
        at += 2 if called else 1
    return tuple(found) if found else None


def _holding(text: str, cards: Cards) -> Holding | None:
    items = _items(text)
    if items is None:
        return None
    known = [item for item in items if item in cards.copies]
    counts = [_COUNT.fullmatch(item) for item in items if item not in cards.copies]
    if len(counts) > 1 or None in counts:
        return None
    unknown = sum(int(count[1]) for count in counts if count is not None)
    return Holding(tuple(map(Sketch, sorted(known))), unknown)


def _won(text: str, cards: Cards) -> tuple[Won, ...] | None:
    items = _items(text)
    if items is None:
        return None
    found = []
    for item in items:
        yokai, pile = Yokai(item[:2]), Colour(item[2:] or item[0])
        if yokai not in cards.known_yokai or pile not in cards.index or item[2:] == item[0]:
            return None
        found.append(Won(yokai, pile))
    return tuple(sorted(found))


# Faults


def _faults_of_piles(position: Position, cards: Cards) -> Iterator[RuleMessage]:
    over = position.phase is Phase.OVER
    # A finished game may keep a pile whose count lapsed (Y5.6).
    most = cards.most_lying + (1 if over else 0)
    for colour, pile in zip(cards.colours, position.piles, strict=True):
        for sketch in (*pile.rows[0], *pile.rows[1]):
            if colour not in colours_of(sketch):
                yield message("at-wrong-pile", sketch=sketch, pile=colour)
        if pile.lying > most:
            yield message("too-many-lying", count=pile.lying, pile=colour, most=most)
        if not pile.yokai and not over:
            yield message("empty-not-over", pile=colour)


def _faults(position: Position, cards: Cards) -> Iterator[RuleMessage]:
    known = Counter(known_yokai(position))
    for yokai, count in sorted(known.items()):
        if count > 1:
            yield message("yokai-twice", yokai=yokai)
    for colour, pile in zip(cards.colours, position.piles, strict=True):
        of_colour = pile.yokai.count(None) + sum(
            count for yokai, count in known.items() if colour_of(yokai) == colour
        )
        if of_colour != (expected := len(cards.of_colour[colour])):
            yield message("yokai-count", count=of_colour, pile=colour, expected=expected)
    for sketch, count in sorted(Counter(in_sight(position)).items()):
        if count > cards.copies[sketch]:
            yield message("too-many-copies", count=count, sketch=sketch, most=cards.copies[sketch])
    unknown = position.hands[0].unknown + position.hands[1].unknown + position.discard.unknown
    total = sum(pile.lying for pile in position.piles) + deck_size(position.deck)
    total += position.hands[0].size + position.hands[1].size + position.discard.size
    if total != cards.sketches:
        yield message("sketch-count", count=total, expected=cards.sketches)
    if unknown and position.open:
        yield message("deck-listed")
    for player in Player:
        most = IN_HAND
        if player is position.turn and position.phase not in (Phase.DRAW, Phase.OVER):
            most += 1 - position.phase.cards_played
        if (size := position.hands[player].size) > most:
            yield message("hand-size", count=size, player=player.letter, most=most)
    if position.phase is Phase.OVER and all(pile.yokai for pile in position.piles):
        yield message("over-without-empty")
