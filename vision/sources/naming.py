"""From what a person writes on a command line to a source."""

import difflib
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Final

from vision.source_kinds import CAMERAS, CAMERAS_TEXT, SIM, kind_named
from vision.sources.base import Source, SourceError
from vision.sources.recorded import TIMES, FolderSource, PictureSource, VideoSource

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"})

SOURCES_TEXT: Final = f"a folder with times.csv, a video file, a picture, {CAMERAS_TEXT} or {SIM}"

Drawn = Callable[[str, Callable[[], float]], Source]
"""A camera above a drawn table, by the name of its look ("" is the usual one) and a clock: what is drawn is
the share of those who know a game. It raises `SourceError` where no look has that name."""


def source_named(
    text: str, *, drawn: Drawn | None = None, clock: Callable[[], float] = time.monotonic
) -> Source:
    """The source of a name, not yet opened; raises `SourceError` with one sentence that helps.

    `sim` and `sim:LOOK` are `drawn`.
    """
    word = text.strip()
    if not word:
        raise SourceError(f"name a source: {SOURCES_TEXT}")
    kind, (name, _, which) = kind_named(word), word.partition(":")
    if kind is not None:
        made: Source = import_module(f"vision.sources.{kind.module}").named(which, clock)
        return made
    if name == SIM:
        if drawn is None:
            raise SourceError("no table is drawn here; name a camera, or pictures")
        return drawn(which, clock)
    return _files(Path(word).expanduser(), word)


def _files(path: Path, word: str) -> Source:
    if path.is_dir():
        if not (path / TIMES).is_file():
            raise SourceError(f"{word} has no {TIMES}; write one with the header file,seconds")
        return FolderSource(path)
    if path.is_file():
        return PictureSource(path) if path.suffix.lower() in PICTURES else VideoSource(path)
    close = difflib.get_close_matches(word.lower(), (*(kind.shown for kind in CAMERAS), SIM), n=1, cutoff=0.6)
    if close:
        raise SourceError(f"{word} is no source; did you mean {close[0]}?")
    raise SourceError(f"{word} does not exist; give {SOURCES_TEXT}")
