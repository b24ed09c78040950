"""From what a person writes after `himiki watch` to a source."""

import difflib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from vision.sources.base import Source, SourceError
from vision.sources.newest import NewestOnly
from vision.sources.picamera import PicameraSource
from vision.sources.recorded import TIMES, FolderSource, PictureSource, VideoSource
from vision.sources.usb import UsbSource
from vision.sources.virtual import VirtualSource
from vision.virtual.gallery import LOOKS
from vision.virtual.table import VirtualTable

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"})

SOURCES_TEXT: Final = "a folder with times.csv, a video file, a picture, picamera, usb:0 or sim"


def source_named(
    text: str,
    *,
    table: VirtualTable | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Source:
    """The source of a name, not yet opened; raises `SourceError` with one sentence that helps.

    `sim` is `table`, or a fresh one; `sim:LOOK` a fresh one of that look.
    """
    word = text.strip()
    if not word:
        raise SourceError(f"name a source: {SOURCES_TEXT}")
    if word == "picamera":
        return PicameraSource(clock=clock)
    if word == "sim" or word.startswith("sim:"):
        return _virtual(word, table, clock)
    if word.startswith("usb:"):
        number = word.removeprefix("usb:")
        if not (number.isascii() and number.isdigit()):
            raise SourceError(f"{word} has no camera number; write usb:0 for the first one")
        return NewestOnly(UsbSource(int(number), clock=clock))
    return _files(Path(word).expanduser(), word)


def _virtual(word: str, table: VirtualTable | None, clock: Callable[[], float]) -> Source:
    _, _, name = word.partition(":")
    if name and name not in LOOKS:
        raise SourceError(f"no virtual table is called {name}; there are {', '.join(LOOKS)}")
    if table is None or name:
        table = VirtualTable(LOOKS[name or next(iter(LOOKS))])
    return VirtualSource(table, clock=clock)


def _files(path: Path, word: str) -> Source:
    if path.is_dir():
        if not (path / TIMES).is_file():
            raise SourceError(f"{word} has no {TIMES}; write one with the header file,seconds")
        return FolderSource(path)
    if path.is_file():
        return PictureSource(path) if path.suffix.lower() in PICTURES else VideoSource(path)
    close = difflib.get_close_matches(word.lower(), ("picamera", "sim", "usb:0"), n=1, cutoff=0.6)
    if close:
        raise SourceError(f"{word} is no source; did you mean {close[0]}?")
    raise SourceError(f"{word} does not exist; give {SOURCES_TEXT}")
