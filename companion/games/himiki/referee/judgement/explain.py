"""Which legal moves lead from a position to what is seen: all shortest ways, not the first one."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.games.himiki.referee.look.belief import Ply, World, decided, hidden_squares, steps_in, worlds
from companion.games.himiki.referee.look.reading import (
    SquareCodes,
    agrees,
    fits,
    is_doubtful,
    is_gap,
    is_turned,
    known_by,
)
from companion.games.himiki.rules.board import Square
from companion.games.himiki.rules.cubes import ROTATED, SHOWING
from companion.games.himiki.rules.legal import legal_moves
from companion.games.himiki.rules.moves import (
    DECLINE,
    KEEP_YOKAI,
    PASS,
    STOP,
    Decline,
    KeepYokai,
    Move,
    Pass,
    Rotate,
    Slide,
    Stop,
    Swap,
    Tilt,
)
from companion.games.himiki.rules.options import impulse_targets, mana_tilts, playable, tilted, tilts
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.tiles import ImpulseDue, ManaDue, Tile, UseDue, YokaiDue
from companion.games.himiki.rules.variant import Mode, Seat

DEEPEST: Final = 6
"""Visible moves between two clear looks: a long walk of quick replays."""
_NODES: Final = 3000
"""Positions looked at for one change, so that an answer comes within a frame."""
TURNS: Final = 2
"""Turns that one change can hold. With more of them almost anything could be explained:
a cube that goes away and comes back lets the other side move as often."""
_SILENT: Final = 4
"""Choices in a row that nobody sees (stop, pass, no tile)."""
_MOST: Final = 40
"""Ways to one look that are kept: with more of them no question is short."""
_DECIDED_AT_MOST: Final = 6
"""Cubes with hidden sides that are all tried both ways where that of the moved ones explains nothing."""

_SILENT_MOVES: Final = (Stop, Pass, Decline, KeepYokai)


@dataclass(frozen=True, slots=True)
class Explanation:
    steps: tuple[Ply, ...]
    exact: bool = True
    """False: something that the last move brings has still to be done on the board."""

    @property
    def start(self) -> Position:
        """Where it begins, with the sides that it took to be known."""
        return self.steps[0].before

    def then(self, more: "Explanation") -> "Explanation":
        return Explanation((*self.steps, *more.steps), more.exact)

    @property
    def visible(self) -> int:
        return sum(1 for step in self.steps if not isinstance(step.move, _SILENT_MOVES))

    @property
    def silent(self) -> int:
        return len(self.steps) - self.visible

    @property
    def after(self) -> Position:
        return self.steps[-1].after

    @property
    def turns(self) -> int:
        """How many turns it holds, the first one perhaps only in part."""
        acts = [step for step in self.steps if not isinstance(step.move, _SILENT_MOVES)]
        return max(1, sum(is_fresh(step.before) for step in acts))


@dataclass(frozen=True, slots=True)
class Only:
    """The one move that whoever says it beforehand may make: Muk Yan, or a level."""

    move: Move | None
    """None: nothing was said, so nothing may be done."""
    stops: bool = True
    """Whether the turn is over after it (RULES 6.7)."""
    seats: frozenset[Seat] = frozenset()
    """Who plays like that, besides Muk Yan."""


def explanations(
    position: Position,
    reading: SquareCodes,
    *,
    deepest: int = DEEPEST,
    turns: int = TURNS,
    only: Only | None = None,
) -> list[Explanation]:
    """The shortest legal ways; `only` is what was said beforehand, by whoever is on turn.

    With more turns than usual, only where all ways of that length could be looked at.
    """
    hidden = hidden_squares(position.board)
    moved = [
        square
        for square in hidden
        if not agrees(reading[square], position.board[square]) and not is_turned(reading[square])
    ]
    found = _shortest(position, reading, (deepest, turns), only, moved)
    if not found and len(moved) < len(hidden) <= _DECIDED_AT_MOST:
        return _shortest(position, reading, (deepest, turns), only, hidden)
    return found


def _shortest(
    position: Position,
    reading: SquareCodes,
    bounds: tuple[int, int],
    only: Only | None,
    decide: list[Square],
) -> list[Explanation]:
    deepest, turns = bounds
    search = _Search(reading, only, turns, challenge=position.variant.mode is Mode.MINDLOCK)
    ways = list(worlds(position, decide))
    for depth in range(1, deepest + 1):
        found = []
        for world in ways:
            start = decided(position, world, decide)
            for moves, exact in search.ways(world, depth):
                steps = steps_in(world, moves, start)
                if steps is not None:
                    found.append(Explanation(steps, exact))
        if found:
            if turns > TURNS:
                # In so long a way a silent choice is no lesser sign: somebody may have stopped at any time.
                return [] if search.exhausted else _undecided(found, position)
            return _undecided(_likeliest(found), position)
        if search.exhausted:
            break
    return []


def _likeliest(found: list[Explanation]) -> list[Explanation]:
    """Those that need nothing more to be done on the board, then those with the fewest silent choices.

    In a confused turn both sides can have moved the same cube, so there the choices are no lesser sign.
    """
    whole = [each for each in found if each.exact] or found
    if any(step.played.before.chaos.confusing for each in whole for step in each.steps):
        return whole
    fewest = min(each.silent for each in whole)
    return [each for each in whole if each.silent == fewest]


def _undecided(found: list[Explanation], position: Position) -> list[Explanation]:
    """The same moves in several worlds leave open what they left open: a cube carried, not tilted."""
    by_moves: dict[tuple[Move, ...], list[Explanation]] = {}
    for each in found:
        by_moves.setdefault(tuple(step.move for step in each.steps), []).append(each)
    kept = []
    for moves, same in by_moves.items():
        steps = None if len(same) == 1 else steps_in(next(worlds(position, [])), moves, position)
        kept += same if steps is None else [Explanation(steps, same[0].exact)]
    return kept


def outcomes(found: list[Explanation]) -> list[Explanation]:
    """One of each outcome: those that differ only in what 3.7 forbids next are one."""
    by_outcome: dict[Position, Explanation] = {}
    for each in sorted(found, key=lambda one: not one.exact):
        after = each.after
        by_outcome.setdefault(after._replace(phase=after.phase._replace(bans=())), each)
    return list(by_outcome.values())


def left_behind(before: Position, move: Move) -> bytes:
    """The board right after the hand's own work, before what tiles or a challenge make of it."""
    board = before.board
    match move:
        case Tilt(source, target):
            return bytes(tilted(board, source, target))
        case Slide(source, target):
            after = bytearray(board)
            after[target], after[source] = after[source], 0
            return bytes(after)
        case Swap(source, other):
            after = bytearray(board)
            after[source], after[other] = after[other], after[source]
            return bytes(after)
        case _:
            return board


