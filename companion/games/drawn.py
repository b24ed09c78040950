"""What drawn tables of every game have in common: looks by name, what was learnt of one, what lies on one."""

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol, TypeVar

from vision.files import replace_file
from vision.sources import SourceError

_log = logging.getLogger(__name__)

_LOOK: Final = "look.txt"
"""Beside what was learnt: the look that it was learnt of, so that it is learnt anew of another one."""

_READABLE: Final = 0o640
"""What lies there is for the table's user and group."""


class Learnt(Protocol):
    """A game's profile."""

    def save(self, folder: Path) -> None: ...


Look = TypeVar("Look")
Profile = TypeVar("Profile", bound=Learnt)
Lying = TypeVar("Lying")


def look_named(name: str, looks: Mapping[str, Look]) -> Look:
    """The first with ""; raises `SourceError`."""
    if not name:
        return next(iter(looks.values()))
    if name not in looks:
        raise SourceError(f"no drawn table is called {name}; there are {', '.join(looks)}")
    return looks[name]


def nobody_waits() -> None:
    """For who wants no word before learning begins."""


def learnt_once(
    look: object,
    kept: Path | None,
    learn: Callable[[], Profile],
    load: Callable[[Path], Profile],
    learning: Callable[[], None] = nobody_waits,
) -> Profile:
    """What `learn` makes of the drawn table's own pictures, made once and then kept; `load` raises a
    ValueError where that cannot be read. `learning` is called before it begins: it takes minutes on the
    smallest machines."""
    told = repr(look)
    if kept is not None:
        try:
            if (kept / _LOOK).read_text(encoding="utf-8") == told:
                return load(kept)
        except (OSError, ValueError) as fault:
            _log.info("the drawn table is learnt again: %s", fault)
    learning()
    profile = learn()
    if kept is not None:
        try:
            profile.save(kept)
            replace_file(kept / _LOOK, told)
        except OSError as fault:
            _log.warning("what was learnt of the drawn table is not kept: %s", fault)
    return profile


class LyingFile:
    """What lies on a drawn table outlives a restart."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def keep(self, text: str) -> None:
        if self._path is None:
            return
        try:
            replace_file(self._path, f"{text}\n", mode=_READABLE)
        except OSError as fault:
            _log.warning("the drawn table is not kept: %s", fault)

    def read(self, parse: Callable[[str], Lying]) -> Lying | None:
        """None where nothing was kept, or nothing that `parse` makes sense of."""
        if self._path is None:
            return None
        try:
            return parse(self._path.read_text(encoding="utf-8").strip())
        except FileNotFoundError:
            return None
        except (OSError, ValueError, LookupError, TypeError) as fault:
            _log.warning("what lay on the drawn table cannot be read (%s): it is laid anew", fault)
            return None
