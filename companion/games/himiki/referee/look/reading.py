"""What a look at the board says, square by square, against what ought to stand there.

A cube that stands where it should is known by its colour and top; whether it has been turned is told
by its heading, which is compared with its own heading before (RULES 2.3), or by a side that is seen.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.himiki.rules.board import NEIGHBOURS, SQUARES, Square, same_row
from companion.games.himiki.rules.cubes import (
    FACES,
    HIDDEN,
    LETTERS,
    ROTATED,
    TILTED_ALONG_COLUMN,
    TILTED_ALONG_ROW,
    Colour,
    Cube,
    Element,
    colour_of,
    cube_of,
    has_hidden,
    is_known,
    is_like,
    oriented,
    top_of,
)
from companion.games.himiki.rules.cubes import Orientation as _Orientation
from vision.cubes.seen import SeenCube
from vision.sighting import CLAIM

SeenCubes = Mapping[Square, SeenCube]
"""What stands where, in one clear sighting."""

SquareCodes = tuple[int, ...]
"""A number per square. Below 256 the cube itself, as in a board (one with hidden faces: the very cube
that ought to stand there); otherwise a cube of which only part is seen, and above it one of the marks below.
Others ask by name: `is_turned`, `is_new` and so on, and `known_by` for the cube."""

_TURNED: Final = 256
_PERHAPS_TURNED: Final = 512
_NEW: Final = 1024
_GAP: Final = 2048
_DOUBTFUL: Final = 4096


def is_plain(code: int) -> bool:
    """That very cube, all of its sides seen or known; or nothing."""
    return code < 128


def is_as_due(code: int) -> bool:
    """The cube that ought to be here, whose sides nobody knows, as it was."""
    return 128 <= code < _TURNED


def is_turned(code: int) -> bool:
    """The cube that ought to be here, whose sides nobody knows, turned a quarter."""
    return _TURNED <= code < _PERHAPS_TURNED


def is_perhaps_turned(code: int) -> bool:
    """The cube that ought to be here; whether it was turned cannot be seen."""
    return _PERHAPS_TURNED <= code < _NEW


def is_new(code: int) -> bool:
    """A cube that ought not to be here, of which only colour and top are seen."""
    return _NEW <= code < _GAP


def is_gap(code: int) -> bool:
    """Nothing is seen where a cube ought to be, or may have gone, in a look that may have missed it."""
    return _GAP <= code < _DOUBTFUL


def is_doubtful(code: int) -> bool:
    """Anything may stand here: how likely each of it is, is weighed apart (`weighing`)."""
    return code >= _DOUBTFUL


_QUARTER: Final = 45.0
"""Degrees: half of a quarter turn, from which on a cube was turned."""
_DOUBT: Final = 7.0
"""Degrees around half a quarter in which a heading does not tell whether the cube was turned."""


def heading_between(one: float, other: float) -> float:
    """The angle between two axes, 0 to 90 degrees."""
    return abs((one - other + 90) % 180 - 90)


def quarter_turned(heading: float, before: float) -> bool | None:
    """Whether the cube was turned a quarter; None where the angle does not tell."""
    apart = heading_between(heading, before)
    if abs(apart - _QUARTER) < _DOUBT:
        return None
    return apart > _QUARTER


def _options(faces: str) -> tuple[str, ...]:
    return tuple(
        each.value
        for each in _Orientation
        if all(known in (HIDDEN, letter) for known, letter in zip(faces, each.value, strict=True))
    )


OPTIONS: Final[Mapping[int, tuple[int, ...]]] = {
    cube: tuple(oriented(colour_of(cube), _Orientation(each)) for each in _options(faces))
    for cube, faces in FACES.items()
}
"""Of every cube, the orientations that it can still have."""


def topped(colour: Colour, top: Element) -> Cube:
    """A cube of which only colour and top are known."""
    cube = cube_of(colour, top.letter + HIDDEN * 2)
    assert cube is not None  # every top has such a cube
    return cube


_SIDED: Final[Mapping[tuple[Colour, Element, Element], Cube]] = {
    (colour, Element(LETTERS.index(each.value[0])), Element(LETTERS.index(each.value[1]))): oriented(
        colour, each
    )
    for colour in Colour
    for each in _Orientation
}
_TOPPED: Final[Mapping[tuple[Colour, Element], Cube]] = {
    (colour, top): topped(colour, top) for colour in Colour for top in Element
}


def hidden(cube: int) -> int:
    """The same cube, its sides no longer known."""
    top = top_of(Cube(cube))
    return cube if top is None else _TOPPED[colour_of(Cube(cube)), top]


def sided(seen: SeenCube) -> Cube | None:
    """The cube, where its side is claimed too."""
    if seen.side is None or seen.side is seen.top or seen.confidence < CLAIM:
        return None
    return _SIDED[seen.colour, seen.top, seen.side]


def known_by(code: int) -> Cube:
    """What a number of a reading says of the cube at least: colour and top, sides where they are certain."""
    return Cube(code & 255)


def read(
    look: SeenCubes, board: bytes, headings: Mapping[Square, float], doubtful: Iterable[Square] = ()
) -> SquareCodes:
    """`headings` are those that the cubes of `board` had when they were last seen in place."""
    codes = [0] * len(SQUARES)
    for square, seen in look.items():
        codes[square] = _read(seen, board[square], headings.get(square))
    for square in doubtful:
        codes[square] = _DOUBTFUL
    return tuple(codes)


def as_board(reading: SquareCodes) -> bytes:
    """What is seen, with all that is known of cubes that stand as they did."""
    return bytes(map(known_by, reading))


def _read(seen: SeenCube, due: int, before: float | None) -> int:
    cube = sided(seen)
    if not is_like(due, seen.colour, seen.top):
        return cube if cube is not None else _NEW + _TOPPED[seen.colour, seen.top]
    turned = None
    if seen.heading is not None and before is not None:
        turned = quarter_turned(seen.heading, before)
    if turned is None or top_of(Cube(due)) is None:
        return cube if cube is not None else _PERHAPS_TURNED + due
    if not turned:
        return due
    return ROTATED[due] if is_known(Cube(due)) else _TURNED + due


_WANTS: Final = tuple(bytes((code,)) for code in range(256))
_ANYTHING: Final = bytes((0, *(cube for cube in FACES if is_known(cube))))


def fits(reading: SquareCodes, world: bytes) -> tuple[bytes, ...]:
    """Per square, the cubes that fit what is seen, where `world` is one way in which the board can be."""
    fitting = []
    for code, there in zip(reading, world, strict=True):
        if is_plain(code):
            fitting.append(_WANTS[code])
        elif is_as_due(code):
            fitting.append(_WANTS[there])
        elif is_turned(code):
            fitting.append(_WANTS[ROTATED[there]])
        elif is_perhaps_turned(code):
            fitting.append(bytes((there, ROTATED[there])))
        elif is_new(code):
            fitting.append(bytes(OPTIONS[known_by(code)]))
        elif is_gap(code):
            fitting.append(bytes((0, there or known_by(code))))
        else:
            fitting.append(_ANYTHING)
    return tuple(fitting)


def agrees(code: int, due: int) -> bool:
    """Whether what is seen on a square is what ought to stand there."""
    if code == due or is_perhaps_turned(code) or is_gap(code) or is_doubtful(code):
        return True
    if not code or not due or is_turned(code) or is_new(code):
        return False
    return code in OPTIONS[due]


def with_gaps(reading: SquareCodes, board: bytes) -> SquareCodes:
    """The same where a cube that is not seen may stand there all the same, or may have tilted unseen."""
    pairs = zip(reading, board, strict=True)
    codes = [_GAP + due if due and not code else code for code, due in pairs]
    for target, cubes in _unseen_tilts(reading, board).items():
        if len(cubes) == 1:
            codes[target] = _GAP + cubes.pop()
    return tuple(codes)


def _unseen_tilts(reading: SquareCodes, board: bytes) -> dict[Square, set[int]]:
    """Where a cube that is not seen anywhere may have gone, by one tilt, and how it would lie there."""
    seen = Counter(colour_of(known_by(code)) for code in reading if code)
    due = Counter(colour_of(Cube(cube)) for cube in board if cube)
    found: dict[Square, set[int]] = {}
    for source in SQUARES:
        cube = board[source]
        if (
            not cube
            or has_hidden(cube)
            or reading[source]
            or seen[colour := colour_of(Cube(cube))] >= due[colour]
        ):
            continue
        for target in NEIGHBOURS[source]:
            if not board[target] and not reading[target]:
                table = TILTED_ALONG_ROW if same_row(source, target) else TILTED_ALONG_COLUMN
                found.setdefault(target, set()).add(table[cube])
    return found


def wrong_squares(reading: SquareCodes, board: bytes) -> list[Square]:
    pairs = zip(SQUARES, reading, board, strict=True)
    return [square for square, code, due in pairs if code != due and not agrees(code, due)]


def narrowed(board: bytes, look: SeenCubes, headings: Mapping[Square, float]) -> bytes:
    """The board with every side that is seen now and was not known before.

    A cube whose heading shows that it has been turned since was, before that, the other of its two.
    """
    if board.isascii():
        return board
    after = bytearray(board)
    for square, seen in look.items():
        due = board[square]
        if not has_hidden(due) or seen.confidence < CLAIM or not is_like(due, seen.colour, seen.top):
            continue
        left = [cube for cube in OPTIONS[due] if top_of(Cube(cube)) is seen.top]
        cube = sided(seen)
        before = headings.get(square)
        if cube is not None:
            turned = None
            if seen.heading is not None and before is not None:
                turned = quarter_turned(seen.heading, before)
                if turned is None:
                    continue
            told = ROTATED[cube] if turned else int(cube)
            left = [told] if told in left else left
        if len(left) == 1:
            after[square] = left[0]
        elif top_of(Cube(due)) is None:
            after[square] = _TOPPED[seen.colour, seen.top]
    return bytes(after)
