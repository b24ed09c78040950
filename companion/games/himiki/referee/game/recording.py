"""The game's record (FORMATS 5) out of its ledger.

A record is replayed by the rules alone, so its start tells every side: what was learnt later is told
from the beginning. A side that nobody ever learnt never mattered, and is written as either of the two
that it can be.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.himiki.referee.events import Corrected, Move, Placed
from companion.games.himiki.referee.game.course import Course
from companion.games.himiki.referee.ledger import LedgerEntry, dice
from companion.games.himiki.referee.look.reading import OPTIONS
from companion.games.himiki.rules.board import SQUARES, Square, same_row, square_named
from companion.games.himiki.rules.cubes import (
    OWNED,
    ROTATED,
    TILTED_ALONG_COLUMN,
    TILTED_ALONG_ROW,
    Colour,
    colour_lettered,
    has_hidden,
)
from companion.games.himiki.rules.moves import Rotate
from companion.games.himiki.rules.position import Position, start_position
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.rules.written.notation import bare
from companion.games.himiki.rules.written.record import (
    CORRECTING,
    ClaimEntry,
    Earlier,
    Entry,
    MoveEntry,
    Record,
    Result,
)


def record_of(course: Course) -> Record:
    """What stands; where people have corrected the game, what was played before is its earlier parts."""
    if not course.started or course.ledger.start is None:
        return Record(course.game.start or start_position(course.game.variant), (), course.game.names)
    *earlier, last = _parts(course)
    start, entries = _replayable(last, course.position.board, course)
    position = course.position
    result = Result(position.winner, position.score) if position.over else None
    before = tuple(_earlier(part, course) for part in earlier)
    return Record(start, entries, course.game.names, result, before)


@dataclass(slots=True)
class _Part:
    """Of a game, from a position that no rule led to, up to the next one."""

    start: Position
    entries: list[LedgerEntry]
    then: LedgerEntry | None = None


def _parts(course: Course) -> list[_Part]:
    """The first begins after set-up; what was corrected before anything was played is no part."""
    ledger = course.ledger
    assert ledger.start is not None  # the course has started
    parts = [_Part(ledger.start, [])]
    for entry in ledger.entries:
        if isinstance(entry.event, Corrected) and entry.event.reason in CORRECTING:
            parts[-1].then = entry
            parts = [part for part in parts if part.entries]
            parts.append(_Part(entry.after, []))
        elif isinstance(entry.event, Placed):
            parts = [*parts[:-1], _Part(entry.after, [])]
        else:
            parts[-1].entries.append(entry)
    return parts


def _replayable(part: _Part, end: bytes, course: Course) -> tuple[Position, tuple[Entry, ...]]:
    told = list(_told(part.entries, end))
    board = told[0].before if told else end
    began = course.ledger.began or 0.0
    entries = tuple(entry for each in told if (entry := _entry(each, began)) is not None)
    return _whole(part.start._replace(board=board)), entries


def _earlier(part: _Part, course: Course) -> Earlier:
    then = part.then
    assert then is not None  # another part follows
    assert isinstance(then.event, Corrected)
    start, entries = _replayable(part, then.before.board, course)
    return Earlier(start, entries, then.event.reason)


def _whole(start: Position) -> Position:
    board = bytearray(start.board)
    for square in SQUARES:
        matters = start.variant.mode is not Mode.MINDLOCK or OWNED[Colour.WHITE][board[square]]
        if has_hidden(board[square]) and matters:
            board[square] = OPTIONS[board[square]][0]
    return start._replace(board=bytes(board))


@dataclass(frozen=True, slots=True)
class _Told:
    """An entry with all that is known today of the boards before and after it."""

    entry: LedgerEntry
    before: bytes
    after: bytes


def _told(entries: list[LedgerEntry], now: bytes) -> Iterator[_Told]:
    told: list[_Told] = []
    after = now
    for entry in reversed(entries):
        before = _before(entry, after)
        told.append(_Told(entry, before, after))
        after = before
    return reversed(told)


def _before(entry: LedgerEntry, after: bytes) -> bytes:
    """Every side before the entry that follows from those after it."""
    board = bytearray(entry.before.board)
    tilt = entry.tilt
    turned = () if isinstance(entry.event, Move) and entry.event.unseen else entry.rotated
    for square in SQUARES:
        if not has_hidden(board[square]):
            continue
        if tilt is not None and tilt.source == square:
            # A tilt undoes itself (RULES 2.2).
            table = TILTED_ALONG_ROW if same_row(square, tilt.target) else TILTED_ALONG_COLUMN
            was = table[after[tilt.target]]
        else:
            was = ROTATED[after[square]] if square in turned else after[square]
        if not has_hidden(was) and was in OPTIONS[board[square]]:
            board[square] = was
    return bytes(board)


def _entry(told: _Told, began: float) -> Entry | None:
    match told.entry.event:
        case Move() as move:
            roll = None if move.roll is None else dice(move.roll)
            return MoveEntry(_text(told, move), move.by, round(max(0.0, move.t - began), 3), roll)
        case Corrected(reason="claim" | "unclaim" as reason, side=str(side)):
            return ClaimEntry(colour_lettered(side), undone=reason == "unclaim")
        case _:
            return None


def _text(told: _Told, move: Move) -> str:
    """The move; a rotation that nobody saw, as far as the tilts after it have shown it."""
    before, after = told.before, told.after
    turned = [
        square
        for square in SQUARES
        if before[square] and not has_hidden(before[square]) and after[square] == ROTATED[before[square]]
    ]
    if move.move == "stop" and turned:
        return bare(told.entry.before, Rotate(tuple(turned)))
    if move.unseen:
        shown = [square for name in move.unseen if (square := square_named(name)) in turned]
        open_ = [square for name in move.unseen if _is_open(square := square_named(name), before, after)]
        squares = [square for square in shown or open_[:1] if square is not None]
        if squares:
            return bare(told.entry.before, Rotate(tuple(sorted(squares))))
    return move.move


def _is_open(square: Square | None, before: bytes, after: bytes) -> bool:
    """Nothing has shown yet whether the cube there was turned."""
    return square is not None and (has_hidden(before[square]) or has_hidden(after[square]))
