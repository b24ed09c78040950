"""The shortest solution of a challenge, proved by looking at everything shorter (RULES 7).

For 0 moves, 1 move, 2 moves and so on, positions are gone through in layers: layer n holds every
position that costs n moves. Whatever is free (replays, tiles, declining a replay) stays within a
layer. A position is left out when the black cubes still on the board need more moves than are left.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from companion.games.himiki.rules.board import NEIGHBOURS, Square, same_row
from companion.games.himiki.rules.conflicts import meetings, opposing
from companion.games.himiki.rules.cubes import (
    FACES,
    HIDDEN,
    OWNED,
    SHOWING,
    TOPS,
    Colour,
    Cube,
    Element,
    Meeting,
    Orientation,
    colour_of,
    cube_of,
)
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.mindlock import cost
from companion.games.himiki.rules.moves import STOP, TILTS, Move, Rotate, Tilt
from companion.games.himiki.rules.options import rotated, squares_of, tilted
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Ban, Position
from companion.games.himiki.rules.tiles import NO_TILES, SwapDue, Tile

DEFAULT_MOST: Final = 12
_BLACK: Final = OWNED[Colour.BLACK]


@dataclass(frozen=True, slots=True)
class Solution:
    line: list[Played]
    par: int


class Node(Protocol):
    """One position as a search sees it. Hashable, and equal only where the game goes on alike."""

    @property
    def solved(self) -> bool: ...

    @property
    def at_least(self) -> int:
        """How many more moves a solution costs at the very least; 0 when in doubt."""

    def free(self) -> Iterable[tuple[Move, "Node"]]: ...

    def counted(self) -> Iterable[tuple[Move, "Node"]]: ...


_Origins = dict[Node, tuple[Node, Move] | None]


def solve(start: Position, most: int = DEFAULT_MOST) -> Solution | None:
    """The first shortest solution in board order; None where there is none of at most `most` moves."""
    root = _plain(start) if start.chaos is NO_TILES else WithTiles(start)
    for par in range(most + 1):
        came_from: _Origins = {root: None}
        solved = _solved_in(par, root, came_from)
        if solved is not None:
            return Solution(_line(start, solved, came_from), par)
    return None


def _solved_in(par: int, root: Node, came_from: _Origins) -> Node | None:
    """The first node solved with `par` moves, given that fewer do not do it."""
    layer = [root]
    for left in range(par, -1, -1):
        for node in layer:  # grows by what is reached for free
            if node.solved:
                return node
            _reach(node, node.free(), left, layer, came_from)
        following: list[Node] = []
        for node in layer if left else ():
            _reach(node, node.counted(), left - 1, following, came_from)
        layer = following
    return None


def _reach(
    node: Node, steps: Iterable[tuple[Move, Node]], left: int, layer: list[Node], came_from: _Origins
) -> None:
    for move, after in steps:
        if after not in came_from and after.at_least <= left:
            came_from[after] = node, move
            layer.append(after)


def _line(start: Position, end: Node, came_from: _Origins) -> list[Played]:
    steps: list[tuple[Move, Node]] = []
    origin = came_from[end]
    while origin is not None:
        node, move = origin
        steps.append((move, end))
        end, origin = node, came_from[node]
    steps.reverse()
    moves = [move for move, _ in steps] if isinstance(end, WithTiles) else _settled(start, steps)
    line: list[Played] = []
    position = start
    for move in moves:
        line.append(play(position, move))
        position = line[-1].after
    return line


class WithTiles(NamedTuple):
    """A challenge with Chaos tiles, played by the rules' own functions."""

    position: Position

    @property
    def solved(self) -> bool:
        return self.position.over

    @property
    def at_least(self) -> int:
        """A Transfer carries black cubes about, and lets two cubes win at once (RULES 5.11). An event can
        spare a turn: by a tilt that is free, or by letting one cube go with any others (RULES 7.4)."""
        position = self.position
        chaos = position.chaos
        carried = any(isinstance(due, SwapDue) for due in chaos.due)
        if carried or any(tile is Tile.TRANSFER for _, tile in chaos.land):
            return 0
        spared = len(chaos.hands[Colour.WHITE]) + bool(position.phase.replay or chaos.due)
        return max(0, _turns_needed(position.board.translate(_BLACK_TOPS)) - spared)

    def free(self) -> Iterator[tuple[Move, Node]]:
        return self._reached(0)

    def counted(self) -> Iterator[tuple[Move, Node]]:
        return self._reached(1)

    def _reached(self, price: int) -> Iterator[tuple[Move, Node]]:
        position = self.position
        for move in legal_moves(position):
            if cost(position, move) == price:
                yield move, WithTiles(play(position, move).after)


