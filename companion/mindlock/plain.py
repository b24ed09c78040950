"""Challenges without tiles as a maze, in few and small values: thousands are looked at to find a good one.

A rotation changes nothing but what later tilts bring up. So it is left open which cubes it turns, and the
next tilt of a cube brings up the one or the other side; `line` tells afterwards which ones were turned.
"""

from functools import lru_cache
from typing import Final

from companion.mindlock.line import played
from companion.rules.board import NEIGHBOURS, SQUARES, Square, same_row
from companion.rules.cubes import (
    BEATS,
    OWNED,
    TOPS,
    Colour,
    Cube,
    Element,
    Orientation,
    element_lettered,
    faces_of,
    oriented,
)
from companion.rules.moves import STOP, Move, Rotate, Tilt
from companion.rules.options import rotated, squares_of
from companion.rules.play import Played
from companion.rules.position import Position

_ORIENTATIONS: Final = [orientation.value for orientation in Orientation]
_KINDS: Final = len(_ORIENTATIONS) + len(Element)
"""Of a white cube: its orientation, or its top with open sides."""

_BLACK: Final = OWNED[Colour.BLACK]
_TOP: Final = [element_lettered(faces[0]) for faces in _ORIENTATIONS] + list(Element)

Bans = tuple[tuple[int, int], ...]
PlainNode = tuple[tuple[int, ...], int, int, Bans | None]
"""White cubes in order, black cubes left and influences missing (bits), bans of the replay on offer."""

PlainAction = tuple[int, int, int]
"""Source, target, kind of the cube that stands there then; or one of the two below."""

TURN: Final[PlainAction] = (-1, -1, -1)
DECLINE: Final[PlainAction] = (-2, -2, -2)


def _fallen(kind: int, order: tuple[int, int, int]) -> list[int]:
    if kind < len(_ORIENTATIONS):
        letters = _ORIENTATIONS[kind]
        return [_ORIENTATIONS.index("".join(letters[index] for index in order))]
    found = [_fallen(known, order)[0] for known in range(len(_ORIENTATIONS)) if _TOP[known] == _TOP[kind]]
    return sorted(found)


