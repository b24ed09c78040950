"""Files that are never half written: the old one or the new one is there after a power cut."""

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


def replace_text(path: Path, text: str) -> None:
    replace_bytes(path, text.encode())


def replace_picture(path: Path, picture: Image) -> None:
    """As PNG."""
    encoded, content = cv2.imencode(".png", picture)
    if not encoded:
        raise OSError(f"{path} cannot be encoded")
    replace_bytes(path, content.tobytes())
