"""Challenges of Mindlock and Headlock as TOML text (RULES 7, FORMATS 6)."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeVar

from companion.games.himiki.rules.board import Square, name_of, square_named
from companion.games.himiki.rules.cubes import (
    HIDDEN,
    LETTERS,
    OWNED,
    Colour,
    Element,
    colour_of,
    element_lettered,
    faces_of,
)
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.mindlock import line_cost
from companion.games.himiki.rules.position import FRESH, Position
from companion.games.himiki.rules.tiles import EVENTS, NO_TILES, TERRAIN, Chaos, HeldTiles, Tile
from companion.games.himiki.rules.variant import Edition, Mode, Seat, Variant
from companion.games.himiki.rules.written.position_text import read_cubes
from companion.games.himiki.rules.written.solution import play_line
from companion.games.quoting import quoted

_NAME: Final = re.compile(r"[FMDE][0-9]{2,4}")
_KEYS: Final = frozenset(
    ("name", "title", "category", "par", "position", "land", "events", "influences", "edition", "solution")
)
_NEEDED: Final = ("name", "category", "par", "position")
_T = TypeVar("_T")
_Choice = TypeVar("_Choice", bound=Enum)


class Category(Enum):
    EASY = "F"
    MEDIUM = "M"
    HARD = "D"
    EXPERT = "E"


class ChallengeError(RulesError, ValueError):
    """A challenge that cannot be read; carries every fault."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("not a challenge: " + "; ".join(faults))


@dataclass(frozen=True, slots=True)
class Challenge:
    name: str
    title: str
    category: Category
    par: int
    start: Position
    solution: str | None = None


def parse_challenge(text: str) -> Challenge:
    """Reads a challenge file; raises `ChallengeError` with every fault."""
    try:
        # Some editors put a mark before the first letter.
        table = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as fault:
        raise ChallengeError([f"no TOML: {fault}"]) from None
    return _Reader(table).challenge()


def check_solution(challenge: Challenge) -> str | None:
    """What is wrong with the solution that the file gives; None when it is one, in PAR moves."""
    if challenge.solution is None:
        return None
    try:
        line = play_line(challenge.start, challenge.solution)
    except RulesError as fault:
        return f"the solution does not play: {fault}"
    if not line or not line[-1].after.over:
        return "the solution does not solve the challenge"
    if line_cost(line) != challenge.par:
        return f"the solution takes {line_cost(line)} moves, PAR is {challenge.par}"
    return None


class _Reader:
    def __init__(self, table: dict[str, Any]) -> None:
        self._table = table
        self._faults: list[str] = []

    def challenge(self) -> Challenge:
        table = self._table
        self._faults += [f"unknown key '{quoted(key)}'" for key in table if key not in _KEYS]
        self._faults += [f"'{key}' is missing" for key in _NEEDED if key not in table]
        name, title = self._text("name"), self._text("title")
        if "name" in table and not _NAME.fullmatch(name):
            self._faults.append(f"the name is a category and a number such as F01, not '{quoted(name)}'")
        category = self._one_of("category", Category, Category.EASY)
        edition = self._one_of("edition", Edition, Edition.SECOND)
        par = table.get("par", 1)
        if type(par) is not int or par < 1:
            self._faults.append("par is a number of moves, at least 1")
        solution = self._text("solution") or None
        start = self._start(edition)
        if self._faults:
            raise ChallengeError(self._faults)
        return Challenge(name, title or name, category, par, start, solution)

    def _text(self, key: str) -> str:
        value = self._table.get(key, "")
        if isinstance(value, str):
            return value
        self._faults.append(f"{key} is a text in quotes")
        return ""

    def _one_of(self, key: str, kind: type[_Choice], default: _Choice) -> _Choice:
        values = {member.value: member for member in kind}
        if key not in self._table:
            return default
        value = self._table[key]
        if isinstance(value, str) and value in values:
            return values[value]
        self._faults.append(f"{key} is one of {', '.join(values)}")
        return default

    def _list(self, key: str, what: str, read: Callable[[str], _T | None]) -> list[_T]:
        values = self._table.get(key, [])
        found: list[_T] = []
        if not isinstance(values, list):
            self._faults.append(f"{key} is a list such as {what}")
            return found
        for value in values:
            item = read(value) if isinstance(value, str) else None
            if item is None or item in found:
                self._faults.append(f"{key} has '{quoted(str(value))}', expected each once such as {what}")
            else:
                found.append(item)
        return found

    def _start(self, edition: Edition) -> Position:
        told = self._text("position")
        board, faults = read_cubes(told or "-")
        self._faults += map(str, faults)
        influences = self._list("influences", '["H"]', _element)
        events = self._list("events", '["mh"]', _event)
        land = self._list("land", '["C3.mi"]', _terrain)
        variant = Variant(Mode.MINDLOCK, edition, in_play=frozenset(influences))
        chaos = Chaos(hands=(HeldTiles(tuple(sorted(events))), HeldTiles()), land=tuple(sorted(land)))
        position = Position(variant, board, Seat.WHITE, FRESH, chaos=NO_TILES if chaos == NO_TILES else chaos)
        self._check(position, influences)
        return position

    def _check(self, position: Position, influences: list[Element]) -> None:
        """What a challenge has to have beyond being a position."""
        if position.variant.edition is Edition.FIRST and influences:
            self._faults.append("Headlock (first edition) has no influences (rule 7.3)")
        for colour in Colour:
            if isinstance(self._table.get("position"), str) and not any(
                position.board.translate(OWNED[colour])
            ):
                self._faults.append(f"there is no {colour.name.lower()} cube")
        for square, cube in position.cubes:
            white, faces = colour_of(cube) is Colour.WHITE, faces_of(cube)
            if faces[0] == HIDDEN or (white and HIDDEN in faces):
                needs = "all three letters" if white else "its top"
                self._faults.append(f"the cube on {name_of(square)} must show {needs} (rule 7.1)")
        tiles = [tile for _, tile in position.chaos.land]
        self._faults += [
            f"terrain {tile.value} lies on two squares, there is one of it (rule 5.1)"
            for tile in sorted(set(tiles))
            if tiles.count(tile) > 1
        ]
        squares = [square for square, _ in position.chaos.land]
        if len(set(squares)) < len(squares) or any(position.board[square] for square in squares):
            self._faults.append("terrain lies on a square with neither cube nor other terrain (rule 5.7)")


def _element(letter: str) -> Element | None:
    return element_lettered(letter) if len(letter) == 1 and letter in LETTERS else None


def _tile(code: str) -> Tile | None:
    return next((tile for tile in Tile if tile.value == code), None)


def _event(code: str) -> Tile | None:
    """RULES 7.4: Confusion does not occur."""
    tile = _tile(code)
    return tile if tile in EVENTS and tile is not Tile.CONFUSION else None


def _terrain(text: str) -> tuple[Square, Tile] | None:
    place, _, code = text.partition(".")
    square, tile = square_named(place), _tile(code)
    return (square, tile) if square is not None and tile is not None and tile in TERRAIN else None