def _steps(code: int) -> list[tuple[int, tuple[int, ...]]]:
    """From a white cube's code: targets, and its codes there."""
    square, kind = Square(code // _KINDS), code % _KINDS
    return [
        (
            target,
            tuple(
                target * _KINDS + fallen
                for fallen in _fallen(kind, (1, 0, 2) if same_row(square, target) else (2, 1, 0))
            ),
        )
        for target in NEIGHBOURS[square]
    ]


_STEPS: Final = [_steps(code) for code in range(len(SQUARES) * _KINDS)]
_OPENED: Final = [
    code - code % _KINDS + len(_ORIENTATIONS) + _TOP[code % _KINDS] for code in range(len(_STEPS))
]
_CODE_TOPS: Final = [_TOP[code % _KINDS] for code in range(len(_STEPS))]


class PlainMaze:
    def __init__(self, start: Position) -> None:
        self.start = start
        board = start.board
        blacks = squares_of(board, Colour.BLACK)
        self._bit = {square: 1 << index for index, square in enumerate(blacks)}
        tops = {square: Element(TOPS[board[square]]) for square in blacks}
        self._tops = tops
        self._beaten = [[self._beside(s, {BEATS[e]}, tops) for e in Element] for s in SQUARES]
        self._lost = [
            [self._beside(s, {b for b in Element if BEATS[b] is e}, tops) for e in Element] for s in SQUARES
        ]
        self._alike = [[self._beside(s, {e}, tops) for e in Element] for s in SQUARES]
        self._showing = [
            sum(bit for square, bit in self._bit.items() if tops[square] is element) for element in Element
        ]
        self._turns_needed = lru_cache(maxsize=None)(self._fewest_turns)
        missing = sum(1 << e for e in Element if e in start.variant.in_play and start.influences[e] is None)
        whites = squares_of(board, Colour.WHITE)
        codes = tuple(s * _KINDS + _ORIENTATIONS.index(faces_of(Cube(board[s]))) for s in whites)
        self.root: PlainNode = (codes, (1 << len(blacks)) - 1, missing, None)

    def _beside(self, square: Square, elements: set[Element], tops: dict[Square, Element]) -> int:
        return sum(self._bit[s] for s in NEIGHBOURS[square] if s in tops and tops[s] in elements)

    def _fewest_turns(self, left: int) -> int:
        """A won conflict ends the turn: one tilt of a turn removes cubes, all from around one square."""
        if not left:
            return 0
        lowest = left & -left
        groups = {row[element] & left for row in self._beaten for element in Element if row[element] & lowest}
        return min((1 + self._turns_needed(left & ~group) for group in groups), default=100)

    def turns_needed(self, board: bytes) -> int:
        """In how few turns the black cubes on that board, some of the challenge's, can go."""
        return self._turns_needed(sum(bit for square, bit in self._bit.items() if _BLACK[board[square]]))

    def solved(self, node: PlainNode) -> bool:
        return not node[1] and not node[2]

    def at_least(self, node: PlainNode) -> int:
        _, left, missing, bans = node
        turns = self._turns_needed(left) or (1 if missing else 0)
        return turns if bans is None else max(0, turns - 1)

    def steps(
        self, node: PlainNode
    ) -> tuple[list[tuple[PlainAction, PlainNode]], list[tuple[PlainAction, PlainNode]]]:
        whites, left, missing, bans = node
        acted = self._acted(whites, left, missing, bans or ())
        if bans is None:
            return [], acted
        acted.append((DECLINE, (whites, left, missing, None)))
        return acted, []

    def _acted(
        self, whites: tuple[int, ...], left: int, missing: int, bans: Bans
    ) -> list[tuple[PlainAction, PlainNode]]:
        found: list[tuple[PlainAction, PlainNode]] = []
        bit = self._bit
        standing = {code // _KINDS: _CODE_TOPS[code] for code in whites}
        for index, code in enumerate(whites):
            source = code // _KINDS
            others = whites[:index] + whites[index + 1 :]
            for target, codes in _STEPS[code]:
                if target in standing or bit.get(Square(target), 0) & left:
                    continue
                if bans and (source, target) in bans:
                    continue
                for fallen in codes:
                    top = _CODE_TOPS[fallen]
                    wanted = missing
                    if missing & 1 << top:
                        shown = (self._showing[top] & left).bit_count() + 1
                        shown += sum(_CODE_TOPS[other] == top for other in others)
                        if shown == 4:  # RULES 7.3: counted before the beaten leave
                            wanted = missing & ~(1 << top)
                    beaten = self._beaten[target][top] & left
                    after = tuple(sorted((*others, fallen)))
                    following: Bans | None = None
                    if not beaten and not self._lost[target][top] & left:
                        alike = self._alike[target][top] & left or any(
                            standing.get(beside) == top for beside in NEIGHBOURS[target] if beside != source
                        )
                        if alike:
                            kept = [ban for ban in bans if ban[0] != source]
                            following = tuple(sorted([*kept, (target, source)]))
                    found.append(
                        ((source, target, fallen % _KINDS), (after, left & ~beaten, wanted, following))
                    )
        opened = tuple(_OPENED[code] for code in whites)
        if opened != whites:
            found.append((TURN, (opened, left, missing, None)))
        return found

    def line(self, actions: list[PlainAction]) -> list[Played]:
        """With each rotation's cubes named."""
        moves: list[Move] = []
        board = self.start.board
        for index, action in enumerate(actions):
            if action == TURN:
                turned = tuple(
                    square
                    for square in squares_of(board, Colour.WHITE)
                    if self._must_turn(board, square, actions[index + 1 :])
                )
                board = rotated(board, turned)
                moves.append(Rotate(turned) if turned else STOP)
            elif action == DECLINE:
                moves.append(STOP)
            else:
                source, target, kind = action
                after = bytearray(board)
                after[source] = 0
                after[target] = _cube(kind)
                board = bytes(after)
                moves.append(Tilt(Square(source), Square(target)))
        return played(self.start, moves)

    def _must_turn(self, board: bytes, square: Square, actions: list[PlainAction]) -> bool:
        """Whether the cube there tilts before the next rotation, and needs its sides the other way round."""
        for action in actions:
            if action == TURN:
                return False
            source, target, kind = action
            if source == square:
                known = _ORIENTATIONS.index(faces_of(Cube(board[square])))
                order = (1, 0, 2) if same_row(square, Square(target)) else (2, 1, 0)
                return _fallen(known, order)[0] != kind
        return False


def _cube(kind: int) -> int:
    return oriented(Colour.WHITE, Orientation(_ORIENTATIONS[kind]))