class _Search:
    def __init__(self, reading: SquareCodes, only: Only | None, turns: int, *, challenge: bool) -> None:
        self._reading = reading
        self._turns = turns
        self._only = only
        self._seats = frozenset() if only is None else only.seats
        self._nodes = 0
        self._fits: tuple[bytes, ...] = ()
        self._tops: tuple[int, ...] = tuple(_seen_top(code) for code in reading)
        # In a challenge, cubes that are beaten may have left the board already.
        self._extra = 3 if challenge else 0

    @property
    def exhausted(self) -> bool:
        return self._nodes >= _NODES

    def ways(self, world: World, depth: int) -> list[tuple[tuple[Move, ...], bool]]:
        self._fits = fits(self._reading, world.position.board)
        found: list[tuple[tuple[Move, ...], bool]] = []
        for way in self._from(world.position, (), depth, 0, 0):
            found.append(way)
            if len(found) >= _MOST:
                break
        return found

    def _from(
        self,
        position: Position,
        moves: tuple[Move, ...],
        left: int,
        silent: int,
        turns: int,
    ) -> Iterator[tuple[tuple[Move, ...], bool]]:
        if self.exhausted or position.over or position.phase.setup:
            return
        self._nodes += 1
        if self._amiss(position.board) > (2 + self._extra) * left:
            return
        begun = turns + is_fresh(position)
        for move in self._visible(position, left, first=not moves) if begun <= self._turns else ():
            after = play(position, move).after
            if left > 1:
                yield from self._from(after, (*moves, move), left - 1, 0, begun)
                continue
            if all(cube in fit for cube, fit in zip(after.board, self._fits, strict=True)):
                yield (*moves, move), True
            elif self._fits_in_part(position, move, after):
                yield (*moves, move), False
        if silent < _SILENT:
            for choice in self._choices(position):
                after = play(position, choice).after
                yield from self._from(after, (*moves, choice), left, silent + 1, turns)

    def _amiss(self, board: bytes) -> int:
        """Squares that no rotation can put right."""
        return sum(
            1
            for cube, top, fit in zip(board, self._tops, self._fits, strict=True)
            if cube not in fit and (not cube or not top or _TOP[cube] != top)
        )

    def _fits_in_part(self, before: Position, move: Move, after: Position) -> bool:
        """What a tile or a challenge makes of the move is done later, or has been done in part."""
        raw = left_behind(before, move)
        return raw != after.board and all(
            done in fit or undone in fit
            for done, undone, fit in zip(after.board, raw, self._fits, strict=True)
        )

    def _visible(self, position: Position, left: int, *, first: bool) -> list[Move]:
        due, board = position.chaos.due, position.board
        if self._says_beforehand(position):
            return [self._only.move] if self._only is not None and self._only.move and first else []
        if due:
            match due[0]:
                case UseDue() | YokaiDue():
                    return []
                case ManaDue(colour, element):
                    return [*mana_tilts(board, colour, element)]
                case ImpulseDue(square):
                    return [Tilt(square, target) for target in impulse_targets(board, square)]
                case _:
                    return legal_moves(position)
        squares = playable(position)
        fitting = self._fits
        # A mirror can carry a cube back to where it came from.
        mirrors = [square for square, tile in position.chaos.land if tile is Tile.MIRROR]
        found: list[Move] = [
            tilt
            for tilt in tilts(position, squares)
            if left > 1 or 0 in fitting[tilt.source] or tilt.target in mirrors
        ]
        if not position.phase.must_tilt:
            turned = tuple(
                square
                for square in squares
                if board[square] not in fitting[square] and ROTATED[board[square]] in fitting[square]
            )
            if turned and (len(turned) == 1 or not position.chaos.confusing):
                found.append(Rotate(turned))
        return found

    def _says_beforehand(self, position: Position) -> bool:
        return position.seat is position.variant.muk_yan or position.seat in self._seats

    def _choices(self, position: Position) -> list[Move]:
        if self._says_beforehand(position) and not (self._only is not None and self._only.stops):
            return []
        choice = silent_choice(position)
        return [] if choice is None else [choice]


def is_fresh(position: Position) -> bool:
    """Whether a move here begins a turn."""
    return not (position.phase.replay or position.chaos.due)


def silent_choice(position: Position) -> Move | None:
    """What whoever plays on without a word has chosen (RULES 3.3, 3.8, 5.2, 5.5)."""
    due = position.chaos.due
    if due:
        match due[0]:
            case UseDue():
                return DECLINE
            case YokaiDue():
                return KEEP_YOKAI
            case _:
                return None
    if position.phase.replay:
        return STOP
    return PASS if must_pass(position) else None


def must_pass(position: Position) -> bool:
    """RULES 3.3, 4.2: nothing can be played but a pass."""
    if position.phase.over or position.phase.setup or position.phase.replay or position.chaos.due:
        return False
    if position.variant.mode is Mode.MINDLOCK:
        return False
    squares = playable(position)
    if position.phase.must_tilt:
        return not tilts(position, squares)
    return not squares


_TOP: Final = tuple(
    next((1 + element for element in range(3) if SHOWING[element][code]), 0) for code in range(256)
)


def _seen_top(code: int) -> int:
    if is_gap(code) or is_doubtful(code):
        return 0
    return _TOP[known_by(code)]
