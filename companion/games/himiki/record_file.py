"""A record from a file or from standard input."""

from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.written.record import Record
from companion.games.himiki.rules.written.record_text import parse_record
from companion.games.replaying import RecordUnreadable, text_in

__all__ = ["RecordUnreadable", "record_in", "record_told"]


def record_in(name: str) -> Record:
    """`-` is standard input; raises `RecordUnreadable`."""
    return record_told(text_in(name), name)


def record_told(text: str, name: str) -> Record:
    """Raises `RecordUnreadable`, which says whose text it was."""
    try:
        return parse_record(text)
    except RulesError as fault:
        raise RecordUnreadable(f"'{name}': {fault}") from None
