"""Another name for the table, given on its page and kept in its configuration."""

import os
from pathlib import Path

from companion.config.place import SYSTEM
from companion.config.renaming import renamed
from vision.files import replace_file


def may_rename(path: Path) -> bool:
    """Not on a machine that was set up for the table: that carries the name itself, and `himiki install`
    gives it to both."""
    place = next((each for each in (path, *path.parents) if each.exists()), None)
    return path != SYSTEM and place is not None and os.access(place, os.W_OK)


def rename_table(path: Path, name: str) -> None:
    """Raises ValueError, which says why not, and has changed nothing then."""
    try:
        told = renamed(path.read_text(encoding="utf-8") if path.exists() else "", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, told)
    except OSError as fault:
        raise ValueError(f"{path} cannot be written ({fault.strerror})") from None