class Plain(NamedTuple):
    """A challenge without tiles, in the few bytes that it takes: some hundred thousand are kept.

    A rotation changes nothing but what later tilts bring up. So it is left open here which cubes it
    turns: their sides become `??`, and the next tilt of such a cube brings up the one or the other.
    `_settled` finds out afterwards which cubes had to be turned.
    """

    board: bytes
    missing: int
    """Influences still to be taken, a bit for each element."""
    bans: tuple[Ban, ...] | None
    """Those of the replay that is offered, None outside one."""

    @property
    def solved(self) -> bool:
        return not self.missing and 1 not in self.board.translate(_BLACK)

    @property
    def at_least(self) -> int:
        turns = _turns_needed(self.board.translate(_BLACK_TOPS)) or bool(self.missing)
        return turns if self.bans is None else max(0, turns - 1)

    def free(self) -> Iterator[tuple[Move, Node]]:
        if self.bans is not None:
            yield STOP, Plain(self.board, self.missing, None)
            yield from self._moves(self.bans)

    def counted(self) -> Iterator[tuple[Move, Node]]:
        if self.bans is None:
            yield from self._moves(())

    def _moves(self, bans: tuple[Ban, ...]) -> Iterator[tuple[Move, Node]]:
        board = self.board
        for source in squares_of(board, Colour.WHITE):
            cube = board[source]
            for target, tilt in TILTS[source]:
                if not board[target] and (source, target) not in bans:
                    tipped = _TIPPED_ALONG_ROW if same_row(source, target) else _TIPPED_ALONG_COLUMN
                    for fallen in tipped[cube]:
                        after = bytearray(board)
                        after[source] = 0
                        after[target] = fallen
                        yield tilt, self._resolved(after, source, target, bans)
        yield Rotate(()), Plain(board.translate(_SIDES_OPEN), self.missing, None)

    def _resolved(self, board: bytearray, source: Square, target: Square, bans: tuple[Ban, ...]) -> "Plain":
        missing = self.missing
        if missing:
            top = TOPS[board[target]]
            if missing & 1 << top and board.translate(SHOWING[top]).count(1) == 4:
                missing &= ~(1 << top)  # RULES 7.3: counted before the beaten leave
        won, lost, alike = meetings(board, target)
        if won:
            for square in opposing(board, target, Meeting.WON):
                board[square] = 0
        if won or lost or not alike:
            return Plain(bytes(board), missing, None)
        kept = [ban for ban in bans if ban[0] != source]
        return Plain(bytes(board), missing, tuple(sorted([*kept, (target, source)])))


_BLACK_TOPS: Final = bytes(TOPS[c] + 1 if _BLACK[c] else 0 for c in range(256))


@lru_cache(maxsize=1 << 12)
def _turns_needed(tops: bytes) -> int:
    """In how few turns these black cubes can go; `tops` has 1 to 3 where one stands.

    A won conflict ends the turn, so at most one tilt of a turn removes cubes: some of those around
    one square that show one and the same element.
    """
    first = next((at for at, top in enumerate(tops) if top), None)
    if first is None:
        return 0
    fewest = len(tops)
    for square in NEIGHBOURS[first]:
        beaten = {at for at in NEIGHBOURS[square] if tops[at] == tops[first]}
        rest = bytes(0 if at in beaten else top for at, top in enumerate(tops))
        fewest = min(fewest, 1 + _turns_needed(rest))
    return fewest


def _plain(start: Position) -> Plain:
    wanted = (e for e in Element if e in start.variant.in_play and start.influences[e] is None)
    bans = start.phase.bans if start.phase.replay else None
    return Plain(start.board, sum(1 << element for element in wanted), bans)


def _white(faces: str) -> Cube:
    cube = cube_of(Colour.WHITE, faces)
    assert cube is not None
    return cube


def _tipped(order: tuple[int, int, int]) -> tuple[tuple[Cube, ...], ...]:
    """Of each white cube, what it can be after a tilt that takes its letters in this order."""
    table: list[tuple[Cube, ...]] = [()] * 256
    for orientation in Orientation:
        known = orientation.value
        opened = _white(known[0] + HIDDEN * 2)
        fallen = _white("".join(known[index] for index in order))
        table[_white(known)] = (fallen,)
        table[opened] = (*table[opened], fallen)
    return tuple(table)


_TIPPED_ALONG_ROW: Final = _tipped((1, 0, 2))
_TIPPED_ALONG_COLUMN: Final = _tipped((2, 1, 0))
_SIDES_OPEN: Final = bytes(
    _white(FACES[Cube(c)][0] + HIDDEN * 2) if c in FACES and colour_of(Cube(c)) is Colour.WHITE else c
    for c in range(256)
)


def _settled(start: Position, steps: list[tuple[Move, Node]]) -> list[Move]:
    """The moves of a solution found with open sides: each rotation now names the cubes that it turns."""
    moves: list[Move] = []
    board = start.board
    for index, (move, _) in enumerate(steps):
        if isinstance(move, Rotate):
            cubes = squares_of(board, Colour.WHITE)
            turned = tuple(square for square in cubes if _must_turn(board, square, steps[index + 1 :]))
            board = rotated(board, turned)
            moves.append(Rotate(turned) if turned else STOP)
            continue
        if isinstance(move, Tilt):
            board = bytes(tilted(board, move.source, move.target))
        moves.append(move)
    return moves


def _must_turn(board: bytes, square: Square, steps: list[tuple[Move, Node]]) -> bool:
    """Whether the cube there tilts before the next rotation, and needs its sides the other way round."""
    for move, after in steps:
        if isinstance(move, Rotate):
            return False
        if isinstance(move, Tilt) and move.source == square:
            assert isinstance(after, Plain)
            return tilted(board, square, move.target)[move.target] != after.board[move.target]
    return False
