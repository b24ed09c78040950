"""The cards (RULES Y1): what there is of them is said by one file, `cards.json`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NewType

Colour = NewType("Colour", str)
"""One letter: an element, and the pile of its Yokai (Y1.1)."""
Yokai = NewType("Yokai", str)
"""Colour and value: `F5` (Y1.2)."""
Sketch = NewType("Sketch", str)
"""Both colours, then `c` or `d` for an ability: `FWc` (Y1.3)."""

CALL: Final = "c"
DISTRACT: Final = "d"
FORMAT: Final = "yokai-cards/1"
FILE: Final = Path(__file__).with_name("cards.json")


@dataclass(frozen=True)
class Cards:
    """Equal sketches are not told apart: a kind has its number of copies."""

    colours: tuple[Colour, ...]
    """In the order of their piles."""
    yokai: tuple[Yokai, ...]
    copies: Mapping[Sketch, int]

    @cached_property
    def kinds(self) -> tuple[Sketch, ...]:
        return tuple(sorted(self.copies))

    @cached_property
    def sketches(self) -> int:
        return sum(self.copies.values())

    @cached_property
    def of_colour(self) -> Mapping[Colour, tuple[Yokai, ...]]:
        return {
            colour: tuple(yokai for yokai in self.yokai if colour_of(yokai) == colour)
            for colour in self.colours
        }

    @cached_property
    def known_yokai(self) -> frozenset[Yokai]:
        return frozenset(self.yokai)

    @cached_property
    def most_lying(self) -> int:
        """Sketches at a pile after a card: one more completes whatever lies on top (Y5.6)."""
        return max(map(value_of, self.yokai)) - 1

    @cached_property
    def index(self) -> Mapping[Colour, int]:
        return {colour: at for at, colour in enumerate(self.colours)}


def colour_of(yokai: Yokai) -> Colour:
    return Colour(yokai[0])


def value_of(yokai: Yokai) -> int:
    """Sketches needed, and points (Y1.2)."""
    return int(yokai[1:])


def colours_of(sketch: Sketch) -> tuple[Colour, Colour]:
    return Colour(sketch[0]), Colour(sketch[1])


def ability_of(sketch: Sketch) -> str:
    """`c`, `d` or nothing."""
    return sketch[2:]


def other_colour(sketch: Sketch, colour: Colour) -> Colour:
    one, other = colours_of(sketch)
    return other if colour == one else one


def read_cards(path: Path) -> Cards:
    """Raises `ValueError`, which says what does not fit."""
    table: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if table.get("format") != FORMAT:
        raise ValueError(f"'{path}': format is {FORMAT}")
    colours = tuple(Colour(each["letter"]) for each in table["colours"])
    abilities = {each["suffix"] for each in table["abilities"]}
    copies: dict[Sketch, int] = {}
    for each in table["sketches"]:
        sketch = Sketch(each["code"])
        two = colours_of(sketch)
        if two[0] == two[1] or not set(two) <= set(colours) or sketch[2:] not in {"", *abilities}:
            raise ValueError(f"'{path}': {sketch} is no sketch of two colours")
        copies[sketch] = copies.get(sketch, 0) + 1
    yokai = tuple(Yokai(each["code"]) for each in table["yokai"])
    for one in yokai:
        if colour_of(one) not in colours or one[1:] not in set("123456789") or yokai.count(one) > 1:
            raise ValueError(f"'{path}': {one} is no Yokai of one colour, with a value from 1 to 9, once")
    return Cards(colours, yokai, copies)


CARDS: Final = read_cards(FILE)
