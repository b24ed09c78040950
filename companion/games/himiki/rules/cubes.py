"""Cubes: one element per axis, and what tilting and rotating do to them (RULES 2).

A cube is a small number, so that a board of them is `bytes`: 0 is no cube, 1 to 12 the cubes whose
three axes are known, and from 128 on the cubes of which something is hidden. A board whose cubes are
all known is therefore exactly one for which `bytes.isascii()` holds.
"""

from enum import Enum, IntEnum
from itertools import permutations, product
from typing import Final, NewType

Cube = NewType("Cube", int)

NO_CUBE: Final = Cube(0)
_FIRST_HIDDEN: Final = 128
HIDDEN: Final = "?"


class Element(IntEnum):
    FIRE = 0
    WATER = 1
    WOOD = 2

    @property
    def letter(self) -> str:
        return LETTERS[self]


LETTERS: Final = "HMK"
"""Fire (hi), water (mizu), wood (ki)."""

BEATS: Final = {
    Element.FIRE: Element.WOOD,
    Element.WOOD: Element.WATER,
    Element.WATER: Element.FIRE,
}
"""RULES 2.4."""


class Colour(IntEnum):
    """Of a cube, and so of the side that owns it."""

    WHITE = 0
    BLACK = 1

    letter: str
    other: "Colour"


for _colour in Colour:
    _colour.letter = "wb"[_colour]
    _colour.other = Colour(1 - _colour)


def element_lettered(letter: str) -> Element:
    """The element of `H`, `M` or `K`."""
    return Element(LETTERS.index(letter))


def colour_lettered(letter: str) -> Colour:
    """The colour of `w` or `b`."""
    return Colour("wb".index(letter))


class Orientation(Enum):
    """Top, axis along a row, axis along a column (RULES 2.1)."""

    HMK = "HMK"
    HKM = "HKM"
    MHK = "MHK"
    MKH = "MKH"
    KHM = "KHM"
    KMH = "KMH"


def _all_faces() -> list[str]:
    """Every three letters a cube can be known by: the six orientations first, then those with a `?`."""
    known = ["".join(letters) for letters in permutations(LETTERS)]
    partly = [
        "".join(letters)
        for letters in product(LETTERS + HIDDEN, repeat=3)
        if HIDDEN in letters and all(letters.count(letter) <= 1 for letter in LETTERS)
    ]
    return known + partly


_FACES: Final = _all_faces()
_KNOWN: Final = len(Orientation)
_CODES: Final[dict[tuple[Colour, str], Cube]] = {}
_COLOURS: Final[dict[Cube, Colour]] = {}
FACES: Final[dict[Cube, str]] = {}
"""The three letters of each cube."""

for _colour in Colour:
    for _index, _letters in enumerate(_FACES):
        _first = 1 + _colour * _KNOWN if _index < _KNOWN else _FIRST_HIDDEN + _colour * len(_FACES)
        _code = Cube(_first + _index)
        _CODES[_colour, _letters] = _code
        _COLOURS[_code] = _colour
        FACES[_code] = _letters

CUBES: Final = tuple(FACES)

_TOPS: Final = {
    cube: None if faces[0] == HIDDEN else element_lettered(faces[0]) for cube, faces in FACES.items()
}


def cube_of(colour: Colour, faces: str) -> Cube | None:
    """The cube with these three letters (each H, M, K or `?`); None where no cube looks like that."""
    return _CODES.get((colour, faces))


def oriented(colour: Colour, orientation: Orientation) -> Cube:
    return _CODES[colour, orientation.value]


def colour_of(cube: Cube) -> Colour:
    return _COLOURS[cube]


def faces_of(cube: Cube) -> str:
    return FACES[cube]


def top_of(cube: Cube) -> Element | None:
    """The element on top, None where it is hidden."""
    return _TOPS[cube]


def is_known(cube: Cube) -> bool:
    return cube < _FIRST_HIDDEN


def has_hidden(square: int) -> bool:
    """Whether a cube stands on that square of a board, some of whose faces are not known."""
    return square >= _FIRST_HIDDEN


def _turned(order: tuple[int, int, int]) -> bytes:
    """A table, cube by cube, of what it becomes when its letters are taken in this order."""
    table = bytearray(256)
    for cube, letters in FACES.items():
        table[cube] = _CODES[_COLOURS[cube], "".join(letters[index] for index in order)]
    return bytes(table)


TILTED_ALONG_ROW: Final = _turned((1, 0, 2))
"""A tilt to a neighbouring column (RULES 2.2)."""

TILTED_ALONG_COLUMN: Final = _turned((2, 1, 0))
"""A tilt to a neighbouring row (RULES 2.2)."""

ROTATED: Final = _turned((0, 2, 1))
"""RULES 2.3."""


def _marked(cubes: list[Cube]) -> bytes:
    table = bytearray(256)
    for cube in cubes:
        table[cube] = 1
    return bytes(table)


OWNED: Final = tuple(_marked([c for c in CUBES if _COLOURS[c] is colour]) for colour in Colour)
"""For `bytes.translate`: 1 where a cube of that colour stands."""

SHOWING: Final = tuple(_marked([c for c in CUBES if top_of(c) is element]) for element in Element)
"""For `bytes.translate`: 1 where a cube shows that element on top."""

TOPS: Final = bytes(3 if (top := _TOPS.get(Cube(cube))) is None else top for cube in range(256))
"""The element on top as a number, 3 where there is none to be seen."""


class Meeting(IntEnum):
    """What a neighbour is to the active cube (RULES 3.4, 3.6)."""

    NOTHING = 0
    WON = 1
    LOST = 2
    ALIKE = 3


def _meeting(active: Cube, neighbour: Cube) -> Meeting:
    mine, theirs = top_of(active), top_of(neighbour)
    if mine is None or theirs is None:
        return Meeting.NOTHING
    if mine is theirs:
        return Meeting.ALIKE
    if _COLOURS[active] is _COLOURS[neighbour]:
        return Meeting.NOTHING
    return Meeting.WON if BEATS[mine] is theirs else Meeting.LOST


def _meetings(active: Cube) -> bytes:
    row = bytearray(256)
    for neighbour in CUBES:
        row[neighbour] = _meeting(active, neighbour)
    return bytes(row)


MEETINGS: Final = tuple(_meetings(Cube(c)) if c in FACES else bytes(256) for c in range(256))
"""`MEETINGS[active][neighbour]`, for every square's content."""


def beats_on_every_axis(one: Cube, other: Cube) -> bool:
    """What RULES 6.6 asks of a block, neighbourhood and colours apart."""
    return all(
        BEATS[element_lettered(mine)] is element_lettered(theirs)
        for mine, theirs in zip(FACES[one], FACES[other], strict=True)
    )


def is_like(code: int, colour: Colour, top: Element) -> bool:
    """Whether the cube of a board can be one that is seen with this colour and top."""
    if not code or colour_of(Cube(code)) is not colour:
        return False
    there = top_of(Cube(code))
    return there is None or there is top
