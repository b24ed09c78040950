"""The game's record (FORMATS 5) out of its ledger."""

from companion.referee.course import Course
from companion.referee.events import Corrected, Move, Placed
from companion.referee.ledger import Entry as LedgerEntry
from companion.referee.ledger import dice
from companion.rules.cubes import colour_lettered
from companion.rules.position import Position, start_position
from companion.rules.record import ClaimEntry, Entry, MoveEntry, Record, Result


def record_of(course: Course) -> Record:
    """What stands, from the last point on that was not reached by playing."""
    if not course.started or course.ledger.start is None:
        return Record(course.game.start or start_position(course.game.variant), (), course.game.players)
    start, played = _since_start(course)
    began = course.began or 0.0
    entries = tuple(entry for each in played if (entry := _entry(each, began)) is not None)
    position = course.position
    result = Result(position.winner, position.score) if position.over else None
    return Record(start, entries, course.game.players, result)


def _since_start(course: Course) -> tuple[Position, list[LedgerEntry]]:
    """A record is replayed from its start, so from after set-up or a position that was given."""
    ledger = course.ledger
    assert ledger.start is not None  # the course has started
    start, first = ledger.start, 0
    for index, entry in enumerate(ledger.entries, 1):
        given = isinstance(entry.event, Corrected) and entry.event.reason in ("accept", "position", "side")
        if given or isinstance(entry.event, Placed):
            start, first = entry.after, index
    return start, ledger.entries[first:]


def _entry(entry: LedgerEntry, began: float) -> Entry | None:
    match entry.event:
        case Move() as move:
            roll = None if move.roll is None else dice(move.roll)
            return MoveEntry(move.move, move.by, round(max(0.0, move.t - began), 3), roll)
        case Corrected(reason="claim" | "unclaim" as reason, side=str(side)):
            return ClaimEntry(colour_lettered(side), undone=reason == "unclaim")
        case _:
            return None
