"""All cards of one table and where each lies: what nobody sees of them too.

Written as a position without turn and phase: piles, hands, deck, discard, won (FORMATS-YOKAI F1).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeVar

from companion.games.yokai.rules.cards import CARDS, Colour, Sketch, Yokai, colour_of

_Card = TypeVar("_Card", bound=str)

SIDES: Final = "ab"
_NONE: Final = "-"
_HIDDEN: Final = re.compile(r"\?([1-9]?[0-9])")


class LyingError(ValueError):
    """No way in which these cards can lie; the text says why."""


@dataclass
class Lying:
    piles: dict[Colour, list[Yokai]] = field(default_factory=dict)
    """From top to bottom."""
    rows: dict[tuple[Colour, str], list[Sketch]] = field(default_factory=dict)
    """By pile and side; the outermost last."""
    hands: dict[str, list[Sketch]] = field(default_factory=dict)
    deck: list[Sketch] = field(default_factory=list)
    """The next to be drawn last."""
    discard: list[Sketch] = field(default_factory=list)
    """Its top last."""
    won: dict[str, list[str]] = field(default_factory=dict)

    def copied(self) -> "Lying":
        return Lying(
            {colour: list(pile) for colour, pile in self.piles.items()},
            {place: list(row) for place, row in self.rows.items()},
            {side: list(hand) for side, hand in self.hands.items()},
            list(self.deck),
            list(self.discard),
            {side: list(won) for side, won in self.won.items()},
        )

    def text(self, *, all_of_it: bool) -> str:
        """`all_of_it`: also the order of the deck, and what lies below in piles."""
        piles = [
            ":".join(
                [
                    colour,
                    "".join(
                        _yokai_text(colour, yokai, shown=all_of_it or at == 0)
                        for at, yokai in enumerate(self.piles[colour])
                    )
                    or _NONE,
                    *(_listed(self.rows[colour, side]) for side in SIDES),
                ]
            )
            for colour in CARDS.colours
        ]
        hands = "/".join(_listed(self.hands[side]) for side in SIDES)
        deck = _listed(self.deck) if all_of_it else f"?{len(self.deck)}"
        won = "/".join(_listed(self.won[side]) for side in SIDES)
        return " ".join([*piles, hands, deck, _listed(self.discard), won])


def lying_as(text: str, before: Lying | None, chance: Random) -> Lying:
    """A position, or what `Lying.text` tells. What it does not name stays where it was `before`, as far as
    that can be; where it names nothing at all, everything is shuffled. Raises `LyingError`."""
    fields = text.split()
    if len(fields) == len(CARDS.colours) + 6:
        del fields[len(CARDS.colours) : len(CARDS.colours) + 2]
    if len(fields) != len(CARDS.colours) + 4:
        raise LyingError(f"no cards lie as {text[:60]!r}")
    try:
        return _Reading(fields, before, chance).lying
    except (ValueError, IndexError, KeyError, RuntimeError) as fault:
        raise LyingError(f"no cards lie as {text[:60]!r}: {fault}") from None


class _Reading:
    def __init__(self, fields: list[str], before: Lying | None, chance: Random) -> None:
        hands, deck, discard, won = fields[-4:]
        piles = {colour: told.split(":") for colour, told in zip(CARDS.colours, fields, strict=False)}
        yokai = {colour: _yokai_in(told[1], colour) for colour, told in piles.items()}
        rows = {
            (colour, side): _sketches(told[2 + at])[0]
            for colour, told in piles.items()
            for at, side in enumerate(SIDES)
        }
        held = dict(zip(SIDES, map(_sketches, hands.split("/")), strict=True))
        spoils = {side: _items(each) for side, each in zip(SIDES, won.split("/"), strict=True)}
        left = [kind for kind in CARDS.kinds for _ in range(CARDS.copies[kind])]
        stock, pack = _sketches(deck), _sketches(discard)
        places = (*held.values(), pack, stock)
        named = [each for known in (*rows.values(), *(known for known, _ in places)) for each in known]
        for sketch in named:
            _taken(sketch, left)
        taken = {one[:2] for each in spoils.values() for one in each}
        unseen = [each for each in CARDS.yokai if each not in taken]
        for known in yokai.values():
            for one in known:
                if one is not None:
                    _taken(one, unseen)
        fresh = before is None or not (named or any(spoils.values()) or len(unseen) < len(CARDS.yokai))
        stayed = Lying() if before is None or fresh else before
        chance.shuffle(left)
        chance.shuffle(unseen)
        there = (*(stayed.hands.get(side, []) for side in SIDES), stayed.discard, stayed.deck)
        filled = _filled([count for _, count in places], there, left)
        a, b, cleared, under = (known + more for (known, _), more in zip(places, filled, strict=True))
        self.lying = Lying(
            {
                colour: _piled(colour, known, stayed.piles.get(colour, []), unseen)
                for colour, known in yokai.items()
            },
            rows,
            {"a": a, "b": b},
            under,
            cleared,
            spoils,
        )
        if left or unseen:
            raise ValueError(f"{', '.join([*left, *unseen][:5])} is nowhere")


def _filled(
    counts: Sequence[int], there: Sequence[Sequence[Sketch]], left: list[Sketch]
) -> list[list[Sketch]]:
    """So many cards for each place: first those that are there already."""
    found: list[list[Sketch]] = []
    for count, lay in zip(counts, there, strict=True):
        stays: list[Sketch] = []
        for sketch in lay:
            if len(stays) < count and sketch in left:
                left.remove(sketch)
                stays.append(sketch)
        found.append(stays)
    for count, stays in zip(counts, found, strict=True):
        while len(stays) < count:
            stays.append(left.pop())
    return found


def _piled(
    colour: Colour, known: Sequence[Yokai | None], lay: Sequence[Yokai], unseen: list[Yokai]
) -> list[Yokai]:
    """What lies face down is of the pile's own colour: first what was there already."""
    pile: list[Yokai] = []
    for one in known:
        if one is not None:
            pile.append(one)
            continue
        own = [each for each in unseen if colour_of(each) == colour]
        pile.append(next((each for each in lay if each in own), own[0]))
        unseen.remove(pile[-1])
    return pile


def _taken(card: _Card, left: list[_Card]) -> None:
    if card not in left:
        raise ValueError(f"there are not so many {card}")
    left.remove(card)


def _yokai_text(colour: Colour, yokai: Yokai, *, shown: bool) -> str:
    if colour_of(yokai) != colour:
        return yokai
    return yokai[1:] if shown else "?"


def _yokai_in(text: str, colour: Colour) -> list[Yokai | None]:
    letters = iter("" if text == _NONE else text)
    return [None if letter == "?" else _yokai_of(letter, letters, colour) for letter in letters]


def _yokai_of(letter: str, more: Iterator[str], colour: Colour) -> Yokai:
    """A digit is one of the pile's own colour."""
    return Yokai(letter + next(more) if letter in CARDS.index else colour + letter)


def _items(text: str) -> list[str]:
    return [] if text == _NONE else text.split(".")


def _sketches(text: str) -> tuple[list[Sketch], int]:
    """Those that are named, and how many are not."""
    named: list[Sketch] = []
    hidden = 0
    for item in _items(text):
        if (found := _HIDDEN.fullmatch(item)) is not None:
            hidden += int(found[1])
        elif item in CARDS.copies:
            named.append(Sketch(item))
        else:
            raise ValueError(f"there is no card {item[:20]!r}")
    return named, hidden


def _listed(items: Iterable[str]) -> str:
    return ".".join(items) or _NONE
