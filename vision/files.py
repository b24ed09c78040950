"""Files that are never half written: the old one or the new one is there after a power cut."""

import contextlib
import os
from pathlib import Path

import cv2

from vision.frames import Image


def replace_bytes(path: Path, content: bytes) -> None:
    """Written anew, on the disk, and only then in the old one's place; an OSError leaves the old one."""
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """What was renamed in it stays so; where a system has no such thing, it sees to that itself."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def replace_text(path: Path, text: str) -> None:
    replace_bytes(path, text.encode())


def as_png(picture: Image) -> bytes:
    encoded, content = cv2.imencode(".png", picture)
    if not encoded:
        raise OSError("a picture cannot be encoded")
    return content.tobytes()
