"""Muk Yan: which of his nine actions a roll makes him take, and how he carries it out (RULES 6)."""

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from companion.games.himiki.rules.board import NEIGHBOURS, Square
from companion.games.himiki.rules.conflicts import completed, meetings
from companion.games.himiki.rules.cubes import (
    MEETINGS,
    SHOWING,
    Colour,
    Cube,
    Element,
    Meeting,
    beats_on_every_axis,
)
from companion.games.himiki.rules.moves import PASS, STOP, TILTS, Move, Rotate, Tilt
from companion.games.himiki.rules.options import playable, rotated, squares_of, tilted, tilts
from companion.games.himiki.rules.position import Influences, Position
from companion.games.himiki.rules.variant import WINNING_SCORE


class MukYanAction(IntEnum):
    """Muk Yan's actions by number (RULES 6.3 to 6.8)."""

    NO_ACTION = 0
    MULTIPLE_STRIKE = 1
    STRIKE = 2
    THREATEN = 3
    INFLUENCE = 4
    BLOCK = 5
    DODGE = 6
    PRESSURE = 7
    PLAY_AGAIN = 8
    MOVEMENT = 9


ORDERS: Final = {
    Element.FIRE: ("123456789o", "124365789o", "124386579o"),
    Element.WATER: ("124837569o", "124863759o", "142856379d"),
    Element.WOOD: ("142583679o", "142835679d", "142583679d"),
}
"""RULES 6.2: the black cube gives the row, the white one the column."""

_VALUES: Final = tuple(map(int, "123321246642357753246642123321"))
"""RULES 6.8."""


class Reply(NamedTuple):
    action: int
    move: Move


class _Gain(NamedTuple):
    """A tilt as Muk Yan sees it: points are not cut off at five (RULES 6.9)."""

    board: bytes
    won: int
    lost: int
    alike: bool
    influence: Element | None

    @property
    def points(self) -> int:
        return self.won + (self.influence is not None)


def _gain(board: bytes, tilt: Tilt, mover: Colour, influences: Influences) -> _Gain:
    after = bytes(tilted(board, tilt.source, tilt.target))
    won, lost, alike = meetings(after, tilt.target)
    element = completed(after, tilt.target, 4)
    if element is not None and influences[element] is mover:
        element = None
    return _Gain(after, won, lost, alike, element)


def threatens(board: bytes, square: Square) -> bool:
    """RULES 6.4: one tilt of this cube, all else standing still, would win a conflict."""
    for target, _ in TILTS[square]:
        if not board[target] and meetings(tilted(board, square, target), target).won:
            return True
    return False


def blocks(board: bytes, one: Square, other: Square) -> bool:
    """RULES 6.6, the two being neighbours."""
    won = MEETINGS[board[one]][board[other]] == Meeting.WON
    return won and beats_on_every_axis(Cube(board[one]), Cube(board[other]))


def blocks_any(board: bytes, square: Square) -> bool:
    return any(blocks(board, square, neighbour) for neighbour in NEIGHBOURS[square])


def blocked(board: bytes, square: Square) -> bool:
    return any(blocks(board, neighbour, square) for neighbour in NEIGHBOURS[square])


def steps(board: bytes, moves: Iterable[Tilt], stays: Callable[[bytes, Square], bool]) -> Iterator[Tilt]:
    """RULES 6.8, of every cube that does not already do its work.

    A cube goes to the value nearest above its own, failing that to an equal one, then to the nearest below.
    """
    by_cube: dict[Square, list[Tilt]] = {}
    for tilt in moves:
        by_cube.setdefault(tilt.source, []).append(tilt)
    for source, steps in by_cube.items():
        if stays(board, source):
            continue
        own = _VALUES[source]
        reached = {_VALUES[tilt.target] for tilt in steps}
        above = {value for value in reached if value > own}
        chosen = min(above) if above else own if own in reached else max(reached)
        yield from (tilt for tilt in steps if _VALUES[tilt.target] == chosen)


