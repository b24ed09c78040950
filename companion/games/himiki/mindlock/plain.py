"""Challenges as a maze, in few and small values: thousands are looked at to find a good one.

Of the tiles it knows those that only say where a cube comes to lie and how: Vortex, Mirror, Teleportation.

A rotation changes nothing but what later tilts bring up. So it is left open which cubes it turns, and the
next tilt of a cube brings up the one or the other side; `line` tells afterwards which ones were turned.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from companion.games.himiki.mindlock.line import played
from companion.games.himiki.rules.board import MIRRORS, NEIGHBOURS, SQUARES, TWO_AWAY, Square, same_row
from companion.games.himiki.rules.cubes import (
    BEATS,
    OWNED,
    ROTATED,
    TOPS,
    Colour,
    Cube,
    Element,
    Orientation,
    element_lettered,
    faces_of,
    oriented,
)
from companion.games.himiki.rules.moves import STOP, Move, Rotate, Slide, Tilt
from companion.games.himiki.rules.options import rotated, squares_of
from companion.games.himiki.rules.play import Played
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.tiles import Tile

_ORIENTATIONS: Final = [orientation.value for orientation in Orientation]
_KINDS: Final = len(_ORIENTATIONS) + len(Element)
"""Of a white cube: its orientation, or its top with open sides."""

_BLACK: Final = OWNED[Colour.BLACK]
_TOP: Final = [element_lettered(faces[0]) for faces in _ORIENTATIONS] + list(Element)

Bans = tuple[tuple[int, int], ...]
PlainNode = tuple[tuple[int, ...], int, int, Bans | None, int]
"""White cubes in order, black cubes left and influences missing (bits), bans of the replay on offer, tiles
that still lie (bits)."""

PlainAction = tuple[int, int, int, int]
"""Source, target, kind of the cube that it tilts to, where a tile carries it; or one of the two below."""

TURN: Final[PlainAction] = (-1, -1, -1, -1)
DECLINE: Final[PlainAction] = (-2, -2, -2, -2)

GROUND: Final = frozenset((Tile.VORTEX, Tile.MIRROR, Tile.TELEPORTATION))
"""Tiles that this maze knows."""


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
_TURNED: Final = [_ORIENTATIONS.index(letters[0] + letters[2] + letters[1]) for letters in _ORIENTATIONS]


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
        self._ground = {square: (tile, 1 << index) for index, (square, tile) in enumerate(start.chaos.land)}
        land = (1 << len(self._ground)) - 1
        self.root: PlainNode = (codes, (1 << len(blacks)) - 1, missing, None, land)

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
        _, left, missing, bans, _ = node
        turns = self._turns_needed(left) or (1 if missing else 0)
        return turns if bans is None else max(0, turns - 1)

    def steps(
        self, node: PlainNode
    ) -> tuple[list[tuple[PlainAction, PlainNode]], list[tuple[PlainAction, PlainNode]]]:
        whites, left, missing, bans, land = node
        acted = self._acted(whites, left, missing, bans or (), land)
        if bans is None:
            return [], acted
        acted.append((DECLINE, (whites, left, missing, None, land)))
        return acted, []

    def _acted(
        self, whites: tuple[int, ...], left: int, missing: int, bans: Bans, land: int
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
                    for code_there, lying in self._carried(fallen, source, left, land, standing):
                        there = code_there // _KINDS
                        beaten = self._beaten[there][top] & left
                        after = tuple(sorted((*others, code_there)))
                        following: Bans | None = None
                        if not beaten and not self._lost[there][top] & left:
                            alike = self._alike[there][top] & left or any(
                                standing.get(beside) == top
                                for beside in NEIGHBOURS[there]
                                if beside != source
                            )
                            if alike:
                                kept = [ban for ban in bans if ban[0] != source]
                                following = tuple(sorted([*kept, (there, source)]))
                        found.append(
                            (
                                (source, target, fallen % _KINDS, there),
                                (after, left & ~beaten, wanted, following, lying),
                            )
                        )
        opened = tuple(_OPENED[code] for code in whites)
        if opened != whites:
            found.append((TURN, (opened, left, missing, None, land)))
        return found

    def _carried(
        self, fallen: int, source: int, left: int, land: int, standing: dict[int, Element]
    ) -> Iterable[tuple[int, int]]:
        """How the cube that has just tilted comes to lie (RULES 5.9, 5.10), and the tiles left then."""
        tile, bit = self._ground.get(Square(fallen // _KINDS), (None, 0)) if land else (None, 0)
        if tile is None or not land & bit:
            return ((fallen, land),)
        square, kind = Square(fallen // _KINDS), fallen % _KINDS
        if tile is Tile.VORTEX:
            return ((square * _KINDS + _TURNED[kind], land & ~bit),)
        reached = (MIRRORS[square],) if tile is Tile.MIRROR else TWO_AWAY[square]
        free = [
            there
            for there in reached
            if (there == source or there not in standing) and not self._bit.get(there, 0) & left
        ]
        return [(there * _KINDS + kind, land & ~bit) for there in free] or ((fallen, land),)

    def line(self, actions: list[PlainAction]) -> list[Played]:
        """With each rotation's cubes named."""
        moves: list[Move] = []
        board = self.start.board
        land = dict(self.start.chaos.land)
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
                source, target, kind, there = action
                after = bytearray(board)
                after[source] = 0
                after[there] = _cube(kind)
                moves.append(Tilt(Square(source), Square(target)))
                tile = land.get(Square(target))
                if tile is Tile.VORTEX:
                    after[there] = ROTATED[after[there]]
                elif there != target and tile is Tile.TELEPORTATION:
                    moves.append(Slide(Square(target), Square(there)))
                if tile is Tile.VORTEX or there != target:
                    land.pop(Square(target), None)
                board = bytes(after)
        return played(self.start, moves)

    def _must_turn(self, board: bytes, square: Square, actions: list[PlainAction]) -> bool:
        """Whether the cube there tilts before the next rotation, and needs its sides the other way round."""
        for action in actions:
            if action == TURN:
                return False
            source, target, kind, _ = action
            if source == square:
                known = _ORIENTATIONS.index(faces_of(Cube(board[square])))
                order = (1, 0, 2) if same_row(square, Square(target)) else (2, 1, 0)
                return _fallen(known, order)[0] != kind
        return False


def _cube(kind: int) -> int:
    return oriented(Colour.WHITE, Orientation(_ORIENTATIONS[kind]))
