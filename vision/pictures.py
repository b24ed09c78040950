"""Picture files, whatever they turn out to be."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.frames import Image

_LARGEST: Final = 64_000_000
"""Pixels; beyond that no camera takes pictures, and memory is short on a Pi."""

_PLENTY: Final = 12_000_000
"""Pixels from which on a JPEG is decoded at half its size: no more is needed, and it takes a quarter."""

_QUALITY: Final = 80
"""Of a JPEG for people, of 100: signs stay plain, and a picture of a table is some 100 kB."""

_JPEG: Final = b"\xff\xd8"
_JPEG_END: Final = b"\xff\xd9"
_TAIL: Final = 4096
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_PNG_END: Final = b"IEND"
_NO_SIZE: Final = frozenset((0xC4, 0xC8, 0xCC))
"""Markers of a JPEG between those that begin a frame, and so tell its size."""


class PictureError(ValueError):
    """A file that is no picture; the message says what to do."""


def load_picture(path: Path) -> Image:
    """Three channels of eight bits, from any picture OpenCV reads."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError(f"{path} does not exist: check the name") from None
    except IsADirectoryError:
        raise PictureError(f"{path} is a folder: name the pictures in it") from None
    except OSError as error:
        raise PictureError(f"{path} cannot be read ({error.strerror}): check the file") from None
    if _is_cut(data):
        raise PictureError(f"{path} is cut off: copy or take it again")
    width, height = size_told(data)
    if width * height > _LARGEST:
        raise PictureError(f"{path} is too large: use at most 64 megapixels")
    halved = data[:2] == _JPEG and width * height > _PLENTY
    with _quiet():
        try:
            how = cv2.IMREAD_REDUCED_COLOR_2 if halved else cv2.IMREAD_COLOR
            image = cv2.imdecode(np.frombuffer(data, np.uint8), how) if data else None
        except cv2.error:
            image = None
    if image is None:
        raise PictureError(f"{path} is no picture that can be read: use JPEG or PNG")
    if image.shape[0] * image.shape[1] > _LARGEST:
        raise PictureError(f"{path} is too large: use at most 64 megapixels")
    return np.asarray(image, np.uint8)


def of_size(data: bytes, size: tuple[int, int]) -> Image:
    """A PNG or JPEG of that width and height; raises ValueError before one of another size is decoded."""
    if size_told(data) != size or size[0] * size[1] > _LARGEST:
        raise ValueError("the picture is of another size")
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("the picture is damaged")
    return np.asarray(image, np.uint8)


def packed(image: Image, width: int = 1000, quality: int = _QUALITY) -> bytes:
    """A JPEG at most that wide; `quality` of 100."""
    height, wide = image.shape[:2]
    if wide > width:
        image = np.asarray(
            cv2.resize(image, (width, round(height * width / wide)), interpolation=cv2.INTER_AREA), np.uint8
        )
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError("the picture cannot be packed as a JPEG")
    return data.tobytes()


def as_png(picture: Image) -> bytes:
    encoded, content = cv2.imencode(".png", picture)
    if not encoded:
        raise OSError("a picture cannot be encoded")
    return content.tobytes()


def _is_cut(data: bytes) -> bool:
    """Whether the end of the file is missing: what was there would be read as half a picture."""
    if data.startswith(_PNG):
        return _PNG_END not in data[-_TAIL:]
    return data.startswith(_JPEG) and _JPEG_END not in data[-_TAIL:]


def size_told(data: bytes) -> tuple[int, int]:
    """Width and height as the head of a JPEG or PNG tells them, before anything is decoded; else 0, 0."""
    if data.startswith(_PNG) and len(data) >= 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if not data.startswith(_JPEG):
        return 0, 0
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in _NO_SIZE:
            height, width = data[at + 5 : at + 7], data[at + 7 : at + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return 0, 0


@contextmanager
def _quiet() -> Iterator[None]:
    """The decoders complain on the process's own stderr."""
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:
        yield
        return
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
