"""Reading picture files, whatever is in them."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.frames import Image
from vision.sources.base import SourceError

MOST_PIXELS: Final = 60_000_000
"""A file that claims more is refused: it would not fit a small computer's memory."""

_SMALLEST: Final = 16


def picture(path: Path) -> Image:
    """The picture in a file as blue-green-red bytes; raises `SourceError` with one helpful sentence."""
    if path.is_dir():
        raise SourceError(f"{path} is a folder; name a picture in it")
    try:
        packed = np.fromfile(path, dtype=np.uint8)
    except FileNotFoundError:
        raise SourceError(f"{path} does not exist; check the name") from None
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror or error}") from None
    if not packed.size:
        raise SourceError(f"{path} is empty; take the picture again")
    try:
        image = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise SourceError(f"{path} is not a picture that can be read; use JPEG or PNG")
    if image.shape[0] * image.shape[1] > MOST_PIXELS:
        raise SourceError(f"{path} is larger than {MOST_PIXELS // 1_000_000} megapixels; make it smaller")
    if min(image.shape[:2]) < _SMALLEST:
        raise SourceError(
            f"{path} is only {image.shape[1]} x {image.shape[0]} pixels; nothing can be seen in it"
        )
    return np.asarray(image, dtype=np.uint8)
