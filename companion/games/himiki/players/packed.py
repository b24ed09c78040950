"""A game as search sees it: a board in one number, the rest of a position in a few small ones.

The board is a number of 31 hexadecimal digits, one for each square in board order and a last one that is
always 0. A move is then one exclusive or, the number is its own hash, and printed in base 16 it is a text
in which squares are found by index. What a tilt meets depends on that text alone, so the tilts of a board
are worked out once and kept.

Points and tiles are seen from the side to move and numbered through (`STATES`): what a tilt makes of them
is one look into a table.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from companion.games.himiki.players.evaluation import INFLUENCE, PLACES, POINT
from companion.games.himiki.rules.board import NEIGHBOURS, SQUARES, ZONES, Square, Zone, same_row
from companion.games.himiki.rules.conflicts import tally
from companion.games.himiki.rules.cubes import (
    CUBES,
    MEETINGS,
    ROTATED,
    TILTED_ALONG_COLUMN,
    TILTED_ALONG_ROW,
    TOPS,
    Colour,
    Element,
    Meeting,
    colour_of,
    is_known,
)
from companion.games.himiki.rules.position import Influences, Phase, Position
from companion.games.himiki.rules.variant import WINNING_SCORE, Variant

_NOWHERE: Final = len(SQUARES)
"""The last digit of a board: looked at where a square has fewer neighbours than others."""

_DIGITS: Final = b"0123456789abc"
_VALUE_OF: Final = bytes(_DIGITS.find(character) if character in _DIGITS else 0 for character in range(256))
_EMPTY: Final = _DIGITS[0]
_KNOWN: Final = tuple(cube for cube in CUBES if is_known(cube))

OWN_TEXTS: Final = tuple(
    bytes(_VALUE_OF[c] != 0 and (_VALUE_OF[c] > len(_KNOWN) // 2) == bool(colour) for c in range(256))
    for colour in Colour
)
"""For `bytes.translate` of a printed board: 1 where a cube of that colour stands."""

_TOP_TEXT: Final = bytes(TOPS[_VALUE_OF[c]] for c in range(256))


def _at(square: int, cube: int) -> int:
    return cube << 4 * (_NOWHERE - square)


def packed(board: bytes) -> int:
    return sum(_at(square, cube) for square, cube in enumerate(board))


def printed(board: int) -> bytes:
    return b"%031x" % board


def unpacked(board: int) -> bytes:
    return printed(board)[:_NOWHERE].translate(_VALUE_OF)


# Tilts

ENDS: Final = 0
REPLAYS: Final = 1

NO_ELEMENT: Final = 3

Tilting = tuple[int, int, int, int, int]
"""The board after it, how it goes on (`ENDS`, `REPLAYS`), conflicts won times 4 plus the element of which it
makes exactly enough cubes show (else `NO_ELEMENT`), what it gains in places, and its number."""

_DIRECTIONS: Final = 4


def tilt_number(source: Square, target: Square) -> int:
    """Of a tilt: the source square and one of four directions."""
    direction = {-6: 0, -1: 1, 1: 2, 6: 3}[target - source]
    return source * _DIRECTIONS + direction


class _Step(NamedTuple):
    """What is known of a tilt before one sees the board, for one cube."""

    target: Square
    change: int
    row: bytes
    """By character of a printed board: what the tilted cube meets there, as counts in bits."""
    beside: tuple[int, int, int]
    """The other squares next to the target."""
    top: int
    gain: int
    number: int


_WON: Final = 1
_LOST: Final = 8
_ALIKE: Final = 64
_COUNTS: Final = {Meeting.NOTHING: 0, Meeting.WON: _WON, Meeting.LOST: _LOST, Meeting.ALIKE: _ALIKE}


def _row(cube: int) -> bytes:
    return bytes(_COUNTS[Meeting(MEETINGS[cube][_VALUE_OF[character]])] for character in range(256))


_ROWS: Final = {cube: _row(cube) for cube in _KNOWN}


def _step(source: Square, target: Square, cube: int) -> _Step:
    along = TILTED_ALONG_ROW if same_row(source, target) else TILTED_ALONG_COLUMN
    fallen = along[cube]
    others = [square for square in NEIGHBOURS[target] if square != source]
    beside = (*others, _NOWHERE, _NOWHERE)[:3]
    return _Step(
        target,
        _at(source, cube) ^ _at(target, fallen),
        {int(known): row for known, row in _ROWS.items()}[fallen],
        (beside[0], beside[1], beside[2]),
        TOPS[fallen],
        PLACES[target] - PLACES[source],
        tilt_number(source, target),
    )


_STEPS: Final = [
    [
        tuple(_step(square, target, cube) for target in NEIGHBOURS[square]) if cube else ()
        for cube in (0, *_KNOWN)
    ]
    for square in SQUARES
]
"""By square and cube."""

TURNS: Final = [[0, *(_at(square, cube ^ ROTATED[cube]) for cube in _KNOWN)] for square in SQUARES]
"""By square and cube: what a quarter turn changes in a board."""


def tilts_of(board: int, squares: list[int], count: int) -> tuple[list[Tilting], list[Tilting]]:
    """Every tilt of the cubes there: those that win a conflict, most won first, and the others.

    `count` is how many cubes must show an element for its influence (RULES 3.9, 4.3).
    """
    text = b"%031x" % board
    tops = text.translate(_TOP_TEXT)
    completes = [element if tops.count(element) == count - 1 else NO_ELEMENT for element in range(3)]
    strikes: list[Tilting] = []
    others: list[Tilting] = []
    for square in squares:
        for target, change, row, (one, two, three), top, gain, number in _STEPS[square][
            _VALUE_OF[text[square]]
        ]:
            if text[target] != _EMPTY:
                continue
            met = row[text[one]] + row[text[two]] + row[text[three]]
            if met & 7:
                strikes.append((board ^ change, ENDS, (met & 7) * 4 + completes[top], gain, number))
            else:
                goes_on = REPLAYS if met >= _ALIKE and not met & 56 else ENDS
                others.append((board ^ change, goes_on, completes[top], gain, number))
    if len(strikes) > 1:
        strikes.sort(key=_most_first)
    others.sort(key=_likely_first)
    return strikes, others


def strikes_of(board: int, squares: list[int], count: int) -> list[Tilting]:
    """Only the tilts that win a conflict, as `tilts_of` has them: most boards have none, as one soon sees."""
    text = b"%031x" % board
    strikes: list[Tilting] = []
    for square in squares:
        for target, change, row, (one, two, three), top, gain, number in _STEPS[square][
            _VALUE_OF[text[square]]
        ]:
            if text[target] == _EMPTY:
                won = row[text[one]] + row[text[two]] + row[text[three]] & 7
                if won:
                    completes = text.translate(_TOP_TEXT).count(top) == count - 1
                    change_of = won * 4 + (top if completes else NO_ELEMENT)
                    strikes.append((board ^ change, ENDS, change_of, gain, number))
    if len(strikes) > 1:
        strikes.sort(key=_most_first)
    return strikes


def _most_first(tilting: Tilting) -> int:
    return -tilting[2]


def _likely_first(tilting: Tilting) -> tuple[bool, int]:
    return tilting[2] == NO_ELEMENT, -tilting[3]


def turns_of(board: int, squares: list[int]) -> list[int]:
    """The boards after every rotation of those cubes, fewest cubes first."""
    text = b"%031x" % board
    sets = [0]
    for square in squares:
        change = TURNS[square][_VALUE_OF[text[square]]]
        sets += [chosen ^ change for chosen in sets]
    if len(sets) > 4:
        sets = [chosen for _, chosen in sorted(zip(_sizes(len(sets)), sets, strict=True), key=_size)]
    return [board ^ chosen for chosen in sets[1:]]


@lru_cache(maxsize=64)
def _sizes(count: int) -> tuple[int, ...]:
    return tuple(number.bit_count() for number in range(count))


def _size(sized: tuple[int, int]) -> int:
    return sized[0]


def squares_in(marks: bytes) -> list[int]:
    found = []
    at = marks.find(1)
    while at >= 0:
        found.append(at)
        at = marks.find(1, at + 1)
    return found


IN_ZONE: Final = {zone: frozenset(int(s) for s in SQUARES if ZONES[s] is zone) for zone in Zone}


# Bans of RULES 3.7: three bits for each square, and one that says that there is a replay at all.

REPLAY: Final = 1 << 3 * len(SQUARES)
_NO_DIRECTION: Final = 5
BAN_MASKS: Final = [7 << 3 * (number // _DIRECTIONS) for number in range(len(SQUARES) * _DIRECTIONS)]
BANNED: Final = [
    (number % _DIRECTIONS + 1) << 3 * (number // _DIRECTIONS) for number in range(len(SQUARES) * _DIRECTIONS)
]
_KEPT: Final = [~mask for mask in BAN_MASKS]
_TARGETS: Final = [
    number // _DIRECTIONS + (-6, -1, 1, 6)[number % _DIRECTIONS]
    for number in range(len(SQUARES) * _DIRECTIONS)
]
_SET: Final = [
    REPLAY | (_DIRECTIONS - number % _DIRECTIONS) << 3 * max(0, target)
    for number, target in enumerate(_TARGETS)
]


def bans_after(bans: int, number: int) -> int:
    """The tilted cube may not go back; its earlier ban is over."""
    return bans & _KEPT[number] | _SET[number]


def ban(square: Square, origin: Square) -> int:
    """As a position tells it: the cube there came from `origin`."""
    beside = origin in NEIGHBOURS[square]
    direction = tilt_number(square, origin) % _DIRECTIONS + 1 if beside else _NO_DIRECTION
    return direction << 3 * square


def banned_squares(bans: int) -> list[int]:
    return [square for square in range(len(SQUARES)) if bans >> 3 * square & 7]


# Points and tiles, seen from the side to move

_SCORES: Final = WINNING_SCORE
_HOLDERS: Final = 27
STATES: Final = _SCORES * _SCORES * _HOLDERS
"""How many ways there are to stand while nobody has won."""

WON: Final = -1
"""Instead of a state: the side that moved has won."""

_CHANGES: Final = 5 * 4
_ME, _YOU = Colour.WHITE, Colour.BLACK


def state_of(mine: int, yours: int, held: tuple[int, int, int]) -> int:
    """`held`: for each element 0 nobody, 1 the side to move, 2 the other one."""
    return ((mine * _SCORES + yours) * 3 + held[0]) * 9 + held[1] * 3 + held[2]


def _parts(state: int) -> tuple[int, int, tuple[int, int, int]]:
    held = state % _HOLDERS
    scores = state // _HOLDERS
    return scores // _SCORES, scores % _SCORES, (held // 9, held // 3 % 3, held % 3)


def _swapped(state: int) -> int:
    mine, yours, held = _parts(state)
    fire, water, wood = ((0, 2, 1)[holder] for holder in held)
    return state_of(yours, mine, (fire, water, wood))


SWAPPED: Final = [_swapped(state) for state in range(STATES)]
"""The same state, seen from the other side."""


def _changed(state: int, change: int) -> int:
    """After a tilt of the side to move, `change` as in `Tilting`; seen from the same side."""
    mine, yours, held = _parts(state)
    # Three, as `held` has.
    holders: Influences = tuple((None, _ME, _YOU)[holder] for holder in held)  # type: ignore[assignment]
    element = None if change % 4 == NO_ELEMENT else Element(change % 4)
    score, after, _, over = tally((mine, yours), holders, _ME, change // 4, 0, element)
    if over:
        return WON
    fire, water, wood = (0 if holder is None else 1 if holder is _ME else 2 for holder in after)
    return state_of(score[0], score[1], (fire, water, wood))


STAYS: Final = [[_changed(state, change) for change in range(_CHANGES)] for state in range(STATES)]
"""By state and change: the state after a tilt, seen from the side that tilted."""

PASSES: Final = [[after if after == WON else SWAPPED[after] for after in row] for row in STAYS]
"""The same, seen from the other side."""


def _standing(state: int) -> int:
    mine, yours, held = _parts(state)
    return POINT * (mine - yours) + INFLUENCE * (held.count(1) - held.count(2))


STANDINGS: Final = [_standing(state) for state in range(STATES)]
"""What points and tiles are worth to the side to move."""


class Packed(NamedTuple):
    """A position: see the head of this module."""

    board: int
    seat: int
    """In the order in which they play."""
    state: int
    places: int
    """What the places of the cubes are worth to the side to move."""
    must_tilt: bool
    bans: int
    """0 outside a replay."""


def packed_position(position: Position) -> Packed:
    """Of a game that is neither over nor in set-up nor played with tiles."""
    colour = position.seat.colour
    score = position.score
    fire, water, wood = (
        0 if holder is None else 1 if holder is colour else 2 for holder in position.influences
    )
    bans = REPLAY if position.phase.replay else 0
    for square, origin in position.phase.bans:
        bans |= ban(square, origin)
    return Packed(
        packed(position.board),
        position.variant.seats.index(position.seat),
        state_of(score[colour], score[colour.other], (fire, water, wood)),
        sum(PLACES[at] if colour_of(cube) is colour else -PLACES[at] for at, cube in position.cubes),
        position.phase.must_tilt,
        bans,
    )


def position_of(at: Packed, variant: Variant) -> Position:
    """Back again. Bans are left out: nothing that is asked of such a position looks at them."""
    seat = variant.seats[at.seat]
    colour = seat.colour
    mine, yours, held = _parts(at.state)
    sides = (None, colour, colour.other)
    score = (mine, yours) if colour is Colour.WHITE else (yours, mine)
    phase = Phase(must_tilt=at.must_tilt, replay=bool(at.bans))
    influences = (sides[held[0]], sides[held[1]], sides[held[2]])
    return Position(variant, unpacked(at.board), seat, phase, score, influences)