class MukYanChoices:
    """Muk Yan's choices in one position."""

    def __init__(self, position: Position) -> None:
        self._colour = position.seat.colour
        self._board = position.board
        self._influences = position.influences
        self._score = position.score[self._colour]
        cubes = playable(position)
        self._cubes = cubes
        self._tilts = {tilt: self._gain_of(tilt) for tilt in tilts(position, cubes)}
        can_rotate = not position.phase.must_tilt
        self._rotations = {
            Rotate((square,)): rotated(self._board, (square,)) for square in cubes if can_rotate
        }
        self._can_rotate = can_rotate

    def _gain_of(self, tilt: Tilt) -> _Gain:
        return _gain(self._board, tilt, self._colour, self._influences)

    def candidates(self, step: str) -> list[Tilt | Rotate]:
        """Every way to carry out one entry of a list of RULES 6.2."""
        gains = self._tilts.items()
        match MukYanAction(int(step[0])):
            case MukYanAction.MULTIPLE_STRIKE:
                return [tilt for tilt, gain in gains if gain.won >= 2]
            case MukYanAction.STRIKE:
                return [tilt for tilt, gain in gains if gain.won]
            case MukYanAction.THREATEN:
                return [
                    *(tilt for tilt, gain in gains if threatens(gain.board, tilt.target)),
                    *(turn for turn, board in self._rotations.items() if threatens(board, turn.squares[0])),
                ]
            case MukYanAction.INFLUENCE:
                return [tilt for tilt, gain in gains if self._takes(gain)]
            case MukYanAction.BLOCK:
                return [
                    *(tilt for tilt, gain in gains if blocks_any(gain.board, tilt.target)),
                    *(turn for turn, board in self._rotations.items() if blocks_any(board, turn.squares[0])),
                ]
            case MukYanAction.DODGE:
                stuck = tuple(square for square in self._cubes if blocked(self._board, square))
                return [Rotate(stuck)] if stuck and self._can_rotate else []
            case MukYanAction.PRESSURE:
                return [tilt for tilt, gain in gains if self._presses(tilt, gain)]
            case MukYanAction.PLAY_AGAIN:
                return [tilt for tilt, gain in gains if gain.alike and not gain.won + gain.lost]
            case _:
                stays = threatens if step[1] == "o" else blocks_any
                return list(steps(self._board, self._tilts, stays))

    def _takes(self, gain: _Gain) -> bool:
        """RULES 6.5; with the fifth point the game stops before the tile is looked at (3.11)."""
        return gain.influence is not None and self._score + gain.won < WINNING_SCORE

    def _presses(self, tilt: Tilt, gain: _Gain) -> bool:
        """RULES 6.5."""
        for element in Element:
            if SHOWING[element][gain.board[tilt.target]]:
                held = self._influences[element] is self._colour or gain.influence is element
                return not held and gain.board.translate(SHOWING[element]).count(1) >= 2
        return False

    def best(self, candidates: list[Tilt | Rotate]) -> Tilt | Rotate:
        """The ties of RULES 6.9."""
        return candidates[0] if len(candidates) == 1 else min(candidates, key=self._rank)

    def _rank(self, move: Tilt | Rotate) -> tuple[int, int, int, bool, Square, Square]:
        match move:
            case Tilt(source, target):
                gain = self._tilts[move]
                influences = self._influences
                if gain.influence is not None:
                    held = list(influences)
                    held[gain.influence] = self._colour
                    influences = (held[0], held[1], held[2])
                answer = self._best_answer(gain.board, influences)
                return -gain.points, gain.lost, answer, False, source, target
            case Rotate((square, *_)):
                board = rotated(self._board, move.squares)
                return 0, 0, self._best_answer(board, self._influences), True, square, square
        raise AssertionError(move)

    def _best_answer(self, board: bytes, influences: Influences) -> int:
        """What the person's best single tilt of a fresh turn would score (RULES 6.9)."""
        person = self._colour.other
        return max(
            (
                _gain(board, tilt, person, influences).points
                for square in squares_of(board, person)
                for target, tilt in TILTS[square]
                if not board[target]
            ),
            default=0,
        )


def _steps_of(order: str) -> list[str]:
    """`"123456789o"` as its nine entries, the last one with its letter."""
    return [*order[:-2], order[-2:]]


def reply(position: Position, black: Element, white: Element) -> Reply:
    """What Muk Yan does on his turn with that roll (RULES 6.2 to 6.9)."""
    turn = MukYanChoices(position)
    for step in _steps_of(ORDERS[black][white]):
        candidates = turn.candidates(step)
        if candidates:
            return Reply(int(step[0]), turn.best(candidates))
    return Reply(MukYanAction.NO_ACTION, STOP if position.phase.replay else PASS)


def some_roll_passes(position: Position) -> bool:
    """Whether there is a roll for which Muk Yan, being able to move, finds no action (RULES 6.2).

    Any tilt of a cube that blocks nobody is an action 9 whatever the roll, or a strike: so it is only
    when there is none that the lists have to be gone through.
    """
    board = position.board
    for square in playable(position):
        if not blocks_any(board, square) and tilts(position, [square]):
            return False
    turn = MukYanChoices(position)
    if any(
        turn.candidates(str(int(action)))
        for action in MukYanAction
        if MukYanAction.NO_ACTION < action < MukYanAction.MOVEMENT
    ):
        return False
    return not all(turn.candidates(step) for step in ("9o", "9d"))
