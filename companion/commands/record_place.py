"""A record from a file or from standard input, and into a file."""

import os
import sys
from pathlib import Path
from typing import Final

from companion.rules.errors import RulesError
from companion.rules.record import Record
from companion.rules.record_text import parse_record, record_json, record_plain

_JSON: Final = ".json"
_TEXT: Final = ".txt"


class RecordUnreadable(ValueError):
    """Nothing there that is a record; the text says which file, and why."""


class RecordUnwritable(ValueError):
    """No record can be put there; the text says where, and why."""


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


def expect_place_for_record(path: Path) -> None:
    """Before the game, for after it nothing could be saved any more; raises `RecordUnwritable`."""
    if path.suffix not in (_JSON, _TEXT):
        raise RecordUnwritable(f"{path} is no record: its name ends in .himiki.json or .txt")
    if path.is_dir():
        raise _unwritable(path, "it is a folder")
    if not path.parent.is_dir():
        raise _unwritable(path, f"there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise _unwritable(path, "it is not yours to write")


def write_record(record: Record, path: Path) -> None:
    """In the form that the name ends in; raises `RecordUnwritable`."""
    try:
        text = record_json(record) if path.suffix == _JSON else record_plain(record)
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise _unwritable(path, fault.strerror or str(fault)) from None
    except RulesError as fault:
        raise _unwritable(path, str(fault)) from None


def _unwritable(path: Path, why: str) -> RecordUnwritable:
    return RecordUnwritable(f"{path} cannot be written ({why}): name another file")
