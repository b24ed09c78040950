"""The course of a game from the events that were said: how it goes on after a power cut."""

from collections.abc import Iterable

from companion.referee.course import Course
from companion.referee.events import (
    Corrected,
    Event,
    Move,
    MukYan,
    Over,
    Placed,
    Ready,
    Restored,
    Uncertain,
    Violation,
)
from companion.referee.ledger import Ledger, read_position
from vision.frames import Seconds


def folded(course: Course, events: Iterable[Event]) -> None:
    """Leaves the course as it was after the last of them, with the board still to be compared."""
    last: Event | None = None
    for event in events:
        _recall(course, event)
        last = event
    course.recalled(last)


def _recall(course: Course, event: Event) -> None:
    variant = course.game.variant
    match event:
        case Ready():
            course.recall_start(Ledger(read_position(event.position, variant)), Seconds(event.t))
        case Placed() | Move():
            course.recall_entry(event, read_position(event.position, variant))
        case Corrected():
            course.recall_correction(event, read_position(event.position, variant))
        case Violation():
            course.violation, course.question = event, None
        case Uncertain():
            course.question = event
        case Restored():
            course.violation = course.question = None
        case MukYan():
            course.muk_yan = event
        case Over():
            course.ended = event
        case _:
            pass
