"""The course of a game from the events that were said: how it goes on after a power cut."""

from collections.abc import Iterable
from typing import Final

from companion.referee.course import Course
from companion.referee.events import (
    Corrected,
    Doubtful,
    Event,
    Move,
    MukYan,
    Opponent,
    Over,
    Placed,
    Ready,
    Restored,
    Uncertain,
    Violation,
)
from companion.referee.ledger import ADDING, Ledger, read_position
from companion.referee.telling import told_moves
from companion.rules.errors import RulesError
from companion.rules.muk_yan import PLAY_AGAIN
from vision.frames import Seconds

NO_GAME: Final = (RulesError, ValueError, LookupError, TypeError, AttributeError, AssertionError)
"""What comes of folding events that are not those of a game: from elsewhere, or damaged."""


def fold(course: Course, events: Iterable[Event]) -> None:
    """Leaves the course as it was after the last of them, with the board still to be compared."""
    for event in events:
        _recall(course, event)
        if not isinstance(event, Doubtful):
            course.last_event = event
    asked = course.question
    if asked is not None and asked.code == "which-moves":
        course.branch_into(told_moves(course.position, asked))
    course.resuming = course.started
    if course.started and not course.over and not course.position.phase.setup:
        his = course.position.seat is course.game.variant.muk_yan
        course.awaits_roll = his and course.muk_yan is None and course.question is None


def _recall(course: Course, event: Event) -> None:
    variant = course.game.variant
    match event:
        case Ready():
            course.ledger = Ledger(read_position(event.position, variant))
            course.question = None
            course.now = course.ledger.position
            course.began = Seconds(event.t)
        case Placed() | Move():
            _recall_entry(course, event)
        case Corrected():
            _recall_correction(course, event)
        case Violation():
            course.violation, course.question = event, None
        case Uncertain():
            course.question = event
        case Restored():
            course.violation = course.question = None
            course.board_behind = False
        case MukYan():
            course.muk_yan = event
        case Opponent():
            course.opponent = event
        case Over():
            course.ended, course.muk_yan, course.opponent = event, None, None
        case _:
            pass


def _recall_entry(course: Course, event: Placed | Move) -> None:
    course.ledger.add(event, read_position(event.position, course.game.variant))
    course.now = course.ledger.position
    course.violation = course.question = course.opponent = None
    course.board_behind = False
    if isinstance(event, Move):
        course.board_behind = event.said or bool(event.remove)
        told, course.muk_yan = course.muk_yan, None
        if told is not None:
            course.muk_yan_stops = told.action != PLAY_AGAIN
        _recall_clock(course, event.clock)


def _recall_correction(course: Course, event: Corrected) -> None:
    course.ledger.drop(event.back)
    if event.reason in ADDING:
        course.ledger.add(event, read_position(event.position, course.game.variant))
    course.now = course.ledger.position
    course.violation = course.question = course.muk_yan = course.opponent = course.ended = None
    course.muk_yan_stops = False
    course.board_behind = True
    _recall_clock(course, event.clock)


def _recall_clock(course: Course, left: tuple[float, float] | None) -> None:
    if course.clock is not None and left is not None:
        course.clock.put(left)
