"""A record from a file, or from standard input."""

import sys
from pathlib import Path

from companion.rules.errors import RulesError
from companion.rules.record import Record
from companion.rules.record_text import parse_record


class RecordUnreadable(ValueError):
    """Nothing there that is a record; the text says which file, and why."""


def record_in(name: str) -> Record:
    """`-` is standard input; raises `RecordUnreadable`."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        return parse_record(text)
    except (OSError, UnicodeDecodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "no UTF-8 text"
        raise RecordUnreadable(f"cannot read '{name}': {reason}") from None
    except RulesError as fault:
        raise RecordUnreadable(f"'{name}': {fault}") from None
