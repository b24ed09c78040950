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

_JPEG: Final = b"\xff\xd8"
_JPEG_END: Final = b"\xff\xd9"
_TAIL: Final = 4096


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
    if data[:2] == _JPEG and _JPEG_END not in data[-_TAIL:]:
        raise PictureError(f"{path} is cut off: copy or take it again")
    with _quiet():
        try:
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
        except cv2.error:
            image = None
    if image is None:
        raise PictureError(f"{path} is no picture that can be read: use JPEG or PNG")
    if image.shape[0] * image.shape[1] > _LARGEST:
        raise PictureError(f"{path} is too large: use at most 64 megapixels")
    return np.asarray(image, np.uint8)


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
