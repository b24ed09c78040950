"""Where the record of a game is put when the game is over."""

import os
from pathlib import Path
from typing import Any, Final

from companion.games.decisions import Refused
from companion.games.play import Play
from vision.files import replace_file

_JSON: Final = ".json"
_TEXT: Final = ".txt"


class RecordUnwritable(ValueError):
    """No record can be put there; the text says where, and why."""


def expect_place(path: Path) -> None:
    """Before the game, for after it nothing could be saved any more; raises `RecordUnwritable`."""
    if path.suffix not in (_JSON, _TEXT):
        raise RecordUnwritable(f"{path} is no record: its name ends in .himiki.json or .txt")
    if path.is_dir():
        raise _unwritable(path, "it is a folder")
    if not path.parent.is_dir():
        raise _unwritable(path, f"there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise _unwritable(path, "it is not yours to write")


def write_record(play: Play, record: Any, path: Path) -> None:
    """In the form that the name ends in; raises `RecordUnwritable`."""
    try:
        text = play.record_text(record, plain=path.suffix == _TEXT)
        if os.access(path.resolve().parent, os.W_OK):
            replace_file(path.resolve(), text)
        else:
            path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise _unwritable(path, fault.strerror or str(fault)) from None
    except Refused as fault:
        raise _unwritable(path, str(fault)) from None


def _unwritable(path: Path, why: str) -> RecordUnwritable:
    return RecordUnwritable(f"{path} cannot be written ({why}): name another file")
